"""Numbers and ordinals, and what stands beside a word such as "option": "option 2", "option B", "the second
option", "2"."""

import re
from collections.abc import Iterator

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references import letters, words
from cultural_tom.extraction.references.marks import END, past_open, past_space
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Ref

_NUMBER = re.compile(
    rf"(\d{{1,3}})(?![{WORD}])(?![.,]\d)(?!\s?[%°])(?![^\S\n](?!as (?:the|my) )[{WORD}])(?!-[{WORD}])(?!\s?[\^/×^]\s?\d)"
)
_NAMED_NUMBER = re.compile(rf"(\d{{1,3}})(?![{WORD}])(?![.,]\d)(?!\s?[%°])")
_SUM = re.compile(r"\s?\+\s?\d")
_BEFORE_WORDS = re.compile(r"(\d{1,2}) (?=[^\W\d])")
_COMMAS = (",", "、", "،", "/", "&")
_COMMA = re.compile(r" ?[,、،/&]? ?")
_DIGITS = re.compile(r"\d{1,2}(?!\d)")
_SMALL_IN_BRACKETS = re.compile(r"[(\[]?([a-z])[)\]]")
_NEGATIVE = re.compile(r"(?:\A|.)-\Z", re.DOTALL)
_IN_FORMULA = re.compile(r"(?:[\w}]\{|.?[/^√])\Z")  # the 4 of \\frac{1}{4} and of x/4
_BEFORE_NOUN = (" ", "の")
_ITEM = re.compile(r"[.)、:] ?[^\s)]")
_NOUN_REACH = 16
_UNIT = re.compile("(?![番号项項是因为為の])[\u4e00-\u9fff]")
_FAR = 100
_NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
_NUMERAL = re.compile(rf"(?:I{{2,3}}|IV|VI{{1,3}}|i{{2,3}}|iv|vi{{1,3}})(?![{WORD}])")
_NUMERAL_IN_WORDS = re.compile(rf"(?<![{WORD}])i{{2,3}}(?![{WORD}])")
_BEFORE_TITLE = re.compile(r"[A-Z]\w+ \Z")  # "Legal Action 2"
_MARK = re.compile(rf"(?:[a-z]|\d{{1,2}})(?![{WORD}])")


def at(o: Offered, t: Text, pos: int) -> Ref | None:
    """The word "option" with a letter, ordinal or number after it; an ordinal with that word after it; a bare
    number. A bare ordinal is nothing, not even by its digit ("1st")."""
    noun = o.lang.noun.match(t.low, pos)
    if noun:
        return _after_noun(o, t, noun)
    if t.text[pos : pos + 1].upper() == t.text[pos : pos + 1] and (titled := o.lang.titled.match(t.low, pos)):
        return _titled(o, t, titled)
    first = _past_article(o, t.low, pos)
    ordinal = _ordinal(o, t.low, first)
    if ordinal is None:
        return _counted_number(o, t, pos) or _number(o, t, pos)
    gap = t.low[ordinal.end : ordinal.end + 1] in _BEFORE_NOUN
    noun = _counted(o, t.low, ordinal.end + gap)
    return Ref(ordinal.value, pos, noun.end()) if noun else None


def _titled(o: Offered, t: Text, m: re.Match[str]) -> Ref | None:
    """An option by the name that its question gives to each, with its number, where the clause ends there: "Action 2."; none where an
    option has that name in its own words."""
    if o.numeric or o.yes_no or not END.match(t.text, m.end()) or t.text[m.end() : m.end() + 1] == ":":
        return None
    name = m[0][: m.start("number") - m.start()].strip()
    if any(name in f for f in o.folded) or _BEFORE_TITLE.search(
        t.text, max(0, m.start() - _NOUN_REACH), m.start()
    ):
        return None
    return Ref(o.value(o.place_of_number(int(m["number"]))), m.start(), m.end())


def anywhere(o: Offered, t: Text, start: int, end: int) -> Iterator[Ref]:
    """Where a word such as "option" stands with a small letter, number or ordinal: "option c", "the third option"."""
    for m in o.lang.noun.finditer(t.low, start, end):
        found = _after_noun(o, t, m)
        if found is not None and found.end <= end:
            yield Ref(found.value, m.start(), found.end)
            yield from _further(o, t, found.end, end)
            yield from _further_letters(o, t, found.end, end)
    for i, ordinal in enumerate(o.lang.ordinal):
        for m in ordinal.finditer(t.low, start, end):
            gap = t.low[m.end() : m.end() + 1] in _BEFORE_NOUN
            if noun := _counted(o, t.low, m.end() + gap):
                yield Ref(o.value(i), m.start(), noun.end())


