r"""Explicit statements of an answer: `\boxed{}`, `[[ ]]`, `<answer>`, "final answer: …", "the answer is …",
"B is correct", and a first or last line that holds nothing but an answer."""

import re
from typing import NamedTuple

from cultural_tom.extract.clean import Text, lower
from cultural_tom.extract.options import CLASH, OUT, Options, Ref, Refs
from cultural_tom.extract.patterns import WORD, Language, is_word

FINAL, STATED = 2, 1
"""Strength of a statement: marked as final (or in the asked-for marks), or merely stated."""

_MARKED = re.compile(
    r"\\f?boxed\s{0,3}\{(?P<boxed>(?:[^{}]|\{[^{}]{0,200}\}){0,300})\}"
    r"|\[\[(?P<double>[^\[\]\n]{0,300})\]\]"
    r"|<(?:final_?)?answer>(?P<tag>[^<]{0,2000})(?:</(?:final_?)?answer>|\Z)",
    re.IGNORECASE,
)
SENTENCE_REACH = 400
"""How far from a cue its answer may stand in a sentence without an end."""

MOST_MENTIONS = 30
"""A stretch that names options more often than this is no answer."""

SENTENCE_END = re.compile(r"[.!?](?=\s|\Z)|[。！？।؟\n]")
CLAUSE_END = re.compile(r"[.,;:!?。！？、؟،؛।\n()]")
QUESTION = re.compile(r"[)\]\"'」』]{0,3}\s?[?？؟]")
_FIRM = re.compile(r"[:=>→,-]|[a-zа-я\u0600-\u06ff\u0900-\u09ff\u3040-\u9fff]")
_AT_END = re.compile(r"\s*(?:\Z|\n|[.,;!?。！？、،؛।)\]}\"'」』(-])")
_LETTER_BEFORE = re.compile(rf"(?<![{WORD}'])[(\[「]?([A-Z])[)\].:\"'」]{{0,3}}\s?\Z")


class Statement(NamedTuple):
    values: tuple[int, ...]
    start: int
    end: int
    strength: int


def part(text: str, low: str | None = None) -> Text:
    """A stretch of text, read on its own."""
    return Text(text, lower(text) if low is None else low)


def sentence_end(text: str, pos: int) -> int:
    m = SENTENCE_END.search(text, pos, pos + SENTENCE_REACH)
    return m.start() if m else min(len(text), pos + SENTENCE_REACH)


def sentences(t: Text, o: Options) -> list[tuple[int, int]]:
    """Spans of the sentences of a text; a line break ends a sentence, the point of "B. the red box" does not."""
    text = t.text
    spans, start = [], 0
    for m in SENTENCE_END.finditer(text):
        if _labels(t, o, m.start()):
            continue
        if text[start : m.start()].strip():
            spans.append((start, m.end()))
        start = m.end()
    if text[start:].strip():
        spans.append((start, len(text)))
    return spans


def _labels(t: Text, o: Options, point: int) -> bool:
    """A letter stands before the point, and the words of an option after it."""
    if (
        t.text[point] != "."
        or not "A" <= t.text[point - 1 : point] <= "Z"
        or is_word(t.text[point - 2 : point - 1])
    ):
        return False
    found = o.ref(t, point - 1)
    return found is not None and found.end > point + 1


def clause(t: Text, start: int, end: int, lang: Language, bound: re.Pattern[str]) -> tuple[int, int]:
    """The clause around a span: bounded by `bound` and by words such as "because" and "but"."""
    left = max(0, start - 200)
    for pattern, text in ((bound, t.text), (lang.because, t.low), (lang.revise, t.low), (lang.so, t.low)):
        for m in pattern.finditer(text, left, start):
            left = m.end()
    right = min(len(t.text), end + 200)
    for pattern, text in ((bound, t.text), (lang.because, t.low), (lang.revise, t.low)):
        if stop := pattern.search(text, end, right):
            right = stop.start()
    return left, right


def negated(t: Text, start: int, end: int, lang: Language, bound: re.Pattern[str] = CLAUSE_END) -> bool:
    """A negation stands in the clause of the span, outside the span itself."""
    left, right = clause(t, start, end, lang, bound)
    return bool(lang.negation.search(t.low, left, start) or lang.negation.search(t.low, end, right))


def denied(t: Text, start: int, lang: Language) -> bool:
    """A negation stands in the clause before the position."""
    left, _ = clause(t, start, start, lang, CLAUSE_END)
    return lang.negation.search(t.low, left, start) is not None


def set_aside(t: Text, r: Ref, lang: Language) -> bool:
    """A negation directly before the option: "embarrassed, not proud"."""
    return any(
        r.start - m.end() <= 5 and not CLAUSE_END.search(t.text, m.end(), r.start)
        for m in lang.negation.finditer(t.low, max(0, r.start - 16), r.start)
    )


