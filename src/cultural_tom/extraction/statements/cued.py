"""Cue words with an answer after them: "final answer: B", "the answer is B", "I choose B"."""

import re
from collections.abc import Iterator
from itertools import islice

from cultural_tom.extraction.answer import Rule
from cultural_tom.extraction.clauses import (
    CLAUSE_END,
    SENTENCE_END,
    clause,
    sentence_end,
    sentence_start,
    supposed,
)
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.mentions import all_of, only, ruled_in
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references import labels, letters, numbers_of_many, place, rows, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, Named, Ref, Refs, all_named
from cultural_tom.extraction.statements.doubt import asked, conditional, doubtful, hearsay
from cultural_tom.extraction.statements.statement import Statement, last

_FIRM = re.compile(r"[:=>→,-]|[a-zа-я\u0600-\u06ff\u0900-\u09ff\u3040-\u9fff]")
_AT_END = re.compile(r"\s*(?:\Z|\n|[.,;!?。！？、،؛।)\]}\"'」』(-])")
_BETWEEN = " :=>→,、،\n-】]"
_CLOSING_QUOTES = ('"', "」", "』")
_ANNOUNCES = re.compile(r"[:】\]]|(?<=\s)-\s")
_BEFORE_CUE = 24
_SHORTEST_WORDS = 4
_LIKELIEST_REACH = 80
_MOST_COPULAS = 3
_DENIAL_REACH = 24
_SAYS_GAP = 3
_ANOTHERS = re.compile(r"(?<!\bit)(?<!that)(?<!here)(?<!what)'s (?:own )?\Z")
_CAPITAL = re.compile(rf"(?<![{WORD}'])[A-Z](?![{WORD}'])")
_NOT_LINKED = (",", "，", "、", "،")
_SENTENCE_REACH = 120
_MOST_LINES = 40
_LABEL = re.compile(r"[A-Z][)] \S|\([A-Z]\) \S")  # with other words than the option's, as in another language
_LETTER_AND_WORDS = re.compile(
    r"[A-Z][.)] \S|[A-Z]:[\u4e00-\u9fff]{4}"
)  # "the answer is A. The box was not there": what follows is a sentence
_FIRST_TWO = re.compile(r"[(\[]?[aA] ?(?:[,/、] ?[bB] ?[,/、]| ?(?:-|to|through) ?[C-Zc-z][)\]])")
_WHOLE_NUMBER = re.compile(r"(?<![\w.,/−])\d+(?![\w/%°]|[.,]\d)")
_SMALL_ROW = re.compile(r"[a-h](?: ?[,、と] ?[a-h])+(?=\s*(?:\Z|\n|[.。]|です))")
_FIRST_REASON = re.compile(r"1[.)] (?=\S)")
_BARE_HEADING = re.compile(r"\nA:\s*\n")
_BULLET = re.compile(r"[-*•·] ?")


def cued(t: Text, o: Offered) -> list[Statement]:
    """A final cue counts whatever stands before it; others not where they are negated, unsure or supposed."""
    out: list[Statement] = []
    end_of_last = -1
    for m in last(o.lang.cues(t.low)):
        if t.text[m.start() - 1 : m.start()] == "<" and t.text[m.end() : m.end() + 1] == ">":
            continue  # a tag, which `marked` reads
        final = m["final"] is not None
        if m.start() < end_of_last or (not final and _in_doubt(t, o, m.start())):
            continue
        if _is_no_cue(t, o, m.start()) or (not final and hearsay(t, o, m.start())):
            continue
        if not final and _is_anothers(t, o, m.start()):
            continue
        found = _payload(t, o, m)
        if found is not None and not final and _is_heading(t, o, m.end(), found.start):
            continue
        if found is not None and (
            final or not (supposed(t, m.start(), found.end, o.lang) or conditional(t, o, m.start()))
        ):
            rule: Rule = "final_cue" if final else "cue"
            out.append(Statement(found.values, m.start(), found.end, rule, final))
            end_of_last = found.end
    return [*out, *_likeliest(t, o), *_retracted(t, o), *_instead(t, o)]


def _is_anothers(t: Text, o: Offered, cue: int) -> bool:
    """The clause begins with others than the speaker: "most people would answer B"."""
    first = sentence_start(t.text, cue, _SENTENCE_REACH)
    *_, near = CLAUSE_END.split(t.low[first:cue])
    return o.lang.others.match(near.strip()) is not None


def _is_heading(t: Text, o: Offered, cue: int, start: int) -> bool:
    """The answer stands on a later line, after a cue of its own."""
    return "\n" in t.text[cue:start] and o.lang.any_cue.pattern.search(t.low, cue, start) is not None


