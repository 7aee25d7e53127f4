"""docs/scoring.md and docs/predictions.md say what the code does."""

import re
from pathlib import Path

import numpy as np
import pytest

from cultural_tom.scoring import intervals, swaps
from cultural_tom.scoring.compare import Difference
from cultural_tom.scoring.figures import FEW_CONTEXTS, Leaf, Plan, evaluate, figure_weights, spread, stack
from cultural_tom.scoring.student import t_quantile

DOCS = Path(__file__).parents[2] / "docs"


def example(right):
    plan = Plan(5)
    plan.add("all", "all", "accuracy", Leaf(np.array(right, float), np.full(5, 3.0)))
    return plan, evaluate(plan, resamples=0)[0]


def test_the_worked_example_is_what_the_code_gives():
    plan, figure = example([3, 2, 3, 1, 3])
    num, den, weights = stack(plan, "num"), stack(plan, "den"), figure_weights(plan)
    values, parts = intervals.contributions(num, den, weights)
    design = intervals.design(den, weights, spread(plan))
    n = intervals.effective_size(values * (1 - values), parts, design)[0]
    page = (DOCS / "scoring.md").read_text("utf-8")
    assert (n, design.dof[0], design.prior[0]) == (pytest.approx(9), pytest.approx(4), pytest.approx(9))
    (t,) = t_quantile(0.95, np.array([6.0]))
    (power,) = t_quantile(0.6, np.array([6.0]))
    error = (figure.high - figure.low) / 2 / t
    numbers = [*np.abs(parts[0]), t, power, n + t * t, (figure.high + figure.low) / 2, error, figure.low, figure.high,
               figure.detectable]  # fmt: skip
    for number in numbers:
        assert f"{number:.6f}" in page
    assert f"the interval {example([3] * 5)[1].low:.3f} to 1" in page


def test_the_constants_of_the_intervals_are_those_on_the_page():
    page = (DOCS / "scoring.md").read_text("utf-8")
    assert pytest.approx(1 / 3) == intervals.PRIOR_CORRELATION and "correlated by 1/3" in page
    assert intervals.PRIOR_DOF == 2 and "t(ν + 2; 0.975)" in page
    assert intervals.PRIOR_CONTEXTS == 5 and "(5 / (4 + k))²" in page
    assert FEW_CONTEXTS == 5 and "C < 5" in page
    assert f"{swaps.SAMPLED:,} drawn" in page
    assert f"up to {swaps.EXACT_UP_TO} contexts" in page and f"up to {swaps.SAMPLED_UP_TO}; `t`" in page


def test_every_key_of_a_figure_is_on_the_page():
    from cultural_tom.scoring.figures import Figure

    page = (DOCS / "scoring.md").read_text("utf-8")
    for name in set(Figure.__dataclass_fields__) - {"group", "name", "metric"}:
        assert f"`{name}`" in page
    for name in ("detectable", "test", "differ"):
        assert name in Difference.__dataclass_fields__ and f"`{name}`" in page


def test_every_message_about_predictions_is_in_the_table():
    """The fixed words of each message in the two readers, as the table quotes them."""
    root = Path(__file__).parents[2] / "src" / "cultural_tom"
    page = (DOCS / "predictions.md").read_text("utf-8")
    words = ["is no file; expected", "holds no prediction", "is not UTF-8", "is not JSON", "must be a JSON object", "is nested too deeply",
             "is longer than", "cannot be read as Parquet", "needs an id (a string)", "has both answer and response", "needs an answer, or a response", "is a line to decide", "has unknown keys",
             "response must be a string", "must be a whole number from 0", "was already answered on line", "was already answered in record", "is in none of the configs at hand",
             "the nearest is", "in its Unicode form only", "must be a letter A-", "must be a list of", "which is none of",
             "answer needs one letter for each of", "checking stopped at", "its ids begin with",
             "must be a dict such as", "answer must be a letter, a list of letters or names, or None", "could not be had", "needs a column id",
             "needs a column answer or response", "has unknown columns", "has several columns of one name", "is one record;", "is a DatasetDict;"]  # fmt: skip
    files = [
        root / "parquet.py",
        *(root / "predictions").glob("*.py"),
        root / "scoring/answers.py",
        root / "scoring/run.py",
    ]
    source = "".join(f.read_text("utf-8") for f in files)
    for phrase in words:
        assert phrase in page
        assert phrase in source
    assert len(re.findall(r"^\| `", page, re.MULTILINE)) >= len(words)
