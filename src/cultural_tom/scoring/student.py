"""Quantiles of Student's t for any degrees of freedom, whole or not, without scipy: importing
scipy.special takes longer (0.15 to 0.4 s) than scoring a small file (benchmarks/RESULTS.md). Tests hold it to scipy.

With T = sqrt(dof) tan(angle) the density of t becomes a power of a cosine, which is smooth, so that a few nodes of
Gauss and Legendre give the quantiles to 9 digits (from 3 degrees of freedom on, the fewest that an interval has here).
"""

import math
from functools import cache
from statistics import NormalDist

import numpy as np

from cultural_tom.scoring.table import Floats

# From here on t and the normal differ by less than 1e-5 of the quantile's own size.
NORMAL_FROM = 200_000
NODES = 24
STEPS = 12  # one degree of freedom needs 10 at a level of 0.99, three need 7


def t_quantile(level: float, dof: Floats) -> Floats:
    """The t with P(-t <= T <= t) = level, for 0 < level < 1 and an array of degrees of freedom from 1 on.

    >>> t_quantile(0.95, np.array([4.0])).round(6).tolist()
    [2.776445]
    """
    distinct, where = np.unique(dof, return_inverse=True)
    z = normal_quantile(level)
    few = distinct[distinct < NORMAL_FROM]
    scale = _scale(few)
    # Newton from below, from the normal's quantile: the central probability is concave in t > 0, so the steps rise to the
    # root. All take the same steps, so that the digits of one do not depend on the others.
    t = np.full(len(few), z)
    for _ in range(STEPS):
        density = scale / np.sqrt(few) * (1 + t * t / few) ** (-(few + 1) / 2)
        t += (level - _central(t, few, scale)) / (2 * density)
    found = np.full(len(distinct), z)
    found[: len(few)] = t
    quantiles: Floats = found[where]
    return quantiles


def normal_quantile(level: float) -> float:
    """The z with P(-z <= Z <= z) = level for a standard normal Z."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def central_probability(t: Floats, dof: Floats) -> Floats:
    """P(-t <= T <= t) for t >= 0."""
    return _central(t, dof, _scale(dof))


def _central(t: Floats, dof: Floats, scale: Floats) -> Floats:
    angle = np.arctan(t / np.sqrt(dof))
    nodes, weights = _gauss()
    powers = np.exp((dof[:, None] - 1) * np.log(np.cos(angle[:, None] * nodes)))
    # Not `powers @ weights`: the digits of a matrix product depend on how many rows it has.
    probability: Floats = 2 * scale * angle * (powers * weights).sum(1)
    return probability


def _scale(dof: Floats) -> Floats:
    """The density of T at 0, times the square root of the degrees of freedom."""
    logs = [_log_ratio(n) for n in dof.tolist()]
    scale: Floats = np.exp(logs) / math.sqrt(math.pi)
    return scale


def _log_ratio(n: float) -> float:
    """log Γ((n + 1) / 2) - log Γ(n / 2); of large n by its series, where the two logarithms would cancel."""
    if n < 1000:
        return math.lgamma((n + 1) / 2) - math.lgamma(n / 2)
    return math.log(n / 2) / 2 + math.log1p(-1 / (4 * n) + 1 / (32 * n**2) + 5 / (128 * n**3))


@cache
def _gauss() -> tuple[Floats, Floats]:
    """Nodes and weights on 0 to 1, from the eigenvalues of the three-term recurrence (Golub and Welsch 1969)."""
    k = np.arange(1, NODES)
    beside = k / np.sqrt(4 * k * k - 1)
    nodes, vectors = np.linalg.eigh(np.diag(beside, -1))  # which reads the lower half of a symmetric matrix
    return (nodes + 1) / 2, vectors[0] ** 2
