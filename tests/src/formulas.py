"""docs/scoring.md, "Intervals" and "compare", once more: in plain loops from the formulas on the page, with scipy's t and
exact fractions. It imports nothing of the package, so that a mistake there is not made here too."""

from fractions import Fraction
from itertools import product
from math import inf, sqrt

from scipy.stats import t as student

NEAR = 1e-12  # a residual this close to 0 is the rounding of floats


def errors(num, den, weights):
    """The figure, e_c of each context (step 1), and V_j."""
    total = [sum(v) for v in den]
    ratio = [sum(u) / s for u, s in zip(num, total, strict=True)]
    e = []
    for c in range(len(num[0])):
        parts = []
        for j, w in enumerate(weights):
            rest = num[j][c] - ratio[j] * den[j][c]
            q = den[j][c] / total[j]
            if abs(rest) > NEAR * total[j] and q < 1:
                parts.append(w * rest / (total[j] * sqrt(1 - q)))
        e.append(sum(parts))
    return sum(w * r for w, r in zip(weights, ratio, strict=True)), e, total


def degrees_of_freedom(den, weights):
    """Step 2, by the whole matrix P."""
    contexts = len(den[0])
    p = [[0.0] * contexts for _ in range(contexts)]
    for v, w in zip(den, weights, strict=True):
        total = sum(v)
        q = [x / total for x in v]
        h = [x / sqrt(1 - x) if x < 1 else 0 for x in q]
        for c in range(contexts):
            p[c][c] += w * w / total * (q[c] if q[c] < 1 else 0)
            for d in range(contexts):
                if d != c:
                    p[c][d] -= w * w / total * h[c] * h[d]
    # The square of a matrix entry sums over leaves before it is squared for pairs, as on the page.
    squares = sum(x * x for row in p for x in row)
    return sum(p[c][c] for c in range(contexts)) ** 2 / squares if squares else 1.0


def assumed(den, weights, relative):
    """n0 of step 3, and what a context adds to the variance on average if answers correlate by 1/3."""
    contexts = range(len(den[0]))
    total = [sum(v) for v in den]
    leaves = list(zip(den, weights, relative, total, strict=True))
    variance = sum(
        2 / 3 * sum(w * w * r * v[c] / s**2 for v, w, r, s in leaves)
        + 1 / 3 * sum(w * sqrt(r) * v[c] / s for v, w, r, s in leaves) ** 2
        for c in contexts
    )
    mean = [
        r * sum(2 / 3 * x / s**2 + 1 / 3 * (x / s) ** 2 for x in v) / sum(x > 0 for x in v)
        for v, _, r, s in leaves
    ]
    typical = [
        sum(w * w * m for (v, w, _, _), m in zip(leaves, mean, strict=True) if v[c] > 0) for c in contexts
    ]
    return 1 / variance, typical


def effective(variance, e, typical, dof, n0):
    """n of step 3."""
    total = sum(x * x for x in e)
    if not total > 0 or not variance > 0:
        return n0
    used = [(x, s) for x, s in zip(e, typical, strict=True) if s > 0]
    alike = sum((x * x / s) ** 2 for x, s in used) / len(used)
    fourth = max(sum(x**4 for x in e), sum(s * s for s in typical) * alike)
    k = min(total**2 / fourth, dof)
    prior = min(1, 5 / (4 + k)) ** 2
    return (variance / total) ** (1 - prior) * n0**prior


def figure(num, den, weights, relative, level):
    """low, high (cut), detectable of one figure."""
    value, e, _ = errors(num, den, weights)
    dof = degrees_of_freedom(den, weights)
    n0, typical = assumed(den, weights, relative)
    n = effective(value * (1 - value), e, typical, dof, n0)
    t, power = student.ppf(0.5 + level / 2, dof + 2), student.ppf(0.8, dof + 2)
    m = n + t * t
    centre = (value * n + t * t / 2) / m
    error = sqrt(centre * (1 - centre) / m)
    return max(0, centre - t * error), min(1, centre + t * error), min(1, (t + power) * sqrt(2) * error)


