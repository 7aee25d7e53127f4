"""ToMi's English templates, read back into events and questions. The list is complete for the pinned files."""

import re
from dataclasses import dataclass

from validation.audit.epistemic import Event, Minds, Unreadable

_X = r"([^\s.?]+(?: [^\s.?]+)*?)"  # a name; the files write green_bucket, a reader may find "green bucket"
_LINES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("enter", re.compile(rf"{_X} entered the {_X}\.")),
    (
        "enter",
        re.compile(rf"{_X} is in the {_X}\."),
    ),  # only the generator's newest version writes this of a person
    ("exit", re.compile(rf"{_X} exited the {_X}\.")),
    ("place", re.compile(rf"The {_X} is in the {_X}\.")),
    ("move", re.compile(rf"{_X} moved the {_X} to the {_X}\.")),
    ("other", re.compile(rf"{_X} (?:likes|dislikes|loves|hates) the {_X}\.?")),
)
_QUESTIONS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("first", re.compile(rf"Where will {_X} look for the {_X}\?")),
    ("second", re.compile(rf"Where does {_X} think that {_X} searches for the {_X}\?")),
    ("reality", re.compile(rf"Where is the {_X} really\?")),
    ("memory", re.compile(rf"Where was the {_X} at the beginning\?")),
)


@dataclass(frozen=True)
class Ask:
    """kind: memory, reality, first or second. agents: whose mind, and (second order) about whom."""

    kind: str
    agents: tuple[str, ...]
    thing: str


def lines(text: str) -> list[str]:
    """The sentences of a story: lines (numbered or not), or the sentences of a single paragraph."""
    found = text.splitlines() if "\n" in text.strip() else re.split(r"(?<=\.)\s+", text.strip())
    return [re.sub(r"^\d+\s+", "", line.strip()) for line in found if line.strip()]


def event(line: str) -> Event:
    """One sentence as an event; `Unreadable` if it fits no template.

    >>> event("Ava moved the pumpkin to the blue_bucket.").place
    'blue_bucket'
    """
    for kind, pattern in _LINES:
        match = pattern.fullmatch(line)
        if match is None or (kind == "enter" and match[1].startswith("The ")):
            continue
        if kind == "place":
            return Event("place", thing=match[1], place=match[2])
        if kind == "move":
            return Event("move", match[1], match[2], match[3])
        if kind == "other":
            return Event("other", match[1], match[2])
        return Event("enter" if kind == "enter" else "exit", match[1], place=match[2])
    raise Unreadable(f"no ToMi template fits {line!r}")


def story(text: str) -> list[Event]:
    return [event(line) for line in lines(text)]


def asked(question: str) -> Ask:
    """A question as what it asks; `Unreadable` if it fits no template."""
    for kind, pattern in _QUESTIONS:
        if match := pattern.fullmatch(question.strip()):
            *agents, thing = match.groups()
            return Ask(kind, tuple(agents), thing)
    raise Unreadable(f"no ToMi question fits {question!r}")


def answer(minds: Minds, question: Ask) -> str:
    """The container that is right; `Unreadable` if someone asked about never saw the object."""
    if question.kind == "memory":
        return minds.start
    if question.kind == "reality":
        return minds.end
    known = (
        minds.first.get(question.agents[0])
        if question.kind == "first"
        else minds.second.get(frozenset(question.agents))
    )
    if known is None:
        raise Unreadable(f"{' and '.join(question.agents)} never saw the {question.thing}")
    return known


def same_place(a: str, b: str) -> bool:
    """Whether two texts name one container: case, underscores and an article do not count.

    >>> same_place("green_bucket", "the green bucket")
    True
    """
    return _place(a) == _place(b)


def _place(text: str) -> str:
    words = text.replace("_", " ").casefold().strip(" .").split()
    while words and words[0] in ("in", "the", "a", "an"):
        words = words[1:]
    return " ".join(words)
