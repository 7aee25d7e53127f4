"""A score as one HTML page. It is made from the JSON report alone, loads nothing, runs nothing, and all text in it is
escaped: a predictions file is untrusted."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import Any

from cultural_tom.subsets import CONFIGS, SUBSETS
from cultural_tom.visible import visible

Doc = dict[str, Any]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SHADES = 20
WIDTH, HEIGHT = 180, 16
SAMPLE = "Sample edition: the project's own items, not the papers' data. These scores say nothing about a model."
# The groups of figures that a heat map shows side by side, but for figures that are parts of another one.
HEAT = frozenset({"task", "belief", "reality", "fact", "desire", "intention"})
HEAT_TACTFUL = frozenset({"question type", "84 conversations"})
PARTS = ("agent", "slot", "exact set")


def page(doc: Doc) -> str:
    """The page of a report (the document that `--json` prints)."""
    css = files("cultural_tom").joinpath("report.css").read_text("utf-8") + _shades()
    configs = doc["configs"]
    edition = {c["edition"] for c in configs}
    body = [
        "<h1>cultural-tom: scores</h1>",
        f'<p class="soft">{_text(doc["file"])}</p>',
        f'<p class="banner"><strong>{SAMPLE}</strong></p>' if "sample" in edition else "",
        _contents(configs),
        _summary(doc),
        _heat_maps(configs),
        *[_config(c, doc["options"]["ci"]) for c in configs],
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'sha256-{_digest(css)}\'; '
        "base-uri 'none'; form-action 'none'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>cultural-tom: {_text(doc['file'])}</title>\n<style>{css}</style></head>\n<body>\n"
        + "\n".join(b for b in body if b)
        + "\n</body></html>\n"
    )


def _summary(doc: Doc) -> str:
    configs = doc["configs"]
    total = {k: sum(c[k] for c in configs) for k in ("rows", "predictions", "missing", "unparsed")}
    facts = {
        "Edition": ", ".join(sorted({c["edition"] for c in configs})),
        "State": ", ".join(sorted({c["state"] for c in configs})),
        "Predictions": f"{total['predictions']} for {total['rows']} rows; {total['missing']} rows missing, "
        f"{total['unparsed']} predictions unparsed (both count as wrong{', missing ones are left out' * doc['options']['partial']})",
        **{k.replace("_", " ").capitalize(): v for k, v in doc["options"].items()},
    }
    rows = "".join(f"<dt>{_text(k)}</dt><dd>{_text(v)}</dd>" for k, v in facts.items())
    return (
        f'<section id="summary"><h2>What was scored</h2><dl>{rows}</dl>'
        f'<h3>Signature</h3><p class="signature">{_text(doc["signature"], None)}</p>'
        '<p class="soft">Anyone with the same predictions file and data can recompute every figure: '
        "cultural-tom verify SIGNATURE FILE --data DIR.</p></section>"
    )


def _contents(configs: Sequence[Doc]) -> str:
    links = [("summary", "What was scored"), ("map", "Map"), *((c["config"], c["config"]) for c in configs)]
    return "<nav><ul>" + "".join(f'<li><a href="#{_text(a)}">{_text(b)}</a></li>' for a, b in links) + "</ul></nav>"


def _heat_maps(configs: Sequence[Doc]) -> str:
    parts = ['<section id="map"><h2>Languages and tasks</h2>',
             '<p class="soft">Values in %, darker is higher. Figures with their intervals follow per config.</p>']  # fmt: skip
    for subset, group in groupby(configs, key=lambda c: CONFIGS[c["config"]].subset):
        members = list(group)
        cells = {c["config"]: {_column(f): f for f in c["figures"] if _in_heat(f, subset)} for c in members}
        columns = list(dict.fromkeys(k for found in cells.values() for k in found))
        if not columns:
            continue
        head = "".join(f"<th>{_text(name)}</th>" for name in ("config", *columns))
        rows = "".join(
            f'<tr><td><a href="#{_text(name)}">{_text(name)}</a></td>' + "".join(_heat(found.get(k)) for k in columns) + "</tr>"
            for name, found in cells.items()
        )
        parts.append(
            f'<h3>{_text(SUBSETS[subset].title)}</h3><div class="wide"><table class="heat"><thead><tr>{head}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div>"
        )
    return "".join(parts) + "</section>"


def _in_heat(f: Doc, subset: str) -> bool:
    groups = HEAT_TACTFUL if subset == "tactfultom" else HEAT
    return f["group"] in groups and not any(p in f["name"] for p in PARTS) and f["metric"] != "f1"


def _column(f: Doc) -> str:
    return _words(f["name"]) + ("" if f["metric"] == "accuracy" else f", {_words(f['metric'])}")


def _heat(f: Doc | None) -> str:
    if f is None:
        return '<td class="soft">–</td>'
    return f'<td class="h{round(f["value"] * SHADES)}">{100 * f["value"]:.1f}</td>'


def _config(c: Doc, ci: int) -> str:
    return "".join([
        f'<section id="{_text(c["config"])}"><h2>{_text(c["config"])}</h2>',
        f'<p class="soft">{c["predictions"]} predictions for {c["rows"]} rows, {c["missing"]} missing, '
        f'{c["unparsed"]} unparsed. State: {_text(c["state"])}.</p>',
        _figures(c["figures"], ci), _positions(c["positions"]), _unparsed(c), "</section>",
    ])  # fmt: skip


def _figures(found: Sequence[Doc], ci: int) -> str:
    head = (("figure", ""), ("metric", "left less"), ("0 to 100 %", "left"), ("value", ""), (f"{ci} % interval", ""),
            ("bootstrap", "less"), ("n", ""), ("contexts", "less"), ("chance", ""), ("constant", "less"),
            ("detectable", "less"))  # fmt: skip
    rows = []
    for group in dict.fromkeys(f["group"] for f in found):
        rows.append(f'<tr class="group"><th colspan="11">{_text(_words(group))}</th></tr>')
        for f in (f for f in found if f["group"] == group):
            cells = (
                (_text(_words(f["name"])), ""), (_text(_words(f["metric"])), "left less"), (bar(f), "draw"),
                (_percent(f["value"]), ""), (_range(f["low"], f["high"]), ""), (_range(f["boot_low"], f["boot_high"]), "less"),
                (str(f["n"]), ""), (str(f["clusters"]), "less"), (_percent(f["chance"]), ""), (_percent(f["constant"]), "less"),
                (_percent(f["detectable"]), "less"),
            )  # fmt: skip
            rows.append("<tr>" + "".join(_cell("td", *cell) for cell in cells) + "</tr>")
    top = "".join(_cell("th", *cell) for cell in head)
    return (
        f'{_legend(ci)}<div class="wide"><table class="figures"><thead><tr>{top}</tr></thead><tbody>{"".join(rows)}</tbody>'
        "</table></div>"
    )


def bar(f: Doc) -> str:
    """A figure between 0 and 100 %: bar, whisker of the interval, dashed line for chance."""
    label = f"{_percent(f['value'])} %" + (f", interval {_range(f['low'], f['high'])}" if f["low"] is not None else "")
    marks = [f'<rect class="track" width="{WIDTH}" height="{HEIGHT}"/>',
             f'<rect class="bar" y="3" width="{_x(f["value"])}" height="{HEIGHT - 6}"/>']  # fmt: skip
    if f["low"] is not None:
        low, high, mid = _x(f["low"]), _x(f["high"]), HEIGHT / 2
        path = f"M{low} {mid}H{high}M{low} {mid - 3}V{mid + 3}M{high} {mid - 3}V{mid + 3}"
        marks.append(f'<path class="whisker" fill="none" d="{path}"/>')
    if f["chance"] is not None:
        marks.append(f'<path class="chance" d="M{_x(f["chance"])} 0V{HEIGHT}"/>')
    return f'<svg role="img" aria-label="{label}" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(marks)}</svg>'


def _legend(ci: int) -> str:
    return (
        '<div class="legend"><span><svg width="34" height="16"><rect class="bar" y="3" width="24" height="10"/>'
        '<path class="whisker" fill="none" d="M16 8H32M16 5V11M32 5V11"/></svg>'
        f"value and {ci} % interval (t over contexts)</span>"
        '<span><svg width="8" height="16"><path class="chance" d="M4 0V16"/></svg>chance: uniform guessing</span>'
        "<span>constant: best fixed answer</span>"
        "<span>detectable: smallest true difference between two submissions found with power 0.8</span></div>"
    )


def _positions(found: Doc | None) -> str:
    if found is None:
        return ""
    counts, n = found["answered"], len(found["answered"])
    head = "".join(f"<th>{x}</th>" for x in ("gold", *(f"answered {LETTERS[i]}" for i in range(n)), "unparsed", "missing", "right, %"))
    rows = []
    for g, row in enumerate(counts):
        total = sum(row) + found["unparsed"][g] + found["missing"][g]
        if not total:
            continue
        cells = "".join(f'<td class="h{round(SHADES * 0.7 * x / total)}{" gold" * (a == g)}">{x}</td>' for a, x in enumerate(row))
        tail = f"<td>{found['unparsed'][g]}</td><td>{found['missing'][g]}</td><td>{100 * row[g] / total:.1f}</td>"
        rows.append(f"<tr><td>{LETTERS[g]}</td>{cells}{tail}</tr>")
    return (
        "<h3>Position of the right option and position answered</h3>"
        '<p class="soft">Counts of predictions, positions as shown to the model. A model that reads the options equally well '
        "has equal columns wherever the right one stands.</p>"
        f'<div class="wide"><table class="count"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )


def _unparsed(c: Doc) -> str:
    shown = c["unparsed_rows"]
    if not shown:
        return ""
    rows = "".join(
        f'<tr><td>{r["line"]}</td><td>{_text(r["id"])}</td><td class="text" dir="auto">{_response(r["response"])}</td></tr>'
        for r in shown
    )
    more = f", the first {len(shown)} shown" if len(shown) < c["unparsed"] else ""
    return (
        f"<details><summary>Responses that could not be read: {c['unparsed']}{more}</summary>"
        '<p class="soft">They count as wrong. Texts are cut at 500 characters; control characters and direction marks are '
        "spelled out.</p>"
        '<div class="wide"><table class="texts"><thead><tr><th>line</th><th>id</th><th>response</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div></details>"
    )


def _response(value: str | None) -> str:
    if value is None:
        return '<span class="soft">(answer: null)</span>'
    return _text(value, None) if value.strip() else '<span class="soft">(empty)</span>'


def _shades() -> str:
    """Classes h0 ... h20: white to dark blue, with the text colour that has contrast of at least 4.5 to 1."""
    rules = []
    for k in range(SHADES + 1):
        x = k / SHADES
        r, g, b = (round(a + (z - a) * x) for a, z in ((246, 8), (250, 58), (255, 140)))
        rules.append(f".h{k}{{background:#{r:02x}{g:02x}{b:02x};color:{'#fff' if _luminance(r, g, b) < 0.18 else '#111'}}}")
    return "\n".join(rules)


def _luminance(*rgb: int) -> float:
    """Relative luminance (WCAG 2)."""
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _digest(css: str) -> str:
    import base64
    import hashlib

    return base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()


def _cell(tag: str, content: str, kind: str) -> str:
    return f'<{tag} class="{kind}">{content}</{tag}>' if kind else f"<{tag}>{content}</{tag}>"


def _text(value: Any, limit: int | None = 500) -> str:
    """Any value as text that is shown and never acts."""
    text = str(value)
    return escape(visible(text, len(text) if limit is None else limit))


def _words(name: str) -> str:
    return name.replace("_", " ")


def _x(value: float) -> float:
    return round(WIDTH * min(1.0, max(0.0, value)), 1)


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"


def _range(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{100 * low:.1f} to {100 * high:.1f}"
