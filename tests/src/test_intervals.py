"""Intervals of figures and differences: against small independent implementations, and at the edges."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm, t

from cultural_tom.scoring import intervals
from cultural_tom.scoring.figures import FEW_CONTEXTS, Leaf, Plan, cluster_sums, evaluate

ONE = np.ones((1, 1))


def figure_of(num, den, resamples=0, f1=False):
    """One figure that is one leaf."""
    plan = Plan(len(num))
    plan.add("all", "all", "accuracy", Leaf(np.array(num, float), np.array(den, float), f1=f1))
    return evaluate(plan, resamples=resamples)[0]


def regression(values, leaves, clusters, weights):
    """CR2 variance and Satterthwaite's degrees of freedom of a weighted sum of leaf means, by matrices: a regression on
    leaf dummies, with independent errors of equal variance as the working model (Pustejovsky and Tipton 2018)."""
    x = np.eye(len(weights))[leaves]
    bread = np.linalg.inv(x.T @ x)
    hat = x @ bread @ x.T
    rest = values - hat @ values
    variance, columns = 0.0, []
    for c in np.unique(clusters):
        own = clusters == c
        eigen, vectors = np.linalg.eigh(np.eye(own.sum()) - hat[np.ix_(own, own)])
        adjusted = vectors @ np.diag([v**-0.5 if v > 1e-9 else 0 for v in eigen]) @ vectors.T
        row = weights @ bread @ x[own].T @ adjusted
        variance += float(row @ rest[own]) ** 2
        columns.append((np.eye(len(values)) - hat)[:, own] @ row)
    p = np.array(columns) @ np.array(columns).T
    return variance, np.trace(p) ** 2 / (p**2).sum()


def leaf_sums(values, leaves, clusters, n_leaves, n_clusters):
    sums = [cluster_sums(values * (leaves == k), clusters, n_clusters) for k in range(n_leaves)]
    dens = [cluster_sums((leaves == k).astype(float), clusters, n_clusters) for k in range(n_leaves)]
    return np.stack(sums), np.stack(dens)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("n_leaves", [1, 2, 4])
def test_error_and_degrees_of_freedom_are_those_of_the_matrices(seed, n_leaves):
    rng = np.random.default_rng(seed)
    clusters = np.repeat(np.arange(9), rng.integers(1, 9, 9))
    leaves = rng.integers(0, n_leaves, len(clusters))
    leaves[:n_leaves] = np.arange(n_leaves)
    values = rng.random(len(clusters)).round(1)
    weights = rng.dirichlet(np.ones(n_leaves))
    num, den = leaf_sums(values, leaves, clusters, n_leaves, 9)
    variance, dof = regression(values, leaves, clusters, weights)
    found, parts = intervals.contributions(num, den, weights[None])
    design = intervals.design(den, weights[None], np.ones(n_leaves))
    assert found[0] == pytest.approx(weights @ (num.sum(1) / den.sum(1)))
    assert intervals.standard_error(parts)[0] == pytest.approx(np.sqrt(variance))
    assert design.dof[0] == pytest.approx(dof)


def test_equal_contexts_have_one_degree_of_freedom_less_than_contexts():
    design = intervals.design(np.full((1, 12), 5.0), ONE, np.ones(1))
    assert design.dof[0] == pytest.approx(11)


def test_a_context_that_holds_most_questions_leaves_few_degrees_of_freedom():
    design = intervals.design(np.array([[60.0] + [3.0] * 19]), ONE, np.ones(1))
    assert 1 < design.dof[0] < 4


@settings(deadline=None)
@given(st.integers(3, 60), st.data())
def test_one_question_per_context_is_agresti_and_coulls_interval_with_t(contexts, data):
    """statsmodels' interval at the effective sample size, with the level at which z is our t."""
    from statsmodels.stats.proportion import proportion_confint

    right = data.draw(st.integers(0, contexts))
    figure = figure_of([1] * right + [0] * (contexts - right), [1] * contexts)
    q = t.ppf(0.975, contexts + 1)
    wrong = contexts - right
    k = contexts * right * wrong / (right**3 + wrong**3) * contexts if 0 < right < contexts else 0
    prior = min(1, 5 / (4 + min(k, contexts - 1))) ** 2
    n = (contexts - 1) ** (1 - prior) * contexts**prior
    low, high = proportion_confint(right / contexts * n, n, 2 * norm.sf(q), method="agresti_coull")
    assert (figure.low, figure.high) == (pytest.approx(low), pytest.approx(high))


