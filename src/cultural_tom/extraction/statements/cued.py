"""Cue words with an answer after them: "final answer: B", "the answer is B", "I choose B"."""

import re
from collections.abc import Iterator
from itertools import islice

from cultural_tom.extraction.answer import Rule
from cultural_tom.extraction.clauses import CLAUSE_END, SENTENCE_END, sentence_end, sentence_start, supposed
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references import letters, rows, words
from cultural_tom.extraction.references.marks import past_between
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.place import past_determiner
from cultural_tom.extraction.references.value import NOTHING, OUT, Named, Refs, all_named
from cultural_tom.extraction.statements.alone import announced_in_doubt
from cultural_tom.extraction.statements.announced import announced
from cultural_tom.extraction.statements.committed import committed, is_complete
from cultural_tom.extraction.statements.doubt import conditional, doubtful, hearsay
from cultural_tom.extraction.statements.names import MISTAKEN
from cultural_tom.extraction.statements.statement import Statement, last

_BEFORE_CUE = 24
_BEFORE_INFINITIVE = 70
_SHORTEST_WORDS = 4
_LIKELIEST_REACH = 80
_MOST_COPULAS = 3
_ANOTHERS = re.compile(r"(?<!\bit)(?<!that)(?<!here)(?<!what)'s (?:own )?\Z")
_OTHERS_FIELD = re.compile(
    r"(?:wrong|incorrect|extracted|student|user|previous|old|example|sample|counterfactual|human)_\Z"
)
_CAPITAL = re.compile(rf"(?<![{WORD}'])[A-Z](?![{WORD}'])")
_SENTENCE_REACH = 120
_CHOICES = re.compile(r"(?:answer )?(?:choices|options)\b")
_CANDIDATE = re.compile(rf"[{WORD}]+ (?:[a-z]|\d{{1,2}})(?![{WORD}])")
_HEADING_REACH = 8
_POINTS = re.compile(r"\bscore\b|\A(?:severity|urgency|rating):")
_BESIDE = re.compile(
    r"(?:severity|urgency|topic|type|relation|relationship|emotion|intent|stance|sentiment):"
)
_YES_OR_NO = re.compile(r": ?(?:yes|no)\b", re.IGNORECASE)
_FINAL_GRADE = re.compile(r"final (?:score|rating|grade):\Z")
_TWO = 2
_BETWEEN_TWO = re.compile(r"\b(?:between|zwischen|entre|между)\b|介于|介於")
_WORD_BEFORE = re.compile(r"[a-z]{3,20} \Z")
_BRACKETED_HEADING = re.compile(r"(?:\A|\n)\[\w+ \w{1,2}\]:?\n")
_LABEL = re.compile(
    r"[A-Z][):] \S|[(\[][A-Z][)\]] \S"
)  # with other words than the option's, as in another language


def cued(t: Text, o: Offered) -> list[Statement]:
    """A final cue counts whatever stands before it; others not where they are negated, unsure or supposed."""
    out: list[Statement] = []
    aside: list[Statement] = []
    end_of_last = -1
    for m in last(o.lang.cues(t.low)):
        if t.text[m.start() - 1 : m.start()] == "<" and t.text[m.end() : m.end() + 1] == ">":
            continue  # a tag, which `marked` reads
        final = m["final"] is not None or (
            o.numeric and _FINAL_GRADE.search(t.low, max(0, m.start() - _BEFORE_CUE), m.end()) is not None
        )
        if not final and (_is_option(t, o, m) or _is_bracketed_heading(t, m)):
            continue
        if m.start() < end_of_last or (not final and _in_doubt(t, o, m.start())):
            continue
        if _is_no_cue(t, o, m.start()) or (not final and hearsay(t, o, m.start())):
            continue
        if not final and _is_anothers(t, o, m.start()):
            continue
        found = announced(t, o, m)
        if found is not None and _is_quoted_in_doubt(t, o, m.start()):
            continue
        if found is not None and not final and _is_heading(t, o, m.end(), found.start):
            continue
        if found is not None and m["choose"] and _is_owner(t, found):
            continue
        if (
            found is not None
            and not o.many
            and _CHOICES.match(t.low, m.start())
            and "\n" in t.text[m.end() : found.start]
        ):
            continue  # "let us look at the answer choices:", and they stand below
        if found is not None and _BETWEEN_TWO.search(t.low, m.end(), found.start):
            continue
        if found is not None and _is_of_something_else(t, o, m, found):
            if found.values == (OUT,) and _POINTS.search(m[0]):
                aside.append(Statement(found.values, m.start(), found.end, "cue"))
            continue
        if found is not None and (
            final or not (supposed(t, m.start(), found.end, o.lang) or conditional(t, o, m.start()))
        ):
            rule: Rule = "final_cue" if final else "cue"
            out.append(Statement(found.values, m.start(), found.end, rule, final))
            end_of_last = found.end
    # what else the text names by chance is no answer where only something else was announced
    return [*(out or aside), *_likeliest(t, o), *_retracted(t, o), *_instead(t, o)]


