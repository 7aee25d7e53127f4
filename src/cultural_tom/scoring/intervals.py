"""Intervals of figures, and of differences between two submissions, that hold near 0 and 1, for few contexts and for
contexts of very unequal size. docs/scoring.md, "Intervals", has the formulas, their sources and what they cover.

Every array has one row per figure; `parts` has one column per context (cluster).
"""

from dataclasses import dataclass

import numpy as np

from cultural_tom.scoring.student import t_quantile
from cultural_tom.scoring.table import Floats

# What is assumed of the error before the contexts are asked, chosen by simulation (benchmarks/coverage.py): answers of
# one context correlate by PRIOR_CORRELATION, and PRIOR_DOF degrees of freedom are known about the error. What is seen
# counts more than the assumption where more than about PRIOR_CONTEXTS / 2 contexts carry the error.
PRIOR_CORRELATION = 1 / 3
PRIOR_DOF = 2.0
PRIOR_CONTEXTS = 5.0
ROUNDING = 1e-12  # what a context lies off the figure by no more than this is the rounding of floats
POWER = 0.8


@dataclass(frozen=True)
class Design:
    """What the sizes of the contexts say about the error of some figures, whatever the answers. dof: Satterthwaite's
    degrees of freedom of the clustered variance; prior: the effective number of independent answers if those of one
    context correlate by PRIOR_CORRELATION; both (figures,). share: each context's part of the figure's weight; typical:
    the variance that a context of its leaves adds on average under that assumption; both (figures, contexts)."""

    dof: Floats
    prior: Floats
    share: Floats
    typical: Floats


@dataclass(frozen=True)
class Interval:
    """low and high, not cut; detectable: the smallest true difference to be found with this error (power 0.8,
    two-sided at the interval's level), of two paired submissions for a difference. Shape (figures,)."""

    low: Floats
    high: Floats
    detectable: Floats


def contributions(num: Floats, den: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """The figures, and what each context contributes to the error of each: the delta method for ratios of cluster
    totals (Cochran 1977, 6.3), each residual divided by the root of 1 - its context's share (CR2: Bell and
    McCaffrey 2002). num and den: (leaves, contexts); weights: (figures, leaves)."""
    total = den.sum(1)
    ratios = num.sum(1) / total
    rest = num - ratios[:, None] * den
    rest[np.abs(rest) <= ROUNDING * total[:, None]] = 0
    return weights @ ratios, (weights / total) @ (rest * leverage(den / total[:, None]))


def leverage(share: Floats) -> Floats:
    """By what each residual is multiplied: 1 / sqrt(1 - share); 1 for a context that is alone in its leaf and so has no residual."""
    return 1 / np.sqrt(np.where(share < 1, 1 - share, 1))


def design(den: Floats, weights: Floats, relative: Floats) -> Design:
    """See `Design`. relative: per leaf the variance of one row's value over that of a row that is right or wrong.

    dof = (Σ P_cc)² / Σ P_cd², P being the covariance of the contributions where all rows are independent and vary
    alike."""
    total = den.sum(1)
    share = den / total[:, None]
    rows = weights**2 / total
    own = np.where(share < 1, share, 0)
    beside = own * leverage(share)
    diagonal = rows @ own
    cross = (beside @ beside.T) ** 2 - beside**2 @ (beside**2).T
    spread = (diagonal**2).sum(1) + ((rows @ cross) * rows).sum(1)
    dof = np.where(spread > 0, diagonal.sum(1) ** 2 / np.where(spread > 0, spread, 1), 1)
    there = (den > 0).astype(float)
    together = ((weights * np.sqrt(relative)) @ share) ** 2
    variance = _expected((rows * relative).sum(1), together.sum(1))
    of_leaf = relative * _expected(1 / total, (share**2).sum(1)) / there.sum(1)
    return Design(dof, 1 / variance, weights @ share, (weights**2 * of_leaf) @ there)


def _expected(apart: Floats, together: Floats) -> Floats:
    """The variance of a sum of answers that correlate by PRIOR_CORRELATION within contexts, from what it would be if
    they were independent and if they were the same."""
    return (1 - PRIOR_CORRELATION) * apart + PRIOR_CORRELATION * together


def of_figures(values: Floats, parts: Floats, design: Design, level: float) -> Interval:
    """Agresti and Coull's interval (1998) on the effective sample size, with t for z: t²/2 right and t²/2 wrong
    answers are added to it."""
    value = np.clip(values, 0, 1)
    n = effective_size(value * (1 - value), parts, design)
    t, power = _quantiles(level, design)
    more = n + t**2
    centre = (value * n + t**2 / 2) / more
    error = np.sqrt(centre * (1 - centre) / more)
    return Interval(centre - t * error, centre + t * error, np.sqrt(2) * (t + power) * error)


def of_differences(differences: Floats, parts: Floats, design: Design, level: float) -> Interval:
    """The same for paired differences: t²/3 answers that one submission alone has right are added, half for each,
    which lies between Agresti and Min (2005: one) and Bonett and Price (2012: two). How many answers differ is not
    known from the contexts' sums; taken is how far the contexts move the difference, whatever the direction."""
    differ = np.minimum(np.abs(parts + design.share * differences[:, None]).sum(1), 1)
    n = effective_size(np.maximum(differ - differences**2, 0), parts, design)
    t, power = _quantiles(level, design)
    added = t**2 / 3
    centre = differences * n / (n + added)
    error = np.sqrt(np.maximum((differ * n + added) / (n + added) - centre**2, 0) / (n + added))
    return Interval(centre - t * error, centre + t * error, (t + power) * error)


def effective_size(variance: Floats, parts: Floats, design: Design) -> Floats:
    """How many independent answers, of this variance each, would give the clustered variance: variance / Σ e². Where
    few contexts carry that sum it is unreliable, and is drawn towards the prior: their geometric mean, in which the
    prior has the weight (PRIOR_CONTEXTS / (PRIOR_CONTEXTS - 1 + k))², and 1 up to k = 1. k = (Σ e²)² / Σ e⁴, at most dof, is how many contexts carry it;
    in a mean of leaves Σ e⁴ is at least what it would be if contexts of all leaves erred alike."""
    squares = parts**2
    clustered = squares.sum(1)
    seen = (clustered > 0) & (variance > 0)
    used = design.typical > 0
    alike = (squares / np.where(used, design.typical, 1)) ** 2
    fourth = np.maximum((squares**2).sum(1), (design.typical**2).sum(1) * alike.sum(1) / used.sum(1))
    carry = np.where(seen, np.minimum(clustered**2 / np.where(seen, fourth, 1), design.dof), 0)
    prior = np.where(seen, np.minimum(1, PRIOR_CONTEXTS / (PRIOR_CONTEXTS - 1 + carry)) ** 2, 1)
    logs = np.log(np.where(seen, variance, 1) / np.where(seen, clustered, 1))
    size: Floats = np.exp((1 - prior) * logs + prior * np.log(design.prior))
    return size


def standard_error(parts: Floats) -> Floats:
    """The clustered standard error of each figure or difference (CR2)."""
    error: Floats = np.sqrt((parts**2).sum(1))
    return error


def _quantiles(level: float, design: Design) -> tuple[Floats, Floats]:
    """t of the interval and of the power, with the prior's degrees of freedom added."""
    dof = design.dof + PRIOR_DOF
    return t_quantile(level, dof), t_quantile(2 * POWER - 1, dof)
