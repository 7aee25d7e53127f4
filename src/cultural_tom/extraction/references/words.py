"""An option's own words: at one place, anywhere, and a part of them."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from cultural_tom.extraction.characters import SIGN
from cultural_tom.extraction.clean import Text, fold, folded
from cultural_tom.extraction.phrases import WORD, is_word
from cultural_tom.extraction.references.content import stems
from cultural_tom.extraction.references.offered import FEWEST_WORDS, Offered
from cultural_tom.extraction.references.value import CLASH, Named, Ref, Refs

_BRACKETED = re.compile(r" ?[(\[]([A-Za-z])[)\]]")
_FORMULA = re.compile(r"\s?[+*/×÷^=−]\s?[\d(]")
_TERM = re.compile(r"\s?[+−]?\s?[$€£]?\d[\d.,]*\s?=")  # the $5 of "$5-$0.50=$4.50"
_MORE_DIGITS = re.compile(r"[.,٫]\d| out of \d")  # "3.5" is not 3, "2 out of 10" not 2
_MINUS = re.compile(rf"(?:\A|\s){SIGN}\Z")
_DECIMALS = re.compile(r"\d[.,٫]\Z")
_QUOTES = ('"', "'", "」", "』")
_FRACTION = ("/", "^")
_DENIED = re.compile(rf"_\Z|(?<![{WORD}])non \Z")
_LONGEST_PART = 400
_LETTERS_ALONE = re.compile(r"[\s,;:.、،'\"()-]+")
_SHORTEST_BARE = 6
_AROUND_PART = 20
_WORDS = re.compile(rf"[{WORD}]+(?:'[{WORD}]+)?")
_NEARLY, _APART = 0.8, 0.2
_SHORTEST_STEM = 4
_ENDINGS = ("s", "es", "d", "ed", "'s")
_SMALL_WORDS = frozenset(
    [
        "of",
        "to",
        "in",
        "on",
        "at",
        "is",
        "are",
        "be",
        "it",
        "its",
        "that",
        "this",
        "for",
        "and",
        "with",
        "as",
        "by",
        "from",
        "was",
        "were",
    ]
)
_LONGER = 1.5


def at(o: Offered, low: str, pos: int) -> Ref | None:
    """The option whose words begin at `pos` and end with a word, the longest one."""
    if o.signed:
        pos = to_sign(low, pos)
    for i, f in o.by_first_character.get(low[pos : pos + 1], ()):
        if low.startswith(f, pos):
            end = pos + len(f)
            if is_word(f[-1]) and is_word(low[end : end + 1]):
                continue
            if o.numeric and (_FORMULA.match(low, end) or _MORE_DIGITS.match(low, end)):
                continue
            if o.numeric and not o.signed and _MINUS.search(low, max(0, pos - 2), pos):
                continue
            if f[-1].isdigit() and _TERM.match(low, end):
                continue
            if f[0].isdigit() and _is_rest_of_number(low, pos):
                continue
            if o.asking[i] and low[end : end + 1] in ("?", "؟"):
                end += 1
            return Ref(o.value_of_words(i), pos, end)
    return None


def stand_at(o: Offered, low: str, pos: int, index: int) -> bool:
    """The words of the option with this index begin at `pos`."""
    return index < o.n and low.startswith(o.folded[index], pos)


def spaced(o: Offered, low: str, pos: int, index: int) -> int:
    """The end of the words of the option with this index that begin at `pos`, where spaces behind commas differ: "2, 3" of
    "2,3"; 0 where they do not stand there."""
    if index >= o.n or "," not in o.folded[index]:
        return 0
    at = pos
    for char in o.folded[index].replace(" ", ""):
        while low[at : at + 1] == " ":
            at += 1
        if low[at : at + 1] != char:
            return 0
        at += 1
    return 0 if is_word(low[at - 1 : at]) and is_word(low[at : at + 1]) else at


def to_sign(low: str, pos: int) -> int:
    """The position of the minus sign directly before `pos`, else `pos`."""
    before = pos - (low[pos - 1 : pos] == " ")
    return before - 1 if low[before - 1 : before] == SIGN else pos


def with_letter(o: Offered, t: Text, pos: int) -> Ref | None:
    """The option's words at `pos`, with the letter in brackets after them if there is one."""
    found = at(o, t.low, pos)
    if found is None:
        return None
    end = found.end
    while t.text[end : end + 1] in _QUOTES:
        end += 1
    m = _BRACKETED.match(t.text, end)
    if not m and o.permuted and o.of_letter(t.low[pos]) != found.value:
        return Ref(
            CLASH, found.start, end
        )  # "A" where that is the last option: its words, or the first one's letter
    if not m:
        return Ref(found.value, found.start, end)
    contradicts = isinstance(found.value, Named) and not o.carries(found.value.index, m[1])
    return Ref(CLASH if contradicts else found.value, found.start, m.end())


