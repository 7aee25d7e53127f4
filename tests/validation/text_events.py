"""A text's sentences beside the events that they tell, and what the simulator answers to a question on them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from builders.generated.events.beliefs import Beliefs
from builders.generated.events.event import NOWHERE, Event, Story, path
from builders.generated.families.blocks import Told
from builders.generated.families.question import Question
from builders.generated.grammars.cast import Cast, parts
from builders.generated.grammars.grammar import grammar
from builders.generated.seeds import Draw
from cultural_tom.comprehension.language import Language, of
from cultural_tom.comprehension.sentences import NotRead, read

Row = Mapping[str, Any]


def sentences(text: str, language: Language) -> list[tuple[str, str]]:
    """The sentences of a text, each with what follows it up to the next; lines of a conversation are sentences."""
    first, *lines = text.split("\n")
    cut = language.split.split(first)
    gaps = [g[0] for g in language.split.finditer(first)]
    return [*zip(cut, [*gaps, "\n" if lines else ""], strict=True), *((line, "\n") for line in lines)]


def joined(pieces: Iterable[tuple[str, str]]) -> str:
    return "".join(sentence + gap for sentence, gap in pieces).rstrip("\n ")


def kinds(sentence: str, language: Language) -> tuple[str, ...]:
    """What a sentence or line says; `say` is a line that names a value."""
    spoken = language.line.fullmatch(sentence)
    if spoken:
        fixed = [p for p in language.lines if p.matches.fullmatch(spoken["said"])]
        return fixed[0].kinds if fixed else ("say",)
    for patterns in (language.story, language.talk, language.asides):
        try:
            return read(sentence, patterns, language.words).kinds
        except NotRead:
            pass
    return ()


def spans_of(sentence: str, language: Language, group: str) -> Iterator[tuple[tuple[int, int], str]]:
    patterns = [p.matches for p in (*language.story, *language.asides)]
    patterns += [p.matches for t in language.topics for p in (*t.say, *t.told)]
    offset, text = 0, sentence
    if spoken := language.line.fullmatch(sentence):
        offset, text = spoken.start("said"), spoken["said"]
    for pattern in patterns:
        if (found := pattern.fullmatch(text)) and group in pattern.groupindex and found[group]:
            start, end = found.span(group)
            yield (offset + start, offset + end), found[group]
            return


EVENTS = {"put": "put", "move": "move", "exchange": "move", "say": "say", "enter": "enter", "leave": "leave", "look": "look",
          "look_inside": "look", "tell": "tell", "other": "other"}  # fmt: skip
"""What the patterns call an event, and what the event language does."""


def cast_of(told: Told, row: Row) -> list[str]:
    """The names of a story's people, by their numbers."""
    config, rest = row["id"].split("/")
    _, variant, language = config.split("_")
    shared = rest.rpartition("-")[0].removesuffix("t")
    people = parts(Draw(b"", "parts", shared), told.story.people)
    return [
        name["nom"] for name in Cast(grammar(language), grammar(language).variants[variant], people).names
    ]


