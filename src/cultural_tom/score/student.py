"""Quantiles of Student's t, without scipy: importing scipy.special takes longer (0.15 to 0.4 s) than scoring a
small file (benchmarks/RESULTS.md), and whole degrees of freedom have a closed form. Tests hold it to scipy."""

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np

# From here on t and the normal differ by less than 1e-5 of the quantile's own size, and the series is long.
NORMAL_FROM = 200_000


@lru_cache(maxsize=4096)
def t_quantile(level: float, dof: int) -> float:
    """The t with P(-t <= T <= t) = level, for 0 < level < 1 and dof = 1, 2, ... degrees of freedom.

    >>> round(t_quantile(0.95, 4), 6)
    2.776445
    """
    t = normal_quantile(level)
    if dof >= NORMAL_FROM:
        return t
    scale = math.exp(math.lgamma((dof + 1) / 2) - math.lgamma(dof / 2)) / math.sqrt(dof * math.pi)
    # Newton from below: the central probability is concave in t > 0, so the steps rise to the root.
    for _ in range(200):
        density = scale * (1 + t * t / dof) ** (-(dof + 1) / 2)
        step = (level - central_probability(t, dof)) / (2 * density)
        t += step
        if abs(step) <= 1e-13 * t:
            break
    return t


def normal_quantile(level: float) -> float:
    """The z with P(-z <= Z <= z) = level for a standard normal Z."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def central_probability(t: float, dof: int) -> float:
    """P(-t <= T <= t) for whole degrees of freedom (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4)."""
    angle = math.atan(t / math.sqrt(dof))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = dof % 2
    k = np.arange(1, (dof - odd) // 2)
    ratios = 2 * k / (2 * k + 1) if odd else (2 * k - 1) / (2 * k)
    series = 1 + float(np.cumprod(ratios * cosine**2).sum())
    if not odd:
        return sine * series
    return 2 / math.pi * (angle + (sine * cosine * series if dof > 1 else 0.0))
