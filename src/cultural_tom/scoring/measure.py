"""What every protocol works on: one config's rows with what is right, what guessing gives, and the clusters."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cultural_tom.scoring.answers import Answers, Indices, right
from cultural_tom.scoring.figures import Leaf, Plan, cluster_sums, mean_leaf
from cultural_tom.scoring.table import Bools, Floats, Ints, Table, encode
from cultural_tom.subsets import SET_FORMATS

MAX_LETTERS, MAX_WORDS = 20, 5


def _constants(answers: list[str], limit: int) -> Floats:
    """Where each of the `limit` most frequent answers is the answer, shape (constants, rows). Of equally frequent ones
    those that come first in the order of texts, so that the order of rows changes nothing."""
    codes, distinct = encode(answers)
    counts = np.bincount(codes).tolist()
    most = np.array(sorted(range(len(distinct)), key=lambda i: (-counts[i], distinct[i]))[:limit])
    same: Floats = (codes == most[:, None]).astype(float)
    return same


@dataclass(frozen=True)
class LabelCounts:
    """True positives, false positives and false negatives, each of shape (labels, rows)."""

    tp: Floats
    fp: Floats
    fn: Floats


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
        return self.answers.decided

    @cached_property
    def by_sample(self) -> Floats:
        """1 for the exact gold answer, 0 for any other, unparsed or missing; shape (samples, rows)."""
        return right(self.decided, self.gold, self.answers.rules.any_named)

    @cached_property
    def correct(self) -> Floats:
        """Per row the share of its own samples that are right."""
        own = np.array([len(a) or 1 for a in self.decided])
        first = np.arange(len(self.by_sample))[:, None] < own
        share: Floats = (self.by_sample * first).sum(0) / own
        return share

    @cached_property
    def chance(self) -> Floats:
        """Per row the probability that a uniformly drawn answer of the row's format is right."""
        n = self.table.n_options.astype(float)
        kinds = self.table.columns["answer_format"]
        slots = np.array([len(s) for s in self.table.columns["slots"]])
        sets = np.array([k in SET_FORMATS for k in kinds])
        return np.where(sets, 1 / (2**n - 1), (1 / n) ** np.maximum(slots, 1))

    @cached_property
    def constants(self) -> Floats:
        """Right or wrong of each constant answer, shape (constants, rows): the most frequent gold letters and the
        most frequent gold words (always "No" is constant too where options are shuffled)."""
        options = self.table.columns["options"]
        words = ["\n".join(o[i] for i in g).casefold() for o, g in zip(options, self.gold, strict=True)]
        return np.concatenate(
            [_constants([repr(g) for g in self.gold], MAX_LETTERS), _constants(words, MAX_WORDS)]
        )

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
        rows = np.flatnonzero(mask & self.keep)
        return mean_leaf(self.correct[rows], np.ones(len(rows), bool), codes[rows], n, self.chance[rows],
                         self.constants[:, rows])  # fmt: skip

    def share(self, values: Floats, mask: Bools) -> Leaf:
        """The mean of any value per row over the rows in `mask`; without chance or constants."""
        codes, n = self.clusters
        m = (mask & self.keep).astype(float)
        return Leaf(cluster_sums(values * m, codes, n), cluster_sums(m, codes, n))

    def joint(self, mask: Bools, group: Sequence[str] | None = None) -> Leaf:
        """Groups (default: contexts) with every one of their rows in `mask` right, over groups with such a row."""
        rows = np.flatnonzero(mask & self.keep)
        names = self.table.columns["context_id"] if group is None else group
        codes, distinct = encode([names[int(i)] for i in rows])
        k = len(distinct)
        everything = np.zeros(k)
        for sample in self.by_sample:
            together = np.ones(k)
            np.minimum.at(together, codes, sample[rows])
            everything += together / len(self.by_sample)
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

    def label_counts(self, mask: Bools) -> LabelCounts:
        """Of the rows in `mask`: per label (option index) and row the true positives, false positives and false
        negatives, averaged over samples. An unparsed or missing answer names no label: its gold is missed."""
        rows = np.flatnonzero(mask & self.keep)
        labels = int(self.table.n_options[rows].max(initial=0))
        gold, named, both = (np.zeros((labels, len(self.table))) for _ in range(3))
        for i in rows:
            true = set(self.gold[i])
            gold[list(true), i] = 1
            answers = self.decided[i]
            for answer in answers:
                for label in answer or ():
                    named[label, i] += 1 / len(answers)
                    both[label, i] += (label in true) / len(answers)
        return LabelCounts(both, named - both, gold - both)

    def f1(self, counts: LabelCounts, mask: Bools, label: int | None = None) -> Leaf:
        """2 TP / (2 TP + FP + FN) over the rows in `mask`, of one label or pooled over all (micro)."""
        codes, n = self.clusters
        m = mask & self.keep
        tp, fp, fn = (
            (c.sum(0) if label is None else c[label]) * m for c in (counts.tp, counts.fp, counts.fn)
        )
        return Leaf(cluster_sums(2 * tp, codes, n), cluster_sums(2 * tp + fp + fn, codes, n), f1=True)

    def add_macro_f1(self, plan: Plan, group: str, name: str, counts: LabelCounts, mask: Bools) -> None:
        """The figure macro F1: the unweighted mean of F1 over the labels that are gold somewhere in `mask`, so
        that it never depends on the answers which labels count. Source: scikit-learn's f1_score with these
        `labels` and average="macro"."""
        m = mask & self.keep
        occurring = [x for x in range(len(counts.tp)) if ((counts.tp + counts.fn)[x] * m).any()]
        plan.mean(
            group, name, "macro_f1", [plan.leaf(self.f1(counts, mask, x)) for x in occurring], int(m.sum())
        )
