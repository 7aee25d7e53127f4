"""What a cue announces: the references directly behind it, or what its sentence names."""

import re

from cultural_tom.extraction.clauses import sentence_end
from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.mentions import all_of, only
from cultural_tom.extraction.references import labels, numbers_of_many, place, rows, words
from cultural_tom.extraction.references.marks import END, goes_on_numbers, past_between
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.resembling import resembling
from cultural_tom.extraction.references.value import CLASH, Named, Ref, Refs
from cultural_tom.extraction.statements.committed import committed, is_complete
from cultural_tom.extraction.statements.doubt import asked

_FIRM = re.compile(r"[:=>→,-]|[a-zа-я\u0600-\u06ff\u0900-\u09ff\u3040-\u9fff]")
_ANNOUNCES = re.compile(r"[:】\]]|(?<=\s)-\s")
_SHORTEST_WORDS = 4
_NOT_LINKED = (",", "，", "、", "،")
_MOST_LINES = 40
_FIRST_TWO = re.compile(r"[(\[]?[aA] ?(?:[,/、] ?[bB] ?[,/、]| ?(?:-|to|through) ?[C-Zc-z][)\]])")
_SMALL_ROW = re.compile(r"[a-h](?: ?[,、と] ?[a-h])+(?=\s*(?:\Z|\n|[.。]|です))")
_FIRST_REASON = re.compile(r"1[.)] (?=\S)")
_BARE_HEADING = re.compile(r"\nA:\s*\n")
_BULLET = re.compile(r"[-*•·] ?")
_TASK = re.compile(
    r"\b(?:find|determine|identify|check|examine|consider|evaluate|analy[sz]e|compare|review|look at) (?:the |each |all |these |our )?"
    r"(?:given |provided |possible )?\Z"
)
_TASK_REACH, _GLANCE = 40, 4
_NEXT_MARK = re.compile(r"[.;,]? \(?([A-HJ-Z])[.)] (?=\S)")
_MARK_FIRST = re.compile(r"\(?[A-Z][.):]")
_AROUND_EATEN = " \"'"
_PAUSE = re.compile(r"(?:\.{2,4}|…) ?(?=[A-Z(\[])")


def announced(t: Text, o: Offered, cue: re.Match[str]) -> Refs | None:
    """What the cue announces: the references after it; else, if a word such as "is" follows the cue, what its
    sentence names."""
    link = o.lang.link.match(t.low, cue.end())
    pos = link.end() if link else cue.end()
    firm = bool(cue["choose"] or (link and _FIRM.search(link[0])))
    # the link may have eaten what belongs to the answer (a bracket, "option", "no."), so try it whole first
    named_from = _before_determiner(o, t, cue.end(), pos)
    pause = _PAUSE.match(t.text, cue.end()) if cue["choose"] else None
    eaten = _eaten(t, o, cue.end(), pos)
    first = pause.end() if pause else cue.end() if eaten is None else eaten
    for at in dict.fromkeys((first, named_from, pos)):
        start = past_between(t.text, at)
        if "\n" in t.text[cue.end() : start]:
            if not o.many and _TASK.search(t.low, max(0, cue.start() - _TASK_REACH), cue.start()):
                return None  # "Let us check the answer choices:", and below it the first of them
            listed = labels.listed(o, t, t.text.rfind("\n", 0, start) + 1)
            if labels.goes_through(listed) or (o.many and len(listed) > 1):
                return _picked(o, listed)
            if o.many and len(listed) == 1 and _weighed_in_turn(o, t, listed[0]):
                return None
            if _FIRST_REASON.match(t.text, start) and not _is_own_item(o, t, start):
                return None
            if _BARE_HEADING.match(t.text, start) or _BARE_HEADING.match(t.text, start - 1):
                return None  # "Answer:" and below it "A:", which stands for that word
        if not o.many and words.at(o, t.low, start) is None:
            noun = o.lang.noun.match(t.low, start)
            if first_two := _FIRST_TWO.match(t.text, noun.end() + 1 if noun else start):
                # the answer choices (a, b, c, d); without such a word it is an answer, and two
                return None if noun else Refs((CLASH,), start, first_two.end())
            if small := _SMALL_ROW.match(t.text, start):
                return Refs((CLASH,), start, small.end())  # 【回答】a,d
        row = rows.joined(o, t, start) or rows.at(o, t, start, lines=o.many)
        if row is not None and _is_copula(t, cue.end(), row, pos):
            continue
        if row is not None and (_goes_on_below(t, o, row) if o.many else _another_item(t, o, row)):
            return Refs((*row.values, CLASH), row.start, row.end)
        if row is not None and not o.many and _another_behind(t, o, row):
            return Refs((CLASH,), row.start, row.end)
        if row is not None and (firm or _ANNOUNCES.search(t.text, at, start) or is_complete(t, o, row.end)):
            weak = cue[0] in o.lang.imperative and not (
                is_complete(t, o, row.end) or o.lang.because.match(t.low, row.end)
            )
            return None if weak else committed(t, o, cue.start(), row)
    if t.text[cue.end() : cue.end() + 1] in _NOT_LINKED:
        return None  # "B is the best answer, but C ..."
    if not firm or cue[0] in o.lang.imperative or "\n" in t.text[cue.end() : pos]:
        return None
    if t.text[cue.start() - 1 : cue.start()] == "<":
        return None  # "the <answer> tag"
    if o.lang.none.match(t.low, pos):
        return None  # "the answer is: none of these, though ..."
    stop = sentence_end(t.text, pos)
    if not o.many and (row := words.inflected(o, t, pos, stop)):
        return row
    if not o.many and (alike := resembling(o, part(t.text[pos:stop]))):
        return None if asked(t, o, cue.start(), stop) else Refs(alike.values, pos, stop)
    named = (
        (numbers_of_many.the_one(o, t, pos, stop) or all_of(o, t, pos, stop))
        if o.many
        else only(o, t, named_from, stop)
    )
    if named is None or o.lang.unsure.search(t.low, pos, named.start):
        return None
    if o.numeric and goes_on_numbers(t.text, named.start, pos):
        return None  # "we can choose 1, 4, 16"
    if cue["choose"] and o.lang.negation.search(t.low, pos, named.start):
        return None  # 私は国を支持しませんが、…ロシアの…
    return None if asked(t, o, cue.start(), named.end) else named