def _is_no_cue(t: Text, o: Offered, cue: int) -> bool:
    """The cue is a part of another word: 选 of 选项."""
    return any(o.lang.no_cue.match(t.low, at) for at in range(max(0, cue - 1), cue + 1))


def _likeliest(t: Text, o: Offered) -> Iterator[Statement]:
    """The words of such questions: "the most likely emotion is (c)"."""
    for m in last(sorted([*o.lang.most.find(t.low), *o.lang.superlative.find(t.low)], key=_start)):
        if _in_doubt(t, o, m.start()):
            continue
        until = _asked_until(t, m.end())
        for copula in islice(o.lang.copula.finditer(t.low, m.end(), until), _MOST_COPULAS):
            if o.lang.negation.search(t.low, max(m.end(), copula.start() - 2), copula.end()):
                break  # 最合适的不是B
            at = _past_between(t.text, copula.end())
            row = rows.at(o, t, at, lines=o.many) or rows.at(o, t, _past_determiner(o, t, at), lines=o.many)
            if row is None or not (_is_complete(t, o, row.end) or _LABEL.match(t.text, row.start)):
                continue
            if m.re is o.lang.superlative.pattern and not _is_marked(t, o, row):
                break  # "the most important thing is the box": no word of such questions
            row = _committed(t, o, m.start(), row)
            if row is not None and not doubtful(t, o, m.start(), row.end):
                yield Statement(row.values, m.start(), row.end, "cue")
            break


def _asked_until(t: Text, start: int) -> int:
    """Where the words end that repeat what was asked for: with their clause or soon, or at a colon that ends their line."""
    line = t.text.find(":\n", start, start + _SENTENCE_REACH)
    if line >= 0 and not SENTENCE_END.search(t.text, start, line):
        return line + 1
    stop = CLAUSE_END.search(t.text, start, start + _LIKELIEST_REACH)
    return stop.start() if stop else start + _LIKELIEST_REACH


def _start(m: re.Match[str]) -> int:
    return m.start()


def _is_marked(t: Text, o: Offered, row: Refs) -> bool:
    """The row begins with a mark, in brackets or behind a word such as "option", or before the words of its option."""
    if o.lang.noun.match(t.low, row.start) or words.at(o, t.low, row.start) is not None:
        return words.at(o, t.low, row.start) is None
    return (
        row.end - row.start > _SHORTEST_WORDS
        or _LABEL.match(t.text, row.start) is not None
        or t.text[row.start - 1 : row.start] in ("(", "[")
        or (t.text[row.start].isupper() and _is_complete(t, o, row.end))
    )


def _retracted(t: Text, o: Offered) -> Iterator[Statement]:
    """What takes an answer back and gives another: "A ... no wait, B"."""
    for m in last(o.lang.retract.find(t.low)):
        word = m.start() + len(m[0]) - len(m[0].lstrip(" .,:"))
        if words.at(o, t.low, word) is not None:
            continue  # an option's own words begin so
        row = rows.at(o, t, _past_between(t.text, m.end()), lines=False)
        if row is not None and _is_complete(t, o, row.end) and isinstance(row.values[0], Named):
            row = _committed(t, o, m.start(), row)
            if row is not None:
                yield Statement(row.values, row.start, row.end, "cue")


def _instead(t: Text, o: Offered) -> Iterator[Statement]:
    """What is named in the place of options that are denied: "neither A nor B but C"."""
    for m in last(o.lang.instead.find(t.low)):
        row = rows.at(o, t, _past_between(t.text, m.end()), lines=False)
        if row is None or not all_named(row.values) or not _is_complete(t, o, row.end):
            continue
        first = sentence_start(t.text, m.start(), _SENTENCE_REACH)
        others = {o.value(ord(c) - 65) for c in _CAPITAL.findall(t.text, first, m.start())}
        others |= {r.value for r in words.anywhere(o, t.low, first, m.start())}
        denied = others - set(row.values) and o.lang.negation.search(t.low, first, m.end())
        if denied and not doubtful(t, o, first, row.end):
            yield Statement(row.values, first, row.end, "declared")


