"""ToMBench: accuracy per task and ability, the paper's averages, and the story-level coherent score.

Averages (Chen et al. 2024, Tables 2, 3 and 21): tasks and categories are unweighted means; the average over
abilities is the mean of the six categories. Coherent (Table 22): a story counts if all its questions are
right. The paper protocol differs in two points: Desire is the mean over five raw labels (its ability
"Desires influence on actions/emotions" counts as two; in Belief the two labels of second-order beliefs count as one: 37
of 38 printed cells), and the Faux-pas block whose boundaries are off
upstream is counted as two stories of four (140 stories).
"""

from cultural_tom.score.figures import Plan
from cultural_tom.score.measure import Scored
from cultural_tom.score.table import Bools

TASKS = ("ambiguous_story_task", "false_belief_task", "faux_pas_recognition_test", "hinting_test",
         "persuasion_story_task", "scalar_implicature_task", "strange_story_task", "unexpected_outcome_test")  # fmt: skip
TWO_LABELS = "desires_influence_on_actions_emotions"
CATEGORIES = ("belief", "desire", "emotion", "intention", "knowledge", "non_literal_communication")


def plan(scored: Scored, protocol: str) -> Plan:
    table, p = scored.table, scored.plan()
    p.add("all", "all questions", "accuracy", scored.accuracy(scored.everything()))
    tasks = [p.add("task", t, "accuracy", scored.accuracy(table.where(task=t))) for t in TASKS]
    p.mean("task", "average", "accuracy", tasks)
    parts = []
    for category in CATEGORIES:
        within = table.tagged("category", category)
        group = f"ability: {category}"
        leaves = []
        for ability in _values(table.columns["ability"], within):
            mask = within & table.where(ability=ability)
            if protocol == "paper" and ability == TWO_LABELS:
                labels = _values(table.tag("raw"), mask)
                two = [
                    p.add(group, x, "accuracy", scored.accuracy(mask & table.tagged("raw", x)))
                    for x in labels
                ]
                p.mean(group, ability, "accuracy", two)
                leaves += two
            else:
                leaves.append(p.add(group, ability, "accuracy", scored.accuracy(mask)))
        p.mean("category", category, "accuracy", leaves)
        parts.append(leaves)
    p.mean_of_means("category", "average", "accuracy", parts)
    stories = story_ids(scored, protocol)
    coherent = [p.add("coherent", t, "coherent", scored.joint(table.where(task=t), stories)) for t in TASKS]
    p.mean("coherent", "average", "coherent", coherent)
    return p


def _values(column: list[str], mask: Bools) -> list[str]:
    return sorted({value for value, there in zip(column, mask, strict=True) if there})


def story_ids(scored: Scored, protocol: str) -> list[str]:
    """The story of each row: its context, or in the paper protocol the paper's block where it has one."""
    contexts: list[str] = scored.table.columns["context_id"]
    if protocol != "paper":
        return contexts
    blocks = scored.table.tag("paper_story")
    return [f"paper_story_{b}" if b else c for b, c in zip(blocks, contexts, strict=True)]