def _is_copula(t: Text, cue: int, row: Refs, pos: int) -> bool:
    """The option's words are the verb between the end of the cue and a colon or quote before `pos`, where the answer stands: 答案是：B and
    答案是：无法判断 where 是 is an option."""
    if t.text[cue : row.start].strip() or row.end > pos or not t.text[pos:].strip(_AROUND_EATEN):
        return False
    return any(sign in t.text[row.end : pos] for sign in ':"(')


def _eaten(t: Text, o: Offered, start: int, end: int) -> int | None:
    """Where the words of an option begin with which a link ends, as that of "the verdict is correct" does."""
    stop = len(t.low[:end].rstrip(_AROUND_EATEN))
    starts = [at for f in o.folded if f and (at := stop - len(f)) > start and t.low.startswith(f, at)]
    return min(starts) if starts and END.match(t.text, stop) else None


def _picked(o: Offered, listed: list[Ref]) -> Refs | None:
    """The options of a list below a cue, where several may be chosen; a list of all of them is only repeated."""
    values = tuple(dict.fromkeys(label.value for label in listed))
    if not o.many or len(values) == o.n or len(values) < len(listed):
        return None
    return Refs(values, listed[0].start, listed[-1].end)


def _is_own_item(o: Offered, t: Text, start: int) -> bool:
    """The number of a list's first item stands before the words of the first option."""
    ref = place.at(o, t, start)
    return ref is not None and ref.end - start > _SHORTEST_WORDS and ref.value is not CLASH


def _weighed_in_turn(o: Offered, t: Text, first: Ref) -> bool:
    """A later line begins with the label of the next option: each is looked at, and this one is not yet the answer."""
    if not isinstance(first.value, Named):
        return False
    line = t.text.find("\n", first.end) + 1
    for _ in range(_MOST_LINES):
        if not line:
            break
        label = labels.at(o, t, line)
        if (
            label is not None
            and isinstance(label.value, Named)
            and label.value.index == first.value.index + 1
        ):
            return True
        line = t.text.find("\n", line) + 1
    return False


def _another_item(t: Text, o: Offered, row: Refs) -> bool:
    """The option is a line of its own, and the next line holds another one and nothing else: a list."""
    line = t.text.rfind("\n", 0, row.start) + 1
    after = t.text.find("\n", row.end) + 1
    if not (line and after) or _BULLET.sub("", t.text[line : row.start]).strip(" ([*"):
        return False
    if t.text[row.end : after].strip(" .。।\n"):
        return False
    joint = o.lang.joint.match(t.low, after)
    if joint and t.text[joint.end() : joint.end() + 1] == "\n":
        after = joint.end() + 1  # "A: the box", "And", "C: the bag"
    second = _BULLET.match(t.text, after)
    other = place.at(o, t, second.end() if second else after)
    stop = t.text.find("\n", after)
    rest = t.text[other.end : stop if stop >= 0 else len(t.text)] if other else ""
    return other is not None and _is_other(other, row) and not rest.strip(" .。।")


def _goes_on_below(t: Text, o: Offered, row: Refs) -> bool:
    """The last item of the row is labelled and begins its line, and the next line is labelled with another option: a list that goes on."""
    line = t.text.rfind("\n", 0, row.end) + 1
    if line <= row.start or labels.at(o, t, line) is None:
        return False
    after = t.text.find("\n", row.end) + 1
    label = labels.at(o, t, after) if after else None
    return label is not None and _is_other(label, row)


def _another_behind(t: Text, o: Offered, row: Refs) -> bool:
    """Behind the option's mark and words stands the mark of another, and how that begins: "A. the red box. C. the blue jar"."""
    if row.end - row.start <= _SHORTEST_WORDS:
        return False
    m = _NEXT_MARK.match(t.text, row.end)
    if m is None or not _MARK_FIRST.match(t.text, row.start):
        return False
    other = o.of_letter(m[1])
    if not isinstance(other, Named) or other in row.values:
        return False
    if words.stand_at(o, t.low, m.end(), other.index):
        return END.match(t.text, m.end() + len(o.folded[other.index])) is not None
    return t.low.startswith(o.folded[other.index][:_GLANCE], m.end())


def _is_other(ref: Ref, row: Refs) -> bool:
    return isinstance(ref.value, Named) and ref.value not in row.values


def _before_determiner(o: Offered, t: Text, start: int, pos: int) -> int:
    """The position before an article that ends there: "the" may belong to the option's words."""
    said = t.low[start:pos]
    article = next((w for w in o.lang.determiners if said.endswith(f" {w}")), "")
    return pos - len(article)
