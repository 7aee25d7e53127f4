"""`cultural-tom extract`: what is read in each response of a predictions file."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cultural_tom.commands.options import Data, Json, Predictions, Revision
from cultural_tom.problems import counted
from cultural_tom.terminal import console, handled, print_json, table

if TYPE_CHECKING:
    from cultural_tom.api.readings import Reading

WORDS_SHOWN = 60


def _explained(r: "Reading") -> str:
    """One line: which response, what was read by which rule in which words, or why nothing and how the response ends."""
    from cultural_tom.visible import short

    said = r.reason or ", ".join([r.answer] if isinstance(r.answer, str) else r.answer or ["none"])
    which = "".join(f", {key} {n}" for key in ("permutation", "sample") if (n := getattr(r, key)))
    rule = f" ({r.rule})" if r.rule else ""
    words = f" {short(r.words[-WORDS_SHOWN:])}" if r.words else ""
    ends = f"; the response ends {short(r.ends)}" if r.ends else ""
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
    as_json: Json = False,
) -> None:
    """Read the answers in a predictions file's responses.

    The file has one line for each reply: {"id": "...", "response": "the model's raw words"}.
    What is written by --unparsed gets an "answer" on each line (a letter, a list, or null for a reply
    that commits to nothing), and is scored with `score --decisions`.

    \b
    Examples:
      cultural-tom extract predictions.jsonl --data sample
      cultural-tom extract predictions.jsonl --data sample --explain
      cultural-tom extract predictions.jsonl --data sample --unparsed open.jsonl
    """
    from cultural_tom.api.readings import readings

    with handled(as_json, "reading responses"):
        found = readings(file, data=data, revision=revision, unparsed=unparsed)
    if as_json:
        print_json({"file": str(file), "responses": [r.as_dict() for r in found]})
        return
    screen = console()
    if explain:
        for r in found:
            screen.print(_explained(r), soft_wrap=True)
    if not found:
        screen.print(f"{file}: no line has a response; there is nothing to read", soft_wrap=True)
        return
    counts = Counter(r.reason or "read" for r in found)
    screen.print(table(f"{file}: {counted(len(found), 'response')}", {"outcome": "left", "responses": "right"}, counts.most_common()))  # fmt: skip
    if unparsed is not None:
        screen.print(f"{unparsed}: {len(found) - counts['read']} to decide", soft_wrap=True)
