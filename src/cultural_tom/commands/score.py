"""`cultural-tom check`, `score` and `verify`: a predictions file against the data."""

from pathlib import Path
from typing import Annotated

import typer

from cultural_tom.commands.options import (
    Brief,
    Data,
    Decisions,
    Free,
    Gold,
    Json,
    JudgeLog,
    JudgeModel,
    JudgeUrl,
    Out,
    PaperReading,
    Predictions,
    Protocol,
    Resamples,
    Revision,
    Seed,
    Submission,
    Workers,
    how,
)
from cultural_tom.terminal import console, handled, near, print_json, table

RESTS_ON = (
    "It says that these predictions on these rows give these figures; not who or what made the predictions. "
    "Edition and state are what the rows say of themselves."
)
JUDGED = "What the judge replied is what the log says: whoever can write the log can write the verdicts. An empty log and --judge-url ask again."


def check(
    file: Predictions,
    data: Data,
    revision: Revision = None,
    submission: Submission = None,
    decisions: Decisions = None,
    as_json: Json = False,
) -> None:
    """Check a predictions file: every problem with its line number. Exit code 1 if there is any. Shows the record beside it.

    \b
    Example:
      cultural-tom check predictions.jsonl --data sample
    """
    from cultural_tom.api.scores import checked
    from cultural_tom.predictions import submission_file
    from cultural_tom.report.scores_terminal import submission_lines

    with handled(as_json, "reading predictions"):
        found, of = checked(file, data, revision, submission, decisions)
        beside = submission or submission_file.there(file)
        record = submission_file.read(beside).document if beside else None
    counts = [
        {"config": c.config, "rows": c.rows, "missing": c.missing, "unparsed": c.unparsed}
        for c in found.values()
    ]
    if as_json:
        told = {"file": str(file), "problems": [], "data": of.as_dict()}
        print_json({**told, "configs": counts, "submission": record})
        return
    console().print(
        table(f"{file}: all is well", dict.fromkeys(counts[0], "left"), [c.values() for c in counts])
    )
    console().print(f"Data: {of}")
    for line in submission_lines(record):
        console().print(line, soft_wrap=True)


