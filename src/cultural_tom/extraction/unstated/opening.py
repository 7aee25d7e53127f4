"""What the first lines of a longer text state: "x is true." on a line of its own, an option alone below "… fits the category of:"."""

import re

from cultural_tom.extraction.clauses import sentence_end
from cultural_tom.extraction.clean import Text, fold, part
from cultural_tom.extraction.mentions import only
from cultural_tom.extraction.references import labels, letters, place, rows, words
from cultural_tom.extraction.references.marks import END, past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Refs, all_named
from cultural_tom.extraction.statements.doubt import asked, conditional
from cultural_tom.extraction.statements.names import of_one
from cultural_tom.extraction.unstated.lone import LABEL_REACH, doubted

_COMMAS = (",", "!", "،", "，", "、")
_LONGEST, _MOST_WORDS = 60, 4
_FULL_END = re.compile(r"\s*(?:\Z|\n|[.!。！।;:]|\s?[-–—](?!\d))")
_SETS_OUT = re.compile(
    r"\b(?:mistake|trap|cross|discard|drop|consider|begin|start|look|let|first|often|common|many|some|people|students|example|suppose|imagine|topic|question)\b"
)
"""What says of an option that is named first that it is none, or only the first one looked at."""
_FIRST_SENTENCE = re.compile(r"([^\n.!?:;,]{4,60})(?:[.!]\s|\n| [–—-] )(?=\S)")
_FEWEST_LETTERS = 4
_BLANKS = re.compile(r"\s*")
_BULLET = re.compile(r"[-+·•] ?")
_LISTED = re.compile(r"[-+·•]|\d[.)]|[A-Za-z][.):]")
_NUMBER = re.compile(r"[-+·•] ?|\d[.)] ")
_LEAD = re.compile(r" (?:as|of|be)\Z")
_LONGEST_LEAD = 200
_LONGEST_TALK = 1500
_QUOTED_CLASS = re.compile(r" an? [\"'](?P<said>[^\"'\n]{1,40})[\"'][.!]?")
_QUESTIONS = ("?", "؟", ":")


def opening(t: Text, o: Offered) -> Refs | None:
    """The option that the first lines state in one of these ways."""
    return (
        opening_verdict(t, o)
        or quoted_class(t, o)
        or opening_line(t, o)
        or below_colon(t, o)
        or explained_line(t, o)
        or lone_throughout(t, o)
        or first_words(t, o)
    )


def first_words(t: Text, o: Offered) -> Refs | None:
    """The first sentence is the beginning of one option alone, in capitals, and another sentence follows: "IMPROVE. The candidate …" of "IMPROVE to
    $95k"."""
    m = _FIRST_SENTENCE.match(t.text)
    said = fold(m[1]) if m else ""
    if m is None or not m[1].isupper() or len(said) < _FEWEST_LETTERS or o.yes_no:
        return None
    begun = [i for i, f in enumerate(o.folded) if f.startswith(f"{said} ")]
    if len(begun) != 1 or any(words.stands_in(f, said) for i, f in enumerate(o.folded) if i != begun[0]):
        return None
    if o.lang.negation.search(t.low, 0, m.end(1)) or words.anywhere(o, t.low, m.end(), len(t.text)):
        return None
    row = Refs((o.value(begun[0]),), 0, m.end(1))
    return None if doubted(t, o, row) else row


def opening_verdict(t: Text, o: Offered) -> Refs | None:
    """The first sentence says of what was asked about that it is one option, in its words and nothing else: "Oh, that is absolutely
    false! Omsk lies elsewhere."."""
    if not (o.judging or o.yes_no or o.classes):
        return None
    pos, low = 0, t.low
    while (oh := o.lang.interjection.match(low, pos)) and t.text[oh.end() : oh.end() + 1] in _COMMAS:
        pos = oh.end() + 1 + (low[oh.end() + 1 : oh.end() + 2] == " ")
    start = pos
    about = o.lang.subject.pattern.match(low, pos)
    if about and of_one(about[0]) and o.yes_no:
        return None  # "the student's answer is yes"
    if about:
        link = o.lang.copula.match(low, past_space(low, about.end()))
        pos = link.end() if link else about.end()
    elif pronoun := o.lang.pronoun.match(low, pos):
        pos = pronoun.end()
    pos = past_space(low, pos)
    if surely := o.lang.surely.match(low, pos):
        pos = past_space(low, surely.end())
    ref = place.at(o, t, pos)
    if ref is None or not isinstance(ref.value, Named) or ref.end - pos <= 1:
        return None
    after = rows.past_tail(o, t, ref.end)
    if start == pos or not (_FULL_END.match(t.text, after) or o.lang.because.match(low, after + 2)):
        return None  # "Oh, no!", "That is false, say the critics."
    stop = sentence_end(t.text, ref.end)
    then = _BLANKS.match(t.text, stop + 1)
    turns = (o.lang.alternative, o.lang.revise, o.lang.negation)
    if t.text[stop : stop + 1] in ("?", "؟") or then is None or any(p.match(low, then.end()) for p in turns):
        return None  # "That is false. Or is it?"
    if any(
        p.search(low, ref.end, stop)
        for p in (o.lang.revise, o.lang.alternative, o.lang.condition, o.lang.exception)
    ):
        return None
    row = Refs((ref.value,), start, ref.end)
    return None if doubted(t, o, row) else row


def quoted_class(t: Text, o: Offered) -> Refs | None:
    """The text is one sentence that calls what was asked about by an option in quotes: "This is a 'YES'." """
    pronoun = o.lang.pronoun.match(t.low) if o.yes_no or o.classes else None
    said = _QUOTED_CLASS.fullmatch(t.text, pronoun.end()) if pronoun else None
    row = rows.whole(o, part(said["said"])) if said else None
    if said is None or row is None or not all_named(row.values) or len(set(row.values)) > 1:
        return None
    return Refs(row.values, *said.span("said"))