@pytest.mark.parametrize(("contexts", "each"), [(2, 1), (4, 1), (5, 3), (20, 4), (84, 1), (300, 2)])
def test_where_all_contexts_agree_the_interval_still_has_a_width(contexts, each):
    """That of as many answers as there would be if those of one context correlated by a third."""
    from statsmodels.stats.proportion import proportion_confint

    figure = figure_of([each] * contexts, [each] * contexts, resamples=50)
    n, q = contexts * each / (1 + (each - 1) / 3), t.ppf(0.975, contexts + 1)
    low, high = proportion_confint(n, n, 2 * norm.sf(q), method="agresti_coull")
    assert (figure.low, figure.high) == (pytest.approx(low), 1.0) and high >= 1
    assert figure.low < 1 and 0 < figure.detectable <= 1
    assert (figure.boot_low, figure.boot_high) == (None, None)  # no resample can differ
    wrong = figure_of([0] * contexts, [each] * contexts)
    assert (wrong.low, wrong.high) == (0.0, pytest.approx(1 - low))
    assert wrong.detectable == pytest.approx(figure.detectable)


def test_contexts_that_agree_on_two_of_three_are_not_certain_either():
    figure = figure_of([2] * 10, [3] * 10)
    assert figure.value == pytest.approx(2 / 3)
    assert figure.low < 0.55 and figure.high > 0.78


@settings(deadline=None)
@given(st.integers(2, 100), st.data())
def test_one_more_right_answer_never_lowers_the_interval(contexts, data):
    right = data.draw(st.integers(0, contexts - 1))
    a, b = (figure_of([1] * r + [0] * (contexts - r), [1] * contexts) for r in (right, right + 1))
    assert b.low >= a.low and b.high >= a.high


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(1, 6)), min_size=2, max_size=30))
def test_intervals_hold_the_value_and_mirror_when_right_and_wrong_change_places(rows):
    den = [max(n, d) for n, d in rows]
    figure = figure_of([n for n, _ in rows], den)
    other = figure_of([d - n for (n, _), d in zip(rows, den, strict=True)], den)
    assert 0 <= figure.low <= figure.value <= figure.high <= 1
    assert figure.low < figure.high
    assert (other.low, other.high) == (pytest.approx(1 - figure.high), pytest.approx(1 - figure.low))
    assert other.detectable == pytest.approx(figure.detectable)


def test_with_many_contexts_the_width_is_that_of_the_classical_interval():
    """Within 2 %: t on contexts - 1 degrees of freedom times the clustered error of a regression on a constant."""
    import statsmodels.api as sm

    rng = np.random.default_rng(4)
    codes = np.repeat(np.arange(300), rng.integers(1, 5, 300))
    for share in (0.5, 0.8, 0.9):
        values = (rng.random(len(codes)) < rng.beta(3 * share, 3 - 3 * share, 300)[codes]).astype(float)
        figure = figure_of(cluster_sums(values, codes, 300), cluster_sums(values * 0 + 1, codes, 300))
        fit = sm.OLS(values, np.ones(len(values))).fit(
            cov_type="cluster", cov_kwds={"groups": codes, "use_correction": False}
        )
        classical = 2 * t.ppf(0.975, 299) * fit.bse[0] * np.sqrt(300 / 299)
        assert figure.high - figure.low == pytest.approx(classical, rel=0.02)


def test_a_small_leaf_that_is_all_right_does_not_pass_for_certain():
    """A mean of a leaf of 10 contexts without an error and one of 200 with some: nearly all of what is unknown is in the
    small one."""
    plan = Plan(210)
    small, large = np.arange(210) < 10, np.arange(210) >= 10
    wrong = np.arange(210) % 25 == 24
    leaves = [
        plan.leaf(Leaf((m & ~wrong | small & m).astype(float), m.astype(float))) for m in (small, large)
    ]
    plan.mean("", "both", "accuracy", leaves)
    both = evaluate(plan, resamples=0)[0]
    alone = figure_of([1] * 10, [1] * 10)
    assert both.value - both.low > (1 - alone.low) / 4


def test_an_f1_counts_hits_twice():
    """F1 is 2 TP / (2 TP + FP + FN): of V rows so counted V / (2 - F1) are independent."""
    den = np.full((1, 20), 4.0)
    plain, f1 = (intervals.design(den, ONE, np.array([r])) for r in (1.0, 2 - 0.5))
    assert f1.prior[0] == pytest.approx(plain.prior[0] / 1.5)
    assert figure_of([2] * 20, [4] * 20, f1=True).high > figure_of([2] * 20, [4] * 20).high


