"""TactfulToM: accuracy per question type; lists are right as exact sets (Table 6).

The paper's tables rest on 84 of the 100 released conversations (dossier 6): the paper protocol scores these, per
class (Table 6), for all classes (Table 3, 8) and per level (Table 2). In class 2 the release has fewer
lie-ability and information items than the tables were computed on (8, 4 and 15 instead of 18, 9 and 20), so
those three cells of class 2 cannot be reproduced. Strict takes all conversations and adds comprehension and
justification together, which shows whether a model that spots the lie also knows its reason, and the breakdown
by class, level and lie type.
"""

import re
from collections.abc import Sequence

from cultural_tom.scoring.answers import Indices
from cultural_tom.scoring.figures import Plan
from cultural_tom.scoring.measure import Scored
from cultural_tom.scoring.table import Bools

PUNCTUATION = re.compile(r"[^\w\s]")  # of any script; underscores are no punctuation
ANSWER = re.compile("answer", re.IGNORECASE)
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


def read(response: str, answer_format: str, options: Sequence[str], reading: str = "plain") -> Indices | None:
    """TactfulToM's evaluate_non_freeform, by the rule of the format. The script goes by the model's file name:
    thinking is cut off for QwQ and DeepSeek-R1 (`think`), the first \\boxed{} is opened for Llama and DeepSeek-V3
    (`boxed`), both for a name that holds both (`think+boxed`), neither for all others (`plain`).

    >>> read("<think>1</think>2", "choice", ["p", "q"]), read(
    ...     "<think>1</think>2", "choice", ["p", "q"], "think"
    ... )
    (None, (1,))
    """
    text = response
    if "think" in reading:
        text = text.rpartition("</think>")[2].strip()
    if "boxed" in reading:
        text = boxed(text)
    if answer_format == "names":
        return names(text, options)
    if {o.lower() for o in options} == {"yes", "no"}:
        return yes_no(text, options)
    return number(text, len(options))


def boxed(text: str) -> str:
    """What the first \\boxed{} holds, to the first closing brace, whatever was opened inside; else the whole text.

    >>> boxed("so \\\\boxed{2}, not \\\\boxed{3}"), boxed("\\\\boxed{\\\\text{no}}"), boxed("\\\\boxed{2")
    ('2', '\\\\text{no', '\\\\boxed{2')
    """
    _, mark, rest = text.partition("\\boxed{")
    inside, closed, _ = rest.partition("}")
    return inside if mark and closed else text


def yes_no(text: str, options: Sequence[str]) -> Indices | None:
    """yes if the word occurs (all punctuation removed, underscores kept), else no if that occurs, else nothing.

    >>> yes_no("No, yes.", ["yes", "no"]), yes_no("“No”", ["yes", "no"]), yes_no("_no_", ["yes", "no"])
    ((0,), (1,), None)
    """
    words = PUNCTUATION.sub("", text).lower().split()
    word = next((w for w in ("yes", "no") if w in words), None)
    return None if word is None else ([o.lower() for o in options].index(word),)


def number(text: str, n: int) -> Indices | None:
    """A leading "option" is cut, else what follows "answer ...:" is taken (`after_answer`); then the first character
    that is no space, #, * or : must be the number of an option as shown, in ASCII: `10` is option 1, and `(2)`, `0`,
    `２` and numbers beyond the options are nothing.

    >>> number("Option 2", 4), number("The answer: it is: **3**", 4), number("(2)", 4), number("10", 4), number("0", 4)
    ((1,), (2,), None, (0,), None)
    """
    text = text[len("option") :] if text.lower().startswith("option") else after_answer(text)
    first = text.strip(" #*:")[:1]
    return (int(first) - 1,) if first and first in "123456789"[:n] else None


def after_answer(text: str) -> str:
    """What follows the last colon after the word "answer", up to a closing brace, without white space around it; a
    colon that nothing follows is passed over. The whole text where there is no such place.

    >>> after_answer("My answer: option 2: **3**"), after_answer("answer: 2:"), after_answer("{answer}: 2")
    ('**3**', '2:', '{answer}: 2')
    """
    for part in text.split("}"):
        if word := ANSWER.search(part):
            colon = part.rfind(":", word.end(), len(part) - 1)
            if colon >= 0:
                return part[colon + 1 :].strip()
    return text


def names(text: str, options: Sequence[str]) -> Indices | None:
    """The parts between commas must all be speakers, letter by letter; order and repeats do not matter.

    >>> names("Cy, Ann", ["Ann", "Bo", "Cy"]), names("Ann and Cy", ["Ann", "Bo", "Cy"])
    ((0, 2), None)
    """
    parts = {part.strip() for part in text.split(",")}
    return tuple(i for i, o in enumerate(options) if o in parts) if parts <= set(options) else None
