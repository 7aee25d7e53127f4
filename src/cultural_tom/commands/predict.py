"""`cultural-tom predict`: what a model answers."""

from pathlib import Path
from typing import Annotated

import typer

from cultural_tom.commands.options import Data, Revision
from cultural_tom.terminal import console, handled


def predict(
    model: Annotated[str, typer.Option(help="A baseline: random, majority, longest or lexical.")],
    data: Data,
    out: Annotated[Path, typer.Option(help="The predictions file to write.")],
    config: Annotated[str, typer.Option(help="Configs, e.g. 'xfantom_*' or a,b.")] = "*",
    revision: Revision = None,
) -> None:
    """Write the predictions of a baseline.

    \b
    Example:
      cultural-tom predict --model lexical --config 'xfantom_*' --data sample --out predictions.jsonl
    """
    from cultural_tom.models.baselines import predict as run
    from cultural_tom.rows.loading import resolve
    from cultural_tom.subsets import match

    with handled():
        folder = resolve(data, revision, configs=[c.name for c in match(config)])
        count = run(model, config, folder, out)
    console().print(f"{out}: {count} predictions of {model}")
