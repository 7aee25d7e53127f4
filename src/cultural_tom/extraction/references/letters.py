"""Option letters: at one place and anywhere. Latin capitals, small letters with a bracket or point, the
script's own letters and their names."""

import re
from collections.abc import Iterator

from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.patterns import Language
from cultural_tom.extraction.phrases import WORD, is_word
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.marks import END, past_close, past_label
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, Ref

_CAPITAL = re.compile(rf"([A-Z])(?![{WORD}])(?!'[a-z])(?!\(n\) )(?!\([a-z]\) ?=)")
_SMALL = re.compile(
    r"([a-z])(?=[)\].:]|\s*\Z|\s*\n|\s?\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)[.。]?(?:[a-z]?\s*\Z|\s*\n))"
)
_UNSPACED = re.compile("[\u3040-\u9fff]")
_I_AS_LETTER = 9
_NAME_REACH = 24
_SMALL_WORD = re.compile(r" [а-яё]{2}")
_ARTICLE = re.compile(r"[AI] [a-zà-ɏ]|I [\"'][a-zà-ɏ]{2}")
_QUANTITY = re.compile(r"[A-Z] [a-z]")
_VARIABLE = re.compile(r"[A-Z] ?(?:=|\((?:\d|[^()\n]{1,24}[=<>≤≥]))")
_COMPOUND = re.compile("-[a-z]{3}")  # "B-coordinate"
_NUMERALS = re.compile(r"I,? (?:and|&|or|et|und|и|y)? ?I")
_MENTION = re.compile(
    rf"(?<![{WORD}'°])(?<!\) = )(?P<open>[(\[「『【]?)(?P<letter>[A-Z])(?![{WORD}])(?!'[a-z])(?!\(n\) )(?!\+\+|#(?!#)|\(\w{{1,3}}, ?\w|\([a-z]\) ?=)"
    rf"|(?<![{WORD})])[(\[](?P<small>[a-z])[)\]]"
)


def at(o: Offered, t: Text, pos: int, named: bool) -> Ref | None:
    """The letter at `pos`; `named` if a bracket or a word such as "option" stands before it."""
    return _capital(o, t, pos, named) or _small(o, t, pos, named) or _own_script(o, t, pos, named)


def _capital(o: Offered, t: Text, pos: int, named: bool) -> Ref | None:
    m = _CAPITAL.match(t.text, pos)
    if not m or (not named and is_article(o.lang, t, pos)):
        return None
    if not named and ord(m[1]) - 65 >= o.n and _names_else(o, t, pos):
        return None
    ref = labelled(o, t, o.place_of(m[1]), pos, m.end())
    if ref.end == m.end() and _COMPOUND.match(t.text, ref.end):
        return None
    return ref


def _names_else(o: Offered, t: Text, pos: int) -> bool:
    """A letter that no option has begins a row of numerals ("I and II") or a sentence on what it stands for ("N is
    proportional to r", "P = 3")."""
    if _NUMERALS.match(t.text, pos) and is_numeral(o, t.text[pos]):
        return True
    if _VARIABLE.match(t.text, pos):
        return True
    return _QUANTITY.match(t.text, pos) is not None and o.lang.because.match(t.low, pos + 2) is None


def is_numeral(o: Offered, letter: str) -> bool:
    """ "I" where there are fewer than nine options: a numeral ("statement I is correct", "Aussage i") or the pronoun."""
    return letter in ("I", "i") and o.n < _I_AS_LETTER


def _small(o: Offered, t: Text, pos: int, named: bool) -> Ref | None:
    if o.of_letters:
        return None  # "a, e" is an option, "e" a part of it
    char = t.text[pos : pos + 1]
    bare = named and "a" <= char < "z" and not is_word(t.text[pos + 1 : pos + 2])
    if not bare and t.low[pos + 1 : pos + 2].isalnum() and not _UNSPACED.match(t.low, pos + 1):
        return None  # a word
    if char == "i" and "(ii" in t.text:
        return None  # a numeral
    if bare or _SMALL.match(t.text, pos) or ("a" <= char <= "z" and o.lang.after_small.match(t.low, pos + 1)):
        return labelled(o, t, o.place_of(char), pos, pos + 1)
    return None


