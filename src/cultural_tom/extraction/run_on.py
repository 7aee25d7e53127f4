"""A next question that a model invents after its answer, and what it says to that, are no part of the answer; nor is what it plays
once more in its own form."""

import re
from collections.abc import Iterator
from itertools import pairwise

from cultural_tom.extraction.characters import holds
from cultural_tom.extraction.clean import TAGS_OF_TEMPLATES, Text
from cultural_tom.extraction.echo import without
from cultural_tom.extraction.references import labels, words
from cultural_tom.extraction.references.marks import past_label
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Ref

_END_OF_TURN = re.compile(
    r"<\|(?:im_end|endoftext|eot_id|end|end_of_text|end_of_turn|END_OF_TURN_TOKEN|END_RESPONSE|return)\|>|</s>"
    r"|<end_of_turn>|<eos>|<eoa>(?=\s*(?:\n|\Z))|\[/?INST\]|<\|im_start\|>(?:user|system)|<\|start_header_id\|>user"
    r"|<\|?user\|?>"
)
_PLAYED = re.compile(r"(?<=\s)User \d{1,2}: ")
_OWN_ROLE = re.compile(r"\s*(?:<s>|<\|begin_of_text\|>)?\s*(?:<\|im_start\|>(?:user|system)|\[INST\])")
_MOST = 16
_OWN_SERIES = re.compile(r"[^\n]{0,120}:\n\W{0,4}Question 1\b")
"""A reply that sets out to go through several questions itself."""
_ROUND = re.compile(r"^[^\W\d_]{3,16}: ?(?=\S)", re.MULTILINE)
_ROUNDS = re.compile(
    r"explanation|reason|reasoning|rationale|analysis|choice|answer|decision|action", re.IGNORECASE
)
_NUMBER = re.compile(r"\s?(?:#\s?)?\d{0,3}\s?[.)\]】]?\s?(?::|\n|\Z)|\s?\d{0,3}】")
_MARKED = ("[", "【", "(", "#")
_INLINE = re.compile(
    r"[?:。(] ?\(?A[:.)](?! ?[,;.)])[^\n]{1,150}?[;,.。 ] ?\(?B[:.)][^\n]{1,150}?[;,.。 ] ?\(?C[:.)]"
)
_LEAST_OPTIONS = 3
_GLANCE = 12
_OF_SERIES = re.compile(r" \d{1,2}(?=:)")
_EXAMPLE_REACH = 300
_LISTS = re.compile(r"(?:\A|\n) ?\(?[A-Da-dА-Гক-ঘ][.):]")
_BLANKED = re.compile("\n{20}")  # what `without` leaves of options that are repeated


def first_turn(response: str) -> str:
    """The response up to the mark that ends a turn, where something stands before that.

    >>> first_turn("The answer is B.</s>Question: where is the cat?")
    'The answer is B.'
    """
    if (
        holds(response, "User ")
        and (played := _PLAYED.search(response))
        and response[: played.start()].strip()
    ):
        response = response[: played.start()]
    if "<" not in response and "[" not in response:
        return response
    if _OWN_ROLE.match(response):
        return response
    end = 0
    for m in _END_OF_TURN.finditer(response):
        if TAGS_OF_TEMPLATES.sub("", response[end : m.start()]).strip():
            return response[: m.start()]
        end = m.end()
    return response


def before_next_questions(t: Text, o: Offered) -> Iterator[Text]:
    """The text before each line that begins as a question in a list of examples does ("Question:", "Q:", "问题：") or holds
    one with its options, or where its own form begins again, and at last the whole text; questions with options of their own left
    out."""
    is_new = True  # something stands before the question that was not read yet
    seen: set[str] = set()
    begins = sorted({*_questions(t, o), *_next_rounds(t, o)})
    for start, end in pairwise([*begins, len(t.text) + 1]):
        if is_new and start:
            yield Text(t.text[: start - 1], t.low[: start - 1], common=t.common)
        is_new = t.text[start : end - 1] not in seen
        seen.add(t.text[start : end - 1])
        if _is_foreign(o, t, start, end, opens=begins == [0]):
            t, is_new = without(t, start, end - 1), False
    yield t


