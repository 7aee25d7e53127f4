"""What is wrong with some input, collected, so that a user sees everything at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Self

Severity = Literal["error", "note"]
SHOWN = 20


@dataclass(frozen=True)
class Problem:
    """One finding. `where` names file, line, config, id or field; `message` says what was expected,
    what was found and what to do next. A `note` is reported and does not stop anything; its `rule`
    is the name of the documented rule that dealt with it."""

    where: str
    message: str
    severity: Severity = "error"
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


class InputError(Exception):
    """Wrong input from a user or an upstream file: carries every problem found, never just the first."""

    def __init__(self, problems: Iterable[Problem], title: str = "") -> None:
        self.problems = list(problems)
        self.title = title or f"{len(self.problems)} problem{'s' if len(self.problems) != 1 else ''}"
        super().__init__(self.title)

    @classmethod
    def one(cls, where: str, message: str) -> Self:
        return cls([Problem(where, message)])

    def __str__(self) -> str:
        return "\n".join([f"{self.title}:", *(f"  {p}" for p in shorten(self.problems))])


class Unavailable(InputError):
    """Nothing is wrong with the input; it just cannot be had here (no file, no network)."""


def shorten(problems: list[Problem], limit: int = SHOWN) -> list[str]:
    """The problems as lines, at most `limit` of them and a last line that counts the rest."""
    lines = [str(p) for p in problems[:limit]]
    if len(problems) > limit:
        lines.append(f"... and {len(problems) - limit} more (use --json for all)")
    return lines


def errors(problems: Iterable[Problem]) -> list[Problem]:
    return [p for p in problems if p.severity == "error"]


def raise_errors(problems: Iterable[Problem], title: str = "") -> None:
    """Raise `InputError` with all problems of severity error, if there are any."""
    found = errors(problems)
    if found:
        raise InputError(found, title)
