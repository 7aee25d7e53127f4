"""`python -m validation`: one line per command; what each does is in the module of its name."""

import typer

from validation.commands.agreement import agreement_command, mqm_command
from validation.commands.audit_sources import audit_sources_command
from validation.commands.laser import laser_command
from validation.commands.run import run_command

app = typer.Typer(
    help="Check a built dataset repository: structure, language, length, leakage, duplicates, and the gold.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("run")(run_command)
app.command("audit-sources")(audit_sources_command)
app.command("agreement")(agreement_command)
app.command("mqm")(mqm_command)
app.command("laser")(laser_command)


def main() -> None:
    app(prog_name="python -m validation")
