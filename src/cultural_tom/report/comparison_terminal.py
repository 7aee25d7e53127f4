"""A comparison of submissions as terminal tables of at most 100 columns."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cultural_tom.report.numbers import percent, signed, signed_span, words
from cultural_tom.report.scores_terminal import FEW, leading
from cultural_tom.terminal import console, table

if TYPE_CHECKING:
    from cultural_tom.scoring.compare import Pair

COLUMNS = {"figure": "left", "metric": "left", "a": "right", "b": "right", "b - a": "right",
           "95% interval": "right", "p": "right", "Holm": "right", "detectable": "right"}  # fmt: skip


def show(pairs: "Iterable[Pair]", brief: bool = False) -> None:
    """Print comparisons, one table per pair and config; `brief` as in `scores_terminal.show`."""
    out = console()
    for pair in pairs:
        shown = leading((d.group for d in pair.differences), brief)
        out.print(f"{pair.config}: {pair.b} against {pair.a}, {pair.rows} rows")
        discordant = f"right in one only: {pair.a} {pair.only_a}, {pair.b} {pair.only_b}"
        tasks = "" if pair.wilcoxon is None else f"; Wilcoxon over tasks p = {pair.wilcoxon:.3g}"
        out.print(f"{discordant}; McNemar p = {pair.mcnemar:.3g} (rows, unclustered){tasks}")
        rows = [
            [words(f"{d.group}: {d.name}"), d.metric, percent(d.a), percent(d.b),
             signed(d.difference) + "*" * d.few_contexts, signed_span(d.low, d.high), _p(d.p), _p(d.holm),
             percent(d.detectable)]
            for d in pair.differences
            if d.group in shown
        ]  # fmt: skip
        out.print(table("", COLUMNS, rows))
        if any(d.few_contexts for d in pair.differences if d.group in shown):
            out.print(FEW)


def _p(value: float | None) -> str:
    if value is None:
        return ""
    return "<.001" if value < 0.001 else f"{value:.3f}"
