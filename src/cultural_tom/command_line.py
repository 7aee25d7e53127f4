"""What the command lines of all houses have in common: wrong calls in safe words, `--version`, and a terminal or device that
takes no more, or not every character."""

import gc
import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import Annotated, Any, TypeVar

import typer
from typer.core import TyperGroup

from cultural_tom import __version__
from cultural_tom.problems import of_system
from cultural_tom.visible import brief, visible

T = TypeVar("T")
INTERRUPTED = 130
"""The exit code after Ctrl-C."""


class Group(TyperGroup):
    """Commands whose messages about a wrong call (exit code 2) repeat what was typed as visible text, on one line: it
    may come from a script or a file's name. What is missing is named with its help."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        _once(command.params if command else [], rest)
        return name, command, rest

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        return _safe(lambda: super(Group, self).make_context(*args, **kwargs))

    def invoke(self, ctx: Any) -> Any:
        return _safe(lambda: super(Group, self).invoke(ctx))


def command_line(help: str, **settings: Any) -> typer.Typer:
    """An app without commands yet. help: its first words."""
    app = typer.Typer(
        cls=Group,
        help=help,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        **settings,
    )
    app.callback()(_options)
    return app


def start(app: typer.Typer, name: str) -> None:
    """Run the command that was typed. What the output cannot hold is spelled out; an output that cannot be written to (a full
    disk, a closed one) is one message and exit code 1."""
    _standard_streams()
    code: int | str | None = 0
    try:
        try:
            app(prog_name=name)
        except SystemExit as e:
            code = e.code
            if code == INTERRUPTED:
                sys.stderr.write("stopped\n")
        sys.stdout.flush()
    except OSError as e:
        error = e if e.filename else OSError(e.errno, e.strerror, "the output")
        with suppress(OSError):
            sys.stderr.write(f"{brief(str(of_system(error)))}\n")
        code = 1
    except UnicodeError as e:  # half a surrogate pair or a NUL where a name goes to the system
        sys.stderr.write(f"a name that was given is none that this system can have: {visible(str(e))}\n")
        code = 1
    _leave(code)


def _standard_streams() -> None:
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if (
            getattr(sys, name) is None
        ):  # closed: the next file that is opened would get its number, and what is printed
            mode = os.O_RDONLY if number == 0 else os.O_WRONLY
            setattr(sys, name, os.fdopen(os.open(os.devnull, mode), "w" if number else "r"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _leave(code: int | str | None) -> None:
    """Exit; what is left in a stream that takes nothing is dropped, where Python would say so in its own words."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    gc.freeze()  # else Python goes through all that is in memory once more, a tenth of a second for nothing
    raise SystemExit(code)


def _compiled() -> bool:
    """Whether the wheel that is installed reads responses in C (requirements/wheels.py)."""
    spec = find_spec("cultural_tom.extraction.choose")
    return spec is not None and str(spec.origin).endswith(tuple(EXTENSION_SUFFIXES))


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(
            f"cultural-tom {__version__}, extraction {'compiled' if _compiled() else 'in plain Python'}"
        )
        raise typer.Exit


def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Options of the app itself."""


def _once(params: Sequence[Any], args: Sequence[str]) -> None:
    """Refuse an option that holds one value and stands twice: which of the two was meant, nobody knows, and the last would win
    without a word."""
    holds = {name: p for p in params for name in p.opts if p.param_type_name == "option" and not p.is_flag}
    seen: set[str] = set()
    rest = iter(args)
    for arg in rest:
        name, given, _ = arg.partition("=")
        if arg == "--":
            return
        if name not in holds:
            continue
        if not given:
            next(rest, None)
        option = holds[name]
        if option.name in seen and not option.multiple:
            raise typer.BadParameter("stands twice; give it once", param_hint=f"'{name}'")
        seen.add(option.name)


def _safe(call: Callable[[], T]) -> T:
    try:
        return call()
    except Exception as e:  # click's errors, which typer has under its own name since 0.2x
        if hasattr(e, "format_message") and isinstance(message := getattr(e, "message", None), str):
            missing = getattr(getattr(e, "param", None), "help", None) if not message else None
            e.message = brief(visible(message or missing or ""))  # type: ignore[attr-defined]
        raise
