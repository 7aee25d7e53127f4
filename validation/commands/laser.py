"""`python -m validation laser`."""

from pathlib import Path
from typing import Annotated

import typer

from cultural_tom.terminal import console, handled, print_json
from validation.commands.options import Json


def laser_command(
    folder: Annotated[Path, typer.Argument(help="Folder that has, or is to have, LASER's three files.")],
    fetch: Annotated[bool, typer.Option("--fetch", help="Download the files that are missing.")] = False,
    as_json: Json = False,
) -> None:
    """Pin LASER's files by their sha256, or check them.

    The pins stand in FOLDER/SHA256SUMS.

    Example: python -m validation laser ~/laser --fetch
    """
    from validation.similarity.laser import pin

    with handled(as_json):
        found = pin(folder, fetch)
    if as_json:
        print_json(found)
        return
    for name, value in found.items():
        console().print(f"{value}  {name}", markup=False, soft_wrap=True)
