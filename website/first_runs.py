"""The picture of how often extraction read real replies at its first runs, from the table in docs/extraction-measured.md."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PAGE = "docs/extraction-measured.md"
_ROW = re.compile(
    r"(?m)^\| (?P<name>[a-z-]+)[^|]* \| (?P<n>[\d,]+), \d+ \| [\d, ]+ \| (?P<right>[\d.]+) \| (?P<wrong>[\d.]+) \|"
)
_Z = 1.959964
_LEFT, _RIGHT = 58, 690
_PANELS = ((30, 210, 60, 100, 10), (262, 330, 0, 10, 5))  # top, bottom, lowest and highest percent, step
_RIGHT_COLOUR, _WRONG_COLOUR, _AIM_COLOUR = "#1a4f8b", "#b3261e", "#2e7d32"
_AIM_RIGHT, _AIM_WRONG = 95, 0.5


@dataclass(frozen=True)
class FirstRun:
    """Of one draw: responses, and the percent read as labelled and as something else."""

    n: int
    right: float
    wrong: float


def drawn_from(page: Path) -> str:
    """The picture of the table in the page."""
    return drawn(first_runs(page.read_text("utf-8")))


def first_runs(page: str) -> list[FirstRun]:
    """The rows of the table, in its order."""
    return [
        FirstRun(int(m["n"].replace(",", "")), float(m["right"]), float(m["wrong"]))
        for m in _ROW.finditer(page)
    ]


def drawn(runs: list[FirstRun]) -> str:
    """An SVG: above what was read as labelled, below what was read as something else, with 95 % intervals (Wilson 1927) and the aim."""
    step = (_RIGHT - _LEFT) / len(runs)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 372" font-family="sans-serif" font-size="13">',
        '<rect width="700" height="372" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="20" fill="{_RIGHT_COLOUR}">read as labelled, % of the responses of a draw (dashed: the aim, {_AIM_RIGHT})</text>',
        f'<text x="{_LEFT}" y="252" fill="{_WRONG_COLOUR}">read as something else, % (dashed: the aim, {_AIM_WRONG})</text>',
    ]
    for panel, aim in zip(_PANELS, (_AIM_RIGHT, _AIM_WRONG), strict=True):
        parts += _axis(panel, aim)
    for k, run in enumerate(runs):
        x = round(_LEFT + step * (k + 0.5), 1)
        for panel, percent, colour in zip(
            _PANELS, (run.right, run.wrong), (_RIGHT_COLOUR, _WRONG_COLOUR), strict=True
        ):
            low, high = (_height(panel, p) for p in wilson(percent / 100, run.n))
            parts.append(
                f'<path d="M{x} {low}V{high}" stroke="{colour}" stroke-opacity="0.45" stroke-width="2"/>'
            )
            parts.append(f'<circle cx="{x}" cy="{_height(panel, percent)}" r="3" fill="{colour}"/>')
        if k % 5 == 4 or k == 0:
            parts.append(f'<text x="{x}" y="348" text-anchor="middle" fill="#333">{k + 1}</text>')
    parts.append(
        f'<text x="{(_LEFT + _RIGHT) / 2}" y="366" text-anchor="middle" fill="#333">draw, the first to the latest</text>'
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


def wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share of n, in percent (Wilson 1927)."""
    centre = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    half = _Z / (1 + _Z**2 / n) * (share * (1 - share) / n + _Z**2 / (4 * n * n)) ** 0.5
    return 100 * (centre - half), 100 * (centre + half)


def _height(panel: tuple[int, int, int, int, int], percent: float) -> float:
    top, bottom, lowest, highest, _ = panel
    within = min(max(percent, lowest), highest)
    return round(bottom - (bottom - top) * (within - lowest) / (highest - lowest), 1)


def _axis(panel: tuple[int, int, int, int, int], aim: float) -> Iterator[str]:
    _, _, lowest, highest, step = panel
    for percent in range(lowest, highest + 1, step):
        y = _height(panel, percent)
        yield f'<path d="M{_LEFT} {y}H{_RIGHT}" stroke="#ddd"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end" fill="#333">{percent}</text>'
    y = _height(panel, aim)
    yield f'<path d="M{_LEFT} {y}H{_RIGHT}" stroke="{_AIM_COLOUR}" stroke-dasharray="5 4"/>'
