"""`extract`: the answer in a model's raw words, for one row or for all predictions. `save_predictions`: to a file."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, overload

from cultural_tom.extraction.answer import Answer
from cultural_tom.extraction.read import extract as read_response
from cultural_tom.predictions import json_lines
from cultural_tom.predictions.memory import plain
from cultural_tom.predictions.record import answer_of
from cultural_tom.predictions.submission import Source, submitted
from cultural_tom.problems import InputError, Problem, raise_errors, refusing
from cultural_tom.rows.loading import Data, resolve
from cultural_tom.rows.order import shown
from cultural_tom.scoring import run
from cultural_tom.visible import short

NEEDED: dict[str, type] = {"id": str, "answer_format": str, "language": str, "options": list, "slots": list}


@overload
def extract(source: str, row: Mapping[str, Any], *, permutation: int = 0) -> Answer: ...
@overload
def extract(source: Source, *, data: Data, revision: str | None = None) -> list[dict[str, Any]]: ...
def extract(
    source: Source,
    row: Mapping[str, Any] | None = None,
    *,
    permutation: int = 0,
    data: Data | None = None,
    revision: str | None = None,
) -> Answer | list[dict[str, Any]]:
    """The answer in a model's raw words, read by the rules that `score` reads with (docs/extraction.md).

    `extract(response, row)`: source is the response, row a row of the data (a dict with at least id,
    answer_format, options, slots, language), permutation the order in which its options were shown (0: as stored).
    Returns an `Answer`: `indices` into the row's stored options (one for `choice`, one per slot for `slots`, a sorted
    set for `choices` and `names`), or None with the `reason` why the response is unparsed.

    `extract(predictions, data=...)`: predictions, data and revision as in `score`. Returns the same predictions in
    their order, each with an `answer` (None: unparsed) in place of its `response`; they score alike.

    Raises `InputError` for a response that is no string, a row that lacks columns, and whatever `check` refuses.

    >>> import cultural_tom as ct
    >>> row = ct.load("xtomi_en", "sample")[0]
    >>> extract("Let me think ... Answer: B", row)
    Answer(indices=(1,), reason='')
    >>> extract("A or B", row).reason
    'ambiguous'
    >>> extract([{"id": row["id"], "response": "I choose A."}], data="sample")[0]["answer"]
    'A'
    """
    if row is not None:
        return _of_row(source, row, permutation)
    if data is None:
        raise InputError.one("extract", "needs the row of a response, or data=... for predictions")
    return _of_predictions(source, data, revision)


@refusing
def save_predictions(predictions: Source, path: str | os.PathLike[str]) -> int:
    """Write predictions as a JSON Lines file in the one form whose bytes are hashed for records in memory: keys in
    the order id, answer or response, permutation, sample (the last two only where they are not 0), UTF-8, one line
    each. So the file and the records score under the same signature.

    predictions: as in `score`. Returns how many were written. Raises `InputError` with all problems, or where the
    file cannot be written; the file appears whole or not at all.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_predictions([{"id": "xtomi_en/1", "answer": "A"}], f"{folder}/p.jsonl")
    1
    """
    if not isinstance(path, str | os.PathLike) or not isinstance(os.fspath(path), str) or not os.fspath(path):
        raise InputError.one("path", f"expected the name of a file, got {short(path)}")
    submission = submitted(predictions)
    submission.refuse("written")
    json_lines.write(Path(path), submission.predictions, "path")
    return len(submission.predictions)


def _of_row(response: object, row: Mapping[str, Any], permutation: int) -> Answer:
    problems = []
    if not isinstance(response, str):
        problems.append(
            Problem("response", f"must be a string, the model's raw words; got {short(response)}")
        )
    if not isinstance(row, Mapping):
        raise InputError([*problems, Problem("row", f"must be a row of the data, a dict; got {short(row)}")])
    own = {key: plain(row.get(key)) for key in NEEDED}
    problems += [
        Problem(
            "row", f"needs {key} ({kind.__name__}), got {short(own[key])}; pass a row of cultural_tom.load"
        )
        for key, kind in NEEDED.items()
        if not isinstance(own[key], kind) or not all(isinstance(v, str) for v in own[key])
    ]
    if type(permutation) is not int or not 0 <= permutation < 2**31:
        problems.append(Problem("permutation", f"must be a whole number from 0, got {short(permutation)}"))
    raise_errors(problems)
    order = shown(own["id"], len(own["options"]), permutation)
    try:
        found = read_response(
            str(response),
            answer_format=own["answer_format"],
            options=[own["options"][i] for i in order],
            slots=own["slots"],
            language=own["language"],
        )
    except ValueError as e:  # an answer format or a language that there is not
        raise InputError.one("row", str(e)) from e
    if found.indices is None:
        return found
    indices = tuple(order[i] for i in found.indices)
    return Answer(indices if own["answer_format"] in ("choice", "slots") else tuple(sorted(indices)))


def _of_predictions(source: Source, data: Data, revision: str | None) -> list[dict[str, Any]]:
    submission = submitted(source)
    if not submission.predictions:
        submission.refuse()
    found = run.answers_of(submission, resolve(data, revision, configs=submission.configs))
    given = {
        (a.table.ids[i], k, sample): (a, i, indices)
        for a in found.values()
        for i, of_row in enumerate(a.given)
        for sample, k, indices in of_row
    }
    out = []
    for p in submission.predictions:
        answers, i, indices = given[p.id, p.permutation, p.sample]
        row = {key: answers.table.columns[key][i] for key in ("options", "answer_format")}
        order = answers.order(i, p.permutation)
        row["options"] = [row["options"][k] for k in order]
        record: dict[str, Any] = {"id": p.id, "answer": None}
        if indices is not None:
            at = [order.index(k) for k in indices]
            record["answer"] = answer_of(
                row, at if row["answer_format"] in ("choice", "slots") else sorted(at)
            )
        record |= {key: n for key, n in (("permutation", p.permutation), ("sample", p.sample)) if n}
        out.append(record)
    return out
