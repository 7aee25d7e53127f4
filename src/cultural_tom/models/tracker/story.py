"""A story as events: who comes, who goes, and where the thing is put."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cultural_tom.models.tracker.wording import Wording

ELSEWHERE = ""


class NotUnderstood(Exception):
    """A sentence that may matter and cannot be read."""


@dataclass(frozen=True)
class Move:
    """People go to a room of the story, or elsewhere."""

    who: tuple[str, ...]
    room: str


@dataclass(frozen=True)
class Put:
    """The thing is in a container from now on. who: did it; none where it is only said to be there."""

    who: str | None
    place: str


def events(story: str, thing: str, places: Sequence[str], wording: Wording) -> list[Move | Put]:
    """The events of a story in their order. places: the containers of the options. Raises `NotUnderstood` where a sentence names the
    thing or a container and says nothing that can be read, or people move whom nobody has named."""
    sentences = [s.strip() for s in re.split(r"\n+|(?<=[。！？])|(?<=[.!?]) (?=\S)", story) if s.strip()]
    return list(_events(sentences, thing, places, wording))


def _events(
    sentences: Sequence[str], thing: str, places: Sequence[str], wording: Wording
) -> Iterator[Move | Put]:
    people: list[str] = []
    rooms: list[str] = []
    subject: tuple[str, ...] = ()
    find_thing = wording.finder(thing)
    containers = {place: wording.finder(place) for place in places}
    for sentence in sentences:
        named = [place for place, finder in containers.items() if finder.search(sentence)]
        mentioned = _mentioned(sentence, people, wording)
        if named or find_thing.search(sentence):
            if wording.idle.search(sentence):
                continue
            if len(named) != 1 or not find_thing.search(sentence):
                raise NotUnderstood(sentence)
            subject = mentioned[:1] or subject
            yield Put(mentioned[0] if mentioned else None, named[0])
        elif entered := wording.enter.search(sentence):
            subject = tuple(wording.names.split(entered["who"]))
            people += [p for p in subject if p not in people]
            room = entered["room"]
            if room not in rooms:
                rooms.append(room)
            yield Move(subject, room)
        elif wording.away.search(sentence) or wording.go.search(sentence):
            subject = mentioned[:1] or subject
            if not subject:
                raise NotUnderstood(sentence)
            away = wording.away.search(sentence)
            yield Move(subject, ELSEWHERE if away else _room(sentence, rooms, wording))
        else:
            subject = mentioned[:1] or subject


def _mentioned(sentence: str, people: Sequence[str], wording: Wording) -> tuple[str, ...]:
    """The people of the story whom a sentence names, in the order in which it does."""
    found = [(at.start(), p) for p in people if (at := wording.finder(p).search(sentence))]
    return tuple(p for _, p in sorted(found))


def _room(sentence: str, rooms: Sequence[str], wording: Wording) -> str:
    """The room of the story that a sentence names, else elsewhere."""
    return next((r for r in rooms if wording.finder(r).search(sentence)), ELSEWHERE)