def _in_doubt(t: Text, o: Offered, cue: int) -> bool:
    """Directly before the cue stands a negation or a word of doubt: "not the answer", "perhaps the answer"."""
    ahead = t.low[max(0, cue - _BEFORE_CUE) : cue]
    if "'s " in ahead and _ANOTHERS.search(t.low, max(0, cue - _BEFORE_CUE), cue):
        return True
    *before, near = CLAUSE_END.split(ahead)
    if any(m.end() == len(near.rstrip()) for m in o.lang.alternative.finditer(near)):
        return True  # 选B还是选C
    if o.lang.runner_up.search(near):
        return True  # "the second best option"
    if not near.strip() and before and o.lang.unsure.fullmatch(before[-1].strip()):
        return True
    line = max(
        cue - len(near), t.text.rfind("\n", 0, cue) + 1
    )  # what the line before denies is not the answer
    return bool(o.lang.negation.search(t.low, line, cue) or o.lang.unsure.search(t.low, line, cue))


def _payload(t: Text, o: Offered, cue: re.Match[str]) -> Refs | None:
    """What the cue announces: the references after it; else, if a word such as "is" follows the cue, what its
    sentence names."""
    link = o.lang.link.match(t.low, cue.end())
    pos = link.end() if link else cue.end()
    firm = bool(cue["choose"] or (link and _FIRM.search(link[0])))
    # the link may have eaten what belongs to the answer (a bracket, "option", "no."), so try it whole first
    named_from = _before_determiner(o, t, cue.end(), pos)
    for at in dict.fromkeys((cue.end(), named_from, pos)):
        start = _past_between(t.text, at)
        if "\n" in t.text[cue.end() : start]:
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
        if row is not None and not o.many and _another_item(t, o, row):
            return Refs((*row.values, CLASH), row.start, row.end)
        if row is not None and (firm or _ANNOUNCES.search(t.text, at, start) or _is_complete(t, o, row.end)):
            weak = cue[0] in o.lang.imperative and not (
                _is_complete(t, o, row.end) or o.lang.because.match(t.low, row.end)
            )
            return None if weak else _committed(t, o, cue.start(), row)
    announced = t.text[cue.end() : pos + 1].lstrip(" *")[:1] == ":" or cue["final"] is not None
    if (
        announced
        and o.numeric
        and not o.many
        and (amount := _amount_at_end(t, o, pos, cue["final"] is not None))
    ):
        return amount
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
    named = (
        (numbers_of_many.the_one(o, t, pos, stop) or all_of(o, t, pos, stop))
        if o.many
        else only(o, t, named_from, stop)
    )
    if named is None or o.lang.unsure.search(t.low, pos, named.start):
        return None
    if cue["choose"] and o.lang.negation.search(t.low, pos, named.start):
        return None  # 私は国を支持しませんが、…ロシアの…
    return None if asked(t, o, cue.start(), named.end) else named


def _amount_at_end(t: Text, o: Offered, start: int, final: bool) -> Refs | None:
    """The number that the sentence at the position ends with, where options are numbers and it names no other, behind a final
    cue or at the end of the text: "Answer: she lives in house number 4."."""
    begin = _past_between(t.text, start)
    stop = sentence_end(t.text, begin)
    numbers = list(_WHOLE_NUMBER.finditer(t.low, begin, stop))
    if not final and t.text[stop:].strip(" .)\"'"):
        return None
    if len({m[0] for m in numbers}) != 1 or t.text[numbers[-1].end() : stop].strip(" .)\"'"):
        return None
    hits = [i for i, f in enumerate(o.folded) if f == numbers[-1][0]]
    doubts = (o.lang.negation, o.lang.unsure, o.lang.condition, o.lang.says, o.lang.whether)
    if len(hits) != 1 or any(p.search(t.low, begin, stop) for p in doubts) or asked(t, o, begin, stop):
        return None
    return Refs((o.value(hits[0]),), numbers[-1].start(), numbers[-1].end())


def _picked(o: Offered, listed: list[Ref]) -> Refs | None:
    """The options of a list below a cue, where several may be chosen; a list of all of them is only repeated."""
    values = tuple(dict.fromkeys(label.value for label in listed))
    if not o.many or len(values) == o.n or len(values) < len(listed):
        return None
    return Refs(values, listed[0].start, listed[-1].end)


def _is_own_item(o: Offered, t: Text, start: int) -> bool:
    """The number of a list's first item stands before the words of the first option."""
    ref = place.at(o, t, start)
    return ref is not None and ref.end - start > _SHORTEST_WORDS


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
    if not (line and after) or _BULLET.sub("", t.text[line : row.start]).strip():
        return False
    if t.text[row.end : after].strip(" .。।\n"):
        return False
    second = _BULLET.match(t.text, after)
    other = place.at(o, t, second.end() if second else after)
    stop = t.text.find("\n", after)
    rest = t.text[other.end : stop if stop >= 0 else len(t.text)] if other else ""
    return other is not None and other.value not in row.values and not rest.strip(" .。।")


