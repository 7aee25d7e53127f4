"""docs/scoring.md and docs/predictions.md say what the code does."""

import re
from pathlib import Path

import numpy as np
import pytest

from cultural_tom.score.figures import Leaf, Plan, evaluate

DOCS = Path(__file__).parents[2] / "docs"


def test_the_worked_example_is_what_the_code_gives():
    plan = Plan(5)
    plan.add("all", "all", "accuracy", Leaf(np.array([3.0, 2, 3, 1, 3]), np.full(5, 3.0)))
    figure = evaluate(plan, resamples=0)[0]
    page = (DOCS / "scoring.md").read_text("utf-8")
    assert figure.value == pytest.approx(0.8)
    assert figure.high == 1.0
    for number in (f"{figure.low:.6f}", f"{figure.detectable:.6f}", f"{figure.value - figure.low:.6f}"):
        assert number in page


def test_every_key_of_a_figure_is_on_the_page():
    from cultural_tom.score.figures import Figure

    page = (DOCS / "scoring.md").read_text("utf-8")
    for name in set(Figure.__dataclass_fields__) - {"group", "name", "metric"}:
        assert f"`{name}`" in page


def test_every_message_about_predictions_is_in_the_table():
    """The fixed words of each message in the two readers, as the table quotes them."""
    root = Path(__file__).parents[2] / "src" / "cultural_tom"
    page = (DOCS / "predictions.md").read_text("utf-8")
    words = ["is no file; expected", "holds no prediction", "is not UTF-8", "is not JSON", "must be a JSON object", "is nested too deeply",
             "is longer than", "cannot be read as Parquet", "needs an id (a string)", "needs either answer or response", "has unknown keys",
             "response must be a string", "must be a whole number from 0", "was already answered on line", "is in none of the configs at hand",
             "the nearest is", "in its Unicode form only", "must be a letter A-", "must be a list of", "which is none of",
             "answer needs one letter for each of", "checking stopped at line", "its ids begin with"]  # fmt: skip
    source = "".join(
        (root / f).read_text("utf-8") for f in ("predictions.py", "score/answers.py", "score/run.py")
    )
    for phrase in words:
        assert phrase in page
        assert phrase in source
    assert len(re.findall(r"^\| `", page, re.MULTILINE)) >= len(words)
