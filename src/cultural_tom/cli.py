"""`cultural-tom`: list, check, score, predict, cite, ... Each command in a few lines; the work is elsewhere."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cultural_tom.score.signature import GOLDS, MAX_RESAMPLES, MAX_SEED, PROTOCOLS
from cultural_tom.terminal import console, handled, print_json, table

if TYPE_CHECKING:
    from cultural_tom.score.free import Free as FreeAnswers
    from cultural_tom.score.run import Options

app = typer.Typer(
    help="Multilingual and cultural Theory of Mind: load, predict, score, compare, cite.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a machine.")]
Data = Annotated[str, typer.Option(help="A built folder, or a repository id on the Hub.")]
Revision = Annotated[str | None, typer.Option(help="Tag or commit, for a repository.")]
Protocol = Annotated[
    str, typer.Option(help="strict, or paper: the paper's own averaging and parsing, defects included.")
]
Gold = Annotated[str, typer.Option(help="upstream, or audit: the audit's gold where it proposes one.")]
Resamples = Annotated[int, typer.Option(help="Bootstrap resamples; 0 for none.", min=0, max=MAX_RESAMPLES)]
Brief = Annotated[bool, typer.Option(help="Print only the leading figures.")]
Seed = Annotated[int, typer.Option(help="Seed of the bootstrap.", min=0, max=MAX_SEED)]
Free = Annotated[
    str | None, typer.Option(help="TactfulToM's free sentences: closest option by cosine, f1 or judge.")
]
JudgeUrl = Annotated[str | None, typer.Option(help="An OpenAI-compatible endpoint, e.g. https://host/v1.")]
JudgeModel = Annotated[str, typer.Option(help="The judge's name at that endpoint.")]
JudgeLog = Annotated[Path | None, typer.Option(help="All judgements, also the cache [FILE.judge.jsonl].")]
Predictions = Annotated[Path, typer.Argument(help="A predictions file (JSON Lines or Parquet).")]


@app.command("list")
def list_configs(as_json: Json = False) -> None:
    """The 33 configs.

    Example: cultural-tom list
    """
    from cultural_tom.subsets import CONFIGS, LANGUAGES, SUBSETS

    if as_json:
        print_json([asdict(c) for c in CONFIGS.values()])
        return
    rows = [
        (c.name, SUBSETS[c.subset].title, LANGUAGES[c.language], " ".join(SUBSETS[c.subset].formats))
        for c in CONFIGS.values()
    ]
    columns = {"config": "left", "subset": "left", "language": "left", "answer formats": "left"}
    console().print(table("", columns, rows))


@app.command()
def show(
    config: Annotated[str, typer.Argument(help="A config, e.g. xfantom_fr.")],
    wanted: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="A row id, parallel id or context id.")
    ] = None,
    data: Annotated[
        str | None, typer.Option(help="A built folder or a repository id; without it, the sample edition.")
    ] = None,
    revision: Revision = None,
    edition: Annotated[str | None, typer.Option(help="The edition that is expected: sample or full.")] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write a page with all parallel versions instead.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(help="At most so many questions; 0 is all. [5; 200 with --html]", min=0)
    ] = None,
    gold: Annotated[
        bool, typer.Option("--gold", help="Print gold and audit too (the page has them behind a fold).")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show rows as a person reads them, in the terminal or as one self-contained page.

    Example: cultural-tom show xfantom_fr --html xfantom_fr.html
    """
    from cultural_tom.show import as_dict, collect, folder_of, terminal
    from cultural_tom.show_html import write

    if limit is None:
        limit = 0 if wanted else 200 if html else 5
    with handled(as_json):
        view = collect(folder_of(config, data, revision, edition), config, wanted, limit)
        if html is not None:
            write(view, html)
    if as_json:
        print_json(as_dict(view, gold))
    elif html is not None:
        console().print(f"{html}: {view.shown} of {view.total} questions", soft_wrap=True)
    else:
        for part in terminal(view, gold):
            console().print(part)


@app.command()
def check(file: Predictions, data: Data, revision: Revision = None, as_json: Json = False) -> None:
    """Check a predictions file: every problem with its line number. Exit code 1 if there is any.

    Example: cultural-tom check predictions.jsonl --data dist/sample
    """
    from cultural_tom.loading import resolve
    from cultural_tom.score.run import answers_of

    with handled(as_json, "reading predictions"):
        found = answers_of(file, resolve(data, revision))
    counts = [
        {"config": name, "rows": len(a.table), "missing": a.missing, "unparsed": a.unparsed}
        for name, a in found.items()
    ]
    if as_json:
        print_json({"file": str(file), "problems": [], "configs": counts})
        return
    console().print(
        table(f"{file}: all is well", dict.fromkeys(counts[0], "left"), [c.values() for c in counts])
    )


@app.command()
def score(
    file: Predictions,
    data: Data,
    revision: Revision = None,
    protocol: Protocol = "strict",
    gold: Gold = "upstream",
    partial: Annotated[
        bool, typer.Option(help="Leave rows without a prediction out (the signature says so).")
    ] = False,
    resamples: Resamples = 10_000,
    seed: Seed = 12345,
    brief: Brief = False,
    free: Free = None,
    judge_url: JudgeUrl = None,
    judge_model: JudgeModel = "",
    judge_log: JudgeLog = None,
    with_published: Annotated[
        bool, typer.Option("--with-published", help="The papers' printed results beside ours.")
    ] = False,
    published_model: Annotated[
        str | None, typer.Option(help="The same, and this model's results in a column.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write the report here as well (.json or .html).")] = None,
    as_json: Json = False,
) -> None:
    """Score a predictions file, with clustered 95% intervals, chance levels and the signature.

    Example: cultural-tom score predictions.jsonl --data dist/sample --out report.html
    """
    from cultural_tom.loading import resolve
    from cultural_tom.published import beside
    from cultural_tom.report import check_name, save, show
    from cultural_tom.score.run import score as run

    options = _options(
        protocol, gold, partial, resamples, seed, _free(free, judge_url, judge_model, judge_log, file)
    )
    with handled(as_json, "scoring"):
        if out is not None:
            check_name(out)
        report = run(file, resolve(data, revision), options)
        if with_published or published_model:
            report.published = beside(report.as_dict(), published_model)
        if out is not None:
            save(report, out)
    if as_json:
        print_json(report.as_dict())
    else:
        show(report, brief)


