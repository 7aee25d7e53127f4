"""TactfulToM: accuracy per question type; lists are right as exact sets (Table 6).

The paper's tables rest on 84 of the 100 released conversations (dossier 6): the paper protocol scores these, per
class (Table 6), for all classes (Table 3, 8) and per level (Table 2). In class 2 the release has fewer
lie-ability and information items than the tables were computed on (8, 4 and 15 instead of 18, 9 and 20), so
those three cells of class 2 cannot be reproduced. Strict takes all conversations and adds comprehension and
justification together, which shows whether a model that spots the lie also knows its reason, and the breakdown
by class, level and lie type.
"""

from cultural_tom.score.figures import Plan
from cultural_tom.score.measure import Scored
from cultural_tom.score.table import Bools

TYPES = ("comprehension", "justification", "fact_reason", "fact_truth", "belief", "lie_ability",
         "lie_detectability_list", "lie_detectability_binary", "info_accessibility_list",
         "info_accessibility_binary", "answerability_list", "answerability_binary")  # fmt: skip
BY_LEVEL = ("comprehension", "justification", "lie_detectability_list", "belief_second_order", "lie_ability")


def plan(scored: Scored, protocol: str) -> Plan:
    table, p = scored.table, scored.plan()
    if protocol == "paper":
        return _paper(scored, p)
    everything = scored.everything()
    p.add("all", "all questions", "accuracy", scored.accuracy(everything))
    p.mean("question type", "average", "accuracy", _types(scored, p, "question type", everything, TYPES))
    orders = ("belief_first_order", "belief_second_order")
    _types(scored, p, "belief order", everything, orders)
    both = table.where(task=("comprehension", "justification"))
    p.add("together", "comprehension and justification", "joint", scored.joint(both))
    for group, key in (("class", "class"), ("level", "level"), ("lie type", "lie")):
        values = table.tag(key)
        for value in sorted(set(values)):
            mask = table.tagged(key, value)
            p.add(group, value, "accuracy", scored.accuracy(mask))
            p.add(group, value, "joint", scored.joint(both & mask))
    return p


def _paper(scored: Scored, p: Plan) -> Plan:
    table = scored.table
    subset = table.tagged("paper84", "yes")
    _types(scored, p, "84 conversations", subset, TYPES)
    for value in sorted({c for c, s in zip(table.tag("class"), subset, strict=True) if s}):
        _types(scored, p, f"class {value}", subset & table.tagged("class", value), TYPES)
    for value in sorted({x for x, s in zip(table.tag("level"), subset, strict=True) if s}):
        _types(scored, p, f"level {value}", subset & table.tagged("level", value), BY_LEVEL)
    return p


def _types(scored: Scored, p: Plan, group: str, within: Bools, types: tuple[str, ...]) -> list[int]:
    """One accuracy per question type; `belief` means both orders."""
    table = scored.table
    masks = {t: table.where(task=t) if t == "belief" else table.where(question_type=t) for t in types}
    return [p.add(group, t, "accuracy", scored.accuracy(mask & within)) for t, mask in masks.items()]