def supposed(t: Text, start: int, end: int, lang: Language) -> bool:
    """What would have been the answer in another case: "if he had stayed, the answer would be C"."""
    if not lang.would.search(t.low, max(0, start - 30), min(len(t.low), end + 12)):
        return False
    first = start
    while first and not SENTENCE_END.match(t.text, first - 1) and start - first < 300:
        first -= 1
    return lang.condition.search(t.low, first, start) is not None


def marked(t: Text, o: Options) -> list[Statement]:
    r"""`\boxed{}`, `[[ ]]` and `<answer>`. Neighbouring `[[A]] [[C]]` are one statement."""
    out: list[Statement] = []
    last_double = False
    for m in _MARKED.finditer(t.text):
        inside = (m["boxed"] or m["double"] or m["tag"] or "").strip()
        row = o.whole(part(inside)) if inside else None
        if row is None:
            nested = stated(part(inside), o) if m["tag"] else []
            if nested:
                row = Refs(nested[-1].values, 0, 0)
            elif re.fullmatch(r"\w{1,3}", inside):
                row = Refs((OUT,), 0, 0)
            else:
                continue
        here = Statement(row.values, m.start(), m.end(), FINAL)
        gap = t.text[out[-1].end : m.start()] if out else ""
        if out and last_double and m["double"] and (len(gap) <= 8 and "\n\n" not in gap):
            here = Statement(out[-1].values + here.values, out[-1].start, m.end(), FINAL)
            out.pop()
        out.append(here)
        last_double = m["double"] is not None
    return out


def stated(t: Text, o: Options) -> list[Statement]:
    """Cue words with an answer after them, and answers that are declared right."""
    out: list[Statement] = []
    end_of_last = -1
    for m in o.lang.cue.finditer(t.low):
        if m.start() < end_of_last:
            continue
        strength = FINAL if m["final"] else STATED
        before = t.low[max(0, m.start() - 24) : m.start()]
        near = CLAUSE_END.split(before)[-1]
        if strength == STATED and (o.lang.negation.search(near) or o.lang.unsure.search(near)):
            continue
        link = o.lang.link.match(t.low, m.end())
        pos = link.end() if link else m.end()
        firm = bool(m["choose"] or (link and _FIRM.search(link[0])))
        found = _payload(t, o, m.end(), pos, firm)
        if found is not None and not (strength == STATED and supposed(t, m.start(), found.end, o.lang)):
            out.append(Statement(found.values, m.start(), found.end, strength))
            end_of_last = found.end
    return sorted(out + _declared(t, o))


def _payload(t: Text, o: Options, after_cue: int, pos: int, firm: bool) -> Refs | None:
    # the link may have eaten what belongs to the answer (a bracket, "option", "no."), so try it whole first
    for at in dict.fromkeys((after_cue, pos)):
        start = at
        while t.text[start : start + 1] and t.text[start] in " :=>→,\n-":
            start += 1
        row = o.refs(t, start, lines=o.many)
        if row is not None and (
            firm or (start > at and ":" in t.text[at:start]) or _AT_END.match(t.text, row.end)
            or o.lang.tail.match(t.low, row.end + (t.low[row.end : row.end + 1] == " "))
        ):  # fmt: skip
            if o.many and _more(t, o, row.end):
                return None
            if QUESTION.match(t.text, row.end):
                return None
            if not o.many and _taken_back(t, o, row):
                return Refs((*row.values, CLASH), row.start, row.end)
            return row
    if not firm:
        return None
    stop = sentence_end(t.text, pos)
    return only_mention(t, o, pos, stop) if not o.many else all_mentions(t, o, pos, stop)


def _taken_back(t: Text, o: Options, row: Refs) -> bool:
    """The answer is an option's words, and its sentence goes on to another option ("the drawer is where it
    is, but he looks in the box"): which of the two is meant is not guessed. A reason may name others."""
    if row.end - row.start < 4:
        return False
    stop = sentence_end(t.text, row.end)
    because = o.lang.because.search(t.low, row.end, stop)
    reason = because.start() if because else stop
    but = o.lang.revise.search(t.low, reason, stop)
    later = [
        r
        for r in o.texts(t.low, row.end, stop)
        if r.value not in row.values and (r.start < reason or (but and r.start > but.start()))
    ]
    return any(not negated(t, r.start, r.end, o.lang) for r in later)


def _more(t: Text, o: Options, end: int) -> bool:
    """The sentence goes on to name further options: the row is not the whole answer."""
    stop = sentence_end(t.text, end)
    return any(not negated(t, r.start, r.end, o.lang) for r in o.texts(t.low, end, stop)) or (
        o.lang.exception.search(t.low, end, stop) is not None
    )


