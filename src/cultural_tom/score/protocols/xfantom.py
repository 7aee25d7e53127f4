"""XFANToM: accuracy on belief choices, first and second order, acyclic and cyclic, and on facts (XToM, Table 8).

First order, second order, acyclic and cyclic are shares of the choice questions (dossier: their counts add up
to the choice count). Strict adds what pairs a belief with the fact question of its set: a wrong belief is only
a failure of mind reading where the fact was read rightly. The four shares add up to 1. `all` and `all beliefs`
of a set are FANToM's All and All* on the questions that XToM kept.
"""

import numpy as np

from cultural_tom.score.figures import Plan
from cultural_tom.score.measure import Scored
from cultural_tom.score.table import Floats

KINDS = {"second order, acyclic": "second_order_acyclic", "second order, cyclic": "second_order_cyclic"}
ERRORS = (("both right", 1, 1), ("fact right, belief wrong", 1, 0), ("fact wrong, belief right", 0, 1),
          ("both wrong", 0, 0))  # fmt: skip


def plan(scored: Scored, protocol: str) -> Plan:
    table, p = scored.table, scored.plan()
    belief = table.where(task="belief")
    p.add("belief", "belief choice", "accuracy", scored.accuracy(belief))
    p.add("belief", "first order", "accuracy", scored.accuracy(belief & table.where(belief_order=1)))
    p.add("belief", "second order", "accuracy", scored.accuracy(belief & table.where(belief_order=2)))
    for name, kind in KINDS.items():
        p.add("belief", name, "accuracy", scored.accuracy(table.where(question_type=kind)))
    p.add("fact", "fact", "accuracy", scored.accuracy(table.where(task="fact")))
    if protocol == "paper":
        return p
    partner = fact_of(scored)
    paired = belief & (partner >= 0)
    for name, fact_right, belief_right in ERRORS:
        values = agree(scored.by_sample[:, partner], fact_right) * agree(scored.by_sample, belief_right)
        p.add("belief and fact", name, "share", scored.share(values.mean(0), paired))
    sets = table.tag("set")
    p.add("set", "all beliefs of a set", "joint", scored.joint(belief, sets))
    p.add("set", "all questions of a set", "joint", scored.joint(scored.everything(), sets))
    return p


def fact_of(scored: Scored) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """For each row the number of the fact row of its set; -1 where the set has none among the kept rows."""
    sets = scored.table.tag("set")
    facts = np.flatnonzero(scored.table.where(task="fact") & scored.keep)
    place = {sets[i]: int(i) for i in facts}
    return np.array([place.get(s, -1) for s in sets], dtype=np.int64)


def agree(right: Floats, wanted: int) -> Floats:
    return right if wanted else 1 - right
