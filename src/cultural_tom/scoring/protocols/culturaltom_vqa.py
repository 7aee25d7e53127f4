"""CulturalToM-VQA: accuracy and macro F1, per task, complexity, image source and region (Tables 2-5).

The labels of F1 are the option letters as stored (the paper shuffled its options once and keeps that order). An
answer that cannot be read names no letter: its gold letter is missed, and no other letter is charged. This is
the reading that fits the printed tables: F1 exceeds accuracy where answers were cut off (accuracy .319, F1 .473
at 256 tokens in Table 4), but never the bound 2 acc / (1 + acc) that it sets; and a model that names one
letter only gets a quarter of that letter's F1 (.210 and .093 in Table 2). Strict and paper are the same but
for the reading of the answer, where the paper documents no rule.
"""

from cultural_tom.scoring.figures import Plan
from cultural_tom.scoring.measure import LabelCounts, Scored
from cultural_tom.scoring.table import Bools

TAGS = {"complexity": "complexity", "image source": "image_source", "region": "region"}


def plan(scored: Scored, protocol: str) -> Plan:
    table, p = scored.table, scored.plan()
    everything = scored.everything()
    counts = scored.label_counts(everything)
    _add(scored, p, counts, "all", "all questions", everything)
    for task in sorted(set(table.columns["task"])):
        _add(scored, p, counts, "task", task, table.where(task=task))
    for group, key in TAGS.items():
        for value in sorted(set(table.tag(key)) - {""}):
            _add(scored, p, counts, group, value, table.tagged(key, value))
    return p


def _add(scored: Scored, p: Plan, counts: LabelCounts, group: str, name: str, mask: Bools) -> None:
    p.add(group, name, "accuracy", scored.accuracy(mask))
    scored.add_macro_f1(p, group, name, counts, mask)
