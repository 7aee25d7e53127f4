"""`--help` of a command with many options: they stand in groups, as `rich_help_panel` names them."""

from typing import Any

from typer.core import TyperCommand

OTHERS = "Options"


class Grouped(TyperCommand):
    """A command whose options are listed group by group; those without a group first."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        groups: dict[str, list[tuple[str, str]]] = {OTHERS: []}
        for parameter in self.get_params(ctx):
            if (record := parameter.get_help_record(ctx)) is not None:
                groups.setdefault(getattr(parameter, "rich_help_panel", None) or OTHERS, []).append(record)
        for name, records in groups.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)
