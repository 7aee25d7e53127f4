"""The same for differences of two submissions: how often the paired interval of `compare` holds the true difference, how
often p is 0.05 or less where neither is better, and how often it is where the true difference is the `detectable` one.

Stories are as hard for one submission as for the other: a context's share of right answers is the same quantile of two
beta distributions. The answers themselves are drawn apart.
"""

from dataclasses import fields

import numpy as np
from scipy.stats import beta

from benchmarks.draws import Floats
from benchmarks.structures import Structure, repeated
from cultural_tom.scoring import intervals
from cultural_tom.scoring.intervals import Design
from cultural_tom.scoring.swaps import Sums, exchange

PAIRS = ((0.5, 0.6), (0.7, 0.8), (0.8, 0.95), (0.9, 0.9), (0.95, 0.98), (0.98, 0.98))
CORRELATIONS = (0.0, 0.15, 0.3)
STRUCTURES = (
    repeated("5 of 3", (3, 5)),
    repeated("7 of 24", (24, 7)),
    repeated("10: two of 30, eight of 4", (30, 2), (4, 8)),
    repeated("20 of 4", (4, 20)),
    repeated("30: three of 25, others of 2", (25, 3), (2, 27)),
    repeated("84 of 5", (5, 84)),
    repeated("300 of 2", (2, 300)),
)


def drawn(
    rng: np.random.Generator, s: Structure, runs: int, pair: tuple[float, float], rho: float
) -> list[Floats]:
    """Right answers of both submissions, (runs, contexts) each."""
    u = rng.random((runs, s.sizes.shape[1]))
    sizes = s.sizes[0].astype(int)
    k = (1 - rho) / rho if rho else 0.0
    shares = [beta.ppf(u, p * k, (1 - p) * k) if rho else np.full(u.shape, p) for p in pair]
    return [rng.binomial(sizes, x).astype(float) for x in shares]


def scored(s: Structure, sides: list[Floats]) -> tuple[Floats, intervals.Interval, Floats, Design]:
    """Differences, intervals and contributions of each draw, by the shipped code: a draw is a leaf and a figure."""
    den = s.sizes[0]
    one = intervals.design(s.sizes, np.ones((1, 1)), np.ones(1))
    runs = len(sides[0])
    design = Design(*(np.repeat(getattr(one, f.name), runs, 0) for f in fields(one)))
    share = den / den.sum()
    values, parts = [], []
    for right in sides:
        value = right.sum(1) / den.sum()
        values.append(value)
        parts.append((right - value[:, None] * den) / den.sum() * intervals.leverage(share))
    difference, error = values[1] - values[0], parts[1] - parts[0]
    error[np.abs(error) <= intervals.ROUNDING] = 0
    return difference, intervals.of_differences(difference, error, design, 0.95), error, design


def found(s: Structure, sides: list[Floats], at: float = 0.05) -> float:
    """How often p is at most `at`."""
    _, _, error, design = scored(s, sides)
    spread = intervals.standard_error(error)
    p = [
        exchange(Sums(a[None], s.sizes), Sums(b[None], s.sizes), np.ones(1), float(e), float(d), 0).p
        for a, b, e, d in zip(*sides, spread, design.dof, strict=True)
    ]
    return float(np.mean(np.array(p) <= at))


def line(s: Structure, number: int, runs: int) -> dict[str, object]:
    cells: list[tuple[float, tuple[float, float], float]] = []
    for i, pair in enumerate(PAIRS):
        for rho in CORRELATIONS:
            rng = np.random.default_rng([number, i, round(100 * rho), 96])
            difference = pair[1] - pair[0]
            _, interval, _, _ = scored(s, drawn(rng, s, runs, pair, rho))
            held = (interval.low <= difference) & (difference <= interval.high)
            cells.append((float(held.mean()), pair, rho))
    rng = np.random.default_rng([number, 95])
    null = drawn(rng, s, runs, (0.8, 0.8), 0.15)
    true = float(np.median(scored(s, null)[1].detectable))
    power = found(s, drawn(rng, s, runs, (0.8 - true / 2, 0.8 + true / 2), 0.15)) if true < 0.4 else None
    lowest, pair, rho = min(cells)
    return {
        "contexts": s.name, "lowest": lowest, "at": f"{pair[0]:g} and {pair[1]:g}, {rho:g}",
        "mean": float(np.mean([c[0] for c in cells])), "p <= .05, none better": found(s, null), "detectable": true,
        "found at that difference": "" if power is None else power,
    }  # fmt: skip


def table(runs: int) -> list[dict[str, object]]:
    return [line(s, i, runs) for i, s in enumerate(STRUCTURES)]
