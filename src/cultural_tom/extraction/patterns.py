"""The reader of patterns.toml: one compiled `Language` per language, made on first use."""

import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from cultural_tom.extraction.characters import lower, plain
from cultural_tom.extraction.clean import fold
from cultural_tom.extraction.cyrillic import ALPHABET
from cultural_tom.extraction.phrases import NEVER, WORD, Lists, Scan, any_of

_LONGEST_UNIT = 10
_CARDINALS = 10
_AFTER_SMALL = ("because", "correct", "tail")
_SCANS = (
    "correct",
    "more",
    "praised",
    "fits",
    "subject",
    "certain",
    "most",
    "instead",
    "true",
    "false",
    "declines",
    "avow",
    "faulty",
    "unmatched",
)
BY_ALPHABET = "+alphabet"
LONE_LETTER = r"[(\[*]{0,4}([a-z])[)\].*\"'。]{0,5}"
_AFTER_LETTER = ("because", "correct", "or", "tail", "noun")


@dataclass(frozen=True)
class Language:
    """The patterns of one language, English included, each made where it is asked for for the first time: most responses
    need a third of them. All regular expressions run on `Text.low`, but
    `own_letter` on `Text.text`. `prefixes` are letters that a word may carry in front, `suffixes` such behind it; `linked_letter`
    is all that a short response has behind a cue; `after_letter` what shows that the letter before it was an answer."""

    prefixes: str
    suffixes: tuple[str, ...]
    cue: re.Pattern[str]
    any_cue: Scan
    link: re.Pattern[str]
    linked_letter: re.Pattern[str]
    noun: re.Pattern[str]
    after_letter: re.Pattern[str]
    after_small: re.Pattern[str]
    correct: Scan
    more: Scan
    praised: Scan
    fits: Scan
    whether: re.Pattern[str]
    runner_up: re.Pattern[str]
    titled: re.Pattern[str]
    outranked: re.Pattern[str]
    further: re.Pattern[str]
    doubt_after: re.Pattern[str]
    concede: re.Pattern[str]
    subject: Scan
    called: re.Pattern[str]
    describes: frozenset[str]
    scope: re.Pattern[str]
    declines: Scan
    avow: Scan
    faulty: Scan
    unmatched: Scan
    toward: re.Pattern[str]
    forms: dict[str, str]
    numbered: re.Pattern[str]
    numbered_before: re.Pattern[str]
    marks: re.Pattern[str]
    than: re.Pattern[str]
    things: re.Pattern[str]
    explains: re.Pattern[str]
    determiners: tuple[str, ...]
    endings: tuple[str, ...]
    filler: frozenset[str]
    abbreviated: re.Pattern[str]
    pronoun: re.Pattern[str]
    surely: re.Pattern[str]
    interjection: re.Pattern[str]
    tail: re.Pattern[str]
    article: re.Pattern[str]
    ordinal: tuple[re.Pattern[str], ...]
    any_ordinal: re.Pattern[str]
    last: re.Pattern[str]
    counted: re.Pattern[str]
    counter: re.Pattern[str]
    letters: dict[str, int]
    own_letter: re.Pattern[str]
    letter_names: re.Pattern[str]
    letter_name_index: dict[str, int]
    yes: re.Pattern[str]
    no: re.Pattern[str]
    no_then: re.Pattern[str]
    joint: re.Pattern[str]
    alternative: re.Pattern[str]
    exception: re.Pattern[str]
    negation: re.Pattern[str]
    certain: Scan
    unsure: re.Pattern[str]
    condition: re.Pattern[str]
    would: re.Pattern[str]
    because: re.Pattern[str]
    reason: re.Pattern[str]
    seeks: re.Pattern[str]
    so: re.Pattern[str]
    revise: re.Pattern[str]
    none: re.Pattern[str]
    everyone: re.Pattern[str]
    not_given: frozenset[str]
    same: dict[str, tuple[str, ...]]
    supposing: re.Pattern[str]
    choosing: re.Pattern[str]
    degree: Scan
    any_question: Scan
    any_right: Scan
    any_wrong: Scan
    highest: re.Pattern[str]
    higher: re.Pattern[str]
    neutral: re.Pattern[str]
    also: re.Pattern[str]
    telling: re.Pattern[str]
    so_far: re.Pattern[str]
    aside: re.Pattern[str]
    tie: re.Pattern[str]
    beats: re.Pattern[str]
    listing: re.Pattern[str]
    says: re.Pattern[str]
    me: re.Pattern[str]
    asks: re.Pattern[str]
    most: Scan
    superlative: Scan
    copula: re.Pattern[str]
    seems: re.Pattern[str]
    instead: Scan
    retract: Scan
    withdraw: re.Pattern[str]
    withdraw_word: re.Pattern[str]
    know: re.Pattern[str]
    number_words: re.Pattern[str]
    cardinal: re.Pattern[str]
    cardinal_index: dict[str, int]
    negation_follows: bool
    imperative: frozenset[str]
    no_cue: re.Pattern[str]
    next_question: re.Pattern[str]
    example: re.Pattern[str]
    plans: re.Pattern[str]
    not_says: re.Pattern[str]
    true: Scan
    false: Scan
    right: re.Pattern[str]
    wrong: re.Pattern[str]
    others: re.Pattern[str]
    rest: re.Pattern[str]
    lead_in: re.Pattern[str]
    levels: re.Pattern[str]
    level_of: dict[str, str]
    begins: frozenset[str]
    unit: re.Pattern[str]
    but_not: re.Pattern[str]
    goes_on: re.Pattern[str]
    tag: re.Pattern[str]
    tag_before: re.Pattern[str]

    @classmethod
    def made_later(cls, scans: dict[str, Scan], **makers: Callable[[], Any]) -> "Language":
        """A language whose other fields are made by these functions when they are asked for."""
        new = cls.__new__(cls)
        new.__dict__.update(scans, _makers=makers)
        return new

    if not TYPE_CHECKING:  # a field is no less typed for being made later

        def __getattr__(self, name: str) -> Any:
            make = self.__dict__.get("_makers", {}).get(name)
            if make is None:
                raise AttributeError(name)
            return self.__dict__.setdefault(name, make())

    def cues(self, low: str) -> list[re.Match[str]]:
        """The words that announce an answer, in the order of the text; the group of the match says which kind they are."""
        return self.any_cue.find(low)


