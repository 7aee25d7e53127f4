"""Pieces of an HTML report. Every text goes through `text`, which escapes it."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from cultural_tom.visible import visible

Doc = dict[str, Any]
SHADES = 20
WIDTH, HEIGHT = 180, 16


def bar(f: Doc) -> str:
    """A figure between 0 and 100 %: bar, whisker of the interval, dashed line for chance."""
    label = f"{percent(f['value'])} %" + (
        f", interval {span(f['low'], f['high'])}" if f["low"] is not None else ""
    )
    marks = [f'<rect class="track" width="{WIDTH}" height="{HEIGHT}"/>',
             f'<rect class="bar" y="3" width="{_x(f["value"])}" height="{HEIGHT - 6}"/>']  # fmt: skip
    if f["low"] is not None:
        low, high, mid = _x(f["low"]), _x(f["high"]), HEIGHT / 2
        path = f"M{low} {mid}H{high}M{low} {mid - 3}V{mid + 3}M{high} {mid - 3}V{mid + 3}"
        marks.append(f'<path class="whisker" fill="none" d="{path}"/>')
    if f["chance"] is not None:
        marks.append(f'<path class="chance" d="M{_x(f["chance"])} 0V{HEIGHT}"/>')
    return f'<svg role="img" aria-label="{label}" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(marks)}</svg>'


def heat(f: Doc | None) -> str:
    if f is None:
        return '<td class="soft">–</td>'
    return f'<td class="h{round(f["value"] * SHADES)}">{100 * f["value"]:.1f}</td>'


def shades() -> str:
    """Classes h0 ... h20: white to dark blue, with the text colour that has contrast of at least 4.5 to 1."""
    rules = []
    for k in range(SHADES + 1):
        x = k / SHADES
        r, g, b = (round(a + (z - a) * x) for a, z in ((246, 8), (250, 58), (255, 140)))
        rules.append(
            f".h{k}{{background:#{r:02x}{g:02x}{b:02x};color:{'#fff' if luminance(r, g, b) < 0.18 else '#000'}}}"
        )
    return "\n".join(rules)


def luminance(*rgb: int) -> float:
    """Relative luminance (WCAG 2)."""
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def digest(css: str) -> str:
    import base64
    import hashlib

    return base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()


def cell(tag: str, content: str, kind: str) -> str:
    return f'<{tag} class="{kind}">{content}</{tag}>' if kind else f"<{tag}>{content}</{tag}>"


def text(value: Any, limit: int | None = 500) -> str:
    """Any value as text that is shown and never acts."""
    shown = str(value)
    return escape(visible(shown, len(shown) if limit is None else limit))


def words(name: str) -> str:
    return name.replace("_", " ")


def _x(value: float) -> float:
    return round(WIDTH * min(1.0, max(0.0, value)), 1)


def percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"


def span(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{100 * low:.1f} to {100 * high:.1f}"


def table(kind: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table that scrolls sideways where it must. Cells are HTML; one that begins with `<td` is taken as it is."""
    top = "".join(f"<th>{h}</th>" for h in head)
    body = "".join(
        "<tr>" + "".join(c if c.startswith("<td") else f"<td>{c}</td>" for c in row) + "</tr>" for row in rows
    )
    return f'<div class="wide"><table class="{kind}"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'