def _past_between(text: str, pos: int) -> int:
    while text[pos : pos + 1] and text[pos] in _BETWEEN:
        pos += 1
    return pos


def _past_determiner(o: Offered, t: Text, pos: int) -> int:
    """The position after an article: "the" of "the blue bag"."""
    if t.text[pos : pos + 2] == "A ":
        return pos  # the letter
    article = next((w for w in o.lang.determiners if t.low.startswith(w, pos)), "")
    return pos + len(article)


def _before_determiner(o: Offered, t: Text, start: int, pos: int) -> int:
    """The position before an article that ends there: "the" may belong to the option's words."""
    said = t.low[start:pos]
    article = next((w for w in o.lang.determiners if said.endswith(f" {w}")), "")
    return pos - len(article)


def _is_complete(t: Text, o: Offered, end: int) -> bool:
    """After the references the clause ends, or goes on with words that only round it off."""
    space = t.low[end : end + 1] == " "
    noun = o.lang.noun.match(t.low, end + space)
    return bool(
        (noun and _AT_END.match(t.text, noun.end()))
        or t.text[end - 1 : end] in _CLOSING_QUOTES
        or _AT_END.match(t.text, end)
        or o.lang.tail.match(t.low, end + space)
    )


def _committed(t: Text, o: Offered, start: int, row: Refs) -> Refs | None:
    """The references, unless their sentence makes them a question, a part of the answer or a contradiction."""
    if (o.many and _more(t, o, row)) or asked(t, o, start, row.end):
        return None
    letter = _LETTER_AND_WORDS.match(t.text, row.start)
    verdict = letter and o.lang.wrong.match(t.low, row.start + 2)
    if (verdict or not letter) and _denied_after(t, o, row.end):
        return None
    if not o.many and (_taken_back(t, o, row) or _other_possible(t, o, row)):
        return Refs((*row.values, CLASH), row.start, row.end)
    return row


def _denied_after(t: Text, o: Offered, end: int) -> bool:
    """The clause goes on with a negation: 答えはAではなく, "the answer A is wrong"."""
    if _AT_END.match(t.text, end) or t.text[end - 1] in ")]」】":
        return False
    stop = min(clause(t, end, end, o.lang, CLAUSE_END)[1], end + _DENIAL_REACH)
    m = o.lang.negation.search(t.low, end, stop)
    if m and o.lang.negation_follows and m.start() - end <= _SAYS_GAP:
        return True
    if m and place.at(o, t, _past_between(t.text, m.end())) is None:
        return True  # else it is the other one that is denied: "A rather than B"
    return any(o.lang.says.match(t.low, at) for at in range(end, end + _SAYS_GAP))


def _other_possible(t: Text, o: Offered, row: Refs) -> bool:
    """The sentence goes on to say that it may be another letter: "the answer is A, or possibly C"."""
    stop = sentence_end(t.text, row.end)
    because = o.lang.because.search(t.low, row.end, stop)
    stop = because.start() if because else stop
    for r in letters.anywhere(o, t, row.end, stop):
        if r.value not in row.values:
            left, _ = clause(t, r.start, r.end, o.lang, CLAUSE_END)
            left = max(left, row.end)
            if o.lang.negation.search(t.low, left, r.start):
                continue
            if o.lang.unsure.search(t.low, left, r.start) or o.lang.alternative.search(t.low, left, r.start):
                return True
    return False


def _more(t: Text, o: Offered, row: Refs) -> bool:
    """The sentence goes on to name further options, but for a reason: the row is not the whole answer."""
    end = row.end
    stop = sentence_end(t.text, end)
    because = o.lang.because.search(t.low, end, stop)
    further = ruled_in(o, t, end, because.start() if because else stop)
    return any(further) or o.lang.exception.search(t.low, end, stop) is not None


def _taken_back(t: Text, o: Offered, row: Refs) -> bool:
    """The answer is an option's words, and its sentence goes on to another option ("the drawer is where it
    is, but he looks in the box"): which of the two is meant is not guessed. A reason may name others."""
    if row.end - row.start < _SHORTEST_WORDS:
        return False
    stop = sentence_end(t.text, row.end)
    because = o.lang.because.search(t.low, row.end, stop)
    reason = because.start() if because else stop
    but = o.lang.revise.search(t.low, reason, stop)
    return any(
        r.start < reason or (but is not None and r.start > but.start())
        for r in ruled_in(o, t, row.end, stop, besides=row.values)
    )
