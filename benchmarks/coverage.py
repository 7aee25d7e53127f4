"""How often the 95 % intervals of scoring hold the truth, before and after: `python -m benchmarks.coverage`.

The structures (how many contexts of how many questions a figure rests on) are those of a built folder (`--data`), those
that the papers describe where the project has no files, and some that are worse. For each, verdicts are drawn from
the models of `draws`, scored by the shipped code, and compared with the share they were drawn with. The lowest
coverage is found in two steps, so that it is not the unluckiest of many cells: all cells with `--runs` draws, then the
four lowest again with `--again` fresh ones. `--out FILE` keeps each finished line and goes on from there.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from scipy.stats import beta, binom, t

from benchmarks.draws import MODELS, Floats, beta_binomial
from cultural_tom.scoring import intervals
from cultural_tom.scoring.figures import Leaf, Plan, Spec, evaluate
from cultural_tom.scoring.intervals import Design

SHARES = (
    0.5,
    0.7,
    0.8,
    0.9,
    0.93,
    0.95,
    0.98,
)  # models and method treat right and wrong alike: below 0.5 is the same
CORRELATIONS = (0.0, 0.15, 0.3)
HARDEST = "one answer"
CELLS = 1_000_000  # sums drawn at once: 8 MB
CHECKED = 8  # draws of each structure and share that are scored by the shipped code too

Cell = tuple[str, float, float]  # model, share right, correlation


@dataclass(frozen=True)
class Structure:
    """weights (leaves,) and sizes, the number of questions, (leaves, contexts)."""

    name: str
    weights: Floats
    sizes: Floats


def repeated(name: str, *groups: tuple[int, int]) -> Structure:
    """Groups of (questions, contexts)."""
    return Structure(name, np.ones(1), np.concatenate([np.full(n, s, float) for s, n in groups])[None])


def described() -> Iterator[Structure]:
    """Structures of subsets that the project has no files of, from the papers' counts; what these do not say is drawn."""
    rng = np.random.default_rng(0)
    # 300 of FANToM's 870 question sets, which lie in 256 conversations of several parts; 318 belief questions
    sets = np.bincount(rng.choice(640, 300))
    beliefs = np.array([int(rng.multinomial(318, np.full(300, 1 / 300))[:n].sum()) for n in sets])
    yield Structure("XFANToM: facts", np.ones(1), sets[None, sets > 0].astype(float))
    yield Structure("XFANToM: beliefs", np.ones(1), beliefs[None, beliefs > 0].astype(float))
    yield repeated("XFANToM: second order, cyclic", (1, 42), (2, 4))
    # 7,092 questions for 394 images, 18 each, of which 5,095 were kept: 221, 90 and 83 images by source
    images = rng.binomial(18, 5095 / 7092, 394).astype(float)
    for name, part in (("all", images), ("FindingEmo", images[:221]), ("CVQA", images[311:]),
                       ("a country of 12 images", images[:12]), ("a country of 6 images", images[:6])):  # fmt: skip
        yield Structure(f"CulturalToM-VQA: {name}", np.ones(1), part[None])


def harder() -> Iterator[Structure]:
    """Sizes that no subset has: few, and very unequal ones."""
    yield repeated("5 of 1", (1, 5))
    yield repeated("5 of 3", (3, 5))
    yield repeated("5: one of 12, four of 3", (12, 1), (3, 4))
    yield repeated("7 of 24", (24, 7))
    yield repeated("10: two of 30, eight of 4", (30, 2), (4, 8))
    yield repeated("12: 40, 20, 20, nine of 2", (40, 1), (20, 2), (2, 9))
    yield repeated("20: one of 60, others of 3", (60, 1), (3, 19))
    yield Structure("20 from 1 to 40, geometric", np.ones(1), np.round(np.geomspace(1, 40, 20))[None])
    yield repeated("30: three of 25, others of 2", (25, 3), (2, 27))
    yield repeated("40: two of 50, others of 3", (50, 2), (3, 38))
    yield Structure("40 from 1 to 60, geometric", np.ones(1), np.round(np.geomspace(1, 60, 40))[None])


