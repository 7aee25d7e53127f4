"""XFANToM: accuracy on belief choices, first and second order, acyclic and cyclic, and on facts (XToM, Table 8).

First order, second order, acyclic and cyclic are shares of the choice questions (dossier: their counts add up
to the choice count). Strict adds what pairs a belief with the fact question of its set: a wrong belief is only
a failure of mind reading where the fact was read rightly. The four shares add up to 1. `all` and `all beliefs`
of a set are FANToM's All and All* on the questions that XToM kept.
"""

from collections.abc import Sequence
from string import ascii_uppercase as LETTERS

import numpy as np

from cultural_tom.scoring.answers import Indices, Rules
from cultural_tom.scoring.figures import Plan
from cultural_tom.scoring.measure import Scored
from cultural_tom.scoring.table import Floats

RULES = Rules(any_named=True)
KINDS = {"second order, acyclic": "second_order_acyclic", "second order, cyclic": "second_order_cyclic"}
ERRORS = (("both right", 1, 1), ("fact right, belief wrong", 1, 0), ("fact wrong, belief right", 0, 1),
          ("both wrong", 0, 0))  # fmt: skip

MARKS = ("Answer:", "Choose an answer from above:")


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


def read(response: str, answer_format: str, options: Sequence[str], reading: str = "plain") -> Indices | None:
    """FANToM's reading of a response: see `named`."""
    return named(response, len(options))


def named(response: str, n: int) -> Indices | None:
    """FANToM's choice rule, for (a), (b), ... as shown: every option that the rule would accept. More than one
    can be named; `Rules.any_named` then counts the answer as right, as FANToM does. What follows the last
    "Answer:" is judged, without white space around it; where there is no such mark, the response as it is.

    >>> named("(b) because (a) is wrong", 2), named("a", 2), named("a ", 2), named("(b)? Answer: a ", 2)
    ((0, 1), (0,), None, (0,))
    """
    mark = next((m for m in MARKS if m in response), None)
    low = (response.rpartition(mark)[2].strip() if mark else response).lower()
    found = tuple(
        i
        for i, x in enumerate(LETTERS[:n].lower())
        if low == x or f"({x})" in low or low.startswith((f"{x})", f"{x}.", f"{x}:", f"{x},"))
    )
    return found or None
