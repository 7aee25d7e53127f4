"""Letters that label what follows them, as in a list of options: "B) the box", "(খ) ...", "c: ..."."""

import re

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references.marks import past_open
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Ref

_MARK = re.compile(r" ?[)\].:、】]+|(?=【)")


def at(o: Offered, t: Text, pos: int) -> Ref | None:
    """The letter with its mark at `pos`, bullets and brackets before it skipped."""
    start = past_open(t.text, pos)
    index = _index(o, t.text[start : start + 1])
    if index is None or not (mark := _MARK.match(t.text, start + 1)):
        return None
    return Ref(o.value(index), start, mark.end())


def _index(o: Offered, char: str) -> int | None:
    if "A" <= char <= "Z" or "a" <= char <= "z":
        return o.place_of(char)
    return o.lang.letters.get(char)


def listed(o: Offered, t: Text, pos: int, most: int | None = None) -> list[Ref]:
    """The labels of the line at `pos` and of the lines directly after it that are labelled, too; the first `most` of them."""
    found: list[Ref] = []
    while pos >= 0 and (most is None or len(found) < most):
        label = at(o, t, pos)
        if label is None or not is_labelling(t, label):
            break
        found.append(label)
        pos = t.text.find("\n", pos) + 1 or -1
    return found


def is_labelling(t: Text, label: Ref) -> bool:
    """Something stands after the label on its line."""
    end = t.text.find("\n", label.end)
    return bool(t.text[label.end : end if end >= 0 else len(t.text)].strip())


def goes_through(found: list[Ref]) -> bool:
    """The labels go on in the order of the options, as where options are repeated or weighed one by one."""
    if len(found) < 2:
        return False
    first, second = found[0].value, found[1].value
    return isinstance(first, Named) and isinstance(second, Named) and second.index == first.index + 1


def in_list(o: Offered, t: Text, start: int) -> bool:
    """The line that begins at `start` is labelled, and the line before or after it with the option before or after."""
    if goes_through(listed(o, t, start, 2)):
        return True
    before = t.text.rfind("\n", 0, max(0, start - 1)) + 1
    return start > 0 and goes_through(listed(o, t, before, 2))