def built(folder: Path, every: bool) -> Iterator[Structure]:
    """The distinct structures of the accuracies and their means in a built folder, from two contexts on; not `every`: a
    choice of them, from the smallest to the largest."""
    from cultural_tom.rows.repository import build_info
    from cultural_tom.scoring import protocols
    from cultural_tom.scoring.answers import Answers
    from cultural_tom.scoring.run import ScoreOptions, scored
    from cultural_tom.scoring.table import Table

    found: dict[bytes, Structure] = {}
    for config in build_info(folder)["configs"]:
        data = Table.read(folder, config)
        answers = Answers(data, [[(0, 0, g)] for g in data.gold])
        for protocol in ("strict", "paper"):
            plan = protocols.plan(scored(answers, ScoreOptions(protocol=protocol)), protocol)
            for spec in plan.specs:
                sizes = np.stack([plan.leaves[i].den for i, _ in spec.weights])
                sizes = sizes[:, sizes.sum(0) > 0]
                sizes = sizes[:, np.lexsort(sizes)]
                if sizes.shape[1] > 1 and "f1" not in spec.metric:
                    weights = np.array([w for _, w in spec.weights])
                    name = f"{config.partition('_')[0]}: {spec.group}, {spec.name}"
                    found.setdefault(weights.tobytes() + sizes.tobytes(), Structure(name, weights, sizes))
    ordered = sorted(found.values(), key=lambda s: (s.sizes.shape[1], s.sizes.sum()))
    yield from ordered if every else ordered[:: max(1, len(ordered) // 16)]


def covered(
    s: Structure, model: str, p: float, rho: float, runs: int, seed: list[int]
) -> tuple[Floats, Floats]:
    """Coverage and mean width, each before and after."""
    rng, step = np.random.default_rng(seed), max(1, CELLS // s.sizes.size)
    parts = []
    for start in range(0, runs, step):
        right = MODELS[model](rng, s.sizes, min(step, runs - start), p, rho)
        parts.append((before(s, right), after(s, right)))
    low, high = np.concatenate(parts, 2).swapaxes(0, 1)
    return ((low <= p) & (p <= high)).mean(1), (high - low).mean(1)


def before(s: Structure, right: Floats) -> tuple[Floats, Floats]:
    """The interval of 0.1.0 before this change: t on C - 1 degrees of freedom, C / (C - 1) on the delta method."""
    total, contexts = s.sizes.sum(1), s.sizes.shape[1]
    ratios = right.sum(2) / total
    rest = (right - ratios[..., None] * s.sizes) * (s.weights / total)[:, None]
    error = np.sqrt((rest.sum(1) ** 2).sum(1) * contexts / (contexts - 1))
    half, value = t.ppf(0.975, contexts - 1) * error, ratios @ s.weights
    return np.maximum(value - half, 0), np.minimum(value + half, 1)


def after(s: Structure, right: Floats) -> tuple[Floats, Floats]:
    """The shipped interval. What depends on the sizes alone is computed once for all draws, by the shipped code; the
    error of each draw is that of `intervals.contributions`, for all draws at once. `shipped` checks it."""
    total = s.sizes.sum(1)
    one = intervals.design(s.sizes, s.weights[None], np.ones(len(total)))
    design = Design(*(np.repeat(getattr(one, f.name), len(right), 0) for f in fields(one)))
    ratios = right.sum(2) / total
    rest = right - ratios[..., None] * s.sizes
    rest[np.abs(rest) <= intervals.ROUNDING * total[:, None]] = 0
    weighted = (s.weights / total)[:, None] * intervals.leverage(s.sizes / total[:, None])
    found = intervals.of_figures(ratios @ s.weights, (rest * weighted).sum(1), design, 0.95)
    return np.maximum(found.low, 0), np.minimum(found.high, 1)


def shipped(s: Structure, right: Floats) -> tuple[Floats, Floats]:
    """The same by `evaluate`, as `cultural-tom score` has it: every draw is a figure of one plan."""
    plan = Plan(s.sizes.shape[1])
    for draw in right:
        leaves = [plan.leaf(Leaf(n, v)) for n, v in zip(draw, s.sizes, strict=True)]
        plan.specs.append(Spec("", "", "", tuple(zip(leaves, s.weights, strict=True))))
    found = evaluate(plan, resamples=0)
    return np.array([f.low for f in found]), np.array([f.high for f in found])


def check(s: Structure, number: int) -> None:
    """That `after` is what is shipped, on some draws with few and with many errors."""
    for p in (0.5, 0.9, 0.98):
        right = beta_binomial(np.random.default_rng([number, 98]), s.sizes, CHECKED, p, 0.15)
        for fast, slow in zip(after(s, right), shipped(s, right), strict=True):
            np.testing.assert_allclose(fast, slow, rtol=0, atol=1e-12)


def exact_over(contexts: int, level: float = 0.98) -> float:
    """The part of SHARES where even the exact interval of as many independent answers (Clopper and Pearson 1934) covers
    more than `level`: what small whole numbers force."""
    x = np.arange(contexts + 1)
    low = np.where(x > 0, beta.ppf(0.025, x, contexts - x + 1), 0)
    high = np.where(x < contexts, beta.ppf(0.975, x + 1, contexts - x), 1)
    found = [float(binom.pmf(x, contexts, p)[(low <= p) & (p <= high)].sum()) for p in SHARES]
    return float(np.mean([c > level for c in found]))


def line(s: Structure, number: int, runs: int, again: int) -> dict[str, object]:
    """The table's line of a structure; number: its seed."""
    check(s, number)
    cells: dict[Cell, tuple[Floats, Floats]] = {}
    for m, model in enumerate(MODELS):
        for rho in CORRELATIONS[1:] if m else CORRELATIONS:  # without correlation the models are one
            for p in SHARES:
                seed = [number, m, round(1000 * rho), round(1000 * p)]
                cells[model, p, rho] = covered(s, model, p, rho, runs, seed)

    def lowest(keys: list[Cell], side: int) -> tuple[float, str]:
        worst = sorted(keys, key=lambda k: cells[k][0][side])[:4]
        fresh = [float(covered(s, *k, again, [number, 99, i])[0][side]) for i, k in enumerate(worst)]
        value, (model, p, rho) = min(zip(fresh, worst, strict=True))
        return value, f"{model}, {rho:g}, {p:g}"

    usual = [k for k in cells if k[0] != HARDEST]
    after = [float(cells[k][0][1]) for k in usual]
    (old, _), (new, where) = lowest(usual, 0), lowest(usual, 1)
    return {
        "structure": s.name, "contexts": s.sizes.shape[1], "questions": int(s.sizes.sum()), "before": old, "after": new,
        "at": where, "mean": float(np.mean(after)), "> 98 %": float(np.mean([c > 0.98 for c in after])),
        "exact": exact_over(s.sizes.shape[1]), HARDEST: lowest([k for k in cells if k[0] == HARDEST], 1)[0],
        "width": float(np.mean([cells[k][1][1] / cells[k][1][0] for k in usual if k[1] <= 0.8])),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="a built folder, for its structures")
    parser.add_argument(
        "--every", action="store_true", help="all distinct structures of --data, not a choice"
    )
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--again", type=int, default=3000)
    parser.add_argument(
        "--out", type=Path, help="JSON Lines: finished structures are kept and not drawn again"
    )
    args = parser.parse_args()
    structures = [*(built(args.data, args.every) if args.data else ()), *described(), *harder()]
    kept = args.out.read_text("utf-8").splitlines() if args.out and args.out.exists() else []
    done = {(d["structure"], d["contexts"], d["questions"]): d for d in map(json.loads, kept)}
    lines = []
    for number, s in enumerate(structures):
        key = s.name, s.sizes.shape[1], int(s.sizes.sum())
        if key not in done:
            done[key] = line(s, number, args.runs, args.again)
            if args.out:
                with args.out.open("a", encoding="utf-8") as f:
                    f.write(json.dumps(done[key]) + "\n")
        lines.append(done[key])
    lines.sort(key=lambda d: (d["contexts"], d["questions"]))
    print("| " + " | ".join(lines[0]) + " |\n|" + "---|" * len(lines[0]))
    for d in lines:
        print("| " + " | ".join(f"{v:.3f}" if isinstance(v, float) else str(v) for v in d.values()) + " |")
    print("at: model, correlation within contexts, share right. mean, > 98 %, width: over all cells (width: after /\n"
          "before, up to a share of 0.8). exact: part of the shares where the exact binomial interval of as many\n"
          "contexts is above 98 %. one answer: the lowest in that model, which is left out elsewhere.")  # fmt: skip


if __name__ == "__main__":
    main()