class Aligned:
    """A text's sentences beside the events that they tell."""

    def __init__(self, told: Told, row: Row) -> None:
        language = of(row["language"])
        assert language is not None
        self.told, self.language = told, language
        pieces = sentences(row["context"], language)
        self.names = {language.words.name(name): p for p, name in enumerate(cast_of(told, row))}
        self.places: dict[str, int] = {}
        self.first = {"label", "truth", "put"}, {"rule", "settled", "all_open", "all_closed"}
        events = [i for i, e in enumerate(told.story.events) if e.kind not in ("label", "fill")]
        self.of: list[list[int]] = []
        self.kinds = [kinds(sentence, language) for sentence, _ in pieces]
        for (sentence, _), found in zip(pieces, self.kinds, strict=True):
            mine = []
            for kind in found:
                for _ in range(self._people(sentence, kind)):
                    if kind in EVENTS:
                        at = events.pop(0)
                        assert told.story.events[at].kind == EVENTS[kind], (sentence, told.story.events[at])
                        mine.append(at)
            self.of.append(mine)
            self._learn(sentence, mine)
        assert not events, events

    def _people(self, sentence: str, kind: str) -> int:
        if kind not in ("enter", "leave") or self.language.line.fullmatch(sentence):
            return 1
        return len(read(sentence, self.language.story, self.language.words).people["who"])

    def _learn(self, sentence: str, events: Sequence[int]) -> None:
        """Which place a word stands for, from the events that are told with it."""
        for group in ("place", "value"):
            for _, text in spans_of(sentence, self.language, group):
                for e in (self.told.story.events[i] for i in events):
                    if e.kind in ("put", "move", "say", "tell"):
                        self.places[self._base(group, text)] = e.place

    def _base(self, group: str, text: str) -> str:
        words = self.language.words
        return words.value(text) if group == "value" else words.noun(text)

    def _story(self, events: Iterable[Event]) -> Story:
        return replace(self.told.story, events=tuple(events))

    def without(self, at: int) -> Story | None:
        before, rules = self.first
        if {*self.kinds[at]} & rules or ({*self.kinds[at]} & before):
            return None
        if {*self.kinds[at]} & {"watched", "missed"}:
            said = max(i for i in range(at) if self.of[i])
            return self.unwatched(said)
        return self._story(e for i, e in enumerate(self.told.story.events) if i not in self.of[at])

    def unwatched(self, at: int) -> Story:
        events = self.told.story.events
        return self._story(
            e._replace(secret=0, blind=0) if i in self.of[at] else e for i, e in enumerate(events)
        )

    def exchanged(self, at: int) -> Story | None:
        one, two = self.of[at], self.of[at + 1]
        events = list(self.told.story.events)
        if one and two:
            events[one[0] : two[-1] + 1] = [events[i] for i in (*two, *one)]
        return self._story(events)

    def _people_of(self, text: str) -> list[int]:
        """The persons that a text names."""
        return [self.names[name] for name in self.language.words.names(text)]

    def _place_of(self, base: str) -> int:
        """What a word stands for; a place that no event is about is one of those that are left."""
        left = {*self.told.story.places} - {*self.places.values()}
        return self.places.setdefault(base, min(left, default=-2))

    def otherwise(self, at: int, kind: str, group: str, old: str, new: str) -> Story | None:
        events = list(self.told.story.events)
        for i in self.of[at]:
            if group in ("place", "value") and events[i].kind == EVENTS[kind]:
                place = self._place_of(self._base(group, new))
                events[i] = events[i]._replace(place=place)
            elif group == "who":
                there, here = (self._people_of(text) for text in (old, new))
                mine = [j for j in self.of[at] if events[j].who in there]
                if len(there) == len(here):
                    for j in mine:
                        events[j] = events[j]._replace(who=here[there.index(events[j].who)])
                else:
                    events[mine[0] : mine[-1] + 1] = [events[mine[0]]._replace(who=p) for p in here]
                break
        return self._story(events)


def simulated(story: Story, q: Question, chain: tuple[int, ...]) -> tuple[int, ...] | None:
    """What the first route answers; None where it leaves it open. Who puts another thing into a closed container sees what it holds,
    and so do all who are there: in stories without a fault that tells nobody anything, here it may."""
    world, events = NOWHERE, []
    for e in story.events:
        world = e.place if e.kind in ("put", "move") else world
        events.append(
            e._replace(kind="look") if e.kind == "other" and not story.open and e.place == world else e
        )
    minds = Beliefs(replace(story, events=tuple(events)))
    if q.choices == "people":
        known = [minds.knows(p) for p in range(story.people)]
        return None if None in known else tuple(p for p, knows in enumerate(known) if knows)
    if q.choices == "yes_no":
        knows = minds.knows(chain[0])
        return None if knows is None else (0,) if knows else (1,)
    if not chain:
        places = path(story)
        return (places[0] if q.type == "memory" else places[-1],)
    return (minds.value(chain),) if minds.askable(chain) else None
