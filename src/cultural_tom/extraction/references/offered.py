"""The options of one row, with what the rules ask about them."""

import re
from collections.abc import Sequence
from functools import cached_property

from cultural_tom.extraction.characters import SIGN, plain
from cultural_tom.extraction.classes import other_words, undetermined_among
from cultural_tom.extraction.clean import fold
from cultural_tom.extraction.latex import without_latex
from cultural_tom.extraction.patterns import Language
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references.content import Said, content, negated_alike, plainest, stems
from cultural_tom.extraction.references.marks import END
from cultural_tom.extraction.references.own_letters import own_letters
from cultural_tom.extraction.references.spellings import spelled_otherwise
from cultural_tom.extraction.references.value import CLASH, OUT, Named, Ref, Refs, Value

_AMOUNT = re.compile(
    r"[$€£¥₹]?\s?(\d+(?:[.,]\d+)*(?:\s?[x×*]\s?10\^?-?\d+|e[+-]?\d+)?)(?P<over>\s?[/:]\s?\d)?"
)
_CIRCLED = re.compile("[①-⑳]")
_SET_OF_NUMBERS = re.compile(r"[(\[]?[1-9][)\]]?(?:[\s,、;&+和]{1,3}[(\[]?[1-9][)\]]?|[(\[][1-9][)\]])+")
_FIGURE = re.compile(r"[^\w\s−-]?\s?(\d{1,9})(?!\d)")
_SET_OF_LETTERS = re.compile(r"\(?[a-h]\)?(?:[\s,、;&+・]+\(?[a-h]\)?)+")
_NUMERALS = re.compile(r"(?<!\w)(?:\d|i{1,3}|iv|v|both|neither|none)(?!\w)")
FEWEST_WORDS = 5
"""Of so many words, articles aside, a few may be left out where an option is repeated."""
_CODE = re.compile(r"\[\[([^\[\]]{1,24})\]\]")
_NAME_WITH_MARK = re.compile(rf"[{WORD}]{{3,}} (?:[a-z]|\d{{1,2}})(?![{WORD}])")
_NUMBERED_NAME = re.compile(r"(?P<name>[^\W\d_][^\d\n]{0,40}?) ?(?P<number>\d{1,3})")
_AROUND_OPTION = 40
_WORDS = re.compile(rf"[{WORD}]+")
_TELLING = 4
_SHORT_WORD = 6
"""Yes and no in all languages are shorter; "Yes, she does" is an option like any other."""