def _further(o: Offered, t: Text, pos: int, end: int) -> Iterator[Ref]:
    """The numbers that go on a row behind its first one: 3 and 4 of "options 1, 3 and 4"."""
    while t.text[pos - 1].isdigit():
        comma = _COMMA.match(t.text, pos)
        start = comma.end() if comma else pos
        joint = o.lang.joint.match(t.low, start)
        start = past_space(t.low, joint.end()) if joint else start
        found = in_row(o, t, start) if joint or t.text[pos : pos + 1] in _COMMAS else None
        if found is None or found.end > end:
            return
        yield found
        pos = found.end


def _further_letters(o: Offered, t: Text, pos: int, end: int) -> Iterator[Ref]:
    """The small letters that go on a row behind "option": d of "options c) and d)"."""
    while t.text[pos - 1] in ")]":
        comma = _COMMA.match(t.text, pos)
        start = comma.end() if comma else pos
        joint = o.lang.joint.match(t.low, start)
        start = past_space(t.low, joint.end()) if joint else start
        m = _SMALL_IN_BRACKETS.match(t.text, start) if joint or t.text[pos : pos + 1] in _COMMAS else None
        if m is None or m.end() > end:
            return
        yield Ref(o.of_letter(m[1]), m.start(), m.end())
        pos = m.end()


def before_and(o: Offered, t: Text, pos: int) -> Ref | None:
    """The number that begins a row of two: 1 of "1 and 3"."""
    first = in_row(o, t, pos)
    joint = (
        o.lang.joint.match(t.low, first.end + 1)
        if first and t.low[first.end : first.end + 1] == " "
        else None
    )
    return first if joint and in_row(o, t, joint.end() + 1) else None


def in_row(o: Offered, t: Text, pos: int) -> Ref | None:
    """A number that stands in a row of them, where options are no numbers themselves."""
    m = _NAMED_NUMBER.match(t.text, pos)
    if m is None or o.numeric or o.amounts is not None:
        return None
    return Ref(o.value(o.place_of_number(int(m[1]))), pos, m.end())


def _counted(o: Offered, low: str, pos: int) -> re.Match[str] | None:
    """A word that an ordinal counts options with: not "letter", since "the third letter" is one of a word."""
    noun = o.lang.noun.match(low, pos)
    if noun and not o.lang.marks.fullmatch(noun[0]):
        return noun
    return None if o.yes_no else o.lang.counted.match(low, pos)  # "the second one" is no "no"


def _after_noun(o: Offered, t: Text, noun: re.Match[str]) -> Ref | None:
    pos = past_open(t.text, noun.end())
    if t.text[pos : pos + 1] == ":":
        pos = past_open(t.text, pos + 1)
    if letters.is_article(o.lang, t, pos) and o.lang.cue.fullmatch(noun[0]):
        return None  # "Answer: A number of them are red"
    if o.names_with_marks and (m := _MARK.match(t.low, pos)):
        name = f"{noun[0]} {m[0]}"
        holding = [i for i, f in enumerate(o.folded) if words.stands_in(f, name)]
        if holding:  # "Response 2" where the options are "Response 1 is better" and "Response 2 is better"
            return Ref(o.value(holding[0]), noun.start(), m.end()) if len(holding) == 1 else None
    if o.lang.numbered.fullmatch(noun[0]):
        if letters.is_numeral(o, t.text[pos : pos + 1]):
            return None  # "statement I", "statement II", "Statement: I like it"
        if (o.judging or o.yes_no) and t.text[pos : pos + 1].isdigit():
            return None  # "statement 1", where the options say which statements are true, or yes and no
    return (
        letters.at(o, t, pos, named=True)
        or _ordinal(o, t.low, pos)
        or _number(o, t, pos, named=True)
        or _numeral(o, t, pos)
        or (None if o.lang.marks.fullmatch(noun[0]) else _cardinal(o, t, pos))
    )


def _numeral(o: Offered, t: Text, pos: int) -> Ref | None:
    """A Roman numeral of two letters or more behind a word such as "option", where no option is about numerals: "option III"."""
    m = _NUMERAL.match(t.text, pos)
    if m is None or o.judging or any(_NUMERAL_IN_WORDS.search(f) for f in o.folded):
        return None
    if not (END.match(t.text, m.end()) or o.lang.copula.match(t.low, m.end() + 1)):
        return None  # "answer II of the key"
    return Ref(o.value(_NUMERALS.index(m[0].upper())), pos, m.end())


def _cardinal(o: Offered, t: Text, pos: int) -> Ref | None:
    """A number in words that ends there, behind a word such as "option": "option two"."""
    m = o.lang.cardinal.match(t.low, pos)
    if (
        m is None
        or words.at(o, t.low, pos) is not None
        or not (END.match(t.text, m.end()) or o.lang.copula.match(t.low, m.end() + 1))
    ):
        return None
    return Ref(o.value(o.lang.cardinal_index[m[0]]), pos, m.end())


