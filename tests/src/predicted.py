"""Predictions of a baseline, for tests that need any: no journal, no record."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cultural_tom.inference.bare import requests
from cultural_tom.models.interface import Learner, Settings
from cultural_tom.models.registry import build
from cultural_tom.predictions import json_lines
from cultural_tom.predictions.record import Prediction, answer_of
from cultural_tom.rows.repository import build_info, read_rows
from cultural_tom.subsets import match


def answers(model: str, rows: Iterable[dict[str, Any]]) -> Iterator[tuple[int, ...]]:
    """Places of the options that a baseline takes, row by row."""
    rows, made = list(rows), build(model, Settings())
    if isinstance(made, Learner):
        made.learn(rows)
    for batch in made.answer(list(requests(rows))):
        for _, reply in batch:
            assert reply.answer is not None
            yield reply.answer


def predict(model: str, patterns: str, folder: Path, out: Path) -> int:
    """Write the predictions for all configs of the folder that match; how many."""
    there = build_info(folder)["configs"]
    written: list[Prediction] = []
    for config in (c.name for c in match(patterns) if c.name in there):
        rows = read_rows(folder, config)
        for row, places in zip(rows, answers(model, rows), strict=True):
            written.append(Prediction(row["id"], answer_of(row, places), None, 0, 0, 0))
    json_lines.write(out, written, "--out")
    return len(written)
