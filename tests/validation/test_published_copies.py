"""The package's printed results (for `--with-published`) are the cells of validation/published, no other ones."""

import csv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KEY = ("paper", "table", "subset", "model", "prompting", "language", "variant", "item", "metric")
PAPERS = ("tombench", "multitom", "xtom", "tactfultom", "culturaltom_vqa")


def lines(path):
    with path.open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


@pytest.mark.parametrize("paper", PAPERS)
def test_every_printed_cell_of_the_package_is_in_the_papers_tables(paper):
    tables = [r for path in (ROOT / "validation/published").glob(f"{paper}_table*.csv") for r in lines(path)]
    printed = {tuple(r[k] for k in KEY): r for r in tables if r["status"] == "ok"}
    packaged = lines(ROOT / f"src/cultural_tom/published/{paper}.csv")
    assert packaged
    for row in packaged:
        cell = printed[tuple(row[k] for k in KEY)]
        scale = 100 if cell["unit"] == "fraction" else 1
        assert float(row["value"]) == pytest.approx(float(cell["value"]) * scale)
