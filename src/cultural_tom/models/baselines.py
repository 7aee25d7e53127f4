"""Baselines that know nothing of minds: what a score must beat."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from cultural_tom.predictions import json_lines
from cultural_tom.predictions.record import Prediction, answer_of
from cultural_tom.problems import InputError, did_you_mean
from cultural_tom.rows.order import uniform
from cultural_tom.rows.repository import build_info, read_rows
from cultural_tom.subsets import SET_FORMATS, WITHOUT_SPACES, match

Row = dict[str, Any]
Indices = list[int]


def random(rows: list[Row]) -> Iterator[Indices]:
    """A uniformly drawn answer, from the row's id alone: the same in every run."""
    for row in rows:
        n = len(row["options"])
        if row["answer_format"] in SET_FORMATS:
            draw = 1 + int(uniform(row["id"], "random") * (2**n - 1))
            yield [i for i in range(n) if draw >> i & 1]
        else:
            yield [int(uniform(row["id"], "random", k) * n) for k in range(len(row["slots"]) or 1)]


def majority(rows: list[Row]) -> Iterator[Indices]:
    """The most frequent gold of the rows with the same format and number of options (it has seen the gold:
    an upper bound for answering by position)."""
    kinds = [(row["answer_format"], len(row["options"])) for row in rows]
    counts: dict[Any, Counter[tuple[int, ...]]] = {}
    for kind, row in zip(kinds, rows, strict=True):
        counts.setdefault(kind, Counter())[tuple(row["gold"])] += 1
    for kind in kinds:
        yield list(min(counts[kind].items(), key=lambda item: (-item[1], item[0]))[0])


def longest(rows: list[Row]) -> Iterator[Indices]:
    """The option with most characters (the first of equally long ones), in every slot."""
    for row in rows:
        yield [_best(row, len)] * (len(row["slots"]) or 1)


def lexical(rows: list[Row]) -> Iterator[Indices]:
    """The option that shares the largest part of its words (characters in Chinese and Japanese) with the
    context, in every slot."""
    for row in rows:
        unit = _units(row["language"])
        seen = set(unit(row["context"]))

        def overlap(option: str, seen: set[str] = seen, unit: Callable[[str], list[str]] = unit) -> float:
            words = unit(option)
            return sum(w in seen for w in words) / len(words) if words else 0.0

        yield [_best(row, overlap)] * (len(row["slots"]) or 1)


BASELINES: dict[str, Callable[[list[Row]], Iterable[Indices]]] = {
    "random": random,
    "majority": majority,
    "longest": longest,
    "lexical": lexical,
}


def predict(model: str, patterns: str, folder: Path, out: Path) -> int:
    """Write the predictions of a baseline for all configs of the folder that match; returns how many."""
    if model not in BASELINES:
        raise InputError.one(
            f"model {model!r}", f"is unknown{did_you_mean(model, BASELINES)}; known: {', '.join(BASELINES)}"
        )
    there = build_info(folder)["configs"]
    configs = [c.name for c in match(patterns) if c.name in there]
    if not configs:
        raise InputError.one(f"config {patterns!r}", f"is not in {folder}; it has: {', '.join(there)}")
    made: list[Prediction] = []
    for config in configs:
        rows = read_rows(folder, config)
        for row, indices in zip(rows, BASELINES[model](rows), strict=True):
            made.append(Prediction(row["id"], answer_of(row, indices), None, 0, 0, len(made) + 1))
    json_lines.write(out, made, "--out")
    return len(made)


def _best(row: Row, value: Callable[[str], float]) -> int:
    values = [value(o) for o in row["options"]]
    return values.index(max(values))


def _units(language: str) -> Callable[[str], list[str]]:
    if language in WITHOUT_SPACES:
        return lambda text: [c for c in text if c.isalnum()]
    return lambda text: re.findall(r"[\w']+", text.lower())
