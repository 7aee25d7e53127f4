"""`report["belief", "first order"]`: entries found by group, name and metric, or one error that says what is near."""

import difflib
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from cultural_tom.problems import InputError
from cultural_tom.visible import short

HOW = "[group, name] or [group, name, metric]"


class UnknownKey(InputError, KeyError):
    """A key that names nothing, or several things."""


class Entry(Protocol):
    """What has a place in a table of figures."""

    @property
    def group(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def metric(self) -> str: ...


Found = TypeVar("Found", bound=Entry)


def find(entries: Sequence[Found], key: object, where: str) -> Found:
    """The one entry of a (group, name) or (group, name, metric); case, underscores and blanks make no difference.
    Raises `UnknownKey` (an `InputError` and a `KeyError`) with the nearest names where there is none or several."""
    if not isinstance(key, tuple) or not all(isinstance(k, str) for k in key) or len(key) not in (2, 3):
        raise UnknownKey.one(where, f"a figure is named as {HOW}, got {short(key)}")
    wanted = tuple(map(_plain, key))
    found = [e for e in entries if _key(e)[: len(wanted)] == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        metrics = ", ".join(e.metric for e in found)
        raise UnknownKey.one(
            where, f"{list(key)} has several metrics: {metrics}; name one: [group, name, metric]"
        )
    raise UnknownKey.one(where, f"there is no figure {list(key)}; {_near(entries, wanted)}")


def missing(where: str, key: object, known: Iterable[str], what: str) -> UnknownKey:
    """The error for a name that is not among the known ones."""
    names = list(known)
    near = difflib.get_close_matches(key, names, n=3) if isinstance(key, str) else []
    hint = f"did you mean {' or '.join(map(repr, near))}?" if near else f"it has: {', '.join(names)}"
    return UnknownKey.one(where, f"there is no {what} {short(key)}; {hint}")


def _near(entries: Sequence[Found], wanted: tuple[str, ...]) -> str:
    same = [e for e in entries if _plain(e.group) == wanted[0] and _plain(e.name) == wanted[1]]
    if same:
        return f"its metrics are: {', '.join(e.metric for e in same)}"
    words = {" / ".join(_key(e)[:2]): [e.group, e.name] for e in entries}
    near = difflib.get_close_matches(" / ".join(wanted[:2]), words, n=3, cutoff=0.5)
    if near:
        return f"did you mean {' or '.join(str(words[n]) for n in near)}?"
    return f"its groups are: {', '.join(dict.fromkeys(e.group for e in entries))}"


def _key(entry: Found) -> tuple[str, str, str]:
    return _plain(entry.group), _plain(entry.name), _plain(entry.metric)


def _plain(word: str) -> str:
    return " ".join(word.replace("_", " ").casefold().split())
