"""Score one predictions file against a built folder: the whole job, as data."""

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from cultural_tom import __version__, versions
from cultural_tom.files import build_info, checked_content
from cultural_tom.predictions import Prediction, collect, without_collector
from cultural_tom.problems import InputError, Problem, raise_errors
from cultural_tom.score import figures, paper_parsing, parallel, protocols, sensitivity
from cultural_tom.score.answers import Answers, Extract, extracted, resolve
from cultural_tom.score.details import positions
from cultural_tom.score.free import Free
from cultural_tom.score.free import reader as free_reader
from cultural_tom.score.measure import Scored
from cultural_tom.score.signature import GOLDS, PROTOCOLS, Signature
from cultural_tom.score.table import Table
from cultural_tom.subsets import CONFIGS


@dataclass(frozen=True)
class Options:
    """How to score. protocol: `strict` or `paper`. gold: `upstream` or `audit`. partial: rows without a
    prediction are left out instead of counting as wrong. ci in percent. free: how free sentences are matched."""

    protocol: str = "strict"
    gold: str = "upstream"
    partial: bool = False
    ci: int = 95
    resamples: int = figures.RESAMPLES
    seed: int = figures.SEED
    free: Free | None = None

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(replace(self, free=None)), "free": None if self.free is None else str(self.free)}


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
    """The result of one predictions file."""

    file: str
    signature: Signature
    options: Options
    configs: list[ConfigReport]
    published: dict[str, Any] | None = None

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
        found = {s.table.config: sensitivity.permutations(s) for s in self.scored}
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
                    "figures": [asdict(f) for f in c.figures],
                }
                for c in self.configs
            ],
            "parallel": self.parallel,
            "by_position": self.by_position,
            "permutations": self.permutations,
            "both_gold": self.both_gold,
            "published": self.published,
        }


def answers_of(
    path: Path, folder: Path, protocol: str = "strict", free: Free | None = None
) -> dict[str, Answers]:
    """The checked answers in a predictions file, per config of the folder that it names; `protocol` and `free` say
    how raw responses are read."""
    predictions, problems = collect(path)
    if not predictions:
        raise_errors(problems, f"{path.name}: {len(problems)} problem(s); nothing was scored")
    info = build_info(folder)
    reader: Extract = extracted if protocol == "strict" else paper_parsing.read
    found_tables = tables(folder, info, predictions, problems)
    if free is not None:
        # first whether the file is in order: no judge is asked about one that is refused
        resolve(found_tables, predictions, path.name, lambda *_: None, problems)
        reader = free_reader(free, predictions, found_tables, reader)
    answers = resolve(found_tables, predictions, path.name, reader, problems)
    if protocol == "paper":
        for config, found in answers.items():
            found.rules = paper_parsing.rules(config)
    return answers


def tables(
    folder: Path, info: dict[str, Any], predictions: Sequence[Prediction], problems: Sequence[Problem] = ()
) -> dict[str, Table]:
    """The tables of the configs that the predictions name; unknown ones are left for `resolve` to report. Raises
    `InputError` with the problems so far where there is none."""
    named = dict.fromkeys(row_id.partition("/")[0] for row_id in dict.fromkeys(p.id for p in predictions))
    there = [n for n in named if n in info["configs"]]
    if not there:
        known = ", ".join(info["configs"])
        shown = ", ".join(list(named)[:5])
        message = (
            f"its ids begin with {shown!r}; expected '<config>/<key>' with a config of the data: {known}"
        )
        raise InputError([*problems, Problem("predictions", message)])
    return {n: Table.read(folder, n) for n in there}


@without_collector()
def score(path: Path, folder: Path, options: Options | None = None, rehash: bool = False) -> Report:
    """Score a predictions file. Raises `InputError` with all problems of the file; then nothing is scored.
    `rehash` takes the hash of the data from its rows even where the file is the one that build.json names."""
    options = options or Options()
    info = build_info(folder)
    for name, value, known in (("protocol", options.protocol, PROTOCOLS), ("gold", options.gold, GOLDS)):
        if value not in known:
            raise InputError.one(name, f"{value!r}; known: {', '.join(known)}")
    answers = answers_of(path, folder, options.protocol, options.free)
    content = {n: checked_content(folder, n, info["configs"][n], rehash) for n in answers}
    configs = [_config(info, a, options) for a in answers.values()]
    return Report(path.name, _signature(path, info, content, answers, options), options, configs)


def scored(answers: Answers, options: Options) -> Scored:
    table = answers.table
    keep = np.array([bool(g) for g in answers.given]) if options.partial else np.ones(len(table), bool)
    gold = table.audit_gold if options.gold == "audit" else table.gold
    return Scored(table, answers, gold, keep)


def _config(info: dict[str, Any], answers: Answers, options: Options) -> ConfigReport:
    name = answers.table.config
    one = scored(answers, options)
    plan = protocols.plan(one, options.protocol)
    found = figures.evaluate(plan, options.ci / 100, options.resamples, options.seed)
    return ConfigReport(
        config=name,
        edition=info["edition"],
        state=info["configs"][name]["state"],
        rows=len(answers.table),
        predictions=sum(len(g) for g in answers.given),
        missing=answers.missing,
        unparsed=answers.unparsed,
        figures=found,
        scored=one,
    )


def _signature(
    path: Path, info: dict[str, Any], content: dict[str, str], answers: dict[str, Answers], options: Options
) -> Signature:
    names = sorted(answers, key=list(CONFIGS).index)
    data = ",".join(f"{n}@sha256:{content[n][:16]}" for n in names)
    with path.open("rb") as f:
        digest = hashlib.file_digest(f, "sha256").hexdigest()
    return Signature(
        version=__version__,
        data=data,
        predictions=digest[:16],
        edition=info["edition"],
        state=",".join(dict.fromkeys(info["configs"][n]["state"] for n in names)),
        protocol=options.protocol,
        gold=options.gold,
        extract=str(versions.EXTRACT) + (f"+{options.free}" if options.free else ""),
        permutations=max(a.permutations for a in answers.values()),
        samples=max(a.samples for a in answers.values()),
        partial=options.partial,
        cluster="context_id",
        ci=options.ci,
        resamples=options.resamples,
        seed=options.seed,
    )
