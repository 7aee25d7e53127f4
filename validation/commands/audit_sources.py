"""`python -m validation audit-sources`."""

from pathlib import Path
from typing import Annotated

import typer

from cultural_tom.terminal import console, handled, print_json, table
from validation.commands.options import Json


def audit_sources_command(
    mirror: Annotated[Path, typer.Option(help="Folder of upstream files, <owner>/<repo>/<commit>/<path>.")],
    as_json: Json = False,
) -> None:
    """Derive the gold of the real upstream files again.

    Those of ToMi and NegotiationToM; it counts where they agree.

    Example: python -m validation audit-sources --mirror ../shared/upstream
    """
    from validation.audit.sources import audit

    with handled(as_json):
        result = audit(mirror)
    if as_json:
        print_json(result.as_dict())
        return
    lines = [(f.config, f.name, f.group, f.value, f.n) for f in result.figures]
    columns = {"source": "left", "figure": "left", "group": "left", "value": "right", "of": "right"}
    console().print(table("gold of the upstream files, derived again", columns, lines))
    for f in result.findings:
        console().print(f"{f.severity}: {f.where}: {f.message}", markup=False)
    for sentence in result.skipped:
        console().print(f"not done: {sentence}", markup=False)
    if any(f.severity == "error" for f in result.findings):
        raise SystemExit(1)
