"""Who has seen what: a story's events, played.

Everybody in the room of the thing sees where it is put. Who comes into that room sees where the thing is, and those who are
there see that they see it. Nobody who is away sees anything, and nobody changes their mind without seeing."""

from collections.abc import Iterable, Sequence

from cultural_tom.models.tracker.story import ELSEWHERE, Move, NotUnderstood, Put
from cultural_tom.models.tracker.wording import Asked


class World:
    """room: of each person. seen: where a person last saw the thing. about[a, b]: where a last saw b see it."""

    def __init__(self, scene: str) -> None:
        self.scene = scene
        self.room: dict[str, str] = {}
        self.first = self.place = ""
        self.seen: dict[str, str] = {}
        self.about: dict[tuple[str, str], str] = {}

    @property
    def present(self) -> list[str]:
        return [p for p, room in self.room.items() if room == self.scene]

    def play(self, event: Move | Put) -> None:
        if isinstance(event, Move):
            self.room |= dict.fromkeys(event.who, event.room)
            if event.room == self.scene and self.place:
                for newcomer in event.who:
                    self._see([newcomer], self.present)
            return
        self.first = self.first or event.place
        self.place = event.place
        self._see(self.present, self.present)

    def _see(self, people: Iterable[str], witnesses: Sequence[str]) -> None:
        """People see where the thing is; the witnesses see that they do, and are seen in turn."""
        for person in people:
            self.seen[person] = self.place
            for witness in witnesses:
                self.about[witness, person] = self.about[person, witness] = self.place


def answer(events: Sequence[Move | Put], asked: Asked) -> str:
    """The container that a question is about. Raises `NotUnderstood` where the story does not say it."""
    world = World(scene(events))
    for event in events:
        world.play(event)
    found = {
        "reality": world.place,
        "memory": world.first,
        "first": world.seen.get(asked.who),
        "second": world.about.get((asked.thinker, asked.who)),
    }[asked.order]
    if not found:
        raise NotUnderstood(f"nothing is said of {asked}")
    return found


def scene(events: Sequence[Move | Put]) -> str:
    """The room of the thing: that of the first who moves it; where nobody does, the one entered last before it is named."""
    room: dict[str, str] = {}
    last = ""
    for event in events:
        if isinstance(event, Move):
            room |= dict.fromkeys(event.who, event.room)
            last = event.room or last
        elif event.who is not None:
            if room.get(event.who, ELSEWHERE) == ELSEWHERE:
                raise NotUnderstood(f"{event.who} moves the thing from elsewhere")
            return room[event.who]
    before = next((i for i, e in enumerate(events) if isinstance(e, Put)), 0)
    return next((e.room for e in reversed(events[:before]) if isinstance(e, Move) and e.room), last)
