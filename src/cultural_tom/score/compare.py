"""Two submissions on the same rows: paired differences with clustered error, and tests.

Every figure is linear in ratios of cluster sums (`figures`), so the difference of two submissions is too,
and one formula gives its paired interval: the stories are the same, only the answers differ.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cultural_tom.files import build_info
from cultural_tom.problems import InputError
from cultural_tom.score import figures, protocols
from cultural_tom.score.answers import Answers
from cultural_tom.score.figures import Plan
from cultural_tom.score.measure import Scored
from cultural_tom.score.run import Options, answers_of, scored
from cultural_tom.score.table import Floats

EXACT_UP_TO = 1000  # discordant pairs; above it the exact and the chi-square p agree to the digits shown


@dataclass(frozen=True)
class Difference:
    """One figure of two submissions, values as fractions. difference = b - a, with its paired t interval over
    clusters and its paired cluster bootstrap interval; p is two-sided by that t test, holm the same after
    Holm's correction over all figures of all pairs compared."""

    group: str
    name: str
    metric: str
    a: float
    b: float
    difference: float
    low: float | None
    high: float | None
    boot_low: float | None
    boot_high: float | None
    p: float | None
    holm: float | None = None


@dataclass(frozen=True)
class Pair:
    """Submission b against a on one config. only_a and only_b count rows that exactly one answers rightly;
    mcnemar is the exact two-sided p on them (rows, not stories: it ignores clustering); wilcoxon the p of the
    signed-rank test over tasks, None with fewer than two tasks that differ."""

    config: str
    a: str
    b: str
    rows: int
    only_a: int
    only_b: int
    mcnemar: float
    wilcoxon: float | None
    differences: list[Difference]


def compare(
    files: Sequence[Path],
    folder: Path,
    options: Options | None = None,
    note: Callable[[str], None] = lambda text: None,
) -> list[Pair]:
    """Each later file against the first, on every config that all of them answer; `note` is told which are
    left out.

    With `partial` only rows that both answer are compared. Raises `InputError` for a bad file or if no config
    is common to all."""
    options = options or Options()
    info = build_info(folder)
    answers = [answers_of(f, folder, options.protocol, options.free) for f in files]
    common = [c for c in info["configs"] if all(c in a for a in answers)]
    if not common:
        held = "; ".join(f"{f.name}: {', '.join(a)}" for f, a in zip(files, answers, strict=True))
        raise InputError.one("compare", f"the files have no config in common ({held})")
    left_out = [c for c in info["configs"] if c not in common and any(c in a for a in answers)]
    if left_out:
        note(f"not compared, since not all files answer them: {', '.join(left_out)}")
    names = _names(files)
    pairs = []
    for config in common:
        for name, other in zip(names[1:], answers[1:], strict=True):
            pairs.append(_pair(config, names[0], name, answers[0][config], other[config], options))
    return _corrected(pairs)


def _names(files: Sequence[Path]) -> list[str]:
    """Short names of the files; whole paths where the names alone would be equal."""
    stems = [f.stem for f in files]
    return stems if len(set(stems)) == len(stems) else [str(f) for f in files]


def _pair(config: str, a: str, b: str, first: Answers, second: Answers, options: Options) -> Pair:
    one, two = scored(first, options), scored(second, options)
    if options.partial:
        both = one.keep & two.keep
        if not both.any():
            raise InputError.one(config, f"{a} and {b} have no row in common")
        one, two = (Scored(s.table, s.answers, s.gold, both) for s in (one, two))
    plans = [protocols.plan(s, options.protocol) for s in (one, two)]
    x, y = one.correct[one.keep] == 1, two.correct[two.keep] == 1
    only_a, only_b = int((x & ~y).sum()), int((y & ~x).sum())
    differences = paired(plans[0], plans[1], options)
    tasks = [d.difference for d in differences if d.group == "task" and d.name != "average"]
    return Pair(
        config,
        a,
        b,
        int(one.keep.sum()),
        only_a,
        only_b,
        mcnemar(only_a, only_b),
        wilcoxon(tasks),
        differences,
    )