def opening_line(t: Text, o: Offered) -> Refs | None:
    """The first line says of something that it is one option, and no later line says so of another."""
    first = _said(t, o, 0) if "\n" in t.text else None
    if first is None or o.lang.any_cue.pattern.search(t.low, 0, first.end):
        return None  # what kept a cue from counting still holds
    line = t.text.find("\n") + 1
    while line:
        other = _said(t, o, line)
        if other is not None and other.values != first.values:
            return None
        line = t.text.find("\n", line) + 1
    return None if doubted(t, o, first) else first


def _said(t: Text, o: Offered, line: int) -> Refs | None:
    """The option that the line ends with behind a few words and one such as "is"."""
    stop = t.text.find("\n", line)
    stop = stop if stop >= 0 else len(t.text)
    if stop - line > _LONGEST:
        return None
    for copula in o.lang.copula.finditer(t.low, line, stop):
        said = t.text[line : copula.start()].split()
        if not 0 < len(said) <= _MOST_WORDS or not (said[-1][-1].isalnum() and copula[0][-1].isalpha()):
            return None
        if t.text[copula.end() : copula.end() + 1] != " ":
            return None  # where words are not told apart it may be a part of one
        row = rows.whole(o, part(t.text[copula.end() : stop].strip()))
        if row is not None and all_named(row.values) and len(set(row.values)) == 1:
            if row.end - row.start == 1 and t.text[copula.end() + 1].islower():
                return None  # "Here are a." breaks off
            denied = o.lang.negation.search(t.low, line, copula.end())
            return None if denied else Refs(row.values, line, stop)
    return None


def explained_line(t: Text, o: Offered) -> Refs | None:
    """The only option that the first line names, by its words, where the next one begins to explain it: "Wind is measured by the
    anemometer.", below it "Explanation: …"."""
    stop = t.text.find("\n")
    heading = o.lang.explains.match(t.low, stop + 1) if 0 < stop < _LONGEST_LEAD else None
    if heading is None or t.text[heading.end() : heading.end() + 1] != ":" or t.text[stop - 1] in _QUESTIONS:
        return None
    row = None if _SETS_OUT.search(t.low, 0, stop) else only(o, t, 0, stop)
    doubts = (o.lang.unsure, o.lang.condition, o.lang.revise, o.lang.alternative)
    if row is None or row.end - row.start <= LABEL_REACH or any(p.search(t.low, 0, stop) for p in doubts):
        return None
    return None if doubted(t, o, row) or o.lang.any_cue.pattern.search(t.low, 0, stop) else row


def lone_throughout(t: Text, o: Offered) -> Refs | None:
    """The only option that a longer text names, by its words: its first sentence ends with it, and what follows goes on about it."""
    stop = sentence_end(t.text, 0)
    if t.text[: stop + 1].rstrip()[-1:] in _QUESTIONS or len(t.text) > _LONGEST_TALK:
        return None
    row = None if _SETS_OUT.search(t.low, 0, stop) else only(o, t, 0, stop)
    if row is None or row.end - row.start <= LABEL_REACH or not END.match(t.text, row.end):
        return None
    then = _BLANKS.match(t.text, stop + 1)
    if row.end < stop or then is None or words.at(o, t.low, _past_article(o, t.low, then.end())) is None:
        return None
    named = (*words.anywhere(o, t.low, stop, len(t.text)), *letters.anywhere(o, t, 0, len(t.text)))
    doubts = (o.lang.unsure, o.lang.condition, o.lang.revise, o.lang.alternative)
    if any(r.value not in row.values for r in named) or any(p.search(t.low, 0, stop) for p in doubts):
        return None
    return None if doubted(t, o, row) else row


def _past_article(o: Offered, low: str, pos: int) -> int:
    return pos + len(next((w for w in o.lang.determiners if low.startswith(w, pos)), ""))


def below_colon(t: Text, o: Offered) -> Refs | None:
    """An option alone on the second line, below words that announce it, where no list of them follows."""
    colon = t.text.find(":\n")
    if not 0 < colon < _LONGEST_LEAD or "\n" in t.text[:colon]:
        return None
    start = colon + 2
    stop = t.text.find("\n", start)
    if (
        stop < 0
        or t.text[stop - 1] == ":"
        or _LISTED.match(t.text, stop + 1)
        or labels.at(o, t, start) is not None
    ):
        return None
    mark = _BULLET.match(t.text, start)
    row = rows.whole(o, part(t.text[mark.end() if mark else start : stop]))
    if row is None or not all_named(row.values) or len(set(row.values)) != 1:
        return None
    if not (
        _LEAD.search(t.low, 0, colon)
        or any(m.end() == colon for m in o.lang.copula.finditer(t.low, 0, colon))
    ):
        return None  # "Consider the following:"
    if o.lang.negation.search(t.low, 0, colon) or conditional(t, o, colon) or asked(t, o, 0, colon):
        return None
    return None if _another_below(t, o, row, stop + 1) else Refs(row.values, start, stop)


def _another_below(t: Text, o: Offered, row: Refs, line: int) -> bool:
    """A later line begins with another option, or labels it: they are gone through."""
    while line:
        numbered = _NUMBER.match(t.text, line)
        begin = numbered.end() if numbered else line
        said = labels.at(o, t, begin) or words.at(o, t.low, begin)
        if said is not None and said.value not in row.values:
            return True
        line = t.text.find("\n", line) + 1
    return False
