"""A score as terminal tables of at most 100 columns."""

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from cultural_tom.score.figures import Figure
from cultural_tom.score.run import ConfigReport, Report
from cultural_tom.terminal import console, table

if TYPE_CHECKING:
    from rich.console import RenderableType

SAMPLE_NOTE = "Sample edition: the project's own items, not the paper's data; scores say nothing about a model."
COLUMNS = {"figure": "left", "metric": "left", "value": "right", "interval": "right", "n": "right",
           "clusters": "right", "chance": "right", "constant": "right"}  # fmt: skip


def show(report: Report) -> None:
    """Print a report."""
    out = console()
    for config in report.configs:
        for part in config_tables(config, report.options.ci):
            out.print(part)
    if any(c.edition == "sample" for c in report.configs):
        out.print(SAMPLE_NOTE)
    out.print(f"Values in %. Interval: {report.options.ci} %, t over clusters (contexts). constant: best fixed answer.")
    out.print(f"signature: {report.signature}", soft_wrap=True)


def config_tables(config: ConfigReport, ci: int) -> "Iterable[RenderableType]":
    counts = f"{config.predictions} predictions for {config.rows} rows, {config.missing} missing, {config.unparsed} unparsed"
    yield f"{config.config} ({config.state}): {counts}"
    rows = []
    for group, found in groupby(config.figures, key=lambda f: f.group):
        members = list(found)
        if len({f.group for f in config.figures}) > 1:
            rows.append([group, "", "", "", "", "", "", ""])
        rows += [["  " + f.name.replace("_", " "), f.metric, *cells(f)] for f in members]
    yield table("", COLUMNS, rows)


def cells(f: Figure) -> list[str]:
    """value, interval, n, clusters, chance and constant of a figure as text."""
    interval = "" if f.low is None or f.high is None else f"{100 * f.low:.1f}-{100 * f.high:.1f}"
    return [f"{100 * f.value:.1f}", interval, str(f.n), str(f.clusters), _percent(f.chance), _percent(f.constant)]


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"
