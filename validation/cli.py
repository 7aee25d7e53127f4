"""`python -m validation`: run, audit-sources, agreement, mqm, laser."""

import os
from pathlib import Path
from typing import Annotated

import typer

from cultural_tom.problems import InputError, Problem, raise_errors
from cultural_tom.subsets import match
from cultural_tom.terminal import console, handled, print_json, progress, table
from validation.agreement import cli as agreement_cli
from validation.similarity import cli as similarity_cli

app = typer.Typer(
    help="Check a built dataset repository: structure, language, length, leakage, duplicates, and the gold.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a machine.")]


@app.command()
def run(
    folder: Annotated[
        Path, typer.Argument(help="A dataset repository, as `python -m builders build` writes it.")
    ],
    out: Annotated[
        Path | None, typer.Option(help="Where the report goes; default: <folder>-validation.")
    ] = None,
    only: Annotated[str, typer.Option(help="Some checks, e.g. structure,language (default: all).")] = "",
    config: Annotated[str, typer.Option("--config", help="Configs, e.g. 'xfantom_*' or a,b.")] = "",
    fresh: Annotated[
        bool, typer.Option("--fresh/--resume", help="Compute again what an earlier run finished.")
    ] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = min(2, os.cpu_count() or 1),
    xlmr: Annotated[Path | None, typer.Option(help="XLM-RoBERTa's tokenizer.json.")] = None,
    banglabert: Annotated[Path | None, typer.Option(help="Folder with BanglaBERT's tokenizer.")] = None,
    similarity: Annotated[
        str, typer.Option(help="bertscore: translations against English; see --model.")
    ] = "",
    model: Annotated[str, typer.Option(help="Model of BERTScore: a folder, or a name on the Hub.")] = "",
    layer: Annotated[int | None, typer.Option(min=1, help="Layer of that model.")] = None,
    laser: Annotated[
        Path | None, typer.Option(help="Folder with LASER's files (python -m validation laser).")
    ] = None,
    back_translations: Annotated[Path | None, typer.Option(help="CSV id,field,text: chrF and BLEU.")] = None,
    annotations: Annotated[
        Path | None, typer.Option(help="Folder of raters' CSV files: agreement and MQM.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Run the checks and write OUT/validation.json. Exit code 1 if any finding is an error.

    Examples:
      python -m validation run dist/full
      python -m validation run dist/full --only structure,audit --config 'xtomi_*' --json
      python -m validation run dist/full --similarity bertscore --model bert-base-multilingual-cased --layer 9
    """
    from validation.checks import CHECKS, select
    from validation.results import Options
    from validation.run import run as execute
    from validation.summary import show

    with handled(as_json):
        checks = select(only)
        if similarity not in ("", "bertscore"):
            raise InputError.one(
                f"--similarity {similarity}", "expected bertscore (LASER has its own option, --laser DIR)"
            )
        if (similarity or laser or back_translations) and CHECKS["similarity"] not in checks:
            checks.append(CHECKS["similarity"])
        if annotations and CHECKS["agreement"] not in checks:
            checks.append(CHECKS["agreement"])
        options = Options(xlmr, banglabert, similarity, model, layer, laser, back_translations, annotations)
        configs = [c.name for c in match(config)] if config else None
        given = {
            "--xlmr": xlmr,
            "--banglabert": banglabert,
            "--laser": laser,
            "--back-translations": back_translations,
            "--annotations": annotations,
        }
        missing = [
            Problem(f"{option} {path}", "there is no such file or folder")
            for option, path in given.items()
            if path is not None and not path.exists()
        ]
        raise_errors(missing)
        target = out or folder.resolve().parent / f"{folder.resolve().name}-validation"
        if target.resolve() == folder.resolve() or folder.resolve() in target.resolve().parents:
            raise InputError.one(
                f"--out {target}", "lies in the dataset repository; give a folder outside of it"
            )
        outcome = execute(
            folder, target, checks, options, configs=configs, fresh=fresh, jobs=jobs,
            progress=progress("validate", lambda p: f"{p.check} {p.label}"),
        )  # fmt: skip
    if as_json:
        print_json(outcome.report)
    else:
        show(outcome.report, str(target / "validation.json"))
        kept = outcome.parts - outcome.computed
        if kept:
            console().print(
                f"{kept} of {outcome.parts} parts were finished before (--fresh computes them again)."
            )
    if outcome.report["summary"]["error"]:
        raise SystemExit(1)


@app.command("audit-sources")
def audit_sources(
    mirror: Annotated[Path, typer.Option(help="Folder of upstream files, <owner>/<repo>/<commit>/<path>.")],
    as_json: Json = False,
) -> None:
    """Derive the gold of the real ToMi and NegotiationToM files again and count where they agree.

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


agreement_cli.register(app)
similarity_cli.register(app)


def main() -> None:
    app(prog_name="python -m validation")