@app.command()
def verify(
    signature: Annotated[str, typer.Argument(help="The signature line of a report, in quotes.")],
    file: Predictions,
    data: Data,
    revision: Revision = None,
    report: Annotated[
        Path | None, typer.Option(help="The report as JSON: every figure in it is compared too.")
    ] = None,
    judge_url: JudgeUrl = None,
    judge_log: JudgeLog = None,
    as_json: Json = False,
) -> None:
    """Recompute a score from its signature and say what differs. Exit code 1 if anything does.

    Example: cultural-tom verify 'cultural-tom:0.1.0|xfantom_fr@sha256:...' predictions.jsonl --data dist/sample
    """
    from cultural_tom.loading import resolve
    from cultural_tom.verify import verify as run

    with handled(as_json, "scoring again"):
        found = run(
            signature, file, resolve(data, revision), report, judge_url, judge_log or _judge_log(file)
        )
    counts = {"configs": len(found.configs), "figures": sum(len(c.figures) for c in found.configs)}
    if as_json:
        print_json(
            {"holds": True, "signature": str(found.signature), "report": report and str(report), **counts}
        )
        return
    compared = (
        f", equal to those in {report}"
        if report
        else "; --report FILE.json compares them with a saved report"
    )
    console().print(
        f"The signature holds. {counts['figures']} figures recomputed{compared}.",
        soft_wrap=True,
    )


@app.command()
def compare(
    files: Annotated[list[Path], typer.Argument(help="Predictions files; each is compared with the first.")],
    data: Data,
    revision: Revision = None,
    protocol: Protocol = "strict",
    gold: Gold = "upstream",
    partial: Annotated[bool, typer.Option(help="Compare only rows that both files answer.")] = False,
    resamples: Resamples = 10_000,
    seed: Seed = 12345,
    brief: Brief = False,
    free: Free = None,
    judge_url: JudgeUrl = None,
    judge_model: JudgeModel = "",
    judge_log: JudgeLog = None,
    as_json: Json = False,
) -> None:
    """Compare submissions on the same rows: paired differences, intervals and tests.

    Example: cultural-tom compare base.jsonl new.jsonl --data dist/sample
    """
    from cultural_tom.loading import resolve
    from cultural_tom.report import show_pairs
    from cultural_tom.score.compare import compare as run

    if len(files) < 2:
        raise typer.BadParameter("needs at least two files", param_hint="FILES")
    matching = _free(free, judge_url, judge_model, judge_log, files[0])
    options = _options(protocol, gold, partial, resamples, seed, matching)
    with handled(as_json, "comparing"):
        pairs = run(files, resolve(data, revision), options, note=lambda text: typer.echo(text, err=True))
    if as_json:
        print_json([asdict(p) for p in pairs])
    else:
        show_pairs(pairs, brief)


@app.command()
def predict(
    model: Annotated[str, typer.Option(help="A baseline: random, majority, longest or lexical.")],
    data: Data,
    out: Annotated[Path, typer.Option(help="The predictions file to write.")],
    config: Annotated[str, typer.Option(help="Configs, e.g. 'xfantom_*' or a,b.")] = "*",
    revision: Revision = None,
) -> None:
    """Write the predictions of a baseline.

    Example: cultural-tom predict --model lexical --config 'tombench_*' --data dist/sample --out lexical.jsonl
    """
    from cultural_tom.baselines import predict as run
    from cultural_tom.loading import resolve

    with handled():
        count = run(model, config, resolve(data, revision), out)
    console().print(f"{out}: {count} predictions of {model}")


def _judge_log(file: Path) -> Path:
    return file.with_name(file.name + ".judge.jsonl")


def _free(
    kind: str | None, url: str | None, model: str, log: Path | None, file: Path
) -> "FreeAnswers | None":
    from cultural_tom.score.free import KINDS
    from cultural_tom.score.free import Free as FreeAnswers

    if kind is None:
        return None
    if kind not in KINDS:
        raise typer.BadParameter(f"{kind!r}; use {', '.join(KINDS)}", param_hint="--free")
    if kind != "judge":
        return FreeAnswers(kind)
    if not model:
        raise typer.BadParameter(
            "needs --judge-model (and --judge-url, unless all judgements are in the log)", param_hint="--free"
        )
    return FreeAnswers(kind, model, url, log or _judge_log(file))


def _options(
    protocol: str, gold: str, partial: bool, resamples: int, seed: int, free: "FreeAnswers | None" = None
) -> "Options":
    from cultural_tom.score.run import Options

    for name, value, known in (
        ("protocol", protocol, PROTOCOLS),
        ("gold", gold, GOLDS),
    ):
        if value not in known:
            raise typer.BadParameter(f"{value!r}; use {' or '.join(known)}", param_hint=f"--{name}")
    return Options(protocol=protocol, gold=gold, partial=partial, resamples=resamples, seed=seed, free=free)


def main() -> None:
    app(prog_name="cultural-tom")
