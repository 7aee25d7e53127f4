"""`cultural-tom extract`: what is read in each response of a predictions file."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from cultural_tom.commands.options import Data, Json, Predictions, Revision
from cultural_tom.terminal import console, handled, print_json, table

WORDS_SHOWN = 60


def extract(
    file: Predictions,
    data: Data,
    revision: Revision = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Each response: what was read, by which rule, in which words.")
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
    from cultural_tom.visible import short

    with handled(as_json, "reading responses"):
        found = readings(file, data=data, revision=revision, unparsed=unparsed)
    if as_json:
        print_json({"file": str(file), "responses": [r.as_dict() for r in found]})
        return
    screen = console()
    if explain:
        for r in found:
            said = r.reason or ", ".join([r.answer] if isinstance(r.answer, str) else r.answer or ["none"])
            quoted = f" {short(r.words[-WORDS_SHOWN:])}" if r.words else ""
            screen.print(
                f"{r.line}: {r.id}: {said}{f' ({r.rule})' if r.rule else ''}{quoted}", soft_wrap=True
            )
    counts = Counter(r.reason or "read" for r in found)
    screen.print(table(f"{file}: {len(found)} responses", {"outcome": "left", "responses": "right"}, counts.most_common()))  # fmt: skip
    if unparsed is not None:
        screen.print(f"{unparsed}: {len(found) - counts['read']} to decide", soft_wrap=True)