def anywhere(o: Offered, low: str, start: int, end: int) -> list[Ref]:
    """Where the options' words stand in `low[start:end]`, the longest reading of each place."""
    kept: list[Ref] = []
    last, every = o.places
    if last is not low:
        every = _everywhere(o, low)
        o.places = low, every
    for at in range(bisect_left(every, start, key=_start), len(every)):
        r, stop = every[at]
        if r.start >= end:
            break
        if stop <= end and (not kept or r.start >= kept[-1].end):
            kept.append(r)
    return kept


def _start(found: tuple[Ref, int]) -> int:
    return found[0].start


def _everywhere(o: Offered, low: str) -> list[tuple[Ref, int]]:
    """Every place of the options' words, the longest first of those that begin together, each with where its words end."""
    found = [
        (r, r.start + len(f))
        for i, f in o.longest_first
        if f in low
        for r in _places(o, i, f, low, 0, len(low))
    ]
    found.sort(key=lambda one: (one[0].start, -one[0].end))
    return found


def _places(o: Offered, index: int, f: str, low: str, start: int, end: int) -> Iterator[Ref]:
    """Where these words of one option stand as whole words."""
    if (len(f) < 2 and f.isascii()) or o.bare_yes_or_no(index):
        return
    place = low.find(f, start, end)
    while place != -1:
        stop = place + len(f)
        stop += low[stop : stop + 1] in o.lang.suffixes and not is_word(low[stop + 1 : stop + 2])
        goes_on = (is_word(f[-1]) and (is_word(low[stop : stop + 1]) or low[stop : stop + 1] == "_")) or (
            o.numeric and (_MORE_DIGITS.match(low, stop) or _FORMULA.match(low, stop))
        )
        if _begins_word(o, low, place, f) and not goes_on and not _begins_longer(o, low, place, f):
            asks = o.asking[index] and low[stop : stop + 1] in ("?", "؟")
            yield Ref(o.value_of_words(index), place, stop + asks)
        place = low.find(f, place + len(f), end)


def _begins_longer(o: Offered, low: str, place: int, f: str) -> bool:
    """The words of another option stand there, in whatever form: "school buses" of "school" and "school bus"."""
    return any(len(g) > len(f) and g.startswith(f) and low.startswith(g, place) for _, g in o.longest_first)


def _is_rest_of_number(low: str, pos: int) -> bool:
    """The 2 cm of "5/2 cm", the 38 of "1.38"."""
    return low[pos - 1 : pos] in _FRACTION or _DECIMALS.search(low, max(0, pos - 2), pos) is not None


def _begins_word(o: Offered, low: str, place: int, f: str) -> bool:
    if low[place - 1 : place] in ("_", " ") and _DENIED.search(low, max(0, place - 5), place):
        return False  # "non-vulnerable", "partially_correct"
    if o.signed and to_sign(low, place) != place:
        return False
    if f[0].isdigit() and _is_rest_of_number(low, place):
        return False
    if o.numeric and not o.signed and _MINUS.search(low, max(0, place - 2), place):
        return False
    if not (is_word(f[0]) and is_word(low[place - 1 : place])):
        return True
    return low[place - 1] in o.lang.prefixes and not is_word(low[place - 2 : place - 1])


