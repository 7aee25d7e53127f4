"""Made-up verdicts for benchmarks/coverage.py: ways in which the answers to one context can hang together, each with any
share of right answers and any correlation within contexts. None of them knows how an interval is made."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from scipy.special import expit, logit, ndtr, ndtri

Floats = npt.NDArray[np.float64]
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(201)
WEIGHTS = WEIGHTS / WEIGHTS.sum()
Draw = Callable[[np.random.Generator, Floats, int, float, float], Floats]
"""(rng, sizes (leaves, contexts), runs, p, correlation) -> right answers, (runs, leaves, contexts)."""


def beta_binomial(rng: np.random.Generator, sizes: Floats, runs: int, p: float, rho: float) -> Floats:
    """Each context has its own share of right answers, from a beta distribution."""
    if rho == 0:
        return _binomial(rng, sizes, np.full((runs, sizes.shape[1]), p))
    a, b = p * (1 - rho) / rho, (1 - p) * (1 - rho) / rho
    return _binomial(rng, sizes, rng.beta(a, b, (runs, sizes.shape[1])))


def gaussian(rng: np.random.Generator, sizes: Floats, runs: int, p: float, rho: float) -> Floats:
    """An answer is right where a normal variable, partly shared by the context, stays below a threshold."""
    shared = _shared(p, rho)
    z = rng.standard_normal((runs, sizes.shape[1]))
    return _binomial(rng, sizes, ndtr((ndtri(p) + np.sqrt(shared) * z) / np.sqrt(1 - shared)))


def logistic(rng: np.random.Generator, sizes: Floats, runs: int, p: float, rho: float) -> Floats:
    """Each context has its own log odds, from a normal distribution. The method was not tuned on it."""
    mean, deviation = _log_odds(p, rho)
    return _binomial(rng, sizes, expit(mean + deviation * rng.standard_normal((runs, sizes.shape[1]))))


def one_answer(rng: np.random.Generator, sizes: Floats, runs: int, p: float, rho: float) -> Floats:
    """Some of a context's answers are one and the same draw, the others are independent: a model that fails whole
    contexts, rarely. The hardest case here; the method was not tuned on it."""
    sizes = sizes.astype(int)
    same = rng.binomial(sizes, np.sqrt(rho), (runs, *sizes.shape))
    right = rng.random((runs, 1, sizes.shape[1])) < p
    return (same * right + rng.binomial(sizes - same, p)).astype(float)


def _binomial(rng: np.random.Generator, sizes: Floats, p: Floats) -> Floats:
    return rng.binomial(sizes.astype(int), p[:, None, :]).astype(float)


@lru_cache(maxsize=1000)
def _shared(p: float, rho: float) -> float:
    """The part of the variance to share, so that verdicts correlate by rho (bisection)."""
    low, high = 0.0, 0.999
    for _ in range(60):
        middle = (low + high) / 2
        share = ndtr((ndtri(p) + np.sqrt(middle) * NODES) / np.sqrt(1 - middle))
        low, high = (middle, high) if _correlation(share, p) < rho else (low, middle)
    return low


@lru_cache(maxsize=1000)
def _log_odds(p: float, rho: float) -> tuple[float, float]:
    """Mean and standard deviation of the log odds, so that verdicts are right by p and correlate by rho."""
    if rho == 0:
        return float(logit(p)), 0.0
    low, high = 0.01, 12.0
    for _ in range(50):
        deviation = (low + high) / 2
        left, right = -60.0, 60.0
        for _ in range(60):
            mean = (left + right) / 2
            share = expit(mean + deviation * NODES)
            left, right = (mean, right) if WEIGHTS @ share < p else (left, mean)
        low, high = (deviation, high) if _correlation(share, p) < rho else (low, deviation)
    return mean, deviation


def _correlation(share: Floats, p: float) -> float:
    return float((WEIGHTS @ share**2 - p * p) / (p * (1 - p)))


MODELS: dict[str, Draw] = {
    "beta-binomial": beta_binomial,
    "Gaussian": gaussian,
    "logistic": logistic,
    "one answer": one_answer,
}
