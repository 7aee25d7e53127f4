"""How often the 95 % intervals of scoring hold the truth, before and after: `python -m benchmarks.coverage`.

The structures (how many contexts of how many questions a figure rests on) are those of a built folder (`--data`), those
that the papers describe where the project has no files, and some that are worse. For each, verdicts are drawn from
the models of `draws`, scored by the shipped code, and compared with the share they were drawn with. The lowest
coverage is found in two steps, so that it is not the unluckiest of many cells: all cells with `--runs` draws, then the
four lowest again with `--again` fresh ones. `--out FILE` keeps each finished line and goes on from there.
"""

import argparse
import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import beta, binom, t

from benchmarks import paired
from benchmarks.draws import MODELS, Floats, beta_binomial
from benchmarks.structures import Structure, built, described, harder, repeated
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
BANDS = ((2, 4), (5, 9), (10, 19), (20, 39), (40, 99), (100, 199), (200, 2000))
CELLS = 1_000_000  # sums drawn at once: 8 MB
CHECKED = 8  # draws of each structure and share that are scored by the shipped code too

Cell = tuple[str, float, float]  # model, share right, correlation


# What was reported of the interval before: structure, share right, correlation within contexts.
REPORTED = (
    (repeated("84 of 1", (1, 84)), 0.98, 0.0),
    (repeated("20 of 1", (1, 20)), 0.98, 0.0),
    (repeated("5 of 3", (3, 5)), 0.99, 0.15),
    (repeated("20: one of 60, others of 3", (60, 1), (3, 19)), 0.8, 0.15),
    (repeated("12: 40, 20, 20, nine of 2", (40, 1), (20, 2), (2, 9)), 0.8, 0.15),
    (repeated("10: two of 30, eight of 4", (30, 2), (4, 8)), 0.8, 0.15),
    (repeated("30: three of 25, others of 2", (25, 3), (2, 27)), 0.8, 0.15),
    (repeated("300 of 4", (4, 300)), 0.7, 0.15),
)


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


def printed(rows: list[dict[str, object]]) -> None:
    """A table in Markdown, for benchmarks/RESULTS.md."""
    print("| " + " | ".join(rows[0]) + " |\n|" + "---|" * len(rows[0]))
    for row in rows:
        print("| " + " | ".join(f"{v:.3f}" if isinstance(v, float) else str(v) for v in row.values()) + " |")


def reported(runs: int) -> list[dict[str, object]]:
    """The cells of REPORTED, in the model that the others were found with."""
    out: list[dict[str, object]] = []
    for i, (s, p, rho) in enumerate(REPORTED):
        (old, new), (old_width, new_width) = covered(s, "beta-binomial", p, rho, runs, [i, 97])
        cell: dict[str, object] = {"contexts": s.name, "share": p, "correlation": rho}
        widths = {"width before": float(old_width), "width after": float(new_width)}
        out.append(cell | {"before": float(old), "after": float(new)} | widths)
    return out


def by_contexts(lines: list[dict[str, Any]]) -> list[dict[str, object]]:
    """The lines of BANDS of contexts, one for each; structures that no subset has apart."""
    worse = {s.name for s in harder()}
    own = [d for d in lines if d["structure"] not in worse]
    groups = {f"{low} to {high}": [d for d in own if low <= d["contexts"] <= high] for low, high in BANDS}
    groups["harder than any subset"] = [d for d in lines if d["structure"] in worse]
    out: list[dict[str, object]] = []
    for name, group in groups.items():
        if group:
            worst = min(group, key=lambda d: float(d["after"]))
            cell: dict[str, object] = {"contexts": name, "structures": len(group)}
            cell |= {"before": min(d["before"] for d in group), "after": worst["after"]}
            cell |= {"at": f"{worst['structure']} ({worst['at']})"}
            cell |= {k: float(np.mean([d[k] for d in group])) for k in ("mean", "> 98 %", "exact")}
            cell |= {
                HARDEST: min(d[HARDEST] for d in group),
                "width": float(np.mean([d["width"] for d in group])),
            }
            out.append(cell)
    return out


def main(argv: list[str] | None = None) -> None:
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
    args = parser.parse_args(argv)
    for rows in (reported(10 * args.again), paired.table(args.again)):
        printed(rows)
        print()
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
    printed(by_contexts(lines))
    print()
    printed(lines)
    print("at: model, correlation within contexts, share right. mean, > 98 %, width: over all cells (width: after /\n"
          "before, up to a share of 0.8). exact: part of the shares where the exact binomial interval of as many\n"
          "contexts is above 98 %. one answer: the lowest in that model, which is left out elsewhere.")  # fmt: skip


if __name__ == "__main__":
    main()
