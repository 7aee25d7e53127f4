"""How many contexts of how many questions a figure rests on, for benchmarks/coverage.py: those of a built folder, those
that the papers describe where the project has no files, and some that are worse."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.draws import Floats


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
