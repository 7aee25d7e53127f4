"""Two submissions on the same rows: symmetric, paired, with tests that hold for few contexts."""

import json
import random
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, t
from synthetic import folder, row, rows_of
from test_intervals import leaf_sums, regression
from test_protocols_all import FIRST, guess, predictions

from cultural_tom.problems import InputError
from cultural_tom.scoring.compare import compare, holm, mcnemar, paired, wilcoxon
from cultural_tom.scoring.figures import Leaf, Plan, evaluate
from cultural_tom.scoring.run import ScoreOptions

FAST = ScoreOptions(resamples=0)


def plan_of(leaves, weights=None):
    """A plan of one figure from (num, den) per leaf."""
    plan = Plan(len(leaves[0][0]))
    numbers = [plan.leaf(Leaf(np.array(num, float), np.array(den, float))) for num, den in leaves]
    plan.mean("all", "all", "accuracy", numbers)
    return plan


def difference(a, b, den, options=FAST):
    (found,) = paired(plan_of([(a, den)]), plan_of([(b, den)]), options)
    return found


def submissions(tmp_path, config, seed, contexts=9):
    """A data folder, and two files of random answers that are about as good."""
    rows = rows_of(config, contexts, seed)
    data = folder(tmp_path / "data", {config: rows})
    files = []
    for name in ("a", "b"):
        draw = random.Random(f"{seed}/{name}")
        files.append(predictions(tmp_path / f"{name}.jsonl", rows, lambda r, draw=draw: guess(r, draw)))
    return data, files


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("protocol", ["strict", "paper"])
@pytest.mark.parametrize("config", FIRST)
def test_swapping_the_files_changes_signs_and_nothing_else(config, protocol, seed, tmp_path):
    data, files = submissions(tmp_path, config, seed, 9 if seed % 2 else 40)
    options = ScoreOptions(protocol=protocol, resamples=60)
    (one,), (two,) = compare(files, data, options), compare(files[::-1], data, options)
    assert (one.only_a, one.only_b, one.mcnemar, one.wilcoxon) == (
        two.only_b,
        two.only_a,
        two.mcnemar,
        two.wilcoxon,
    )
    assert len(one.differences) == len(two.differences) > 3
    for x, y in zip(one.differences, two.differences, strict=True):
        assert (x.group, x.name, x.metric, x.a, x.b) == (y.group, y.name, y.metric, y.b, y.a)
        assert x.difference == -y.difference
        for low, high in (
            (x.low, y.high),
            (x.high, y.low),
            (x.boot_low, y.boot_high),
            (x.boot_high, y.boot_low),
        ):
            assert low == high is None or low == pytest.approx(-high, abs=1e-12)
        same = ("p", "holm", "test", "differ", "clusters", "detectable", "few_contexts")
        assert [getattr(x, k) for k in same] == [getattr(y, k) for k in same]


def test_contexts_in_which_only_one_submission_names_the_label_count_from_either_side(tmp_path):
    """F1 of a label: where gold and one submission lack it, only the other has something to count."""
    rows = [
        row("xnegotiationtom_en", f"{c}/0/intention/utterance_1", f"c{c}", "intention", [f"i{x}" for x in range(3)],
            [0] if c < 4 else [1], answer_format="choices", tags=["agent:1"])
        for c in range(9)
    ]  # fmt: skip
    data = folder(tmp_path / "data", {"xnegotiationtom_en": rows})
    files = [
        predictions(tmp_path / f"{n}.jsonl", rows, lambda r, n=n: [0] if n == "b" else r["gold"])
        for n in "ab"
    ]
    for pair in (compare(files, data, FAST)[0], compare(files[::-1], data, FAST)[0]):
        found = next(d for d in pair.differences if (d.group, d.name) == ("intention label", "i0"))
        assert (found.clusters, found.differ) == (9, 5)
        assert found.p == 0.0625


