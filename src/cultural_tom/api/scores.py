"""`check`, `score` and `verify`: predictions against the data."""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from cultural_tom.api import arguments
from cultural_tom.api.arguments import FreeKind, Gold, PaperReading, Protocol
from cultural_tom.api.report import Report
from cultural_tom.predictions import submission_file
from cultural_tom.predictions.submission import Source, submitted
from cultural_tom.problems import InputError, refusing
from cultural_tom.rows import standing
from cultural_tom.rows.identity import Identity, identity
from cultural_tom.rows.loading import Data, local, resolve
from cultural_tom.rows.repository import build_info
from cultural_tom.scoring import run
from cultural_tom.scoring.figures import RESAMPLES, SEED
from cultural_tom.scoring.signature import Signature
from cultural_tom.scoring.verify import verify as run_verify
from cultural_tom.visible import short


@dataclass(frozen=True)
class Counts:
    """One config of a submission, in rows and records: `rows` of the config, `predictions` given, rows `missing`
    (without any prediction), predictions `unparsed` (no answer, or none that can be read)."""

    config: str
    rows: int
    predictions: int
    missing: int
    unparsed: int


@refusing
def check(
    predictions: Source,
    *,
    data: Data | None = None,
    revision: str | None = None,
    submission: str | os.PathLike[str] | None = None,
    decisions: str | os.PathLike[str] | None = None,
) -> dict[str, Counts]:
    """Check predictions without scoring them, as `cultural-tom check` does.

    predictions, data, revision, submission, decisions: as in `score`. Returns the counts of each config that the predictions name, by
    its name. Raises `InputError` with every problem and its place (`record 17`, `p.jsonl line 17`).

    >>> check([{"id": "xtomi_en/9087/reality", "response": "hm"}], data="sample")["xtomi_en"]
    Counts(config='xtomi_en', rows=19, predictions=1, missing=18, unparsed=1)
    >>> check([{"id": "xtomi_en/0", "answer": "A"}], data="sample")
    Traceback (most recent call last):
    ...
    cultural_tom.problems.InputError: predictions: 1 problem; nothing was scored:
      record 1: id 'xtomi_en/0' is unknown; the nearest is 'xtomi_en/9087/reality'
    """
    return checked(predictions, data, revision, submission, decisions)[0]


def checked(
    predictions: Source,
    data: Data | None,
    revision: str | None = None,
    submission: str | os.PathLike[str] | None = None,
    decisions: str | os.PathLike[str] | None = None,
) -> tuple[dict[str, Counts], Identity]:
    """What `check` returns, and what the data is: a published release or a local build."""
    local(data, revision)  # before the predictions are read: they may come from a model
    decided = arguments.decisions(decisions)
    given = submitted(predictions)
    if not given.predictions:
        given.refuse()
    folder = resolve(data, revision, configs=given.configs)
    found = run.answers_of(given, folder, decisions=decided)
    standing.check(folder, build_info(folder), {name: a.table for name, a in found.items()})
    submission_file.of(given, arguments.record(submission))
    counts = {
        name: Counts(name, len(a.table), sum(map(len, a.given)), a.missing, a.unparsed)
        for name, a in found.items()
    }
    return counts, identity(folder, {name: a.table.content for name, a in found.items()})


