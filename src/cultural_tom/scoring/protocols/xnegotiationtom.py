"""XNegotiationToM: exact match over high, medium and low for beliefs and desires, F1 of intentions (XToM, Table 10).

A belief or desire is right if all three slots are. Strict takes the annotated items. Paper reproduces the
printed denominators: the mean of two per-agent accuracies, each over all dialogue prefixes (300), so that a mind
that is not annotated counts as wrong (14 of 600: the best reachable value is 97.67). A prefix is known by any
annotated question about it; every prefix upstream has at least one annotated agent, so none is lost. With
--partial, prefixes without any prediction drop out of both.

Intentions: micro F1 pools the nine labels; macro F1 is the unweighted mean over the labels that occur in the gold
(all nine in the full data; the paper does not print how it treats absent ones).
"""

import numpy as np

from cultural_tom.scoring.figures import Leaf, Plan, cluster_sums
from cultural_tom.scoring.measure import Scored
from cultural_tom.scoring.table import Bools, Floats

AGENTS = ("1", "2")
SLOTS = ("high", "medium", "low")


def plan(scored: Scored, protocol: str) -> Plan:
    table, p = scored.table, scored.plan()
    for task in ("belief", "desire"):
        mask = table.where(task=task)
        if protocol == "paper":
            parts = [
                p.add(
                    task, f"agent {a}", "exact_match", over_prefixes(scored, mask & table.tagged("agent", a))
                )
                for a in AGENTS
            ]
            p.mean(task, task, "exact_match", parts)
            continue
        p.add(task, task, "exact_match", scored.accuracy(mask))
        for agent in AGENTS:
            leaf = scored.accuracy(mask & table.tagged("agent", agent))
            p.add(task, f"agent {agent}", "exact_match", leaf)
        for k, slot in enumerate(SLOTS):
            p.add(task, f"{slot} slot", "accuracy", scored.share(slot_right(scored, mask, k), mask))
    intention = table.where(task="intention")
    counts = scored.label_counts(intention)
    n = int((intention & scored.keep).sum())
    p.add("intention", "intention", "micro_f1", scored.f1(counts, intention), n)
    scored.add_macro_f1(p, "intention", "intention", counts, intention)
    if protocol != "paper":
        p.add("intention", "exact set", "exact_match", scored.accuracy(intention))
        for label, name in label_names(scored, intention).items():
            p.add("intention label", name, "f1", scored.f1(counts, intention, label), n)
    return p


def over_prefixes(scored: Scored, mask: Bools) -> Leaf:
    """Right items in `mask` over all dialogue prefixes of the config: what is not annotated counts as wrong."""
    answered = scored.accuracy(mask)
    prefixes = [x.rsplit("/", 2)[0] for x in scored.table.columns["parallel_id"]]
    codes, clusters = scored.clusters
    one_of_each = {prefixes[i]: i for i in np.flatnonzero(scored.keep)}
    prefix = np.zeros(len(prefixes))
    prefix[list(one_of_each.values())] = 1
    den = cluster_sums(prefix, codes, clusters)
    return Leaf(answered.num, den, answered.chance, answered.constants)


def slot_right(scored: Scored, mask: Bools, slot: int) -> Floats:
    """Per row of `mask` the share of samples whose answer in this slot is the gold's."""
    out = np.zeros(len(scored.table))
    for i in np.flatnonzero(mask):
        answers = scored.decided[i]
        if answers:
            out[i] = sum(a is not None and a[slot] == scored.gold[i][slot] for a in answers) / len(answers)
    return out


def label_names(scored: Scored, mask: Bools) -> dict[int, str]:
    """The labels that are gold in a kept row of `mask`, with the option's text in the config's language."""
    rows = np.flatnonzero(mask & scored.keep)
    options = scored.table.columns["options"]
    return {g: options[i][g] for g, i in sorted({g: i for i in rows for g in scored.gold[i]}.items())}
