"""Several options listed one a line below words that end with a colon, where several may be right: "Mammals are:", "- A) the
dolphin", "- C) the bat"."""

import re

from cultural_tom.extraction.clauses import sentence_start
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import labels, words
from cultural_tom.extraction.references.marks import END, past_label
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Ref, Refs, Value

_BULLET = re.compile(r"[\s+*·・•-]{0,4}(?:[☑✅✔✓👉🚶🚴🏊][️\s]{0,2})?(?:\d{1,2}[.)] ?)?")
_ITEM = re.compile(r"[ *-]{0,4}(\d{1,2})[.)] ?")
_ENDS = (".", "。", "।", "!", "！", ")", "」")
_FEWEST = 2
_HEADER_REACH = 200


def picked(t: Text, o: Offered) -> Refs | None:
    """The options of the only such list; None where it holds all of them, or the first ones in their order at the end of
    the text, where it may break off."""
    if not o.many or "\n" not in t.text:
        return None
    blocks = _blocks(t, o)
    apart = len(blocks) != 1
    found = _labelled(t, o) if apart else blocks[0]
    if not found or (apart and not t.text.endswith(_ENDS)):
        return None
    values: tuple[Value, ...] = tuple(dict.fromkeys(r.value for r in found))
    prefix = values == tuple(map(o.value, range(len(values))))
    if (
        not _FEWEST <= len(values) == len(found) < o.n
        or (prefix and apart)
        or (prefix and not t.text[_line_end(t, found[-1].end) :].strip())
    ):
        return None
    return Refs(values, found[0].start, found[-1].end) if _is_headed(t, o, found[0].start) else None


def _blocks(t: Text, o: Offered) -> list[list[Ref]]:
    """Lines directly below each other that begin with an option, two or more."""
    out: list[list[Ref]] = []
    block: list[Ref] = []
    line = 0
    while line >= 0:
        end = _line_end(t, line)
        ref = _option(t, o, line, end)
        if ref is not None:
            block.append(Ref(ref.value, line, ref.end))
        else:
            out.append(block)
            block = []
        line = end + 1 if end < len(t.text) else -1
    return [b for b in (*out, block) if len(b) >= _FEWEST]


def _labelled(t: Text, o: Offered) -> list[Ref]:
    """Lines that begin with a label and the words of its option, whatever stands between them, where no line begins with the
    label of another one."""
    found: list[Ref] = []
    line = 0
    while line >= 0:
        end = _line_end(t, line)
        label = labels.at(o, t, line) or _numbered(t, o, line)
        ref = _option(t, o, line, end) if label is not None else None
        if label is not None and (ref is None or ref.value != label.value):
            return []
        if ref is not None:
            found.append(Ref(ref.value, line, ref.end))
        line = end + 1 if end < len(t.text) else -1
    return found if len(found) >= _FEWEST else []


def _numbered(t: Text, o: Offered, line: int) -> Ref | None:
    """The number of a list item as a label."""
    m = _ITEM.match(t.text, line)
    return Ref(o.value(int(m[1]) - 1), line, m.end()) if m else None


def _line_end(t: Text, pos: int) -> int:
    end = t.text.find("\n", pos)
    return end if end >= 0 else len(t.text)


def _option(t: Text, o: Offered, start: int, stop: int) -> Ref | None:
    """The option that the line begins with, by its words, its label before them or not."""
    pos = _BULLET.match(t.text, start, stop).end()  # type: ignore[union-attr]
    label = labels.at(o, t, pos) or labels.at(o, t, start)
    said = past_label(t.text, label.end) if label else pos
    ref = words.at(o, t.low, said)
    if ref is None or not isinstance(ref.value, Named) or (label is not None and label.value != ref.value):
        return None
    is_item = pos > start or label is not None
    return (
        ref if (END.match(t.text, ref.end) if is_item else not t.text[ref.end : stop].strip(" .;,")) else None
    )


def _is_headed(t: Text, o: Offered, start: int) -> bool:
    """The sentence before the list ends with a colon, or has a word such as "following", and denies nothing."""
    before = t.text[:start].rstrip()
    first = sentence_start(t.text, len(before) - 1, _HEADER_REACH)
    if not before.endswith(":") and not o.lang.listing.search(t.low, first, len(before)):
        return False
    return o.lang.negation.search(t.low, first, len(before)) is None
