"""What every protocol works on: one config's rows with what is right, what guessing gives, and the clusters."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cultural_tom.score.answers import Answers, Indices, right
from cultural_tom.score.figures import Leaf, Plan, cluster_sums, mean_leaf
from cultural_tom.score.table import Bools, Floats, Ints, Table, encode

MAX_CONSTANTS = 20


@dataclass(frozen=True)
class Scored:
    """Rows of one config and the answers to them. `keep` leaves rows out (with --partial: those without a
    prediction); `gold` is upstream's or the audit's."""

    table: Table
    answers: Answers
    gold: list[Indices]
    keep: Bools

    @cached_property
    def decided(self) -> list[list[Indices | None]]:
        return self.answers.decided()

    @cached_property
    def correct(self) -> Floats:
        """Per row 1 for the exact gold answer, 0 for any other, unparsed or missing; between them for samples."""
        return right(self.decided, self.gold)

    @cached_property
    def chance(self) -> Floats:
        """Per row the probability that a uniformly drawn answer of the row's format is right."""
        n = self.table.n_options.astype(float)
        kinds = self.table.columns["answer_format"]
        slots = np.array([len(s) for s in self.table.columns["slots"]])
        sets = np.array([k in ("choices", "names") for k in kinds])
        return np.where(sets, 1 / (2**n - 1), (1 / n) ** np.maximum(slots, 1))

    @cached_property
    def constant_answers(self) -> list[Indices]:
        """The candidates for the best constant answer: the most frequent gold answers."""
        return [g for g, _ in Counter(self.gold).most_common(MAX_CONSTANTS)]

    @cached_property
    def constants(self) -> Floats:
        """Right or wrong of each constant answer, shape (constants, rows)."""
        codes, distinct = encode([repr(g) for g in self.gold])
        place = {g: i for i, g in enumerate(distinct)}
        return np.array([codes == place[repr(c)] for c in self.constant_answers], dtype=float)

    @cached_property
    def clusters(self) -> tuple[Ints, int]:
        """Cluster code per row and how many there are: one cluster is one context."""
        codes, names = self.table.codes("context_id")
        return codes, len(names)

    def plan(self) -> Plan:
        return Plan(self.clusters[1])

    def everything(self) -> Bools:
        return self.keep.copy()

    def accuracy(self, mask: Bools) -> Leaf:
        """Right answers over questions, for the rows in `mask`."""
        codes, n = self.clusters
        return mean_leaf(self.correct, mask & self.keep, codes, n, self.chance, self.constants)

    def joint(self, mask: Bools, group: Sequence[str] | None = None) -> Leaf:
        """Groups (default: contexts) with every one of their rows in `mask` right, over groups with such a row."""
        rows = np.flatnonzero(mask & self.keep)
        names = self.table.columns["context_id"] if group is None else group
        codes, distinct = encode([names[i] for i in rows])
        k = len(distinct)
        everything = np.ones(k)
        np.minimum.at(everything, codes, self.correct[rows])
        chance = np.ones(k)
        np.multiply.at(chance, codes, self.chance[rows])
        constants = np.ones((len(self.constants), k))
        for c, row in zip(constants, self.constants, strict=True):
            np.minimum.at(c, codes, row[rows])
        first = np.zeros(k, dtype=np.int64)
        first[codes[::-1]] = rows[::-1]
        clusters, n = self.clusters
        home = clusters[first]
        return Leaf(
            cluster_sums(everything, home, n),
            cluster_sums(np.ones(k), home, n),
            cluster_sums(chance, home, n),
            cluster_sums(constants, home, n),
        )
