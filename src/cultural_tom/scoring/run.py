"""Score one submission against a built folder: the whole job, as data."""

from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from cultural_tom import __version__, extraction
from cultural_tom.collector import without_collector
from cultural_tom.predictions.submission import Source, Submission, submitted
from cultural_tom.predictions.submission_file import SubmissionFile
from cultural_tom.problems import InputError, Problem
from cultural_tom.rows.identity import Identity, identity
from cultural_tom.rows.repository import build_info
from cultural_tom.rows.standing import Standing, check
from cultural_tom.scoring import figures, parallel, protocols, sensitivity
from cultural_tom.scoring.answers import Answers, Extract, extracted, read_ahead, resolve
from cultural_tom.scoring.decisions import Decisions, decide
from cultural_tom.scoring.details import positions
from cultural_tom.scoring.digest import figures_digest
from cultural_tom.scoring.free import Free
from cultural_tom.scoring.free import reader as free_reader
from cultural_tom.scoring.measure import Scored
from cultural_tom.scoring.signature import GOLDS, PROTOCOLS, READINGS, Signature
from cultural_tom.scoring.table import Table
from cultural_tom.subsets import EVERY_CONFIG


@dataclass(frozen=True)
class ScoreOptions:
    """How to score. protocol: `strict` or `paper`. gold: `upstream` or `audit`. partial: rows without a
    prediction are left out instead of counting as wrong. ci in percent. free: how free sentences are matched.
    paper_reading: how TactfulToM's paper reads this model's responses (`paper_parsing.tactfultom`)."""

    protocol: str = "strict"
    gold: str = "upstream"
    partial: bool = False
    ci: int = 95
    resamples: int = figures.RESAMPLES
    seed: int = figures.SEED
    free: Free | None = None
    paper_reading: str = READINGS[0]

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "free": None if self.free is None else str(self.free)}


@dataclass
class ConfigReport:
    """One config's result. predictions counts lines; missing and unparsed count rows and lines."""

    config: str
    edition: str
    state: str
    rows: int
    predictions: int
    missing: int
    unparsed: int
    figures: list[figures.Figure]
    scored: Scored

    @property
    def unparsed_rows(self) -> list[dict[str, Any]]:
        """The first unparsed predictions with their text (see `visible`); `unparsed` counts them all."""
        return [{"line": n, "id": i, "response": r} for n, i, r in self.scored.answers.unparsed_texts]

    @cached_property
    def positions(self) -> dict[str, Any] | None:
        """Gold position against answered position (see `details.positions`)."""
        return positions(self.scored)


@dataclass
class Report:
    """The result of one submission; `file` is its name."""

    file: str
    signature: Signature
    options: ScoreOptions
    configs: list[ConfigReport]
    data: Identity
    """The release or local build that the rows are of."""
    published: dict[str, Any] | None = None
    submission: dict[str, Any] | None = None
    """How the predictions were made, where a record says so (docs/running.md)."""

    @property
    def scored(self) -> list[Scored]:
        return [c.scored for c in self.configs]

    @cached_property
    def parallel(self) -> dict[str, Any]:
        """Consistency over languages, and direct against cultural (see `parallel`)."""
        ci = self.options.ci / 100
        return {
            "languages": parallel.languages(self.scored, ci),
            "variants": parallel.variants(self.scored, ci),
        }

    @cached_property
    def by_position(self) -> dict[str, Any]:
        """Per config with choices: how the answers depend on the position of the gold."""
        found = {c.config: sensitivity.by_position(c.positions) for c in self.configs}
        return {name: p for name, p in found.items() if p}

    @cached_property
    def permutations(self) -> dict[str, Any]:
        """Per config with several option orders: how much the order matters."""
        ci = self.options.ci / 100
        found = {s.table.config: sensitivity.permutations(s, ci) for s in self.scored}
        return {name: p for name, p in found.items() if p}

    @cached_property
    def both_gold(self) -> dict[str, Any]:
        """Per config with audited rows: the accuracy under upstream's gold and the audit's."""
        found = {s.table.config: parallel.both_gold(s, self.options.ci / 100) for s in self.scored}
        return {name: g for name, g in found.items() if g}

    def as_dict(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "signature": str(self.signature),
            "options": self.options.as_dict(),
            "data": self.data.as_dict(),
            "configs": [
                {
                    "config": c.config,
                    "edition": c.edition,
                    "state": c.state,
                    "rows": c.rows,
                    "predictions": c.predictions,
                    "missing": c.missing,
                    "unparsed": c.unparsed,
                    "unparsed_rows": c.unparsed_rows,
                    "positions": c.positions,
                    "figures": [dict(vars(f)) for f in c.figures],  # asdict takes ten times as long
                }
                for c in self.configs
            ],
            "parallel": self.parallel,
            "by_position": self.by_position,
            "permutations": self.permutations,
            "both_gold": self.both_gold,
            "published": self.published,
            "submission": self.submission,
        }


