"""What extraction reads in each response of a predictions file, by which rule and from which words."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cultural_tom.extraction.answer_lines import AnswerLine, Reply, Suggestion, decided_by, suggested
from cultural_tom.extraction.read import evidence
from cultural_tom.extraction.read import extract as read_response
from cultural_tom.predictions.record import Prediction, answer_of
from cultural_tom.predictions.submission import Source, submitted
from cultural_tom.problems import Problem, counted, raise_errors, refusing
from cultural_tom.rows.content import read_columns
from cultural_tom.rows.loading import Data, resolve
from cultural_tom.rows.order import shown
from cultural_tom.scoring import decisions, run
from cultural_tom.scoring.table import Table
from cultural_tom.subsets import EVERY_CONFIG
from cultural_tom.visible import short, visible

END_SHOWN = 100


@dataclass(frozen=True)
class Reading:
    """answer: as in a predictions file, for the options as they were shown; None where the response is unparsed, for the
    `reason`. rule: what read it, or found that it says two things (docs/extraction.md has their names). words: the stretch of the cleaned
    response that the rule read. ends: the end of an unparsed response, "" of any other. line: of the prediction."""

    id: str
    permutation: int
    sample: int
    line: int
    answer: str | list[str] | None
    reason: str
    rule: str
    words: str
    ends: str

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Readings:
    """What was read in a file's responses. suggested: lines that unread ones have alike, in which they may answer. decided: how
    many of these the declared lines read."""

    readings: list[Reading]
    suggested: list[Suggestion]
    decided: int


@refusing
def readings(
    predictions: Source,
    *,
    data: Data | None = None,
    revision: str | None = None,
    unparsed: Path | None = None,
    answer_lines: Sequence[str] = (),
    decided: Path | None = None,
) -> Readings:
    """The reading of each response in a submission; predictions with an answer of their own are left out. answer_lines: lines in
    which responses answer that are not read otherwise (`AnswerLine`); what they say is written to `decided`, as `score` takes
    decisions. unparsed: write what is left to decide there. Raises `InputError` for whatever `check` refuses, a line that is none, and
    where `unparsed` or `decided` is there already.

    >>> said = [{"id": "xtomi_en/9087/reality", "response": "So the answer is **B**."}]
    >>> [(r.answer, r.rule, r.words) for r in readings(said, data="sample").readings]
    [('B', 'cue', 'answer is B')]
    """
    declared = _declared(answer_lines)
    decisions.not_there(
        *((path, option) for path, option in ((decided, "--decided"), (unparsed, "--unparsed")) if path)
    )
    submission = submitted(predictions)
    if not submission.predictions:
        submission.refuse()
    folder = resolve(data, revision, configs=submission.configs)
    answers = run.answers_of(submission, folder)
    tables = {name: found.table for name, found in answers.items()}
    with_response = [p for p in submission.predictions if p.response is not None]
    both = [_read(p, tables) for p in with_response]
    found = [reading for reading, _ in both]
    lines, open_ = [], []
    asked = _questions(
        folder, {p.id.partition("/")[0] for p, r in zip(with_response, found, strict=True) if r.reason}
    )
    for p, (reading, reply) in zip(with_response, both, strict=True):
        if reading.reason:
            config, row, options = _row(p, tables)
            line = decisions.to_decide(p, config, row, asked[p.id], options, reading.reason)
            said = reply and decided_by(declared, reply)
            if said:
                template, indices = said
                answer = answer_of({**row, "options": options}, indices)
                lines.append({**line, "answer": answer, "by": f"answer line: {template}"})
            else:
                open_.append(line)
    if decided is not None:
        decisions.write(decided, iter(lines), "--decided")
    if unparsed is not None:
        decisions.write(unparsed, iter(open_), "--unparsed")
    replies = [reply for _, reply in both if reply is not None]
    return Readings(found, [] if declared else suggested(replies), len(lines))


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


def _row(p: Prediction, tables: dict[str, Table]) -> tuple[str, dict[str, Any], list[str]]:
    """The config of a prediction, its row, and the options as they were shown."""
    table = tables[p.id.partition("/")[0]]
    i = table.position[p.id]
    row = {key: table.columns[key][i] for key in ("options", "slots", "answer_format")}
    return table.config, row, [row["options"][k] for k in shown(p.id, len(row["options"]), p.permutation)]


def _read(p: Prediction, tables: dict[str, Table]) -> tuple[Reading, Reply | None]:
    """What is read in a response, and the reply as lines are learnt from; none where a row has slots."""
    config, row, options = _row(p, tables)
    assert p.response is not None
    language = EVERY_CONFIG[config].language
    found = read_response(
        p.response,
        answer_format=row["answer_format"],
        options=options,
        slots=row["slots"],
        language=language,
    )
    answer = None if found.indices is None else answer_of({**row, "options": options}, found.indices)
    quoted = evidence(p.response, found, options)
    ends = visible(p.response.rstrip()[-END_SHOWN:], END_SHOWN) if found.reason else ""
    reading = Reading(p.id, p.permutation, p.sample, p.line, answer, found.reason, found.rule, quoted, ends)
    if row["slots"]:
        return reading, None
    return reading, Reply(p.response, options, language, row["answer_format"], found.indices)


def _questions(folder: Path, configs: Iterable[str]) -> dict[str, str]:
    """The question of each row, by its id."""
    asked: dict[str, str] = {}
    for config in configs:
        columns, _ = read_columns(folder, config, ("id", "question"))
        asked.update(zip(columns["id"], columns["question"], strict=True))
    return asked
