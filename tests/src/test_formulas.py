"""Intervals, detectable differences, p and Holm, against `formulas.py`: a few hundred plans drawn at random, a third of
them at a boundary. Every expected value comes from there."""

import formulas
import numpy as np
import pytest

from cultural_tom.scoring.compare import holm, paired
from cultural_tom.scoring.figures import Leaf, Plan, evaluate
from cultural_tom.scoring.run import ScoreOptions

EDGES = ("all right", "all wrong", "one wrong", "all alike", "a leaf of one context", "one big context")


def sizes_of(rng, edge, contexts, leaves):
    den = rng.integers(1, 6, (leaves, contexts)).astype(float)
    if leaves > 1:
        den *= rng.random((leaves, contexts)) < 0.7
    if edge == "one big context":
        den[:, 0] += 40
    if edge == "a leaf of one context":
        den[-1] = 0
        den[-1, 0] = 3
    for row in den:
        row[rng.integers(0, contexts)] += not row.any()
    return den


def right_of(rng, edge, den):
    if edge == "all right":
        return den.copy()
    if edge == "all wrong":
        return den * 0
    if edge == "one wrong":
        return den - (np.arange(den.shape[1]) == int(np.argmax(den[0]))) * (den > 0)
    if edge == "all alike":
        return den / 2
    share = rng.beta(2, 1, den.shape[1])
    return rng.binomial(den.astype(int), share).astype(float)


def drawn(seed):
    """A plan's sums: contexts, leaves, weights and an edge or none from the seed; F1 leaves in one of four."""
    rng = np.random.default_rng(seed)
    edge = EDGES[seed // 3 % len(EDGES)] if seed % 3 == 0 else ""
    leaves = int(rng.integers(1, 4))
    contexts = int(rng.choice([2, 3, 4, 5, 7, 9, 12, 25]))
    weights = rng.dirichlet(np.ones(leaves)) if leaves > 1 else np.ones(1)
    return rng, edge, sizes_of(rng, edge, contexts, leaves), weights, seed % 4 == 1


def plan_of(num, den, weights, f1=False):
    plan = Plan(num.shape[1])
    numbers = [plan.leaf(Leaf(u, v, f1=f1)) for u, v in zip(num, den, strict=True)]
    plan.mean("", "", "", numbers)
    plan.specs[0] = type(plan.specs[0])("", "", "", tuple(zip(numbers, weights.tolist(), strict=True)))
    return plan


def relative(num, den, f1):
    return [2 - u.sum() / v.sum() if f1 else 1.0 for u, v in zip(num, den, strict=True)]


@pytest.mark.parametrize("level", [0.95, 0.8])
@pytest.mark.parametrize("start", range(0, 240, 40))
def test_intervals_and_detectable_differences_are_those_of_the_formulas(start, level):
    for seed in range(start, start + 40):
        rng, edge, den, weights, f1 = drawn(seed)
        num = right_of(rng, edge, den)
        (found,) = evaluate(plan_of(num, den, weights, f1), level, resamples=0)
        expected = formulas.figure(num.tolist(), den.tolist(), weights, relative(num, den, f1), level)
        if (den.sum(0) > 0).sum() < 2:
            assert found.low is None
            continue
        assert (found.low, found.high, found.detectable) == pytest.approx(expected, abs=1e-9), (seed, edge)
        assert found.low <= found.value <= found.high


def two(seed):
    """Two submissions to one plan; with F1 their denominators differ."""
    rng, edge, den, weights, f1 = drawn(seed)
    nums = [right_of(rng, edge if i else "", den) for i in (0, 1)]
    dens = [den + f1 * rng.integers(0, 3, den.shape) * (den > 0) for _ in nums]
    if seed % 17 == 0:
        nums[1], dens[1] = nums[0], dens[0]
    return list(zip(nums, dens, strict=True)), weights, f1


@pytest.mark.parametrize("start", range(0, 240, 40))
def test_differences_are_those_of_the_formulas(start):
    for seed in range(start, start + 40):
        sides, weights, f1 = two(seed)
        (found,) = paired(*(plan_of(*s, weights, f1) for s in sides), ScoreOptions(resamples=0))
        if found.low is None:
            continue
        a, b = ((n.tolist(), d.tolist()) for n, d in sides)
        of = np.mean([relative(*s, f1) for s in sides], axis=0)
        expected = formulas.difference(a, b, weights, of, 0.95)
        assert (found.low, found.high, found.detectable) == pytest.approx(expected, abs=1e-9), seed


def test_p_is_that_of_trying_all_exchanges_in_exact_fractions():
    tried = 0
    for seed in range(150):
        sides, weights, f1 = two(seed)
        # Weights that are exact in binary: else two exchanges that are equal on paper differ in the last digit.
        weights = np.maximum(np.round(weights * 64), 1) / 64
        (found,) = paired(*(plan_of(*s, weights, f1) for s in sides), ScoreOptions(resamples=0))
        if found.p is None or found.differ > 7 or found.test != "exact":
            continue
        a, b = ((n.tolist(), d.tolist()) for n, d in sides)
        p, differ = formulas.exchanged(a, b, weights)
        assert (found.p, found.differ) == (pytest.approx(p), differ), seed
        assert found.p >= 2.0 ** (1 - max(1, found.differ))
        tried += 1
    assert tried > 60


def many(seed, contexts, scale):
    """Two submissions with gains in whole steps of `scale` per context."""
    rng = np.random.default_rng(seed)
    den = np.full((1, contexts), 4.0)
    a = rng.integers(0, 5, (1, contexts)).astype(float)
    b = np.clip(a + rng.choice([-1, 0, 1, 1], (1, contexts)), 0, 4)
    return (a * scale, den), (b * scale, den), (b - a)[0].astype(int).tolist()


@pytest.mark.parametrize("seed", range(12))
def test_p_of_whole_numbers_is_counted_exactly_for_any_number_of_contexts(seed):
    a, b, gains = many(seed, 300, 1.0)
    (found,) = paired(plan_of(*a, np.ones(1)), plan_of(*b, np.ones(1)), ScoreOptions(resamples=0))
    assert found.test == "exact"
    assert found.p == pytest.approx(formulas.signs(gains), rel=1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_a_sampled_p_is_the_exact_one_up_to_sampling(seed):
    a, b, gains = many(seed, 40, 0.5)
    (found,) = paired(plan_of(*a, np.ones(1)), plan_of(*b, np.ones(1)), ScoreOptions(resamples=0))
    exact = formulas.signs(gains)
    assert found.test == "sampled"
    assert found.p == pytest.approx(exact, abs=5 * np.sqrt(exact * (1 - exact) / 16_383) + 1e-4)


@pytest.mark.parametrize("seed", range(12))
def test_p_of_many_contexts_is_that_of_the_t_test_on_satterthwaites_degrees_of_freedom(seed):
    a, b, _ = many(seed, 120, 0.5)
    (found,) = paired(plan_of(*a, np.ones(1)), plan_of(*b, np.ones(1)), ScoreOptions(resamples=0))
    assert found.test == "t"
    expected = formulas.t_test(*((n.tolist(), d.tolist()) for n, d in (a, b)), np.ones(1))
    assert found.p == pytest.approx(expected, rel=1e-9)


def test_holm_is_the_largest_of_the_smaller_ps_each_times_those_that_are_not_smaller():
    rng = np.random.default_rng(5)
    for _ in range(100):
        p = [
            None if rng.random() < 0.2 else float(rng.integers(0, 60)) / 200
            for _ in range(rng.integers(1, 30))
        ]
        assert holm(p) == [None if x is None else pytest.approx(formulas.holm(x, p)) for x in p]