def _is_of_something_else(t: Text, o: Offered, cue: re.Match[str], found: Refs) -> bool:
    """Points or a grade beside the answer ("Score: 7" of what was counted, "severity: 2" where two options are no grades), a class coded
    from 0 or from 1 ("label: 1" of two), a field left empty ("urgency: none"), or a number where yes and no are asked for."""
    said = t.text[found.start : found.end].strip("([ ")
    if found.values == (OUT,):
        return _POINTS.search(cue[0]) is not None or (o.yes_no is not None and said.isdigit())
    if found.values == (NOTHING,):
        return _BESIDE.match(cue[0]) is not None
    coded = o.n == 2 and not o.numeric and said in ("0", "1")
    return (coded and cue[0].startswith("label")) or (
        o.n == 2 and not o.numeric and said.isdigit() and _POINTS.search(cue[0]) is not None
    )


def _is_owner(t: Text, found: Refs) -> bool:
    """What the option's words name owns what is chosen: 我推荐王强的同事."""
    return found.end - found.start > 1 and t.text.startswith(("的", "以外"), found.end)


def _is_anothers(t: Text, o: Offered, cue: int) -> bool:
    """The clause begins with others than the speaker: "most people would answer B"."""
    first = sentence_start(t.text, cue, _SENTENCE_REACH)
    *_, near = CLAUSE_END.split(t.low[first:cue])
    return o.lang.others.match(near.strip()) is not None


def _is_heading(t: Text, o: Offered, cue: int, start: int) -> bool:
    """The answer stands on a later line, after a cue of its own."""
    return "\n" in t.text[cue:start] and o.lang.any_cue.pattern.search(t.low, cue, start) is not None


def _is_quoted_in_doubt(t: Text, o: Offered, cue: int) -> bool:
    """The line is a quotation that the line before announces for another case: 'if it were 5, I would say:' and below it '"The answer is A"'."""
    line = t.text.rfind("\n", 0, cue) + 1
    return t.text[line : line + 1] == '"' and announced_in_doubt(t, o, line)


def _is_bracketed_heading(t: Text, cue: re.Match[str]) -> bool:
    """The line is the heading of what stands below it: "[RESPONSE B]"."""
    return (
        cue[0] == "response"
        and _BRACKETED_HEADING.search(t.text, max(0, cue.start() - 2), cue.end() + _HEADING_REACH) is not None
    )


def _is_option(t: Text, o: Offered, cue: re.Match[str]) -> bool:
    """The cue opens an option's own words: "response" where "Response 1" is one."""
    said = words.at(o, t.low, cue.start())
    if said is not None and said.end > cue.end():
        return True
    name = _CANDIDATE.match(t.low, cue.start()) if o.names_with_marks else None
    return name is not None and any(words.stands_in(f, name[0]) for f in o.folded)


def _is_no_cue(t: Text, o: Offered, cue: int) -> bool:
    """The cue is a part of another word: 选 of 选项, "answer" of "student_answer"."""
    if t.text.startswith(("Response:", "response:"), cue) and o.yes_no and _one_of_many(t, cue):
        return True
    if t.text[cue - 1 : cue] == "_" and _OTHERS_FIELD.search(t.low, max(0, cue - _BEFORE_CUE), cue):
        return True
    return any(o.lang.no_cue.match(t.low, at) for at in range(max(0, cue - 1), cue + 1))


def _one_of_many(t: Text, cue: int) -> bool:
    """A word stands before "response:" on its line, and another line says yes or no of something: "Harmful response: no"."""
    line = t.text.rfind("\n", 0, cue) + 1
    named = _WORD_BEFORE.search(t.low, max(line, cue - _BEFORE_CUE), cue)
    return (
        named is not None
        and named[0] not in ("final ", "my ", "correct ")
        and len(list(islice(_YES_OR_NO.finditer(t.text), _TWO))) == _TWO
    )


def _likeliest(t: Text, o: Offered) -> Iterator[Statement]:
    """The words of such questions: "the most likely emotion is (c)"."""
    for m in last(sorted([*o.lang.most.find(t.low), *o.lang.superlative.find(t.low)], key=_start)):
        if _in_doubt(t, o, m.start()):
            continue
        until = _asked_until(t, m.end())
        verb = o.lang.copula if m.re is o.lang.superlative.pattern else o.lang.seems
        for copula in islice(verb.finditer(t.low, m.end(), until), _MOST_COPULAS):
            if o.lang.negation.search(t.low, max(m.end(), copula.start() - 2), copula.end()):
                break  # 最合适的不是B
            at = past_between(t.text, copula.end())
            row = rows.at(o, t, at, lines=o.many) or rows.at(o, t, past_determiner(o, t, at), lines=o.many)
            if row is None or not (is_complete(t, o, row.end) or _LABEL.match(t.text, row.start)):
                continue
            if m.re is o.lang.superlative.pattern and not _is_marked(t, o, row):
                break  # "the most important thing is the box": no word of such questions
            row = committed(t, o, m.start(), row)
            if row is None or doubtful(t, o, m.start(), row.end):
                break
            if o.lang.copula.fullmatch(copula[0]) or not _left_open(t, o, copula, row):
                yield Statement(row.values, m.start(), row.end, "cue")
            break


