"""A score as terminal tables of at most 100 columns."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from string import ascii_uppercase as LETTERS
from typing import TYPE_CHECKING

from cultural_tom.files import write_text
from cultural_tom.problems import InputError
from cultural_tom.report_parts import percent
from cultural_tom.score.figures import Figure
from cultural_tom.score.run import ConfigReport, Report
from cultural_tom.terminal import console, table

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cultural_tom.score.compare import Pair

SAMPLE_NOTE = (
    "Sample edition: the project's own items, not the paper's data; scores say nothing about a model."
)
POSITIONS_SHOWN = 8  # configs; more are in the JSON report
COLUMNS = {"figure": "left", "metric": "left", "value": "right", "interval": "right", "n": "right",
           "clusters": "right", "chance": "right", "constant": "right"}  # fmt: skip


def save(report: Report, path: Path) -> None:
    """Write a report as JSON or as one HTML page, by the name's ending; the file appears whole or not at all."""
    import json

    from cultural_tom.report_html import page

    document = report.as_dict()
    html = path.suffix == ".html"
    text = page(document) if html else json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    write_text(path, text, "--out")


def check_name(path: Path) -> None:
    """`InputError` for a report's name that ends neither in .json nor in .html, or is a folder."""
    if path.suffix not in (".json", ".html"):
        raise InputError.one(str(path), "must end in .json or .html")
    if path.is_dir():
        raise InputError.one(str(path), "is a folder; name a file")


def show(report: Report, brief: bool = False) -> None:
    """Print a report; `brief` prints the first two groups of figures of each config and nothing beside."""
    out = console()
    for config in report.configs:
        for part in config_tables(config, brief):
            out.print(part)
    for part in () if brief else parallel_tables(report):
        out.print(part)
    for part in published_tables(report):
        out.print(part)
    if any(c.edition == "sample" for c in report.configs):
        out.print(SAMPLE_NOTE)
    out.print(
        f"Values in %. Interval: {report.options.ci} %, t over clusters (contexts). constant: best fixed answer."
    )
    out.print(f"signature: {report.signature}", soft_wrap=True)


def leading(groups: Iterable[str], brief: bool) -> list[str]:
    """The groups of figures to print, in order: all, or the first two."""
    distinct = list(dict.fromkeys(groups))
    return distinct[:2] if brief else distinct


def config_tables(config: ConfigReport, brief: bool = False) -> "Iterable[RenderableType]":
    counts = f"{config.predictions} predictions for {config.rows} rows, {config.missing} missing, {config.unparsed} unparsed"
    yield f"{config.config} ({config.state}): {counts}"
    rows = []
    shown = leading((f.group for f in config.figures), brief)
    for group, found in groupby(config.figures, key=lambda f: f.group):
        members = list(found)
        if group not in shown:
            continue
        if len(shown) > 1:
            rows.append([group, "", "", "", "", "", "", ""])
        rows += [["  " + f.name.replace("_", " "), f.metric, *cells(f)] for f in members]
    yield table("", COLUMNS, rows)


def show_pairs(pairs: "Iterable[Pair]", brief: bool = False) -> None:
    """Print comparisons, one table per pair and config; `brief` as in `show`."""
    out = console()
    for pair in pairs:
        shown = leading((d.group for d in pair.differences), brief)
        out.print(f"{pair.config}: {pair.b} against {pair.a}, {pair.rows} rows")
        discordant = f"right in one only: {pair.a} {pair.only_a}, {pair.b} {pair.only_b}"
        tasks = "" if pair.wilcoxon is None else f"; Wilcoxon over tasks p = {pair.wilcoxon:.3g}"
        out.print(f"{discordant}; McNemar p = {pair.mcnemar:.3g} (rows, unclustered){tasks}")
        rows = [
            [f"{d.group}: {d.name}".replace("_", " "), d.metric, f"{100 * d.a:.1f}", f"{100 * d.b:.1f}",
             f"{100 * d.difference:+.1f}", "" if d.low is None or d.high is None else f"{100 * d.low:+.1f} to {100 * d.high:+.1f}",
             _p(d.p), _p(d.holm)]
            for d in pair.differences
            if d.group in shown
        ]  # fmt: skip
        columns = {"figure": "left", "metric": "left", "a": "right", "b": "right", "b - a": "right",
                   "95% interval": "right", "p": "right", "Holm": "right"}  # fmt: skip
        out.print(table("", columns, rows))


def _p(value: float | None) -> str:
    if value is None:
        return ""
    return "<.001" if value < 0.001 else f"{value:.3f}"


