"""`python -m website pictures`: the pictures of docs/pictures, from what the commands really write. Needs Chromium.

report.png: figures of one config in a report. story.png: a story in four languages, as `show --html` lays them side by side.
error-bars.svg: one score, with its interval over questions and over stories. first-runs.svg: what extraction read at its first runs.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from website import first_runs
from website.browser import Browser, browser

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs/pictures"
SHOWN = ("multitom_direct_en", "multitom_direct_ar", "multitom_direct_hi", "multitom_direct_zh")
# Of the first story of a page: only the columns of SHOWN, and of its questions the first.
CHOOSE = """
const section = document.getElementById('c1'), grid = section.querySelector('.columns'), shown = arguments[0];
const cells = [...grid.children], titles = cells.filter(c => c.matches('.context')).map(c => c.textContent);
const kept = shown.map(name => titles.findIndex(t => t.includes(name)));
grid.style.setProperty('--n', kept.length);
cells.forEach((cell, n) => {
  if (!kept.includes(n % titles.length) || n >= 2 * titles.length) cell.remove();
});
const [from, to] = [section.getBoundingClientRect(), grid.lastElementChild.getBoundingClientRect()];
return [from.top, to.bottom];"""


def make() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="cultural-tom-pictures-") as name, browser() as found:
        folder = Path(name)
        _report(found, folder)
        _story(found, folder)
    (PICTURES / "error-bars.svg").write_text(error_bars(), "utf-8")
    (PICTURES / "first-runs.svg").write_text(first_runs.drawn_from(ROOT / first_runs.PAGE), "utf-8")
    drawn = ROOT / "builders/sample/culturaltom_vqa/images/sample/tea_garden.png"
    shutil.copyfile(drawn, PICTURES / "tea_garden.png")
    for path in sorted(PICTURES.iterdir()):
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


def _typed(folder: Path, *args: str) -> None:
    code = "from cultural_tom.commands.app import main; main()"
    subprocess.run([sys.executable, "-c", code, *args], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def _report(page: Browser, folder: Path) -> None:
    """The section of one config, down to its belief and fact figures."""
    _typed(folder, "predict", "--model", "lexical", "--config", "xtomi_*", "--data", "sample", "--out", "lexical.jsonl",
           "--report", "report.html")  # fmt: skip
    page.size(1100, 900, scale=1.5)
    page.open(f"file://{folder}/report.html")
    top, bottom = page.run("""
        const section = document.getElementById('xtomi_en').getBoundingClientRect();
        const rows = [...document.querySelectorAll('#xtomi_en tr')];
        const last = rows.find(r => r.textContent.includes('all questions')).getBoundingClientRect();
        return [section.top, last.bottom + 12];""")
    (PICTURES / "report.png").write_bytes(page.picture((0, top, 1100, bottom - top)))


def _story(page: Browser, folder: Path) -> None:
    """One story and its first question in four languages."""
    _typed(folder, "show", SHOWN[0], "--data", "sample", "--html", "page.html")
    page.size(1480, 900)
    page.open(f"file://{folder}/page.html")
    top, bottom = page.run(CHOOSE, list(SHOWN))
    (PICTURES / "story.png").write_bytes(page.picture((20, top, 1440, bottom - top)))


def error_bars() -> str:
    """The belief figure of docs/explain/error-bars.md: its interval, and the one that a textbook gives for as many questions
    as if they were independent (Wilson 1927)."""
    import cultural_tom as ct

    rows = ct.load("xfantom_en", "sample")
    report = ct.score([{"id": r["id"], "answer": "A"} for r in rows], data="sample")
    figure = report["belief", "belief choice"]
    assert figure.value is not None and figure.low is not None and figure.high is not None
    n, p = figure.n, figure.value
    low, high = first_runs.wilson(p, n)
    lines = (
        (f"{n} questions, as if independent (too short)", low / 100, high / 100, "#8a8a8a"),
        (f"{figure.clusters} conversations (what the report shows)", figure.low, figure.high, "#1a4f8b"),
    )
    return _drawn(p, figure.chance or 0, lines)


def _drawn(value: float, chance: float, lines: Sequence[tuple[str, float, float, str]]) -> str:
    def x(share: float) -> float:
        return round(40 + 620 * share, 1)

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 190" font-family="sans-serif" font-size="15">',
        '<rect width="700" height="190" fill="#ffffff"/>',
        f'<path d="M{x(chance)} 20V150" stroke="#b3261e" stroke-dasharray="4 4"/>',
        f'<text x="{x(chance) + 6}" y="30" fill="#b3261e">chance</text>',
    ]
    for n, (words, low, high, colour) in enumerate(lines):
        y = 70 + 55 * n
        parts += [
            f'<text x="40" y="{y - 14}" fill="{colour}">{words}</text>',
            f'<path d="M{x(low)} {y}H{x(high)}M{x(low)} {y - 7}v14M{x(high)} {y - 7}v14" stroke="{colour}" stroke-width="3"/>',
            f'<circle cx="{x(value)}" cy="{y}" r="6" fill="{colour}"/>',
        ]
    parts += [
        f'<text x="{x(s)}" y="178" text-anchor="middle" fill="#333">{100 * s:.0f} %</text>'
        for s in (0, 0.25, 0.5, 0.75, 1)
    ]
    return "\n".join([*parts, '<path d="M40 155H660" stroke="#333"/>', "</svg>"]) + "\n"