def only_mention(
    t: Text, o: Options, start: int, stop: int, bound: re.Pattern[str] = CLAUSE_END
) -> Refs | None:
    """The one option that the stretch names, by letter or words, without a negation; else None."""
    found = o.texts(t.low, start, stop)
    if len(found) > MOST_MENTIONS:
        return None
    inside = [(r.start, r.end) for r in found]
    found += [r for r in o.letters(t, start, stop) if not any(a <= r.start < b for a, b in inside)]
    if len(found) > MOST_MENTIONS:
        return None
    aside = [r for r in found if set_aside(t, r, o.lang)]
    found = [r for r in found if r not in aside]
    values = {r.value for r in found}
    if len(values) != 1 or min(values) < 0:
        return None
    if o.lang.exception.search(t.low, start, stop):
        return None
    if any(negated(t, r.start, r.end, o.lang, CLAUSE_END if aside else bound) for r in found):
        return None
    return Refs((found[0].value,), found[0].start, max(r.end for r in found))


def all_mentions(t: Text, o: Options, start: int, stop: int) -> Refs | None:
    """A sentence that names options in one row ("the people who know are Anna and Ben"), and others only
    to rule them out ("Anna and Ben know, Carl does not"); else None."""
    found = sorted(
        [*o.texts(t.low, start, stop), *o.letters(t, start, stop)], key=lambda r: (r.start, -r.end)
    )
    if not 0 < len(found) <= MOST_MENTIONS or o.lang.exception.search(t.low, start, stop):
        return None
    row = o.refs(t, found[0].start)
    if row is None or negated(t, row.start, row.end, o.lang):
        return None
    others = [r for r in found if r.start >= row.end and r.value not in row.values]
    return row if all(negated(t, r.start, r.end, o.lang) for r in others) else None


def _declared(t: Text, o: Options) -> list[Statement]:
    """ "B is correct", "the box is the best answer": the option that stands directly before."""
    out = []
    for m in o.lang.correct.finditer(t.low):
        start = m.start()
        after = m.end()
        if o.lang.would.search(t.low, after, after + 8) or o.lang.condition.search(t.low, after, after + 12):
            continue
        head = t.text[max(0, start - 12) : start]
        letter = _LETTER_BEFORE.search(head)
        if letter:
            at = start - len(head) + letter.start(1)
            values = [ord(letter[1]) - 65]
            before = t.text[max(0, at - 24) : at]
            earlier = _LETTER_BEFORE.search(_without_joint(before, o.lang))
            if earlier and earlier.end() and _without_joint(before, o.lang) != before.rstrip(" ([「"):
                values.insert(0, ord(earlier[1]) - 65)
            if denied(t, at, o.lang):
                continue
            out.append(Statement(tuple(v if v < o.n else OUT for v in values), at, m.end(), STATED))
            continue
        if is_word(t.text[start - 1 : start]):
            continue
        stretch = max(0, start - 220)
        ends = [r for r in o.texts(t.low, stretch, start) if t.low[r.end : start].strip(" \"'」』)].") == ""]
        if ends and not o.many and not denied(t, ends[-1].start, o.lang):
            out.append(Statement((ends[-1].value,), ends[-1].start, m.end(), STATED))
    return out


def _without_joint(before: str, lang: Language) -> str:
    stripped = before.rstrip(" ([「")
    low = lower(stripped)
    for m in lang.joint.finditer(low):
        if m.end() == len(low):
            return stripped[: m.start()].rstrip(" ,、،")
    return stripped.rstrip(",、،/ ") if stripped[-1:] in ",、،/" else stripped


def alone(t: Text, o: Options) -> list[Statement]:
    """The first and the last line, where they hold nothing but an answer. A run of such lines that
    name different options is a repeated list of the options, and says nothing."""
    lines, at = [], 0
    for line in t.text.split("\n"):
        if line.strip():
            lines.append((at, at + len(line), line))
        at += len(line) + 1
    if not lines:
        return []
    if o.many and len(lines) > 1 and (row := o.whole(t)):
        return [Statement(row.values, 0, len(t.text), STATED)]
    rows = {
        k: o.whole(part(lines[k][2])) for k in {0, 1, len(lines) - 2, len(lines) - 1} if 0 <= k < len(lines)
    }
    out = []
    for k, neighbour in ((0, 1), (len(lines) - 1, len(lines) - 2)):
        row, other = rows[k], rows.get(neighbour)
        if row is None or (k and len(lines) == 1):
            continue
        if other is not None and set(other.values) != set(row.values) and len(lines) > 2:
            continue
        out.append(Statement(row.values, lines[k][0], lines[k][1], STATED))
    spans = sentences(t, o)
    within_line = len(spans) > 1 and t.text[spans[-1][0] - 1] != "\n" and rows[len(lines) - 1] is None
    if within_line and (row := o.whole(part(t.text[slice(*spans[-1])]))):
        out.append(Statement(row.values, *spans[-1], STATED))
    return out
