"""Options that several commands take."""

from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON for a machine.")]
