"""What extraction reads in each response of a predictions file, by which rule and from which words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cultural_tom.api import arguments
from cultural_tom.extraction.answer import Answer
from cultural_tom.extraction.answer_lines import AnswerLine, Reply, decided_by
from cultural_tom.extraction.many import read_many
from cultural_tom.extraction.read import evidence
from cultural_tom.extraction.suggested_lines import Suggestion as Suggestion
from cultural_tom.extraction.suggested_lines import suggested, weighed
from cultural_tom.predictions.record import Prediction, answer_of
from cultural_tom.predictions.submission import Source, Submission, submitted
from cultural_tom.problems import InputError, Problem, counted, raise_errors, refusing
from cultural_tom.rows.content import read_columns
from cultural_tom.rows.loading import Data, resolve
from cultural_tom.rows.order import as_shown
from cultural_tom.rows.repository import build_info
from cultural_tom.scoring import decisions, run
from cultural_tom.scoring.answers import asked
from cultural_tom.scoring.table import Table
from cultural_tom.subsets import EVERY_CONFIG
from cultural_tom.visible import short, visible

END_SHOWN = 100


@dataclass(frozen=True)
class Reading:
    """answer: as in a predictions file, for the options as they were shown; None where the response is unparsed, for the
    `reason`. rule: what read it, or found that it says two things (docs/extraction.md has their names). words: the stretch of the cleaned
    response that the rule read. ends: the end of an unparsed response, "" of any other. line: of the prediction. decided: the answer of
    an unparsed response that a declared line reads, `by` which; None and "" where none does."""

    id: str
    permutation: int
    sample: int
    line: int
    answer: str | list[str] | None
    reason: str
    rule: str
    words: str
    ends: str
    decided: str | list[str] | None = None
    by: str = ""

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Readings:
    """What was read in a file's responses. lines: what each declared line would do; suggested: the same of lines that unread responses have
    alike, where none is declared."""

    readings: list[Reading]
    lines: list[Suggestion]
    suggested: list[Suggestion]


@dataclass(frozen=True)
class _Read:
    """A prediction with its row and what was read; no reply where the row has slots, of which no line is known."""

    prediction: Prediction
    config: str
    row: dict[str, Any]
    options: list[str]
    reading: Reading
    reply: Reply | None


@refusing
def readings(
    predictions: Source,
    *,
    data: Data | None = None,
    revision: str | None = None,
    unparsed: Path | None = None,
    answer_lines: Sequence[str] = (),
    decided: Path | None = None,
    workers: int | None = 1,
) -> Readings:
    """The reading of each response in a submission; predictions with an answer of their own are left out. answer_lines: lines in
    which responses answer that are not read otherwise (`AnswerLine`); what they say is written to `decided`, as `score` takes
    decisions. unparsed: write what is left to decide there. workers: as in `score`. Raises `InputError` for whatever `check` refuses, a line that is none or that
    reads no unparsed response, lines without `decided` or the reverse, and where `unparsed` or `decided` is there already; then nothing is
    written, nor is `decided` where every response is read.

    >>> said = [{"id": "xtomi_en/9087/reality", "response": "So the answer is **B**."}]
    >>> [(r.answer, r.rule, r.words) for r in readings(said, data="sample").readings]
    [('B', 'cue', 'answer is B')]
    """
    unparsed, decided = (None if path is None else Path(path) for path in (unparsed, decided))
    lines = _declared([answer_lines] if isinstance(answer_lines, str) else answer_lines)
    if bool(lines) != (decided is not None):
        raise InputError.one(
            "--decided" if lines else "--answer-line",
            "is missing: a declared line and the file for what it reads go together",
        )
    decisions.not_there((decided, "--decided"), (unparsed, "--unparsed"))
    submission = submitted(predictions)
    if not submission.predictions:
        submission.refuse("read")
    folder = resolve(data, revision, configs=submission.configs)
    tables = run.tables(folder, build_info(folder), submission)
    run.check_answers(submission, tables, "read")
    read = _read_all(submission, tables, lines, arguments.workers(workers, submission))
    replies = [r.reply for r in read if r.reply is not None]
    done = [of_line for of_line, _ in weighed(lines, replies)]
    open_ = [r for r in read if r.reading.reason]
    _refuse_idle(done, open_)
    questions = _questions(folder, {r.config for r in open_}) if decided or unparsed else {}
    if unparsed is not None:
        decisions.write(unparsed, (_to_decide(r, questions) for r in open_ if not r.reading.by), "--unparsed")
    if decided is not None and any(r.reading.by for r in open_):
        try:
            decisions.write(decided, (_to_decide(r, questions) for r in open_ if r.reading.by), "--decided")
        except BaseException:
            if unparsed is not None:  # of two files both are written, or none
                unparsed.unlink(missing_ok=True)
            raise
    return Readings([r.reading for r in read], done, [] if lines else suggested(replies))


def _declared(templates: Sequence[str]) -> list[AnswerLine]:
    """The lines declared. Raises `InputError` with all that are none."""
    found, problems = [], []
    for template in templates:
        try:
            found.append(AnswerLine(template))
        except ValueError as error:
            problems.append(Problem(f"--answer-line {short(template)}", str(error)))
    raise_errors(problems, f"{counted(len(problems), 'problem')}; nothing was read")
    return found


def _refuse_idle(lines: Sequence[Suggestion], open_: Sequence[_Read]) -> None:
    """Raises `InputError` with every declared line that reads none of the unparsed responses, where there are any."""
    if not open_:
        return
    unread = sum(r.reply is not None for r in open_)
    why = (
        f"reads none of {counted(unread, 'unparsed response')}: give the whole line as responses have it (extract --explain shows how they end)"
        if unread
        else "reads nothing: the rows of all unparsed responses have slots, of which no line is known"
    )
    problems = [Problem(f"--answer-line {short(line.template)}", why) for line in lines if not line.unread]
    raise_errors(problems, f"{counted(len(problems), 'problem')}; nothing was written")


def _to_decide(r: _Read, asked: Mapping[str, str]) -> dict[str, Any]:
    line = decisions.to_decide(
        r.prediction, r.config, r.row, asked[r.prediction.id], r.options, r.reading.reason
    )
    return {**line, "answer": r.reading.decided, "by": r.reading.by} if r.reading.by else line


def _row(p: Prediction, tables: dict[str, Table]) -> tuple[str, dict[str, Any], list[str]]:
    """The config of a prediction, its row, and the options as they were shown."""
    table = tables[p.id.partition("/")[0]]
    i = table.position[p.id]
    row = {key: table.columns[key][i] for key in ("options", "slots", "answer_format")}
    return table.config, row, as_shown(p.id, row["options"], p.permutation)


def _read_all(
    submission: Submission, tables: dict[str, Table], lines: Sequence[AnswerLine], workers: int
) -> list[_Read]:
    answered = [p for p in submission.predictions if p.response is not None]
    found = read_many(asked(tables, answered), workers)
    return [_read(p, tables, lines, answer) for p, answer in zip(answered, found, strict=True)]


def _read(p: Prediction, tables: dict[str, Table], lines: Sequence[AnswerLine], found: Answer) -> _Read:
    config, row, options = _row(p, tables)
    assert p.response is not None
    language, answer_format = EVERY_CONFIG[config].language, row["answer_format"]
    reply = None if row["slots"] else Reply(p.response, options, language, answer_format, found.indices)
    said = decided_by(lines, reply) if found.reason and reply else None
    shown = {**row, "options": options}
    reading = Reading(
        p.id,
        p.permutation,
        p.sample,
        p.line,
        None if found.indices is None else answer_of(shown, found.indices),
        found.reason,
        found.rule,
        evidence(p.response, found, options),
        visible(p.response.rstrip()[-END_SHOWN:], END_SHOWN, lines=True) if found.reason else "",
        answer_of(shown, said[1]) if said else None,
        f"answer line: {said[0]}" if said else "",
    )
    return _Read(p, config, row, options, reading, reply)


def _questions(folder: Path, configs: Iterable[str]) -> dict[str, str]:
    """The question of each row, by its id."""
    asked: dict[str, str] = {}
    for config in configs:
        columns, _ = read_columns(folder, config, ("id", "question"))
        asked.update(zip(columns["id"], columns["question"], strict=True))
    return asked