def _left_open(t: Text, o: Offered, verb: re.Match[str], row: Refs) -> bool:
    """The sentence that says what the likeliest may be is about a mistake, denies or doubts something, turns, or names another
    option: "the most likely mistake may be B", "it may be joy, but it may be fear"."""
    first, stop = sentence_start(t.text, verb.start(), _SENTENCE_REACH), sentence_end(t.text, row.end)
    if MISTAKEN.search(t.low, first, verb.start()) or o.lang.whether.search(t.low, first, verb.start()):
        return True
    against = (o.lang.negation, o.lang.revise, o.lang.alternative, o.lang.unsure)
    if any(p.search(t.low, row.end, stop) for p in against) or o.lang.negation.search(
        t.low, first, row.start
    ):
        return True
    named = (*letters.anywhere(o, t, row.end, stop), *words.anywhere(o, t.low, row.end, stop))
    return any(r.value not in row.values for r in named)


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
        or (t.text[row.start].isupper() and is_complete(t, o, row.end))
    )


def _retracted(t: Text, o: Offered) -> Iterator[Statement]:
    """What takes an answer back and gives another: "A ... no wait, B"."""
    for m in last(o.lang.retract.find(t.low)):
        word = m.start() + len(m[0]) - len(m[0].lstrip(" .,:"))
        if words.at(o, t.low, word) is not None:
            continue  # an option's own words begin so
        row = rows.at(o, t, past_between(t.text, m.end()), lines=False)
        if row is not None and is_complete(t, o, row.end) and isinstance(row.values[0], Named):
            row = committed(t, o, m.start(), row)
            if row is not None:
                yield Statement(row.values, row.start, row.end, "cue")


def _instead(t: Text, o: Offered) -> Iterator[Statement]:
    """What is named in the place of options that are denied: "neither A nor B but C"."""
    for m in last(o.lang.instead.find(t.low)):
        row = rows.at(o, t, past_between(t.text, m.end()), lines=False)
        if row is None or not all_named(row.values) or not is_complete(t, o, row.end):
            continue
        first = sentence_start(t.text, m.start(), _SENTENCE_REACH)
        others = {o.of_letter(c) for c in _CAPITAL.findall(t.text, first, m.start())}
        others |= {r.value for r in words.anywhere(o, t.low, first, m.start())}
        denied = others - set(row.values) and o.lang.negation.search(t.low, first, m.end())
        if denied and not doubtful(t, o, first, row.end):
            yield Statement(row.values, first, row.end, "declared")


def _seen_as(t: Text, o: Offered, cue: int) -> bool:
    """The cue is an infinitive, and a word of doubt stands before it in its clause."""
    if t.low[cue - 3 : cue] != "to ":
        return False
    first = max(0, cue - _BEFORE_INFINITIVE)
    for bound, text in ((CLAUSE_END, t.text), (o.lang.revise, t.low)):
        first = max([first, *(m.end() for m in bound.finditer(text, first, cue))])
    return o.lang.unsure.search(t.low, first, cue) is not None


def _in_doubt(t: Text, o: Offered, cue: int) -> bool:
    """Directly before the cue stands a negation or a word of doubt: "not the answer", "perhaps the answer"."""
    ahead = t.low[max(0, cue - _BEFORE_CUE) : cue]
    if "'s " in ahead and _ANOTHERS.search(t.low, max(0, cue - _BEFORE_CUE), cue):
        return True
    *before, near = CLAUSE_END.split(ahead)
    if near.endswith("than ") or _seen_as(t, o, cue):
        return True  # "better than response B", "it could be seen as fairer to choose A"
    if any(o.lang.lead_in.fullmatch(near[m.end() :].strip()) for m in o.lang.alternative.finditer(near)):
        return True  # 选B还是选C, "either the answer is B or the answer is C"
    if o.lang.runner_up.search(near):
        return True  # "the second best option"
    if not near.strip() and before and o.lang.unsure.fullmatch(before[-1].strip()):
        return True
    line = max(
        cue - len(near), t.text.rfind("\n", 0, cue) + 1
    )  # what the line before denies is not the answer
    return bool(o.lang.negation.search(t.low, line, cue) or o.lang.unsure.search(t.low, line, cue))
