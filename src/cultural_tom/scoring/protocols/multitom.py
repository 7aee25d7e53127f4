"""Multi-ToM: accuracy per task (8) and category (6), in each language, direct or cultural.

Tasks are counted over the Task View (the 441 rows of ToMBench's task files), categories over all 502 rows
(Sadhu et al. 2024, Tables 4-9). The tables print plain accuracies over questions: the paper protocol has these
alone. Strict adds the unweighted average of each view (as Table 3 does for lengths), which no task of 108
questions dominates, accuracy per ability, and the story-level coherent score.
"""

from cultural_tom.scoring.figures import Plan
from cultural_tom.scoring.measure import Scored
from cultural_tom.subsets import CONFIGS


def plan(scored: Scored, protocol: str) -> Plan:
    table, p = scored.table, scored.plan()
    facts = CONFIGS[table.config].facts
    p.add("all", "all questions", "accuracy", scored.accuracy(scored.everything()))
    view = table.tagged("view", "task")
    tasks = [
        p.add("task", t, "accuracy", scored.accuracy(table.where(task=t) & view)) for t in facts.task_view
    ]
    categories = [
        p.add("category", c, "accuracy", scored.accuracy(table.tagged("category", c)))
        for c in facts.ability_view
    ]
    if protocol == "paper":
        return p
    p.add("view", "task view", "accuracy", scored.accuracy(view))
    p.mean("view", "average of tasks", "accuracy", tasks)
    p.mean("view", "average of categories", "accuracy", categories)
    for ability in sorted(set(table.columns["ability"])):
        p.add("ability", ability, "accuracy", scored.accuracy(table.where(ability=ability)))
    coherent = [
        p.add("coherent", t, "coherent", scored.joint(table.where(task=t) & view)) for t in facts.task_view
    ]
    p.mean("coherent", "average", "coherent", coherent)
    return p