def difference(a, b, weights, relative, level):
    """low, high (cut), detectable of b - a; a and b are (num, den). relative: mean of both."""
    (value_a, e_a, _), (value_b, e_b, _) = (errors(*x, weights) for x in (a, b))
    den = [[(x + y) / 2 for x, y in zip(v, w, strict=True)] for v, w in zip(a[1], b[1], strict=True)]
    delta, e = value_b - value_a, [y - x for x, y in zip(e_a, e_b, strict=True)]
    dof = degrees_of_freedom(den, weights)
    n0, typical = assumed(den, weights, relative)
    share = [sum(w * v[c] / sum(v) for v, w in zip(den, weights, strict=True)) for c in range(len(den[0]))]
    differ = min(1, sum(abs(x + s * delta) for x, s in zip(e, share, strict=True)))
    n = effective(max(0, differ - delta**2), e, typical, dof, n0)
    t, power = student.ppf(0.5 + level / 2, dof + 2), student.ppf(0.8, dof + 2)
    m = n + t * t / 3
    centre = delta * n / m
    error = sqrt(max(0, (differ * n + t * t / 3) / m - centre**2) / m)
    return max(-1, centre - t * error), min(1, centre + t * error), min(1, (t + power) * error)


def exchanged(a, b, weights):
    """Exact p over all exchanges of the contexts in which the two differ, and how many these are. All numbers are turned
    into fractions, so that equal differences are equal."""
    (num_a, den_a), (num_b, den_b) = (
        [[[Fraction(x) for x in r] for r in m] for m in side] for side in (a, b)
    )
    weights = [Fraction(w) for w in weights]
    contexts = range(len(num_a[0]))
    where = [
        c
        for c in contexts
        if any(x[c] != y[c] for m, n in ((num_a, num_b), (den_a, den_b)) for x, y in zip(m, n, strict=True))
    ]

    def value(num, den):
        return sum(w * sum(u) / sum(v) for w, u, v in zip(weights, num, den, strict=True) if sum(v))

    def gap(swap):
        one_num, two_num, one_den, two_den = (
            [[(y if c in swap else x)[c] for c in contexts] for x, y in zip(m, n, strict=True)]
            for m, n in ((num_a, num_b), (num_b, num_a), (den_a, den_b), (den_b, den_a))
        )
        return abs(value(two_num, two_den) - value(one_num, one_den))

    seen, hits, tried = gap(set()), 0, 0
    for choice in product((False, True), repeat=len(where)):
        hits += gap({c for c, yes in zip(where, choice, strict=True) if yes}) >= seen
        tried += 1
    return hits / tried, len(where)


def signs(gains):
    """Exact two-sided p of the sum of whole numbers with coins for signs, as one integer over another."""
    ways = {0: 1}
    for g in gains:
        wider = {}
        for s, n in ways.items():
            for x in (s + g, s - g):
                wider[x] = wider.get(x, 0) + n
        ways = wider
    return float(Fraction(sum(n for s, n in ways.items() if abs(s) >= abs(sum(gains))), 2 ** len(gains)))


def t_test(a, b, weights):
    (value_a, e_a, _), (value_b, e_b, _) = (errors(*x, weights) for x in (a, b))
    den = [[(x + y) / 2 for x, y in zip(v, w, strict=True)] for v, w in zip(a[1], b[1], strict=True)]
    error = sqrt(sum((y - x) ** 2 for x, y in zip(e_a, e_b, strict=True)))
    ratio = abs(value_b - value_a) / error if error else inf
    return 2 * student.sf(ratio, degrees_of_freedom(den, weights))


def holm(x, p):
    """Holm's corrected x, one of p (Nones left out): of each y up to x, y times how many are at least y; of equal ones the
    first counts them all."""
    there = [y for y in p if y is not None]
    return min(1, max(y * sum(z >= y for z in there) for y in there if y <= x))