def _counted_number(o: Offered, t: Text, pos: int) -> Ref | None:
    """A number with the word that counts behind it: 1番, "১ নম্বর"."""
    m = _DIGITS.match(t.text, pos)
    counter = o.lang.counter.match(t.low, m.end()) if m else None
    if (
        m is None
        or counter is None
        or (not _counts(o, t, int(m[0]), named=True) and (o.numeric or o.amounts is not None))
    ):
        return None
    noun = o.lang.noun.match(
        t.low, counter.end() + (t.low[counter.end() : counter.end() + 1] in _BEFORE_NOUN)
    )
    return Ref(o.value(int(m[0]) - 1), pos, noun.end() if noun else counter.end())


def _after_numbered(o: Offered, t: Text, pos: int) -> bool:
    """A word such as "statement" stands directly before the position."""
    end = pos - 2 if t.text[pos - 2 : pos] == "= " else pos
    return o.lang.numbered_before.search(t.low, max(0, end - _NOUN_REACH), end) is not None


def _past_article(o: Offered, low: str, pos: int) -> int:
    article = o.lang.article.match(low, pos)
    return past_space(low, article.end()) if article else pos


def _ordinal(o: Offered, low: str, pos: int) -> Ref | None:
    if o.lang.any_ordinal.match(low, pos):
        for i, ordinal in enumerate(o.lang.ordinal):
            m = ordinal.match(low, pos)
            if m:
                return Ref(o.value(i), pos, m.end())
    m = o.lang.last.match(low, pos)
    noun = o.lang.noun.match(low, m.end() + 1) if m else None
    if m is None or noun is None or o.lang.cue.match(low, noun.start()):
        return None  # "the last answer" is the one given last
    return Ref(o.value(o.n - 1), pos, m.end())


def _number(o: Offered, t: Text, pos: int, named: bool = False) -> Ref | None:
    """A number counts options from 1. Where options are numbers or amounts it does so only behind a word such as "option"
    (`named`) or before the words of its option, or where it can be none of them."""
    if not named and (o.judging or o.yes_no or t.text[pos - 2 : pos] == "= ") and _after_numbered(o, t, pos):
        return None  # "true statements = 4"
    m = (_NAMED_NUMBER if named else _NUMBER).match(t.text, pos)
    if m is None and not o.numeric and (own := _before_words(o, t, pos)):
        return own
    if (
        not m
        or _NEGATIVE.match(t.text, max(0, pos - 2), pos)
        or _IN_FORMULA.match(t.text, max(0, pos - 2), pos)
    ):
        return None
    if not named and (o.lang.unit.match(t.low, m.end()) or (not o.many and _SUM.match(t.text, m.end()))):
        return None  # 1文字, "1 + 1"
    counted = letters.labelled(o, t, o.place_of_number(int(m[1])), pos, m.end())
    if not (o.numeric or o.amounts is not None):
        return counted
    if _UNIT.match(t.text, m.end()):
        return None  # 1桁, 3次
    if not (o.numeric or named):
        amount = (o.amounts or {}).get(m[1])
        if amount is not None:
            return Ref(o.value(amount), pos, m.end())
    if _ITEM.match(t.text, m.end()) and t.text[:pos].rstrip(" (*-")[-1:] in ("", "\n"):
        return None
    return counted if _counts(o, t, int(m[1]), named) else None


def _before_words(o: Offered, t: Text, pos: int) -> Ref | None:
    """A number with the words of its option behind it and nothing between: "1 Strongly disagree"."""
    m = _BEFORE_WORDS.match(t.text, pos)
    said = words.at(o, t.low, m.end()) if m else None
    if (
        m is None
        or said is None
        or said.value != o.value(o.place_of_number(int(m[1])))
        or not END.match(t.text, said.end)
    ):
        return None
    return Ref(said.value, pos, said.end)


def _counts(o: Offered, t: Text, number: int, named: bool) -> bool:
    """Where options are numbers or amounts: this one is a place among them. All of theirs are larger than there are places,
    and by far, or the words of the option at this place stand in the text."""
    if 0 < number <= o.n and number in o.figures:
        return named and o.figures[number - 1] == number  # "option 5", whose words are "5"
    if not 0 < number <= o.n:
        return False
    if named and not o.numeric:
        return True
    if named:
        return bool(o.figures)
    if min(o.figures, default=0) <= o.n:
        return False
    return min(o.figures) >= _FAR or words.stands_in(t.low, o.folded[number - 1])
