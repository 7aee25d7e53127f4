"""How commands talk: tables that fit 100 columns, problems on stderr, and exit codes.

0 done, 1 the input is wrong, 2 the call is wrong (typer's own code for a wrong option)."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeVar

from cultural_tom.problems import InputError, Problem, shorten

if TYPE_CHECKING:
    from rich.console import Console, Group

T = TypeVar("T")


def console(stderr: bool = False) -> "Console":
    """A console at most 100 columns wide; 100 where the output is no terminal. Text is printed as it is: names of
    files and models may hold brackets and colons that rich would read as styles and emoji."""
    from rich.console import Console

    c = Console(stderr=stderr, highlight=False, soft_wrap=False, markup=False, emoji=False)
    c.width = min(c.width, 100) if c.is_terminal else 100
    return c


def table(title: str, columns: dict[str, str], rows: Iterable[Iterable[Any]]) -> "Group":
    """A table under a line of text; `columns` maps headers to `left` or `right`."""
    from rich import box
    from rich.console import Group
    from rich.table import Table

    t = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for header, side in columns.items():
        t.add_column(header, justify="right" if side == "right" else "left", overflow="fold")
    for row in rows:
        t.add_row(*map(str, row))
    return Group(*([title, ""] if title else []), t, "")


def print_json(value: Any) -> None:
    """One JSON document on stdout, with nothing else around it."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, sort_keys=False) + "\n")


def problems_as_dicts(problems: Iterable[Problem]) -> list[dict[str, str]]:
    return [asdict(p) for p in problems]


@contextmanager
def handled(as_json: bool = False, doing: str = "") -> Iterator[None]:
    """Turn `InputError`, and a file that cannot be read or written, into a message with all problems and exit
    code 1; meanwhile a terminal shows what is being done."""
    try:
        with _spinner(doing):
            yield
    except (InputError, OSError) as error:
        e = error if isinstance(error, InputError) else _of_system(error)
        if as_json:
            print_json({"error": e.title, "problems": problems_as_dicts(e.problems)})
        else:
            lines = [e.title + ":", *(f"  {line}" for line in shorten(e.problems))]
            sys.stderr.write("\n".join(lines) + "\n")
        raise SystemExit(1) from None


def _of_system(error: OSError) -> InputError:
    """What the operating system refused, and for which file."""
    where = str(error.filename or error.filename2 or "files")
    return InputError.one(where, f"cannot be read or written: {error.strerror or error}")


def _spinner(doing: str) -> AbstractContextManager[Any]:
    if not doing or not sys.stderr.isatty():
        return nullcontext()
    return console(stderr=True).status(doing)


def progress(what: str, label: Callable[[Any], str] = str) -> Callable[[list[T]], Iterable[T]]:
    """A wrapper for a loop over a list that shows a bar on stderr, if that is a terminal."""

    def wrap(items: list[T]) -> Iterator[T]:
        if not sys.stderr.isatty():
            yield from items
            return
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        shown = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
            console=console(stderr=True), transient=True,
        )  # fmt: skip
        with shown:
            task = shown.add_task(what, total=len(items))
            for item in items:
                shown.update(task, description=f"{what} {label(item)}")
                yield item
                shown.advance(task)

    return wrap
