"""`cultural-tom extract`: what is read in each response of a predictions file."""

import shlex
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cultural_tom.commands.options import Data, Json, Predictions, Revision, Workers
from cultural_tom.problems import counted
from cultural_tom.terminal import console, handled, print_json, table

if TYPE_CHECKING:
    from rich.console import Group

    from cultural_tom.api.readings import Reading, Suggestion

WORDS_SHOWN = 60
RULES_ARE_IN = "In brackets: the rule that read it, or could not decide. docs/extraction.md lists them."


def _written(answer: str | list[str] | None) -> str:
    return ", ".join([answer] if isinstance(answer, str) else answer or ["none"])


def _explained(r: "Reading") -> str:
    """One line: which response, what was read by which rule in which words, or why nothing and how the response ends."""
    from cultural_tom.visible import short

    said = r.reason or _written(r.answer)
    if r.by:
        said = f"decided: {_written(r.decided)} ({r.by}); without it: {said}"
    which = "".join(f", {key} {n}" for key in ("permutation", "sample") if (n := getattr(r, key)))
    rule = f" ({r.rule})" if r.rule else ""
    words = f" {short(r.words[-WORDS_SHOWN:])}" if r.words else ""
    ends = f"; the response ends {short(r.ends[-WORDS_SHOWN:])}" if r.ends else ""
    return f"line {r.line}: {r.id}{which}: {said}{rule}{words}{ends}"


def extract(
    file: Predictions,
    data: Data,
    revision: Revision = None,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="Each response: what was read, by which rule, in which words, or how it ends. --json always has it.",
        ),
    ] = False,
    unparsed: Annotated[
        Path | None,
        typer.Option(help="Write what could not be read here (.jsonl), for a judge or a person to decide."),
    ] = None,
    answer_line: Annotated[
        list[str] | None,
        typer.Option(
            help="A line in which unread responses answer: 'Action {answer}'; {number} and, before it, {any} stand for any. Repeatable."
        ),
    ] = None,
    decided: Annotated[
        Path | None,
        typer.Option(help="Write what --answer-line reads here (.jsonl), for `score --decisions`."),
    ] = None,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Read the answers in a predictions file's responses.

    The file has one line for each reply: {"id": "...", "response": "the model's raw words"}.
    What is written by --unparsed gets an "answer" on each line (a letter, a list, or null for a reply
    that commits to nothing), and is scored with `score --decisions`.

    Where many of a file's unread responses answer in one line alike, that line is shown; whoever knows
    the prompt declares it with --answer-line, and --decided gets what it reads.

    \b
    Examples:
      cultural-tom extract predictions.jsonl --data sample
      cultural-tom extract predictions.jsonl --data sample --explain
      cultural-tom extract predictions.jsonl --data sample --unparsed open.jsonl
      cultural-tom extract predictions.jsonl --data sample --answer-line "Go {answer}" --decided d
    """
    from cultural_tom.api.readings import readings
    from cultural_tom.visible import short

    with handled(as_json, "reading responses"):
        done = readings(
            file,
            data=data,
            revision=revision,
            unparsed=unparsed,
            answer_lines=answer_line or (),
            decided=decided,
            workers=workers,
        )
    found = done.readings
    if as_json:
        print_json(
            {
                "file": str(file),
                "responses": [r.as_dict() for r in found],
                "lines": [asdict(s) for s in done.lines],
                "suggested": [asdict(s) for s in done.suggested],
            }
        )
        return
    screen = console()
    if explain:
        for r in found:
            screen.print(_explained(r), soft_wrap=True)
        screen.print(RULES_ARE_IN, soft_wrap=True)
    if not found:
        screen.print(f"{file}: no line has a response; there is nothing to read", soft_wrap=True)
        return
    counts = Counter("decided by a line" if r.by else r.reason or "read" for r in found)
    screen.print(table(f"{file}: {counted(len(found), 'response')}", {"outcome": "left", "responses": "right"}, counts.most_common()))  # fmt: skip
    again = f"{shlex.quote(str(file))} --data {shlex.quote(data)}"
    if decided is not None and counts["decided by a line"]:
        screen.print(_of_lines("line", done.lines))
        for s in (s for s in done.lines if s.contradicted):
            said = f"{s.of - s.agrees} of {s.of} responses that are read and have it say otherwise"
            screen.print(f"Is {short(s.template)} the answer? {said}.", soft_wrap=True)
        screen.print(
            f"{decided}: {counted(counts['decided by a line'], 'response')} decided; next:", soft_wrap=True
        )
        screen.print(f"  cultural-tom score {again} --decisions {shlex.quote(str(decided))}", soft_wrap=True)
    if unparsed is not None:
        left = sum(bool(r.reason) and not r.by for r in found)
        screen.print(f"{unparsed}: {left} to decide", soft_wrap=True)
    if done.suggested:
        line = shlex.quote(done.suggested[0].template)
        screen.print(_of_lines("a line that unread responses have alike", done.suggested))
        screen.print("If your prompt asks for it, declare it:")
        screen.print(
            f"  cultural-tom extract {again} --answer-line {line} --decided by_line.jsonl", soft_wrap=True
        )


def _of_lines(title: str, lines: "list[Suggestion]") -> "Group":
    """Lines, how many unread responses each reads, and how many of those that are read it reads alike."""
    rows = [(s.template, s.unread, f"{s.agrees} of {s.of}" if s.of else "none has it") for s in lines]
    return table("", {title: "left", "unread it reads": "right", "agrees with read ones": "right"}, rows)