def cells(f: Figure) -> list[str]:
    """value, interval, n, clusters, chance and constant of a figure as text."""
    interval = "" if f.low is None or f.high is None else f"{100 * f.low:.1f}-{100 * f.high:.1f}"
    return [
        f"{100 * f.value:.1f}",
        interval,
        str(f.n),
        str(f.clusters),
        percent(f.chance),
        percent(f.constant),
    ]


def parallel_tables(report: Report) -> "Iterable[RenderableType]":
    """What holds over languages, variants, option orders and golds; the whole of it is in the JSON report."""
    rows: list[list[str]] = []
    for group in report.parallel["languages"]:
        found = group["consistency"][0]
        name = " ".join(filter(None, (group["subset"], group["variant"])))
        shares = [
            percent(found[k]["value"])
            for k in ("right_in_all", "wrong_in_all", "inconsistent", "same_answer")
        ]
        kappa = "" if found["fleiss_kappa"] is None else f"{found['fleiss_kappa']:.2f}"
        rows.append([name, str(len(group["languages"])), str(found["items"]), *shares, kappa])
    yield from _part("Over languages: the same items, right in all, wrong in all, inconsistent; Fleiss' kappa", rows,
                     ("items of", "languages", "n", "right", "wrong", "inconsistent", "same answer", "kappa"))  # fmt: skip
    rows = []
    for v in report.parallel["variants"]:
        d = v["difference"]
        interval = "" if d["low"] is None else f"{100 * d['low']:+.1f} to {100 * d['high']:+.1f}"
        values = [
            percent(v["direct"]["value"]),
            percent(v["cultural"]["value"]),
            f"{100 * d['value']:+.1f}",
        ]
        rows.append(
            [
                v["language"],
                str(v["items"]),
                *values,
                interval,
                str(v["only_direct"]),
                str(v["only_cultural"]),
            ]
        )
    yield from _part("Multi-ToM, direct against cultural, item by item", rows,
                     ("language", "n", "direct", "cultural", "difference", "interval", "only direct", "only cultural"))  # fmt: skip
    rows = []
    for config, p in report.permutations.items():
        values = [o["accuracy"] for o in p["orders"]]
        spread = [min(values), max(values), p["mean"], p["majority"], p["changed"]]
        rows.append([config, str(len(values)), *map(percent, spread)])
    yield from _part("Option orders: accuracy over the orders shown, and rows whose answer changes", rows,
                     ("config", "orders", "lowest", "highest", "mean", "majority", "changed"))  # fmt: skip
    rows = []
    for config, g in report.both_gold.items():
        cell = [
            percent(g[part][gold]["value"]) for part in ("all", "audited") for gold in ("upstream", "audit")
        ]
        rows.append([config, *cell[:2], str(g["audited"]["upstream"]["n"]), *cell[2:]])
    yield from _part("Two golds: upstream's and the audit's, on all rows and on the audited ones", rows,
                     ("config", "upstream", "audit", "audited rows", "upstream", "audit"))  # fmt: skip
    rows = [
        [
            config,
            *(
                f"{percent(a) or '-'} ({percent(s) or '-'})"
                for a, s in zip(p["accuracy"], p["answered"], strict=True)
            ),
        ]
        for config, p in report.by_position.items()
    ]
    if len(rows) <= POSITIONS_SHOWN:
        width = max((len(r) for r in rows), default=1) - 1
        yield from _part("Accuracy where the gold is A, B, ... (in brackets: how often that letter was answered)",
                         [r + [""] * (width + 1 - len(r)) for r in rows], ("config", *LETTERS[:width]))  # fmt: skip


def published_tables(report: Report) -> "Iterable[RenderableType]":
    """The papers' printed results beside ours, or the sentence that says why there are none."""
    found = report.published
    if found is None:
        return
    yield found["note"]
    for config, members in groupby(found["figures"], key=lambda f: f["config"]):
        rows = [
            [f"{f['group']}: {f['name']}".replace("_", " "), f["metric"], percent(f["value"]), percent(f["best"]),
             percent(f["median"]), percent(f["human"]), *([percent(f["chosen"])] if found["model"] else [])]
            for f in members
        ]  # fmt: skip
        last = [found["model"]] if found["model"] else []
        yield from _part(f"{config}: printed in the paper, beside this score", rows,
                         ("figure", "metric", "this score", "best", "median", "human", *last))  # fmt: skip


def _part(title: str, rows: list[list[str]], columns: Sequence[str]) -> "Iterable[RenderableType]":
    """A table under its title, or nothing if it has no rows. Columns may share a name."""
    if rows:
        # A header per column: equal ones are told apart by a space at the end, which nobody sees.
        headers = {c + " " * columns[:i].count(c): "right" if i else "left" for i, c in enumerate(columns)}
        yield table(title, headers, rows)
