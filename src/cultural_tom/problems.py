"""What is wrong with some input, collected, so that a user sees everything at once."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Literal, ParamSpec, Self, TypeVar

from cultural_tom.visible import visible

P = ParamSpec("P")
T = TypeVar("T")
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
        return "\n".join([f"{visible(self.title)}:", *(f"  {line}" for line in shorten(self.problems))])


def of_system(error: OSError) -> InputError:
    """What the operating system refused, and for which file."""
    where = str(error.filename or error.filename2 or "files")
    return InputError.one(where, f"cannot be read or written: {error.strerror or error}")


def refusing(function: Callable[P, T]) -> Callable[P, T]:
    """The same function, where what the operating system refuses (a locked folder, a name that is no name) is an
    `InputError` like everything else that is wrong with input."""

    @wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except OSError as e:
            raise of_system(e) from e
        except ValueError as e:  # a NUL or half a surrogate pair in a name
            if "null" not in str(e) and not isinstance(e, UnicodeError):
                raise
            raise InputError.one("a file's name", f"is none that this system can have: {e}") from e

    return wrapped


class Unavailable(InputError):
    """Nothing is wrong with the input; it just cannot be had here (no file, no network)."""


def shorten(problems: list[Problem], limit: int = SHOWN) -> list[str]:
    """The problems as lines to show, at most `limit` of them and a last line that counts the rest."""
    lines = [visible(str(p)) for p in problems[:limit]]
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