def score(
    file: Predictions,
    data: Data,
    revision: Revision = None,
    protocol: Protocol = "strict",
    paper_reading: PaperReading = "plain",
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
    submission: Submission = None,
    decisions: Decisions = None,
    with_published: Annotated[
        bool, typer.Option("--with-published", help="The papers' printed results beside ours.")
    ] = False,
    published_model: Annotated[
        str | None, typer.Option(help="The same, and this model's results in a column.")
    ] = None,
    out: Out = None,
    hub_yaml: Annotated[
        Path | None,
        typer.Option(help="Write results for the Hub's boards (.eval_results/NAME.yaml of a model)."),
    ] = None,
    eee: Annotated[Path | None, typer.Option(help="Write Every Eval Ever records under this folder.")] = None,
    model: Annotated[
        str | None,
        typer.Option(help="Whose predictions these are, for --eee: developer/name [as the record says]."),
    ] = None,
    with_responses: Annotated[
        bool,
        typer.Option("--with-responses", help="With --eee: responses word for word; they may repeat rows."),
    ] = False,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Score a predictions file: figures, intervals and a signature.

    Intervals are clustered 95% ones; each figure has its chance level beside it.

    \b
    Examples:
      cultural-tom score predictions.jsonl --data sample --out report.html
      cultural-tom score predictions.jsonl --data sample --eee records --model org/name
      cultural-tom score predictions.jsonl --data sample --protocol paper --brief
    """
    from cultural_tom.api.scores import score as run
    from cultural_tom.report import files, scores_page
    from cultural_tom.report.scores_terminal import show
    from cultural_tom.rows.loading import build_file
    from cultural_tom.scoring.decisions import read as read_decisions

    for name, value in {"--model": model, "--with-responses": with_responses}.items():
        if value and not eee:
            raise typer.BadParameter("is for --eee", param_hint=name)

    chosen = how(
        protocol, paper_reading, gold, partial, resamples, seed, free, judge_url, judge_model, judge_log
    )
    with handled(as_json, "scoring"):
        if out is not None:
            files.check_name(out, [file, submission, judge_log, decisions, build_file(data)])
        if hub_yaml or eee:
            from cultural_tom.api import boards

            boards.check(data, revision, hub_yaml, eee, model)
        report = run(
            file, data=data, revision=revision, with_published=with_published, published_model=published_model,
            submission=submission, decisions=decisions, workers=workers, **chosen
        )  # fmt: skip
        # All texts are made before the first is written.
        of_hub = boards.hub_file(report, data, revision, hub_yaml) if hub_yaml else {}
        of_eee = boards.eee_files(report, file, data, revision, model, eee, with_responses) if eee else {}
        if out is not None:
            files.save(report.as_dict(), scores_page.page, out)
        written = [*(boards.save(of_hub, "--hub-yaml") if of_hub else []), *(boards.save(of_eee, "--eee") if of_eee else [])]  # fmt: skip
    if as_json:
        print_json(report.as_dict())
        return
    show(report, brief)
    if decisions is not None:
        console().print(read_decisions(decisions).told(), soft_wrap=True)
    for path in written:
        console().print(near(path), soft_wrap=True)


def verify(
    what: Annotated[
        str,
        typer.Argument(
            metavar="SIGNATURE|DATA",
            help="The signature line of a report, in quotes; or a folder or repository.",
        ),
    ],
    file: Annotated[
        Path | None, typer.Argument(help="The predictions file (JSON Lines or Parquet) of the signature.")
    ] = None,
    data: Annotated[
        str | None,
        typer.Option(help="For a signature: 'sample', a built folder, or a repository id on the Hub."),
    ] = None,
    revision: Revision = None,
    report: Annotated[
        Path | None, typer.Option(help="The report as JSON: every figure in it is compared too.")
    ] = None,
    judge_url: JudgeUrl = None,
    judge_log: JudgeLog = None,
    submission: Submission = None,
    decisions: Decisions = None,
    as_json: Json = False,
) -> None:
    """Recompute a signature, or read a release again.

    With a predictions file: score it again with the options of the signature. Without: compare every file of a
    folder or repository with what was built or released. Whatever differs is named, with exit code 1.

    \b
    Examples:
      cultural-tom verify 'cultural-tom:0.1.0|xfantom_fr@...' predictions.jsonl --data sample
      cultural-tom verify sample
    """
    if file is None:
        only_signatures = {"--data": data, "--report": report, "--judge-url": judge_url, "--judge-log": judge_log,
                           "--submission": submission, "--decisions": decisions}  # fmt: skip
        for name, value in only_signatures.items():
            if value is not None:
                raise typer.BadParameter("is for a signature and its FILE, which is missing", param_hint=name)
        if what.lstrip().startswith(("cultural-tom:", "signature:")):
            raise typer.BadParameter("a signature needs the predictions FILE", param_hint="FILE")
        from cultural_tom.commands.release import verify_release

        verify_release(what, revision, as_json)
        return
    if data is None:
        raise typer.BadParameter("is missing: a signature is of predictions on data", param_hint="--data")
    from cultural_tom.api.scores import verify as run

    with handled(as_json, "scoring again"):
        found = run(
            what, file, data=data, revision=revision, report=report,
            judge_url=judge_url, judge_log=judge_log, submission=submission, decisions=decisions,
        )  # fmt: skip
    counts = {"configs": len(found.configs), "figures": sum(len(c.figures) for c in found.configs)}
    if as_json:
        print_json(
            {"holds": True, "signature": str(found.signature), "report": report and str(report), **counts,
             "data": found.data.as_dict()}
        )  # fmt: skip
        return
    compared = f", and all of {report} is as recomputed" if report else ""
    console().print(
        f"The signature holds. {counts['figures']} figures recomputed, as they were signed{compared}.",
        soft_wrap=True,
    )
    console().print(f"Data: {found.data}")
    console().print(RESTS_ON)
    if found.signature.judged:
        console().print(JUDGED)
    if not report:
        console().print("--report FILE.json compares them with a saved report.")