def _own_script(o: Offered, t: Text, pos: int, named: bool) -> Ref | None:
    """A letter of the language's own script, or the name of a letter."""
    char = t.text[pos : pos + 1]
    if char in o.lang.letters and not is_word(t.text[pos + 1 : pos + 2]):
        after = pos + 1
        if (
            named
            or (char.isupper() and not _is_preposition(o, t, after))
            or END.match(t.text, after)
            or goes_on(o.lang, t.low, after)
        ):
            return labelled(o, t, o.lang.letters[char], pos, after)
    m = o.lang.letter_names.match(t.low, pos)
    if m and (named or END.match(t.text, m.end()) or goes_on(o.lang, t.low, m.end())):
        return labelled(o, t, o.lang.letter_name_index[m[0]], pos, m.end())
    return None


def _is_preposition(o: Offered, t: Text, after: int) -> bool:
    """A lone letter with a small word behind it that opens no option's words: "В основном" of В."""
    return _SMALL_WORD.match(t.text, after) is not None and words.at(o, t.low, after + 1) is None


def labelled(o: Offered, t: Text, index: int, start: int, end: int) -> Ref:
    """A letter or number with what follows: brackets, and the option's own words if they stand there. The
    words of another option contradict it."""
    after = past_close(t.text, end)
    value = o.value(index)
    said = past_label(t.text, after)
    spelled = None if o.lettered else words.at(o, t.low, said)
    if o.bare_yes_or_no(index) and words.stand_at(o, t.low, said, index):
        end_of_word = said + len(o.folded[index])
        if END.match(t.text, end_of_word):
            return Ref(value, start, _before_point(t.text, past_close(t.text, end_of_word)))
    if own := words.spaced(o, t.low, said, index):
        return Ref(value, start, _before_point(t.text, past_close(t.text, own)))
    if spelled is not None:
        if spelled.value == value or words.stand_at(o, t.low, spelled.start, index):
            return Ref(value, start, _before_point(t.text, past_close(t.text, spelled.end)))
        if END.match(t.text, spelled.end):
            return Ref(CLASH, start, spelled.end)
    return Ref(value, start, _before_point(t.text, after))


def _before_point(text: str, end: int) -> int:
    while text[end - 1] in ".:":
        end -= 1
    return end


def goes_on(lang: Language, low: str, pos: int) -> bool:
    """What follows shows that the letter before it was an answer ("A because", "A or", "A is correct")."""
    while low[pos : pos + 1] == " ":
        pos += 1
    return lang.after_letter.match(low, pos) is not None


def is_article(lang: Language, t: Text, pos: int) -> bool:
    """ "A box", "I think": a word, unless it goes on as after a letter."""
    return _ARTICLE.match(t.text, pos) is not None and not goes_on(lang, t.low, pos + 2)


def anywhere(o: Offered, t: Text, start: int, end: int) -> Iterator[Ref]:
    """Where capital or bracketed letters that may name options stand in the stretch."""
    for m in _MENTION.finditer(t.text, start, end):
        if m["small"]:
            if m["small"] == "i" and "(ii" in t.text:
                continue
            letter = m["small"]
        else:
            letter = m["letter"]
            if is_numeral(o, m["letter"]) and not m["open"]:
                continue
            if not m["open"] and o.lang.things.search(t.low, max(0, m.start() - _NAME_REACH), m.start()):
                continue  # a star B
            at_letter = m.end() - 1
            if not m["open"] and is_article(o.lang, t, at_letter) and not noun_before(o, t, m.start()):
                continue
        yield Ref(o.of_letter(letter), m.start(), m.end())


def noun_before(o: Offered, t: Text, pos: int) -> bool:
    """A word such as "option" stands directly before the position."""
    before = t.low[max(0, pos - 12) : pos].rstrip(" ([")
    return any(n.end() == len(before) for n in o.lang.noun.finditer(before))