def answers_of(
    predictions: Source,
    folder: Path,
    protocol: str = "strict",
    free: Free | None = None,
    paper_reading: str = READINGS[0],
    decisions: Decisions | None = None,
    done: str = "scored",
    workers: int = 1,
) -> dict[str, Answers]:
    """The checked answers in a submission, per config of the folder that it names; `protocol`, `free` and `paper_reading`
    say how raw responses are read, `decisions` what those mean that are unparsed then; `done`: what a refusal says was not done.
    workers: processes that read them (`extraction.many`). Raises `InputError` for a reading that the protocol has not."""
    if paper_reading not in READINGS:
        raise InputError.one("paper_reading", f"{paper_reading!r}; known: {', '.join(READINGS)}")
    if paper_reading != READINGS[0] and protocol != "paper":
        raise InputError.one("paper_reading", f"{paper_reading!r} is for the paper protocol, not {protocol}")
    s = submitted(predictions)
    if not s.predictions:
        s.refuse(done)
    info = build_info(folder)
    reader: Extract = extracted if protocol == "strict" else protocols.reader(paper_reading)
    judged = ""
    found_tables = tables(folder, info, s)
    if free is not None:
        # first whether the predictions are in order: no judge is asked about those that are refused
        check_answers(s, found_tables)
        reader, judged = free_reader(free, s.predictions, found_tables, reader)
    elif workers > 1 and reader is extracted:
        reader = read_ahead(found_tables, s.predictions, workers)
    answers = resolve(found_tables, s.predictions, s.name, reader, s.problems, s.each, done)
    if decisions is not None:
        decide(answers, s.predictions, decisions)
    for found in answers.values():
        found.judged = judged
    if protocol == "paper":
        for config, found in answers.items():
            found.rules = protocols.rules(config)
    return answers


def check_answers(s: Submission, found: dict[str, Table], done: str = "scored") -> None:
    """Raise `InputError` with every problem of the predictions on these tables; no response is read."""
    resolve(found, s.predictions, s.name, lambda *_: None, s.problems, s.each, done)


def tables(folder: Path, info: dict[str, Any], submission: Submission) -> dict[str, Table]:
    """The tables of the configs that the predictions name; unknown ones are left for `resolve` to report. Raises
    `InputError` with the problems so far where there is none."""
    named = submission.named
    there = [n for n in named if n in info["configs"] and n in EVERY_CONFIG]
    if not there:
        known = ", ".join(info["configs"])
        message = f"its ids begin with {', '.join(named[:5])!r}; expected '<config>/<key>' with a config of the data: {known}"
        raise InputError([*submission.problems, Problem("predictions", message)])
    return {n: Table.read(folder, n) for n in there}


@without_collector()
def score(
    predictions: Source,
    folder: Path,
    options: ScoreOptions | None = None,
    record: SubmissionFile | None = None,
    decisions: Decisions | None = None,
    workers: int = 1,
) -> Report:
    """Score a submission; record: how it was made (see `submission_file.of`); decisions: about unparsed responses; workers: processes
    that read responses. Raises `InputError` with all its problems, or where the rows are not those that build.json
    names; then nothing is scored."""
    options = options or ScoreOptions()
    info = build_info(folder)
    for name, value, known in (("protocol", options.protocol, PROTOCOLS), ("gold", options.gold, GOLDS)):
        if value not in known:
            raise InputError.one(name, f"{value!r}; known: {', '.join(known)}")
    submission = submitted(predictions)
    answers = answers_of(
        submission, folder, options.protocol, options.free, options.paper_reading, decisions, workers=workers
    )
    held = check(folder, info, {n: a.table for n, a in answers.items()})
    configs = [_config(a, held[name], options) for name, a in answers.items()]
    signature = _signature(submission.digest, answers, held, options, record, decisions)
    of = identity(folder, {n: a.table.content for n, a in answers.items()})
    report = Report(
        submission.name, signature, options, configs, of, submission=record.document if record else None
    )
    report.signature = replace(
        report.signature, figures=figures_digest(str(report.signature), report.as_dict())
    )
    return report


def scored(answers: Answers, options: ScoreOptions) -> Scored:
    table = answers.table
    keep = np.array([bool(g) for g in answers.given]) if options.partial else np.ones(len(table), bool)
    gold = table.audit_gold if options.gold == "audit" else table.gold
    return Scored(table, answers, gold, keep)


def measured(answers: Answers, options: ScoreOptions) -> tuple[Scored, list[figures.Figure]]:
    """The figures of one config's answers, and what they were taken from."""
    one = scored(answers, options)
    plan = protocols.plan(one, options.protocol)
    return one, figures.evaluate(plan, options.ci / 100, options.resamples, options.seed)


def _config(answers: Answers, held: Standing, options: ScoreOptions) -> ConfigReport:
    one, found = measured(answers, options)
    return ConfigReport(
        config=answers.table.config,
        edition=held.edition,
        state=held.state,
        rows=len(answers.table),
        predictions=sum(len(g) for g in answers.given),
        missing=answers.missing,
        unparsed=answers.unparsed,
        figures=found,
        scored=one,
    )


def _signature(
    digest: str,
    answers: dict[str, Answers],
    held: dict[str, Standing],
    options: ScoreOptions,
    record: SubmissionFile | None,
    decisions: Decisions | None,
) -> Signature:
    """The signature without the digest of the figures, which is taken over it too."""
    names = sorted(answers, key=list(EVERY_CONFIG).index)
    data = ",".join(f"{n}@sha256:{answers[n].table.content[:16]}" for n in names)
    return Signature(
        version=__version__,
        data=data,
        predictions=digest[:16],
        edition=held[names[0]].edition,  # build.json has one for all, and `check` holds the rows to it
        state=",".join(dict.fromkeys(held[n].state for n in names)),
        protocol=options.protocol,
        gold=options.gold,
        extract=str(extraction.VERSION) + (f"+{options.free}" if options.free else ""),
        permutations=max(a.permutations for a in answers.values()),
        samples=max(a.samples for a in answers.values()),
        partial=options.partial,
        cluster="context_id",
        ci=options.ci,
        resamples=options.resamples,
        seed=options.seed,
        reading=options.paper_reading,
        judged=next((a.judged for a in answers.values() if a.judged), "")[:16],
        decided=decisions.digest()[:16] if decisions else "",
        prompt=",".join(record.prompts) if record else "",
        record=record.sha256[:16] if record else "",
    )