def paired(a: Plan, b: Plan, options: Options) -> list[Difference]:
    """The difference of every figure of two plans over the same rows."""
    num_a, num_b = figures.stack(a, "num"), figures.stack(b, "num")
    den_a, den_b = figures.stack(a, "den"), figures.stack(b, "den")
    weights = figures.figure_weights(a)
    values_a, part_a = _influence(num_a, den_a, weights)
    values_b, part_b = _influence(num_b, den_b, weights)
    used = (np.abs(weights) @ den_a) > 0
    counts = used.sum(1)
    error, half = figures.standard_errors(part_b - part_a, used, counts, options.ci / 100)
    boot = _bootstrap(num_a, den_a, num_b, den_b, weights, options) if options.resamples else None
    out = []
    for i, spec in enumerate(a.specs):
        d = float(values_b[i] - values_a[i])
        single = bool(counts[i] < 2)
        out.append(
            Difference(
                spec.group, spec.name, spec.metric, float(values_a[i]), float(values_b[i]), d,
                None if single else max(-1.0, d - float(half[i])),
                None if single else min(1.0, d + float(half[i])),
                None if single or boot is None else float(boot[0, i]),
                None if single or boot is None else float(boot[1, i]),
                None if single else _t_test(d, float(error[i]), int(counts[i])),
            )
        )  # fmt: skip
    return out


def _influence(num: Floats, den: Floats, weights: Floats) -> tuple[Floats, Floats]:
    total = den.sum(1)
    ratios = num.sum(1) / total
    return weights @ ratios, weights @ ((num - ratios[:, None] * den) / total[:, None])


def _bootstrap(
    num_a: Floats, den_a: Floats, num_b: Floats, den_b: Floats, weights: Floats, options: Options
) -> Floats:
    """The same resamples of clusters for both submissions, so the difference is paired."""
    draws = [
        figures.bootstrap_values(num, den, weights, options.resamples, options.seed)
        for num, den in ((num_a, den_a), (num_b, den_b))
    ]
    tail = (1 - options.ci / 100) / 2
    quantiles: Floats = np.nanquantile(draws[1] - draws[0], [tail, 1 - tail], axis=0)
    return quantiles


def _t_test(difference: float, error: float, clusters: int) -> float:
    from scipy.special import stdtr

    if error == 0:
        return 1.0 if difference == 0 else 0.0
    return float(2 * stdtr(clusters - 1, -abs(difference) / error))


def mcnemar(only_a: int, only_b: int) -> float:
    """Two-sided p of McNemar's test: exact binomial up to 1,000 discordant rows, else chi-square with
    continuity correction."""
    from scipy.stats import binomtest, chi2

    n = only_a + only_b
    if n == 0:
        return 1.0
    if n <= EXACT_UP_TO:
        return float(binomtest(min(only_a, only_b), n).pvalue)
    return float(chi2.sf((abs(only_a - only_b) - 1) ** 2 / n, 1))


def wilcoxon(differences: Sequence[float]) -> float | None:
    """Two-sided p of the signed-rank test over tasks, as ToMBench reports; None if fewer than two differ."""
    from scipy.stats import wilcoxon as test

    if sum(d != 0 for d in differences) < 2:
        return None
    return float(test(differences).pvalue)


def holm(p: Sequence[float | None]) -> list[float | None]:
    """Holm's step-down correction (Holm 1979) over the p values that exist.

    >>> holm([0.01, 0.04, None, 0.03])
    [0.03, 0.06, None, 0.06]
    """
    order = sorted((x, i) for i, x in enumerate(p) if x is not None)
    out: list[float | None] = [None] * len(p)
    highest = 0.0
    for rank, (value, i) in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * value))
        out[i] = highest
    return out


def _corrected(pairs: list[Pair]) -> list[Pair]:
    from dataclasses import replace

    adjusted = iter(holm([d.p for pair in pairs for d in pair.differences]))
    return [replace(p, differences=[replace(d, holm=next(adjusted)) for d in p.differences]) for p in pairs]
