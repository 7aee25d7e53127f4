"""Options that several commands have, and the calls that they refuse (exit code 2)."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict, cast

import typer

from cultural_tom.problems import did_you_mean
from cultural_tom.scoring.signature import GOLDS, MAX_RESAMPLES, MAX_SEED, PROTOCOLS, READINGS

if TYPE_CHECKING:
    from cultural_tom.api.arguments import FreeKind
    from cultural_tom.api.arguments import Gold as GoldName
    from cultural_tom.api.arguments import PaperReading as ReadingName
    from cultural_tom.api.arguments import Protocol as ProtocolName


Json = Annotated[bool, typer.Option("--json", help="Print JSON for a machine.")]
Data = Annotated[
    str, typer.Option(help="'sample' (in the package), a built folder, or a repository id on the Hub.")
]
Revision = Annotated[str | None, typer.Option(help="Tag or commit, for a repository.")]
Predictions = Annotated[Path, typer.Argument(help="A predictions file (JSON Lines or Parquet).")]
Protocol = Annotated[
    str, typer.Option(help="strict, or paper: the paper's own averaging and parsing, defects included.")
]
PaperReading = Annotated[
    str,
    typer.Option(
        help="TactfulToM's paper reads by model: boxed (Llama, DeepSeek-V3), think (QwQ, DeepSeek-R1), think+boxed, plain."
    ),
]
Gold = Annotated[str, typer.Option(help="upstream, or audit: the audit's gold where it proposes one.")]
Resamples = Annotated[int, typer.Option(help="Bootstrap resamples; 0 for none.", min=0, max=MAX_RESAMPLES)]
Seed = Annotated[int, typer.Option(help="Seed of the bootstrap.", min=0, max=MAX_SEED)]
Brief = Annotated[bool, typer.Option(help="Print only the leading figures.")]
Free = Annotated[
    str | None, typer.Option(help="TactfulToM's free sentences: closest option by cosine, f1 or judge.")
]
Out = Annotated[Path | None, typer.Option(help="Write the report here as well (.json or .html).")]
JudgeUrl = Annotated[str | None, typer.Option(help="An OpenAI-compatible endpoint, e.g. https://host/v1.")]
JudgeModel = Annotated[str, typer.Option(help="The judge's name at that endpoint.")]
JudgeLog = Annotated[Path | None, typer.Option(help="All judgements, also the cache [FILE.judge.jsonl].")]

Workers = Annotated[
    int | None,
    typer.Option(
        help="Processes that read responses; the results are the same [one; from 20,000 responses on one per core, 8 at most].",
        min=1,
    ),
]
Submission = Annotated[
    Path | None, typer.Option(help="How the predictions were made [FILE.submission.yaml, if it is there].")
]
Decisions = Annotated[
    Path | None, typer.Option(help="What was decided about unparsed responses (`extract --unparsed`).")
]


class How(TypedDict):
    """How to score, as `cultural_tom.score` and `compare` take it."""

    protocol: "ProtocolName"
    paper_reading: "ReadingName"
    gold: "GoldName"
    partial: bool
    resamples: int
    seed: int
    free: "FreeKind | None"
    judge_url: str | None
    judge_model: str
    judge_log: Path | None


def how(
    protocol: str,
    paper_reading: str,
    gold: str,
    partial: bool,
    resamples: int,
    seed: int,
    free: str | None,
    judge_url: str | None,
    judge_model: str,
    judge_log: Path | None,
) -> How:
    """The options of a score. Values that an option cannot have are refused (exit code 2), as typer refuses a number
    out of range."""
    from cultural_tom.scoring.free import KINDS

    for name, value, known in (
        ("protocol", protocol, PROTOCOLS),
        ("paper-reading", paper_reading, READINGS),
        ("gold", gold, GOLDS),
    ):
        if value not in known:
            raise typer.BadParameter(
                f"{value!r}; use {' or '.join(known)}{did_you_mean(value, known)}", param_hint=f"--{name}"
            )
    if paper_reading != READINGS[0] and protocol != "paper":
        raise typer.BadParameter(f"{paper_reading!r} is for --protocol paper", param_hint="--paper-reading")
    if free is not None and free not in KINDS:
        raise typer.BadParameter(
            f"{free!r}; use {', '.join(KINDS)}{did_you_mean(free, KINDS)}", param_hint="--free"
        )
    if free == "judge" and not judge_model:
        message = "needs --judge-model (and --judge-url, unless all judgements are in the log)"
        raise typer.BadParameter(message, param_hint="--free")
    return {
        "protocol": cast("ProtocolName", protocol), "paper_reading": cast("ReadingName", paper_reading), "gold": cast("GoldName", gold), "partial": partial,
        "resamples": resamples, "seed": seed, "free": cast("FreeKind | None", free),
        "judge_url": judge_url, "judge_model": judge_model, "judge_log": judge_log,
    }  # fmt: skip


def one_of(option: str, value: str, known: Sequence[str]) -> None:
    """Refuse a word that an option cannot have (exit code 2). Typer 0.15.4, the oldest that is supported, reads no `Literal`."""
    if value not in known:
        raise typer.BadParameter(
            f"{value!r}{did_you_mean(value, known)}; use {' or '.join(known)}", param_hint=option
        )