class Offered:
    """The options of one row in the order that was shown, the language of its rules, and whether `many` of
    them may be named."""

    def __init__(self, options: Sequence[str], language: Language, many: bool) -> None:
        own = own_letters(options)
        self.raw = own.words if own else tuple(options)
        self._carried = self._own = own.places if own else {}
        self.n = len(self.raw)
        self.lang = language
        self.many = many
        self._named = tuple(map(Named, range(self.n)))
        self.places: tuple[str, list[tuple[Ref, int]]] = (
            "",
            [],
        )  # of the options' words in the last text (`words`)

    def value(self, index: int) -> Value:
        """The option with this index, or OUT where there is none."""
        return self._named[index] if 0 <= index < self.n else OUT

    @cached_property
    def without_own_letters(self) -> "Offered":
        """The same options, whose own letters mean nothing: in a text that states nothing "C" may be anything."""
        if not self._own:
            return self
        other = Offered(self.raw, self.lang, self.many)
        other._carried = self._carried
        return other

    def carries(self, index: int, letter: str) -> bool:
        """The letter in brackets behind an option's words is its own, or that of its place."""
        place = ord(letter.upper()) - 65
        return index in (self._carried.get(place), place)

    def place_of(self, letter: str) -> int:
        """The index that a letter means, small or not: its place in the alphabet, or that of the option that carries it."""
        place = ord(letter.upper()) - 65
        return self._own.get(place, place)

    @cached_property
    def _from_zero(self) -> bool:
        """All options are one name with a number each, which count them from 0: "doc 0", "doc 1"."""
        found = [_NUMBERED_NAME.fullmatch(f) for f in self.folded]
        return all(found) and {(m["name"], int(m["number"])) for m in found if m} == {
            (m["name"], k) for k, m in enumerate(found) if m
        }

    def place_of_number(self, number: int) -> int:
        """The index that a number means: its place from 1, or that of the option whose name has it where they count from 0."""
        return number if self._from_zero else number - 1

    def of_letter(self, letter: str) -> Value:
        """The option that the letter means, or OUT where there is none."""
        return self.value(self.place_of(letter))

    def value_of_words(self, index: int) -> Value:
        """What the words of this option name: CLASH where two options have the same words."""
        return CLASH if index in self._twice else self._named[index]

    @cached_property
    def folded(self) -> tuple[str, ...]:
        as_written = tuple(map(fold, self.raw))
        plainer = tuple(map(without_latex, self.raw))
        if plainer == self.raw:
            return as_written
        read = tuple(map(fold, plainer))
        if any(
            len(r) == 1 < len(w) and w.endswith("$") and w[0] != "$"
            for r, w in zip(read, as_written, strict=True)
        ):
            return as_written  # "C$" is no formula, and not the letter C
        return read if len(set(read)) == len(set(as_written)) else as_written

    @cached_property
    def surfaces(self) -> tuple[tuple[str, ...], ...]:
        """For each option its words, and what else its class is called."""
        found = list(zip(self.folded, self._other_words, strict=True))
        taken = {*self.folded, *(w for _, others in found for w in others)}
        return tuple(
            (
                f,
                *others,
                *(w for w in spelled_otherwise(f) if w not in taken),
            )
            for f, others in found
        )

    @cached_property
    def _other_words(self) -> tuple[tuple[str, ...], ...]:
        return other_words(self.folded)

    @property
    def classes(self) -> bool:
        """The options are classes that have other names."""
        return any(self._other_words)

    @cached_property
    def undetermined(self) -> int | None:
        """The one option that says that it cannot be known which of the others it is."""
        return undetermined_among(self.folded)

    @cached_property
    def stemmed(self) -> tuple[str, ...]:
        """The options' words as `stems` has them."""
        return tuple(stems(self.lang, f) for f in self.folded)

    @cached_property
    def telling(self) -> tuple[frozenset[str], ...]:
        """For each option the stems of its longer words that no other option has."""
        stems_of = [{w for w in s.split() if len(w) >= _TELLING and w.isalpha()} for s in self.stemmed]
        return tuple(
            frozenset(own - set().union(*(s for j, s in enumerate(stems_of) if j != i)))
            for i, own in enumerate(stems_of)
        )

    @cached_property
    def telling_words(self) -> tuple[Said, ...]:
        """What each option says apart from the words of any sentence."""
        return negated_alike([content(self.lang, f) for f in self.folded])

    @cached_property
    def telling_heads(self) -> tuple[str, ...]:
        """Strings of which a text holds one if it holds a telling word of an option, in whatever form."""
        known = {w for s in self.telling_words for w in s.words if len(w) > 1 and not w.isdigit()}
        return tuple(
            sorted(
                known | {form for form, word in self.lang.forms.items() if plainest(self.lang, word) in known}
            )
        )

    @cached_property
    def plainer(self) -> tuple[tuple[str, ...], ...]:
        """The words of each option without articles."""
        return tuple(tuple(self.without_articles(_WORDS.findall(f))) for f in self.folded)

    @cached_property
    def in_many_words(self) -> bool:
        """An option has so many words that it may be told by nearly all of them."""
        return any(len(own) >= FEWEST_WORDS for own in self.plainer)

    def without_articles(self, said: Sequence[str]) -> list[str]:
        return [w for w in said if f"{w} " not in self.lang.determiners]

    @cached_property
    def _twice(self) -> frozenset[int]:
        return frozenset(i for i, f in enumerate(self.folded) if self.folded.count(f) > 1)

    @cached_property
    def longest(self) -> int:
        """The length of the longest option."""
        return max(map(len, self.folded), default=0)

    @cached_property
    def begins(self) -> frozenset[str]:
        """The first two characters of each word or phrase that may begin a reference."""
        return self.lang.begins.union(f[:2] for words in self.surfaces for f in words)

    @cached_property
    def longest_row(self) -> int:
        """More characters than a row of all options takes, each with its letter and a few words around it."""
        return sum(map(len, self.folded)) + _AROUND_OPTION * (self.n + 3)

    @cached_property
    def longest_first(self) -> tuple[tuple[int, str], ...]:
        """Options by their place and each of their words; of options with the same words the first."""
        each: dict[str, int] = {}
        for i, words in enumerate(self.surfaces):
            for f in words:
                each.setdefault(f, i)
        return tuple(sorted(((i, f) for f, i in each.items()), key=lambda one: (-len(one[1]), one[0])))

    @cached_property
    def by_first_character(self) -> dict[str, tuple[tuple[int, str], ...]]:
        """Options and their words that are read at one place, longest first, under their first character. Not among
        them: bare yes and no, which `answer_words` reads."""
        out: dict[str, list[tuple[int, str]]] = {}
        for i, f in self.longest_first:
            if f and not self.bare_yes_or_no(i):
                out.setdefault(f[0], []).append((i, f))
        return {first: tuple(found) for first, found in out.items()}

    @cached_property
    def codes(self) -> dict[str, int]:
        """Where each option shows a code of its own in double brackets ("Assistant A is slightly better: [[A>B]]"): which is whose."""
        found = [_CODE.search(raw) for raw in self.raw]
        codes = [m[1].replace(" ", "").lower() for m in found if m]
        return {c: i for i, c in enumerate(codes)} if len(set(codes)) == self.n else {}

    @cached_property
    def names_with_marks(self) -> bool:
        """An option's words hold what looks like another one's mark: "Response 1 is better"."""
        return any(_NAME_WITH_MARK.search(f) for f in self.folded)

    @cached_property
    def of_two(self) -> bool:
        """Two options that are compared, and no other but perhaps a tie."""
        return self.n == 2 or (self.n == 3 and sum(map(self.is_tie, range(self.n))) == 1)

    def is_tie(self, index: int) -> bool:
        """The option with this index says that neither of two others is to be preferred."""
        return self.lang.tie.fullmatch(self.folded[index]) is not None

    @cached_property
    def numeric(self) -> bool:
        """An option is itself a number, so that a number is text and never "the second option"."""
        return any(f.strip(" .%").isdigit() for f in self.folded)

    @cached_property
    def asking(self) -> tuple[bool, ...]:
        """Whether an option is itself a question."""
        return tuple(plain(raw).rstrip(" \"'」』)").endswith(("?", "؟")) for raw in self.raw)

    def asks_itself(self, row: Refs) -> bool:
        """The last option of the row is a question."""
        last = row.values[-1]
        return isinstance(last, Named) and self.asking[last.index]

    @cached_property
    def amounts(self) -> dict[str, int] | None:
        """Where options are amounts ("3 apples", "two"): the number of each that no other option begins with. A bare
        number is then that amount and never a position. None where they are no amounts."""
        found = [_AMOUNT.match(f) for f in self.folded]
        spelled = [self.lang.number_words.match(f) for f in self.folded]
        if not any(found) and sum(map(bool, spelled)) * 2 < self.n:
            return None  # one that begins with 一般 is no amount
        numbers = [m[1] if m and not m["over"] else "" for m in found]
        return {n: i for i, n in enumerate(numbers) if n and numbers.count(n) == 1}

    @cached_property
    def figures(self) -> tuple[int, ...]:
        """The whole numbers that the options begin with, perhaps behind a sign such as "$"; none where one begins with no such
        number, or where they are sets of the question's numbers ("(1)(3)", "①③")."""
        found = [_FIGURE.match(f) for f in self.folded]
        bare = [plain(without_latex(raw)).strip() for raw in self.raw]
        sets = any(_CIRCLED.search(raw) for raw in self.raw) or all(map(_SET_OF_NUMBERS.fullmatch, bare))
        return () if sets else tuple(int(m[1]) for m in found if m) if all(found) else ()

    @cached_property
    def signed(self) -> bool:
        """A minus sign tells options apart."""
        return any(SIGN in f for f in self.folded)

    @cached_property
    def lettered(self) -> bool:
        """An option's whole text is one of the letters that name options."""
        return any(len(f) == 1 and "a" <= f < chr(97 + self.n) for f in self.folded)

    @cached_property
    def permuted(self) -> bool:
        """The options are the letters that name them, in another order."""
        own = [chr(97 + k) for k in range(self.n)]
        return list(self.folded) != own == sorted(self.folded)

    @cached_property
    def of_letters(self) -> bool:
        """Every option is a set of small letters ("a, b"), which mark statements of the question."""
        return self.n > 1 and all(_SET_OF_LETTERS.fullmatch(plain(raw).strip()) for raw in self.raw)

    @cached_property
    def calls_right(self) -> bool:
        """An option is a word for right."""
        return any(map(self.lang.right.fullmatch, self.folded))

    @cached_property
    def judging(self) -> bool:
        """Every option is made of words such as "true" and "wrong", one for each statement of the question, or names some of
        them by number: "true, false", "1 and 3"."""
        lang = self.lang
        said = [[w for w in re.split(r"[\s,、，;/&]+", f) if w] for f in self.folded]
        verdicts = all(
            len(ws) > 1
            and all(any(p.fullmatch(w) for p in (lang.right, lang.wrong, lang.yes, lang.no)) for w in ws)
            for ws in said
        )
        return verdicts or all(_NUMERALS.search(f) for f in self.folded)

    @cached_property
    def yes_no(self) -> tuple[int, int] | None:
        """The indices of the one option that opens with "yes" and of the one that opens with "no"."""
        yes = [
            i for i, f in enumerate(self.folded) if (m := self.lang.yes.match(f)) and END.match(f, m.end())
        ]
        no = [i for i, f in enumerate(self.folded) if (m := self.lang.no.match(f)) and END.match(f, m.end())]
        return (yes[0], no[0]) if len(yes) == len(no) == 1 and yes != no else None

    def bare_yes_or_no(self, index: int) -> bool:
        """The option is nothing but yes or no: a word so short and common that it counts at few places."""
        return (
            index < self.n
            and self.yes_no is not None
            and index in self.yes_no
            and len(self.folded[index]) < _SHORT_WORD
        )