def _questions(t: Text, o: Offered) -> Iterator[int]:
    """Where the lines begin that are, or hold, a question. One that quotes the options offered goes on with this one."""
    inline = set()
    if "C" in t.text and ("C:" in t.text or "C." in t.text or "C)" in t.text):
        listed = (
            m for m in _INLINE.finditer(t.text) if not _quotes_first(o, t, t.text.index("A", m.start()))
        )
        inline = {t.text.rfind("\n", 0, m.start()) + 1 for m in listed}
    if not (inline or o.lang.any_question.may(t.low)):
        return
    if holds(t.text, "Question 1") and _OWN_SERIES.match(t.text):
        return
    found = 0
    line = -1
    while found < _MOST:
        start = line + 1
        while t.text[start : start + 1] in _MARKED:
            start += 1
        m = o.lang.next_question.match(t.low, start)
        if line + 1 in inline or (m and _NUMBER.match(t.text, m.end()) and not _is_example(o, t, m)):
            yield line + 1
            found += 1
        line = t.text.find("\n", line + 1)
        if line < 0:
            return


def _next_rounds(t: Text, o: Offered) -> Iterator[int]:
    """Where the form of the whole text begins for the second time, and nothing behind it takes the first answer back: "Explanation: ...
    Choice: ..." played once more."""
    head = _ROUND.match(t.text)
    if head is None or _ROUNDS.match(head[0]) is None:
        return
    again = t.text.find("\n" + head[0], head.end())
    second = _ROUND.search(t.text, t.text.find("\n", head.end()) + 1, again) if again > 0 else None
    if second is None or t.text.find(second[0], again) < 0:
        return
    if not (o.lang.revise.search(t.low, second.end()) or o.lang.withdraw.search(t.low, second.end())):
        yield again + 1


def _is_example(o: Offered, t: Text, head: re.Match[str]) -> bool:
    """The line begins with a word for "example" and asks nothing, nor do the next ones list options: a step of the reasoning. So is one that
    goes on a series that the text itself began ("Example 1:")."""
    if not o.lang.example.fullmatch(head[0].strip()):
        return False
    number = _OF_SERIES.match(t.text, head.end())
    if number and f"\n{head[0]} 1:" in f"\n{t.low[: head.start()]}" and int(number[0]) > 1:
        return True
    stop = t.text.find("\n", head.end() + _EXAMPLE_REACH)
    stretch = t.text[head.end() : stop if stop >= 0 else len(t.text)]
    return not any(c in stretch for c in "?？؟") and _LISTS.search(stretch) is None


def _quotes_first(o: Offered, t: Text, letter: int) -> bool:
    """The words of the first option follow the letter."""
    return words.stand_at(o, t.low, past_label(t.text, letter + 1), 0)


def _is_foreign(o: Offered, t: Text, start: int, end: int, *, opens: bool) -> bool:
    """The stretch lists options, and most of them are not those that were offered. The only one, which `opens` the text, may be the question
    itself: there a line that speaks of its option ("A. This option suggests ...") is about one that was offered."""
    line = start
    while 0 <= line < end:
        if labels.goes_through(labels.listed(o, t, line, 2)):
            found = labels.listed(o, t, line)
            if len(found) >= _LEAST_OPTIONS:
                if _BLANKED.search(t.text, start, line):
                    return False  # the options offered stood there, before they were looked at in turn
                if _in_another_script(o, t, found):
                    return False  # the same question in another language
                return sum(_is_own(o, t, label, opens) for label in found) * 2 < min(o.n, len(found))
        line = t.text.find("\n", line) + 1 or -1
    return False


def _in_another_script(o: Offered, t: Text, found: list[Ref]) -> bool:
    """The words behind the labels are in Latin letters, and those of no option are."""
    said = "".join(t.text[label.end : label.end + _GLANCE] for label in found)
    return said.isascii() and not any(f.isascii() for f in o.folded)


def _is_own(o: Offered, t: Text, label: Ref, opens: bool) -> bool:
    """The words of the option follow its label, or stand on its line behind a word such as "option": "A. This option suggests that ..." """
    ref = words.at(o, t.low, past_label(t.text, label.end))
    if ref is not None or not isinstance(label.value, Named):
        return ref is not None and ref.value == label.value
    said, stop = o.folded[label.value.index], t.text.find("\n", label.end)
    stop = stop if stop >= 0 else len(t.text)
    if opens and _speaks_of_its_option(o, t, label, stop):
        return True
    noun = o.lang.noun.search(t.low, label.end, min(stop, label.end + 2 * _GLANCE))
    return " " in said and noun is not None and words.stands_in(t.low[noun.end() : stop], said)


def _speaks_of_its_option(o: Offered, t: Text, label: Ref, stop: int) -> bool:
    """ "This option" stands on the line, or "option" with its own mark."""
    return any(
        t.low.endswith("this ", label.end, noun.start())
        or t.text[noun.end() : stop].lstrip(" (")[:1] == t.text[label.start]
        for noun in o.lang.noun.finditer(t.low, label.end, stop)
    )
