"""ToMBench: accuracy per task and ability, the paper's averages, and the story-level coherent score.

Averages (Chen et al. 2024, Tables 2, 3 and 21): tasks and categories are unweighted means; the average over
abilities is the mean of the six categories. Coherent (Table 22): a story counts if all its questions are
right. The paper protocol differs in two points: Desire is the mean over five raw labels (its ability
"Desires influence on actions/emotions" counts as two; in Belief the two labels of second-order beliefs count as one: 37
of 38 printed cells), and the Faux-pas block whose boundaries are off
upstream is counted as two stories of four (140 stories).
"""

from collections.abc import Sequence
from string import ascii_uppercase as LETTERS

from cultural_tom.scoring.answers import Indices, Rules
from cultural_tom.scoring.figures import Plan
from cultural_tom.scoring.measure import Scored
from cultural_tom.scoring.table import Bools
from cultural_tom.subsets import CONFIGS

RULES = Rules(first_on_tie=True)
TWO_LABELS = "desires_influence_on_actions_emotions"


def plan(scored: Scored, protocol: str) -> Plan:
    table, p = scored.table, scored.plan()
    facts = CONFIGS[table.config].facts
    p.add("all", "all questions", "accuracy", scored.accuracy(scored.everything()))
    tasks = [p.add("task", t, "accuracy", scored.accuracy(table.where(task=t))) for t in facts.task_view]
    p.mean("task", "average", "accuracy", tasks)
    parts = []
    for category in facts.ability_view:
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
    coherent = [
        p.add("coherent", t, "coherent", scored.joint(table.where(task=t), stories)) for t in facts.task_view
    ]
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


def read(response: str, answer_format: str, options: Sequence[str], reading: str = "plain") -> Indices | None:
    """ToMBench's reading of a response: see `letter`."""
    return letter(response, len(options))


def letter(response: str, n: int) -> Indices | None:
    """ToMBench's get_results: `[[A]]` before `[[B]]` and so on, wherever they stand; else `[A]` likewise; else
    the last capital A-D anywhere; else A. None is a letter that no option has.

    >>> letter("[[D]], not [[A]]", 4), letter("Answer: b", 4), letter("C", 2)
    ((0,), (0,), None)
    """
    for mark in ("[[{}]]", "[{}]"):
        for i, letter in enumerate("ABCD"):
            if mark.format(letter) in response:
                return (i,) if i < n else None
    last = next((c for c in reversed(response) if c in "ABCD"), "A")
    index = LETTERS.index(last)
    return (index,) if index < n else None