@pytest.mark.parametrize("seed", range(5))
def test_error_and_t_test_are_those_of_a_regression_on_the_differences(seed):
    """Paired: what counts is b - a in each context. Values between 0 and 1, so that the test is t; two leaves."""
    rng = np.random.default_rng(seed)
    clusters = np.repeat(np.arange(70), rng.integers(1, 5, 70))
    leaves = rng.integers(0, 2, len(clusters))
    a = rng.random(len(clusters))
    b = np.clip(a + rng.normal(0.03, 0.1, len(clusters)), 0, 1)
    plans = []
    for values in (a, b):
        nums, dens = leaf_sums(values, leaves, clusters, 2, 70)
        plans.append(plan_of(list(zip(nums, dens, strict=True))))
    (found,) = paired(*plans, FAST)
    half = np.full(2, 0.5)
    variance, dof = regression(b - a, leaves, clusters, half)
    assert found.test == "t"
    assert found.p == pytest.approx(2 * t.sf(abs(found.difference) / np.sqrt(variance), dof))
    assert found.detectable == pytest.approx(
        np.sqrt(variance) * (t.ppf(0.975, dof) + t.ppf(0.8, dof)), rel=0.3
    )
    unpaired = np.sqrt(sum(regression(x, leaves, clusters, half)[0] for x in (a, b)))
    assert np.sqrt(variance) < unpaired / 2  # else the two ways to take the error would look alike


def test_submissions_that_err_alike_are_told_apart_by_less_than_independent_ones():
    """80 contexts, a and b right in the same ones but for few: the paired error is far below that of either."""
    rng = np.random.default_rng(0)
    a = (rng.random(80) < 0.6).astype(float)
    b = a.copy()
    b[np.flatnonzero(a == 0)[:3]] = 1
    found = difference(a, b, np.ones(80))
    alone = [evaluate(plan_of([(x, np.ones(80))]), resamples=0)[0] for x in (a, b)]
    assert found.detectable < min(f.detectable for f in alone) / 2
    assert found.high - found.low < min(f.high - f.low for f in alone)
    assert found.low < found.difference < found.high


def test_opposite_submissions_have_the_largest_error_and_not_none():
    """b is right where a is wrong: the errors add up. A paired error with the wrong sign would be about nothing."""
    a = np.array([1.0, 0.0] * 40)
    found = difference(a, 1 - a, np.ones(80))
    assert found.difference == 0
    assert found.high - found.low > 0.3
    assert found.p == 1


def test_four_conversations_do_not_prove_that_one_is_better():
    """Right everywhere against wrong everywhere: once p = 0 and Holm = 0, from four conversations."""
    found = difference(np.zeros(4), np.full(4, 3.0), np.full(4, 3.0))
    assert (found.difference, found.p, found.test, found.differ) == (1.0, 0.125, "exact", 4)
    assert found.few_contexts
    assert holm([found.p])[0] == 0.125
    assert found.low < 0.6 and found.high == 1.0
    assert 0 < found.detectable <= 1
    assert (found.boot_low, found.boot_high) == (None, None)


def test_where_the_two_answer_alike_the_interval_is_around_0_and_has_a_width():
    found = difference(np.full(20, 2.0), np.full(20, 2.0), np.full(20, 3.0), ScoreOptions(resamples=30))
    assert (found.difference, found.p, found.differ) == (0, 1, 0)
    assert found.low == -found.high < -0.02
    assert found.detectable > 0
    assert (found.boot_low, found.boot_high) == (None, None)


def test_a_single_context_has_neither_interval_nor_p():
    found = difference([1.0], [2.0], [3.0])
    assert (found.low, found.high, found.detectable, found.test, found.p) == (None,) * 5


