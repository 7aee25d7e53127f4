"""The picture of extraction's first runs is that of the table beside it, and its intervals are those of another implementation."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from scipy.stats import binomtest

from website.first_runs import PAGE, drawn_from, first_runs, wilson

ROOT = Path(__file__).parents[2]
ROWS = first_runs((ROOT / PAGE).read_text("utf-8"))


def test_the_picture_is_of_the_table():
    assert (ROOT / "docs/pictures/first-runs.svg").read_text("utf-8") == drawn_from(ROOT / PAGE)


def test_every_draw_is_a_row_and_two_points_and_the_page_for_beginners_counts_them(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tests/src"))
    import logged

    assert len(ROWS) == len(logged.draws())
    svg = ElementTree.fromstring(drawn_from(ROOT / PAGE))
    assert len(svg.findall("{http://www.w3.org/2000/svg}circle")) == 2 * len(ROWS)
    told = re.search(
        r"latest two, read by version 47 and alike by 49, which stands now, hold ([\d,]+) replies of \d+ sources; the latest nine ([\d,]+)",
        (ROOT / "docs/extraction.md").read_text("utf-8"),
    )
    assert told is not None
    for k, latest in ((1, 2), (2, 9)):
        assert int(told[k].replace(",", "")) == sum(run.n for run in ROWS[-latest:])


@pytest.mark.parametrize(("right", "n"), [(300, 330), (0, 330), (330, 330), (19, 21), (1, 2)])
def test_the_interval_is_that_of_scipy(right, n):
    found = binomtest(right, n).proportion_ci(0.95, method="wilson")
    assert wilson(right / n, n) == pytest.approx((100 * found.low, 100 * found.high), abs=1e-4)
