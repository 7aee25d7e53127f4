"""How commands talk: tables that fit 100 columns, problems on stderr, and exit codes.

0 done, 1 the input is wrong, 2 the call is wrong (typer's own code for a wrong option)."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeVar

from cultural_tom.problems import InputError, Problem, of_system
from cultural_tom.visible import json_text, visible

if TYPE_CHECKING:
    from rich.console import Console, Group

T = TypeVar("T")


def console(stderr: bool = False) -> "Console":
    """A console at most 100 columns wide; 100 where the output is no terminal. A string, printed or in a table, is one
    line that is made visible: names of files and models may hold what a terminal would act on, and brackets and
    colons that rich would read as styles and emoji. Text of several lines is printed as rich's `Text`."""
    from rich.console import Console
    from rich.text import Text

    class Plain(Console):
        """Every string that rich renders comes through here; a `Text` does not."""

        def render_str(self, text: str, **how: Any) -> Text:
            return super().render_str(visible(text), **how)

    c = Plain(stderr=stderr, highlight=False, soft_wrap=False, markup=False, emoji=False)
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
    sys.stdout.write(json_text(value) + "\n")


def problems_as_dicts(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Problems for a machine that may show them to a person: their words are visible text already."""
    return [{k: visible(v) if isinstance(v, str) else v for k, v in asdict(p).items()} for p in problems]


@contextmanager
def handled(as_json: bool | None = None, doing: str = "") -> Iterator[None]:
    """Turn `InputError`, and a file that cannot be read or written, into a message with all problems and exit
    code 1; meanwhile a terminal shows what is being done. as_json: whether --json was given; None where a command has
    no such option."""
    try:
        with _spinner(doing):
            yield
    except (InputError, OSError) as error:
        e = error if isinstance(error, InputError) else of_system(error)
        if as_json:
            print_json({"error": visible(e.title), "problems": problems_as_dicts(e.problems)})
        else:
            sys.stderr.write(e.text("--json lists them all" if as_json is not None else "") + "\n")
        raise SystemExit(1) from None


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
            TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
            console=console(stderr=True), transient=True,
        )  # fmt: skip
        with shown:
            task = shown.add_task(what, total=len(items))
            for item in items:
                shown.update(task, description=visible(f"{what} {label(item)}"))
                yield item
                shown.advance(task)

    return wrap