def _link(lists: Lists) -> str:
    return rf"(?:\((?!\w?\W)[^()\n]{{3,30}}\)(?=\s?:|\sis\b)|(?:to|for)\s(?:question\s|q|no\.\s|#)\d{{1,3}}(?=\s?:)|[\s:=>→⇒|\"'(\[{{,-]|{lists.any('link')})"


def _standing_alone(letters: Iterable[str]) -> str:
    """One of the letters with no letter, digit or vowel sign of any script beside it."""
    return f"[{''.join(letters)}](?<![^\\W_].)(?<![{WORD}].)(?![^\\W_])(?![{WORD}])"


@lru_cache(maxsize=1)
def _data() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files(__package__).joinpath("patterns.toml").read_text(encoding="utf-8"))


def languages() -> tuple[str, ...]:
    """The languages that patterns.toml knows."""
    return tuple(sorted(_data().keys() - {"shared"}))


@lru_cache(maxsize=16)
def language(name: str) -> Language:
    """The compiled patterns; ValueError for a language that is not in patterns.toml. `BY_ALPHABET` after "ru": the same words with
    the letters of the alphabet."""
    data = _data()
    if name == f"ru{BY_ALPHABET}":
        data = {**data, name: {**data["ru"], "letters": [ALPHABET]}}
    if name not in data or name == "shared":
        raise ValueError(f"no answer patterns for language {name!r}; known: {', '.join(languages())}")
    lists = Lists(data[name], data["en"], data["shared"], arabic=name == "ar")
    cardinals = {
        lower(plain(w)): i
        for some in (data["en"], data[name])
        for i, w in enumerate(some["number_words"][:_CARDINALS])
    }
    letters, names, level_of = lists.letters(), lists.letter_names(), lists.level_of()
    scans = {key: lists.scan(key) for key in _SCANS}  # all of them now: they share their keys
    scans["superlative"] = lists.scan("superlative")
    scans["any_question"] = lists.scan("next_question")
    scans["any_right"], scans["any_wrong"] = lists.scan("right"), lists.scan("wrong")
    scans["degree"] = lists.scan("superlative", "highest", "higher")
    cue = cache(
        lambda: re.compile("|".join(f"(?P<{key}>{lists.any(key)})" for key in ("final", "answer", "choose")))
    )
    scans["any_cue"] = lists.scan("final", "answer", "choose", pattern=cue)
    scans["retract"] = lists.scan("retract", pattern=lambda: lists.opening("retract"), before=(1, 2))
    return Language.made_later(
        scans,
        prefixes=lambda: "وفبك" if lists.arabic else "",
        suffixes=lambda: tuple(lists.own.get("suffixes", ())),
        cue=cue,
        link=lambda: re.compile(f"{_link(lists)}{{0,12}}"),
        linked_letter=lambda: re.compile(rf"{_link(lists)}{{0,4}}[ *]{{0,4}}{LONE_LETTER}"),
        noun=lambda: lists.compiled("noun"),
        after_letter=lambda: re.compile(lists.joint() + "|" + "|".join(map(lists.any, _AFTER_LETTER))),
        after_small=lambda: re.compile(
            r"(?:[\s,]{1,3}|(?=[\u3040-\u9fff]))(?:" + "|".join(map(lists.any, _AFTER_SMALL)) + ")"
        ),
        whether=lambda: lists.compiled("whether"),
        runner_up=lambda: re.compile(rf"{lists.any('runner_up')}\s?\Z"),
        titled=lambda: re.compile(rf"{lists.any('titled')} ?(?P<number>[1-9])\b"),
        outranked=lambda: re.compile(rf"{lists.any('outranked')}\Z"),
        further=lambda: lists.compiled("runner_up"),
        doubt_after=lambda: lists.compiled("doubt_after"),
        concede=lambda: lists.compiled("concede"),
        called=lambda: lists.compiled("noun", "called"),
        describes=lambda: frozenset(lower(plain(w)) for w in lists.words("describes")),
        scope=lambda: lists.compiled("scope"),
        toward=lambda: lists.compiled("toward"),
        forms=lambda: {fold(word): fold(form) for word, form in data[name].get("forms", {}).items()},
        numbered=lambda: lists.compiled("numbered"),
        numbered_before=lambda: re.compile(rf"{lists.any('numbered')}\s?\Z"),
        marks=lambda: lists.compiled("marks"),
        than=lambda: lists.compiled("than"),
        things=lambda: re.compile(rf"{lists.any('things')}\s?\Z"),
        explains=lambda: lists.compiled("explains"),
        determiners=lambda: lists.determiners(),
        endings=lambda: tuple(data[name].get("endings", ())),
        pronoun=lambda: lists.compiled("pronoun"),
        surely=lambda: lists.compiled("surely"),
        interjection=lambda: lists.compiled("interjection"),
        abbreviated=lambda: lists.compiled("abbreviated"),
        filler=lambda: frozenset(map(fold, lists.words("filler"))),
        tail=lambda: lists.compiled("tail"),
        article=lambda: lists.compiled("article"),
        ordinal=lambda: lists.ordinals(),
        any_ordinal=lambda: re.compile("|".join(p.pattern for p in lists.ordinals())),
        last=lambda: lists.compiled("last"),
        counted=lambda: lists.compiled("counted"),
        counter=lambda: re.compile(rf"\s?{lists.any('counter')}"),
        letters=lambda: letters,
        own_letter=lambda: re.compile(_standing_alone(letters) if letters else NEVER),
        letter_names=lambda: re.compile(any_of(list(names), lists.arabic)),
        letter_name_index=lambda: names,
        yes=lambda: lists.compiled("yes"),
        no=lambda: lists.compiled("no"),
        no_then=lambda: re.compile(rf"\s{lists.any('no_then')}"),
        joint=lambda: re.compile(lists.joint()),
        alternative=lambda: lists.compiled("or"),
        exception=lambda: lists.compiled("except"),
        negation=lambda: re.compile(lists.any("negation") + "|n't(?![a-z])"),
        unsure=lambda: lists.compiled("unsure"),
        condition=lambda: lists.compiled("if"),
        would=lambda: lists.compiled("would"),
        because=lambda: lists.compiled("because"),
        reason=lambda: lists.compiled("reason"),
        seeks=lambda: lists.compiled("seeks"),
        so=lambda: lists.compiled("so"),
        revise=lambda: lists.compiled("revise"),
        none=lambda: lists.compiled("none"),
        everyone=lambda: lists.compiled("all"),
        not_given=lambda: frozenset(map(fold, lists.words("not_given"))),
        same=lambda: {
            fold(option): tuple(map(fold, words)) for option, words in data[name].get("same", {}).items()
        },
        supposing=lambda: lists.compiled("supposing"),
        choosing=lambda: lists.compiled("choosing"),
        highest=lambda: lists.compiled("superlative", "highest"),
        higher=lambda: lists.compiled("higher"),
        telling=lambda: lists.compiled("telling"),
        so_far=lambda: lists.compiled("so_far"),
        aside=lambda: lists.compiled("aside"),
        also=lambda: lists.compiled("also"),
        tie=lambda: lists.compiled("tie"),
        beats=lambda: lists.compiled("beats"),
        listing=lambda: lists.compiled("listing"),
        neutral=lambda: re.compile(rf"\s?{lists.any('neutral')}"),
        says=lambda: lists.compiled("says"),
        me=lambda: lists.compiled("me"),
        asks=lambda: lists.compiled("asks"),
        copula=lambda: lists.compiled("copula"),
        seems=lambda: lists.compiled("copula", "seems"),
        withdraw=lambda: re.compile(lists.opening("withdraw").pattern + "(?! and see)"),  # "wait and see"
        withdraw_word=lambda: lists.compiled("withdraw"),
        know=lambda: lists.compiled("know"),
        number_words=lambda: re.compile(rf"{lists.any('number_words')}\s?\S{{0,{_LONGEST_UNIT}}}\Z"),
        cardinal=lambda: re.compile(any_of(list(cardinals), arabic=False)),
        cardinal_index=lambda: cardinals,
        negation_follows=lambda: lists.own.get("negation_follows", False),
        imperative=lambda: frozenset(lists.words("imperative")),
        no_cue=lambda: lists.compiled("no_cue"),
        next_question=lambda: lists.compiled("next_question"),
        example=lambda: re.compile(rf"{lists.any('example')}[\s:,、\"'(\[「『【<-]{{0,4}}\Z"),
        plans=lambda: lists.compiled("plans"),
        not_says=lambda: lists.compiled("not_says"),
        right=lambda: lists.compiled("right"),
        wrong=lambda: lists.compiled("wrong"),
        others=lambda: lists.compiled("others"),
        rest=lambda: lists.compiled("rest"),
        lead_in=lambda: re.compile(rf"(?:(?:{lists.any('so')}|{lists.any('article')})[\s,:]*)*"),
        levels=lambda: re.compile(any_of(list(level_of), lists.arabic)),
        level_of=lambda: level_of,
        begins=lambda: lists.begins(),
        unit=lambda: lists.compiled("unit"),
        but_not=lambda: re.compile(rf",? {lists.any('but_not')}"),
        goes_on=lambda: lists.compiled("goes_on"),
        tag=lambda: re.compile(rf"\s?{lists.any('tag')}"),
        tag_before=lambda: re.compile(rf"{lists.any('tag')}{lists.any('tag_holds')}? ?\Z"),
    )