def test_values_between_0_and_1_are_taken_as_they_are():
    """Several samples of a row: less noise, a narrower interval."""
    rng = np.random.default_rng(0)
    single, many = (rng.binomial(s, 0.7, 100) / s for s in (1, 10))
    a, b = figure_of(single, np.ones(100)), figure_of(many, np.ones(100))
    assert (b.high - b.low) < 0.5 * (a.high - a.low)


@pytest.mark.parametrize(("contexts", "few"), [(1, True), (4, True), (5, False), (300, False)])
def test_a_figure_on_fewer_than_five_contexts_says_so(contexts, few):
    assert FEW_CONTEXTS == 5
    assert figure_of([1] * contexts, [2] * contexts).few_contexts is few


def test_a_figure_rests_on_the_contexts_that_have_its_questions_not_on_all_of_the_config():
    """Ten contexts, three of which have a question of the figure."""
    figure = figure_of([1] * 3 + [0] * 7, [2] * 3 + [0] * 7)
    assert (figure.clusters, figure.few_contexts) == (3, True)
    assert figure_of([1] * 3 + [0], [2] * 3 + [0]).low == pytest.approx(figure.low)


def test_detectable_is_what_a_two_sided_test_finds_with_power_08():
    """Of two independent submissions with this error: the shifted t is beyond the quantile in 80 %."""
    figure = figure_of([1, 0] * 200, [1] * 400)
    q, power = t.ppf(0.975, 401), t.ppf(0.8, 401)
    error = (figure.high - figure.low) / 2 / q
    assert figure.detectable == pytest.approx(np.sqrt(2) * error * (q + power))
    draws = np.random.default_rng(0).normal(figure.detectable, np.sqrt(2) * error, 100_000)
    assert (np.abs(draws) > q * np.sqrt(2) * error).mean() == pytest.approx(0.8, abs=0.01)


def by_the_page(num, den, weights, relative, level, minus=None):
    """docs/scoring.md, "Intervals", steps 1 to 4, one context after the other: low, high and detectable of a figure, or of
    its difference to the one with the numerators `minus` ("compare" there)."""
    leaves, contexts = range(len(den)), range(len(den[0]))
    v = [sum(d) for d in den]
    q = [[den[j][c] / v[j] for c in contexts] for j in leaves]
    h = [[x / np.sqrt(1 - x) if x < 1 else 0 for x in row] for row in q]

    def errors(top):
        r = [sum(top[j]) / v[j] for j in leaves]
        e = [
            sum(
                weights[j]
                * (top[j][c] - r[j] * den[j][c])
                / v[j]
                / (np.sqrt(1 - q[j][c]) if q[j][c] < 1 else 1)
                for j in leaves
            )
            for c in contexts
        ]
        return sum(w * x for w, x in zip(weights, r, strict=True)), e

    p = [
        [
            sum(
                weights[j] ** 2 / v[j] * (q[j][c] * (q[j][c] < 1) if c == d else -h[j][c] * h[j][d])
                for j in leaves
            )
            for d in contexts
        ]
        for c in contexts
    ]
    nu = sum(p[c][c] for c in contexts) ** 2 / sum(x**2 for row in p for x in row)
    s = [
        2 / 3 * sum(weights[j] ** 2 * relative[j] * q[j][c] / v[j] for j in leaves)
        + 1 / 3 * sum(weights[j] * np.sqrt(relative[j]) * q[j][c] for j in leaves) ** 2
        for c in contexts
    ]
    mean_s = [
        relative[j] * (2 / 3 / v[j] + 1 / 3 * sum(x**2 for x in q[j])) / sum(x > 0 for x in q[j])
        for j in leaves
    ]
    typical = [sum(weights[j] ** 2 * mean_s[j] for j in leaves if q[j][c] > 0) for c in contexts]
    theta, e = errors(num)
    if minus is not None:
        other, e_minus = errors(minus)
        theta, e = theta - other, [a - b for a, b in zip(e, e_minus, strict=True)]
        part = [sum(weights[j] * q[j][c] for j in leaves) for c in contexts]
        pi = min(1, sum(abs(a + b * theta) for a, b in zip(e, part, strict=True)))
    variance = theta * (1 - theta) if minus is None else pi - theta**2
    squares = sum(x**2 for x in e)
    alike = [x**2 / y for x, y in zip(e, typical, strict=True) if y > 0]
    fourth = max(sum(x**4 for x in e), sum(y**2 for y in typical) * sum(x**2 for x in alike) / len(alike))
    k = min(squares**2 / fourth, nu)
    weight = min(1, 5 / (4 + k)) ** 2
    n = (variance / squares) ** (1 - weight) * (1 / sum(s)) ** weight
    q_t, power = t.ppf(0.5 + level / 2, nu + 2), t.ppf(0.8, nu + 2)
    if minus is None:
        m = n + q_t**2
        centre = (theta * n + q_t**2 / 2) / m
        error = np.sqrt(centre * (1 - centre) / m)
        return centre - q_t * error, centre + q_t * error, (q_t + power) * np.sqrt(2) * error
    m = n + q_t**2 / 3
    centre = theta * n / m
    error = np.sqrt(((pi * n + q_t**2 / 3) / m - centre**2) / m)
    return centre - q_t * error, centre + q_t * error, (q_t + power) * error