@refusing
def score(
    predictions: Source,
    *,
    data: Data | None = None,
    revision: str | None = None,
    protocol: Protocol = "strict",
    paper_reading: PaperReading = "plain",
    gold: Gold = "upstream",
    partial: bool = False,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    free: FreeKind | None = None,
    judge_url: str | None = None,
    judge_model: str = "",
    judge_log: str | os.PathLike[str] | None = None,
    with_published: bool = False,
    published_model: str | None = None,
    submission: str | os.PathLike[str] | None = None,
    decisions: str | os.PathLike[str] | None = None,
    workers: int | None = 1,
) -> Report:
    """Score predictions, with clustered 95 % intervals, chance levels and the signature: the same numbers as
    `cultural-tom score`.

    predictions: a file (JSON Lines or Parquet), an iterable of dicts, a `datasets.Dataset` or a pandas DataFrame.
        One record per question, in any order, with the keys of docs/predictions.md and no others: `id`; `answer` (a
        letter, letters, names or None) or `response` (the model's raw words); optionally `permutation` and
        `sample` (whole numbers from 0). In memory, NaN and NA count as None.
    data: needed. `"sample"` (the edition in the package), a folder that the builders wrote, or a repository id on the Hub.
    revision: tag or commit of the repository.
    protocol: `"strict"`, or `"paper"`: the paper's own averaging and parsing, defects included.
    paper_reading: which rule of TactfulToM's script reads responses under `"paper"`; it goes by the model's name
        (docs/protocols.md).
    gold: `"upstream"`, or `"audit"`: the audit's gold where it proposes one.
    partial: leave rows without a prediction out (the signature says so); else they count as wrong.
    resamples: of the cluster bootstrap, 0 to 1,000,000; 0 for none. seed: of the bootstrap, from 0.
    free: how TactfulToM's free sentences are matched to options (`"cosine"`, `"f1"`, `"judge"`); the judge's
        endpoint, name and log are judge_url, judge_model and judge_log (needed where predictions are in no file).
    submission: the record of how the predictions were made [`FILE.submission.yaml`, if it is there]; the report shows it, and the
        signature names it and the prompts.
    decisions: the file of what was decided about responses that extraction leaves unparsed (docs/extraction.md); the
        signature holds the sha256 of what it says.
    workers: processes that read responses, with the same results; more than one need `if __name__ == "__main__":` in a script. None: one for
        each core, eight at most, from 20,000 responses on.
    with_published: lay the papers' printed results beside; published_model: this model's results too.

    Returns a `Report`. All its values are fractions of 1 (a terminal and a page show percent); its signature holds
    the sha256 of the file, or for records in memory that of the file which `save_predictions` would write.
    Raises `InputError` with all problems of the arguments or the predictions; then nothing is scored.
    Source of each formula: docs/scoring.md.

    >>> import cultural_tom as ct
    >>> rows = ct.load("xtomi_en", "sample")
    >>> report = score([{"id": row["id"], "response": "Answer: B"} for row in rows], data="sample")
    >>> figure = report["reality", "reality"]
    >>> round(figure.value, 3), figure.n, figure.clusters
    (0.5, 6, 6)
    """
    options = arguments.options(protocol, paper_reading, gold, partial, resamples, seed, free, judge_model)
    local(data, revision)
    given = submitted(predictions)
    options = replace(options, free=arguments.matching(free, judge_url, judge_model, judge_log, given))
    if not given.predictions:
        given.refuse()
    record = submission_file.of(given, arguments.record(submission))
    decided = arguments.decisions(decisions)
    report = Report.of(
        run.score(
            given,
            resolve(data, revision, configs=given.configs),
            options,
            record,
            decided,
            arguments.workers(workers, given),
        )
    )
    if with_published or published_model:
        from cultural_tom.published import beside

        report.published = beside(report.as_dict(), published_model)
    return report


@refusing
def verify(
    signature: str | Signature | Report,
    predictions: Source,
    *,
    data: Data | None = None,
    revision: str | None = None,
    report: str | os.PathLike[str] | None = None,
    judge_url: str | None = None,
    judge_log: str | os.PathLike[str] | None = None,
    submission: str | os.PathLike[str] | None = None,
    decisions: str | os.PathLike[str] | None = None,
) -> Report:
    """Recompute a score from its signature, as `cultural-tom verify` does.

    signature: the line of a report, or the report itself. predictions, data, revision: as in `score`; what was scored from a file must
    be given as that file, or as records that `save_predictions` would write to the same bytes. report: a saved JSON
    report, of which every figure is compared too. judge_url, judge_log, submission, decisions: as in `score`; a signature without a
    record is verified without one.

    Returns the new report if everything holds. Raises `InputError` with each part that differs.

    >>> import cultural_tom as ct
    >>> answers = [{"id": row["id"], "answer": "A"} for row in ct.load("xtomi_en", "sample")]
    >>> report = ct.score(answers, data="sample", resamples=100)
    >>> verify(str(report.signature), answers, data="sample").signature == report.signature
    True
    """
    if report is not None and not isinstance(report, str | os.PathLike):
        raise InputError.one("report", f"must be the file of a JSON report, got {short(report)}")
    if isinstance(signature, Report):
        signature = signature.signature
    local(data, revision)
    given = submitted(predictions)
    if not given.predictions:
        given.refuse()
    folder = resolve(data, revision, configs=given.configs)
    saved = None if report is None else Path(report)
    log, record = arguments.judge_log(given, judge_log), arguments.record(submission)
    decided = arguments.decisions(decisions)
    return Report.of(run_verify(str(signature), given, folder, saved, judge_url, log, record, decided))
