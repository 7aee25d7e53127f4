"""Figures and their error bars, against independent computations and library functions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cultural_tom.scoring.compare import holm, mcnemar, wilcoxon
from cultural_tom.scoring.figures import Leaf, Plan, bootstrap_values, cluster_sums, evaluate, mean_leaf


def plan_of(values, codes, clusters):
    n = len(values)
    plan = Plan(clusters)
    leaf = mean_leaf(
        np.array(values, float),
        np.ones(n, bool),
        np.array(codes),
        clusters,
        np.full(n, 0.25),
        np.zeros((1, n)),
    )
    plan.add("all", "all", "accuracy", leaf)
    return plan


def test_the_bootstrap_agrees_with_the_interval_on_many_clusters():
    rng = np.random.default_rng(1)
    codes = np.repeat(np.arange(300), 4)
    values = (rng.random(1200) < 0.6).astype(float)
    (figure,) = evaluate(plan_of(values, codes, 300), resamples=4000)
    assert figure.boot_low == pytest.approx(figure.low, abs=0.005)
    assert figure.boot_high == pytest.approx(figure.high, abs=0.005)


def test_the_bootstrap_is_the_one_that_a_loop_over_clusters_gives():
    num, den = np.array([[2.0, 0.0, 1.0]]), np.array([[3.0, 2.0, 1.0]])
    drawn = bootstrap_values(num, den, np.array([[1.0]]), 50, seed=7)
    rng = np.random.default_rng(7)
    picks = rng.integers(0, 3, (50, 3))
    expected = [num[0, p].sum() / den[0, p].sum() for p in picks]
    assert drawn[:, 0] == pytest.approx(expected, abs=1e-6)


def test_the_bootstrap_is_scipys():
    """Of one ratio: the same draws of the same generator, and so the same interval."""
    from scipy.stats import bootstrap as library

    rng = np.random.default_rng(0)
    den = rng.integers(1, 5, 40).astype(float)
    num = rng.binomial(den.astype(int), 0.7).astype(float)
    expected = library((num, den), lambda n, d, axis: n.sum(axis) / d.sum(axis), paired=True, vectorized=True,
                       n_resamples=500, method="percentile", random_state=np.random.default_rng(9))  # fmt: skip
    plan = Plan(40)
    plan.add("", "", "", Leaf(num, den))
    (figure,) = evaluate(plan, resamples=500, seed=9)
    assert (figure.boot_low, figure.boot_high) == pytest.approx(tuple(expected.confidence_interval), abs=1e-6)


def test_a_leaf_that_a_resample_misses_drops_out_of_the_mean():
    """Cluster 0 alone has the second leaf: without it the figure is the first leaf, not half of it."""
    num, den = np.array([[1.0, 2.0, 0.0], [1.0, 0.0, 0.0]]), np.array([[2.0, 2.0, 1.0], [4.0, 0.0, 0.0]])
    weights = np.array([[0.5, 0.5], [0.0, 1.0]])
    drawn = bootstrap_values(num, den, weights, 60, seed=3)
    picks = np.random.default_rng(3).integers(0, 3, (60, 3))
    missed = ~(picks == 0).any(1)
    assert 5 < missed.sum() < 55
    for p, (mean, second) in zip(picks, drawn, strict=True):
        first = num[0, p].sum() / den[0, p].sum()
        assert mean == pytest.approx((first + 0.25) / 2 if (p == 0).any() else first, abs=1e-6)
        assert np.isnan(second) == (not (p == 0).any())


def test_the_seed_fixes_the_interval():
    plan = plan_of([1, 0, 1, 1, 0, 0], [0, 0, 1, 1, 2, 2], 3)
    assert evaluate(plan, resamples=200, seed=1) == evaluate(plan, resamples=200, seed=1)


def test_a_single_cluster_has_no_interval():
    (figure,) = evaluate(plan_of([1, 0], [0, 0], 1))
    assert (figure.low, figure.boot_low, figure.detectable) == (None, None, None)


def test_means_and_means_of_means_are_unweighted():
    plan = Plan(2)
    leaves = [
        plan.add("t", name, "accuracy", Leaf(np.array(num, float), np.array(den, float)))
        for name, num, den in (
            ("a", [1, 1], [2, 2]),
            ("b", [1, 0], [1, 0]),
            ("c", [0, 1], [1, 3]),
            ("none", [0, 0], [0, 0]),
        )
    ]
    plan.mean("t", "average", "accuracy", leaves)
    plan.mean_of_means("t", "of means", "accuracy", [leaves[:2], leaves[2:]])
    values = {f.name: f.value for f in evaluate(plan, resamples=0)}
    assert values == pytest.approx({"a": 0.5, "b": 1.0, "c": 0.25, "average": 1.75 / 3, "of means": 0.5})


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 5)), min_size=2, max_size=40), st.randoms())
def test_the_order_of_rows_changes_nothing(rows, random):
    shuffled = rows.copy()
    random.shuffle(shuffled)
    a, b = (
        evaluate(plan_of([v for v, _ in r], [c for _, c in r], 6), resamples=50)[0] for r in (rows, shuffled)
    )
    for name in ("value", "low", "high", "boot_low", "boot_high", "n", "clusters"):
        x, y = getattr(a, name), getattr(b, name)
        assert x == y if x is None else x == pytest.approx(y)


def test_cluster_sums_of_rows_and_of_tables():
    codes = np.array([0, 1, 0])
    assert cluster_sums(np.array([1.0, 2.0, 3.0]), codes, 2).tolist() == [4, 2]
    assert cluster_sums(np.array([[1.0, 2.0, 3.0]]), codes, 2).tolist() == [[4, 2]]


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

    assert holm(p) == pytest.approx(list(multipletests(p, method="holm")[1]))


def test_wilcoxon_needs_two_tasks_that_differ():
    assert wilcoxon([0.1]) is None
    assert wilcoxon([0.0, 0.0, 0.1]) is None
    assert wilcoxon([0.1, 0.2, 0.3, 0.1, 0.2, 0.25]) == pytest.approx(0.03125)