def drawn(seed, leaves, contexts=8):
    """Leaves of which each lacks some contexts, one of them all but one, with two submissions' numerators."""
    rng = np.random.default_rng(seed)
    den = rng.integers(0, 6, (leaves, contexts)).astype(float)
    den[:, :2] += 1
    if leaves > 2:
        den[-1, 1:] = 0
    nums = [rng.binomial(den.astype(int), share).astype(float) for share in (0.4, 0.7)]
    return nums, den, rng.dirichlet(np.ones(leaves)), 1 + rng.random(leaves)


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize("leaves", [1, 2, 4])
@pytest.mark.parametrize("seed", range(3))
def test_intervals_of_figures_and_differences_are_those_of_the_page(seed, leaves, level):
    (a, b), den, weights, relative = drawn(seed, leaves)
    design = intervals.design(den, weights[None], relative)
    values, parts = zip(*(intervals.contributions(x, den, weights[None]) for x in (a, b)), strict=True)
    found = intervals.of_figures(values[0], parts[0], design, level)
    expected = by_the_page(a, den, weights, relative, level)
    assert (found.low[0], found.high[0], found.detectable[0]) == pytest.approx(expected)
    found = intervals.of_differences(values[1] - values[0], parts[1] - parts[0], design, level)
    expected = by_the_page(b, den, weights, relative, level, minus=a)
    assert (found.low[0], found.high[0], found.detectable[0]) == pytest.approx(expected)


def test_each_figure_of_several_has_the_interval_that_it_has_alone():
    """One of them on a single leaf of two: the other leaf's contexts do not count for it."""
    (a, b), den, _, relative = drawn(5, 3)
    weights = np.array([[0.5, 0.5, 0], [0, 1, 0], [0.2, 0.3, 0.5]])
    design = intervals.design(den, weights, relative)
    values, parts = zip(*(intervals.contributions(x, den, weights) for x in (a, b)), strict=True)
    one = intervals.of_figures(values[0], parts[0], design, 0.9)
    two = intervals.of_differences(values[1] - values[0], parts[1] - parts[0], design, 0.9)
    for i, w in enumerate(weights):
        assert (one.low[i], one.high[i]) == pytest.approx(by_the_page(a, den, w, relative, 0.9)[:2])
        assert (two.low[i], two.high[i]) == pytest.approx(by_the_page(b, den, w, relative, 0.9, minus=a)[:2])
        assert design.share[i] == pytest.approx(w @ (den / den.sum(1)[:, None]))


def test_a_figure_on_one_context_has_one_degree_of_freedom_and_no_error():
    """Such figures have no interval (`figures`); the arithmetic must not fail beside others."""
    design = intervals.design(np.array([[4.0, 0.0], [2.0, 2.0]]), np.eye(2), np.ones(2))
    assert design.dof == pytest.approx([1, 1])
    value, parts = intervals.contributions(
        np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([[4.0, 0.0], [2.0, 2.0]]), np.eye(2)
    )
    assert value.tolist() == [0.25, 0.5] and parts.tolist() == [[0, 0], [0, 0]]
    assert np.isfinite(intervals.of_figures(value, parts, design, 0.95).low).all()


def test_the_worked_example_of_the_page():
    figure = figure_of([3, 2, 3, 1, 3], [3] * 5)
    assert (figure.low, figure.high, figure.detectable) == pytest.approx(
        (0.385350, 0.974954, 0.571230), abs=1e-6
    )
    assert figure_of([3] * 5, [3] * 5).low == pytest.approx(0.548, abs=5e-4)


