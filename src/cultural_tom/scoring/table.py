"""The columns of a config that scoring needs, as numpy arrays. Texts stay on disk."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cultural_tom.rows.conform import check_columns, check_values
from cultural_tom.rows.content import read_columns
from cultural_tom.rows.repository import data_file, read_schema

COLUMNS = ["id", "parallel_id", "context_id", "task", "ability", "question_type", "belief_order", "options",
           "slots", "answer_format", "gold", "audit_status", "audit_gold", "tags", "source", "origin"]  # fmt: skip
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Table:
    """n rows of one config; every attribute has one entry per row, in the file's order. `content` is the content
    hash of the file that they were read from, over all its columns."""

    config: str
    ids: list[str]
    columns: dict[str, list[Any]]
    content: str = ""

    @classmethod
    def read(cls, folder: Path, config: str) -> "Table":
        path = folder / data_file(config)
        check_columns(path, read_schema(folder, config), config)
        columns, content = read_columns(folder, config, COLUMNS)
        check_values(path, config, columns)
        return cls(config, columns["id"], columns, content)

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def position(self) -> dict[str, int]:
        return {row_id: i for i, row_id in enumerate(self.ids)}

    @cached_property
    def gold(self) -> list[tuple[int, ...]]:
        return [tuple(g) for g in self.columns["gold"]]

    @cached_property
    def audit_gold(self) -> list[tuple[int, ...]]:
        """The audit's gold where it proposes one, else upstream's."""
        return [tuple(a) or g for a, g in zip(self.columns["audit_gold"], self.gold, strict=True)]

    @cached_property
    def sizes(self) -> list[int]:
        """The number of options of each row."""
        return [len(o) for o in self.columns["options"]]

    @cached_property
    def n_options(self) -> Ints:
        return np.array(self.sizes)

    @cached_property
    def _encoded(self) -> dict[str, tuple[Ints, list[Any]]]:
        return {}

    def codes(self, column: str) -> tuple[Ints, list[Any]]:
        """A column as integer codes and the distinct values in order of first appearance (encoded once)."""
        if column not in self._encoded:
            self._encoded[column] = encode(self.columns[column])
        return self._encoded[column]

    def where(self, **equal: Any) -> Bools:
        """Rows whose columns have these values (a tuple of values means any of them).

        `where(task="belief", belief_order=1)`"""
        keep = np.ones(len(self), bool)
        for column, value in equal.items():
            allowed = value if isinstance(value, tuple) else (value,)
            codes, distinct = self.codes(column)
            keep &= np.array([v in allowed for v in distinct], bool)[codes]
        return keep

    @cached_property
    def _rows_with(self) -> dict[str, list[int]]:
        """The rows that have each tag. A row can have several with one key (view:task and view:ability)."""
        found: dict[str, list[int]] = {}
        for i, tags in enumerate(self.columns["tags"]):
            for tag in tags:
                found.setdefault(tag, []).append(i)
        return found

    def tag(self, key: str) -> list[str]:
        """The value of a tag in every row; empty where a row has no such tag. For keys that occur once a row."""
        values = [""] * len(self)
        for tag, rows in self._rows_with.items():
            own, _, value = tag.partition(":")
            if own == key:
                for i in rows:
                    values[i] = value
        return values

    def tagged(self, key: str, value: str) -> Bools:
        """Rows that have this tag."""
        keep = np.zeros(len(self), bool)
        keep[self._rows_with.get(f"{key}:{value}", [])] = True
        return keep


def encode(values: Iterable[Any]) -> tuple[Ints, list[Any]]:
    """Values as codes into the list of distinct values (order of first appearance)."""
    index: dict[Any, int] = {}
    codes = np.array([index.setdefault(v, len(index)) for v in values], dtype=np.int64)
    return codes, list(index)