@pytest.mark.parametrize("seed", range(3))
def test_p_of_one_question_per_context_is_that_of_the_sign_test(seed):
    rng = np.random.default_rng(seed)
    a, b = (rng.random(300) < 0.5).astype(float), (rng.random(300) < 0.6).astype(float)
    found = difference(a, b, np.ones(300))
    only_a, only_b = int((a > b).sum()), int((b > a).sum())
    assert found.differ == only_a + only_b > 50
    assert found.p == pytest.approx(binomtest(only_a, only_a + only_b).pvalue)


def test_p_is_uniform_at_most_where_neither_is_better():
    """At 5 % no more than 5 % are found, for few contexts of unequal size."""
    rng = np.random.default_rng(8)
    den = np.array([12.0, 6, 3, 3, 2, 2, 1, 1, 1])
    p = []
    for _ in range(400):
        share = rng.random(9)
        a, b = (rng.binomial(den.astype(int), share).astype(float) for _ in range(2))
        p.append(difference(a, b, den).p)
    assert np.mean(np.array(p) <= 0.05) <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 400)


def test_holm_corrects_over_all_figures_of_all_pairs_of_one_call(tmp_path):
    """Not over each pair by itself: who compares more looks more often."""
    data, files = submissions(tmp_path, "xtomi_fr", 2, contexts=40)
    perfect = predictions(tmp_path / "c.jsonl", rows_of("xtomi_fr", 40, 2), lambda r: r["gold"])
    pairs = compare([perfect, *files], data, FAST)
    assert len(pairs) == 2
    p = [d.p for pair in pairs for d in pair.differences]
    by_pair = [x for pair in pairs for x in holm([d.p for d in pair.differences])]
    assert [d.holm for pair in pairs for d in pair.differences] == holm(p) != by_pair


def test_the_json_says_how_each_p_was_found(tmp_path):
    from typer.testing import CliRunner

    from cultural_tom.commands.app import app

    data, files = submissions(tmp_path, "xfantom_fr", 1)
    result = CliRunner().invoke(
        app, ["compare", *map(str, files), "--data", str(data), "--resamples", "20", "--json"]
    )
    (pair,) = json.loads(result.stdout)["pairs"]
    for d in pair["differences"]:
        assert d["test"] in ("exact", "sampled", "t", None)
        assert d["p"] is None or 2.0 ** (1 - max(1, d["differ"])) <= d["p"] <= 1
        assert d["few_contexts"] == (d["clusters"] < 5)


def test_nothing_in_common_is_refused(tmp_path):
    rows = {c: rows_of(c) for c in ("xtomi_en", "xtomi_fr")}
    data = folder(tmp_path / "data", rows)
    files = [predictions(tmp_path / f"{c}.jsonl", r, lambda r: r["gold"]) for c, r in rows.items()]
    with pytest.raises(InputError, match="no config in common"):
        compare(files, data, FAST)


# --- tests and corrections


@settings(deadline=None)
@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_statsmodels(a, b):
    from statsmodels.stats.contingency_tables import mcnemar as reference

    assert mcnemar(a, b) == pytest.approx(min(1.0, float(reference([[5, a], [b, 5]], exact=True).pvalue)))


def test_mcnemar_of_many_rows_is_the_corrected_chi_square():
    from statsmodels.stats.contingency_tables import mcnemar as reference

    assert mcnemar(900, 1000) == pytest.approx(
        reference([[5, 900], [1000, 5]], exact=False, correction=True).pvalue
    )


@settings(deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_is_statsmodels(p):
    from statsmodels.stats.multitest import multipletests

    # statsmodels collects garbage at each call, which takes seconds among all that other tests left
    with patch("gc.collect"):
        assert holm(p) == pytest.approx(list(multipletests(p, method="holm")[1]))


def test_wilcoxon_needs_two_tasks_that_differ():
    assert wilcoxon([0.1]) is None
    assert wilcoxon([0.0, 0.0, 0.1]) is None
    assert wilcoxon([0.1, 0.2, 0.3, 0.1, 0.2, 0.25]) == pytest.approx(0.03125)