def test_what_is_only_rounding_is_no_error():
    """0.1 + 0.2 is not 0.3: contexts that agree but for that agree. What is larger counts."""
    agree = intervals.contributions(np.array([[0.1 + 0.2, 0.3, 0.3]]), np.ones((1, 3)), ONE)[1]
    assert agree.tolist() == [[0, 0, 0]]
    assert intervals.contributions(np.array([[0.3 + 1e-9, 0.3, 0.3]]), np.ones((1, 3)), ONE)[1].all()
    assert intervals.standard_error(np.array([[3.0, 4.0], [0.0, 2.0]])).tolist() == [5, 2]


def test_opposite_answers_in_all_contexts_differ_no_more_than_everywhere():
    """The share of answers that differ is at most 1, and a variance at least 0."""
    den = np.full((1, 6), 2.0)
    design = intervals.design(den, ONE, np.ones(1))
    for a, b in ((den * 0, den), (den, den * 0)):
        values, parts = zip(*(intervals.contributions(x, den, ONE) for x in (a, b)), strict=True)
        found = intervals.of_differences(values[1] - values[0], parts[1] - parts[0], design, 0.95)
        assert np.isfinite(found.low[0]) and found.low[0] < found.high[0]
        assert abs(found.low[0] + found.high[0]) / 2 == pytest.approx(
            (lambda n, z: n / (n + z / 3))(1 / by_prior(6, 2), t.ppf(0.975, 7) ** 2)
        )


def by_prior(contexts, each):
    """1 / n₀ of equal contexts."""
    return (2 / 3 + each / 3) / (contexts * each)


@pytest.mark.parametrize(("value", "edge"), [(1 + 1e-12, 1.0), (-1e-12, 0.0)])
def test_a_mean_beyond_0_or_1_by_the_rounding_of_floats_is_0_or_1(value, edge):
    design = intervals.design(np.ones((1, 9)), ONE, np.ones(1))
    found, expected = (
        intervals.of_figures(np.array([x]), np.zeros((1, 9)), design, 0.95) for x in (value, edge)
    )
    assert (found.low, found.high) == (expected.low, expected.high)


def test_how_many_contexts_a_figure_uses_is_its_own_number():
    """Two figures on leaves of 3 and of 8 contexts, one context of the first far off: both together say of each what it has
    alone."""
    den = np.array([[3.0, 3, 3, 0, 0, 0, 0, 0], [2.0, 2, 2, 2, 2, 2, 2, 2], [1.0, 1, 0, 0, 0, 0, 0, 0]])
    num = np.array([[3.0, 3, 0, 0, 0, 0, 0, 0], [2.0, 2, 2, 2, 2, 2, 2, 0], [1.0, 0, 0, 0, 0, 0, 0, 0]])
    weights = np.array([[0.6, 0, 0.4], [0, 0.7, 0.3]])
    design = intervals.design(den, weights, np.ones(3))
    values, parts = intervals.contributions(num, den, weights)
    found = intervals.of_figures(values, parts, design, 0.95)
    for i, w in enumerate(weights):
        assert (found.low[i], found.high[i]) == pytest.approx(by_the_page(num, den, w, np.ones(3), 0.95)[:2])


def test_no_more_than_all_answers_differ():
    """A context that holds most of the questions has much leverage: the sum of moves goes beyond 1 and is cut there."""
    den = np.array([[20.0, 1, 1, 1]])
    a, b = np.array([[0.0, 1, 1, 1]]), np.array([[20.0, 0, 0, 0]])
    design = intervals.design(den, ONE, np.ones(1))
    values, parts = zip(*(intervals.contributions(x, den, ONE) for x in (a, b)), strict=True)
    moved = np.abs(parts[1] - parts[0] + design.share * (values[1] - values[0])[:, None]).sum()
    assert moved > 1.1
    found = intervals.of_differences(values[1] - values[0], parts[1] - parts[0], design, 0.95)
    expected = by_the_page(b, den, [1.0], [1.0], 0.95, minus=a)
    assert (found.low[0], found.high[0]) == pytest.approx(expected[:2])


def test_a_figure_that_is_all_right_while_its_contexts_are_not_alike_takes_the_prior():
    """A mean that rounding puts at 1 has no variance to compare with what its contexts show."""
    design = intervals.design(np.ones((1, 6)), ONE, np.ones(1))
    parts = np.array([[1e-3, -1e-3, 0, 0, 0, 0]])
    found = intervals.effective_size(np.zeros(1), parts, design)
    assert found == pytest.approx(design.prior)