def part(o: Offered, t: Text) -> Refs | None:
    """The text is a part, at least two fifths long, of exactly one option ("red box" of "The red box"), or nearly its words."""
    if len(t.text) > o.longest + _AROUND_PART:
        return None
    words = folded(t)
    if len(words) < 2 or len(words) > _LONGEST_PART:
        return None
    bare = _LETTERS_ALONE.sub("", words)
    if len(bare) >= _SHORTEST_BARE and bare.isalpha():
        like = (i for i, f in enumerate(o.folded) if f[:1] == bare[0])
        same = [i for i in like if _LETTERS_ALONE.sub("", o.folded[i]) == bare]
        if len(same) == 1:
            return Refs((Named(same[0]),), 0, len(t.text))  # other spaces and commas: "Apartialreason"
    if (close := nearly(o, words)) is not None:
        return Refs((Named(close),), 0, len(t.text))
    hits = [i for i, f in enumerate(o.folded) if words in f and stands_in(f, words)]
    if len(hits) == 1 and len(words) * 5 >= len(o.folded[hits[0]]) * 2:
        return Refs((Named(hits[0]),), 0, len(t.text))
    return None


def nearly(o: Offered, low: str) -> int | None:
    """The index of the one option whose words stand there in their order but for a few that are left out, endings, and small words
    such as "of": "senate lost control of army" of "The Senate lost control of the army"; no number and no denial is among them."""
    if not o.in_many_words or not any(
        len(f) <= len(low) * _LONGER and len(low) <= len(f) * _LONGER for f in o.folded
    ):
        return None
    said = o.without_articles(_WORDS.findall(low))
    heads = {
        word[:_SHORTEST_STEM] for word in said
    }  # the same word begins alike: most options cannot be meant
    if all(sum(w[:_SHORTEST_STEM] in heads for w in own) < _NEARLY * len(own) for own in o.plainer):
        return None
    shares = [_in_order(o, said, own) for own in o.plainer]
    best, second = ([*sorted(shares, reverse=True), 0.0])[:2]
    return shares.index(best) if best >= _NEARLY and second <= best - _APART else None


def _in_order(o: Offered, said: Sequence[str], own: Sequence[str]) -> float:
    """The share of the option's words that the said ones repeat in their order; less than half where they hold other words."""
    if len(own) < FEWEST_WORDS or len(said) < FEWEST_WORDS:
        return 0.0
    at, kept, others = 0, 0, 0
    for word in said:
        place = next((k for k in range(at, len(own)) if same_word(word, own[k])), None)
        if place is None:
            others += word not in _SMALL_WORDS
            continue
        if any(_tells(o, w) for w in own[at:place]):
            return 0.0
        at, kept = place + 1, kept + 1
    left_out_tells = any(_tells(o, w) for w in own[at:])
    return 0.0 if left_out_tells else kept / len(own) if not others else kept / len(own) / 2


def _tells(o: Offered, word: str) -> bool:
    """A number, a denial, or a word such as "only" that must not be left out."""
    patterns = (o.lang.negation, o.lang.yes, o.lang.no, o.lang.telling, o.lang.any_ordinal)
    return word.isdigit() or word in o.lang.cardinal_index or any(p.fullmatch(word) for p in patterns)


def same_word(a: str, b: str) -> bool:
    """The same but for an ending such as "s" or "ed"."""
    if a == b:
        return True
    short, long = (a, b) if len(a) < len(b) else (b, a)
    return len(short) >= _SHORTEST_STEM and long.startswith(short) and long[len(short) :] in _ENDINGS


def inflected(o: Offered, t: Text, start: int, end: int) -> Refs | None:
    """The option that the stretch consists of but for endings, related words and a few that are left out: "en grande partie fausse" of "en grande
    partie faux"."""
    if end - start > o.longest + _AROUND_PART:
        return None
    said = stems(o.lang, fold(t.text[start:end]))
    hits = [i for i, f in enumerate(o.stemmed) if f == said] if said else []
    if not hits and (close := nearly(o, fold(t.text[start:end]))) is not None:
        hits = [close]
    return Refs((Named(hits[0]),), start, end) if len(hits) == 1 else None


def stands_in(text: str, words: str) -> bool:
    """`words` stand in `text` as whole words.

    >>> stands_in("the red box", "red"), stands_in("the redder box", "red")
    (True, False)
    """
    place = text.find(words) if words else -1
    while place != -1:
        end = place + len(words)
        inside_word = is_word(words[0]) and is_word(text[place - 1 : place])
        if not inside_word and not (is_word(words[-1]) and is_word(text[end : end + 1])):
            return True
        place = text.find(words, place + 1)
    return False
