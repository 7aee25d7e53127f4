"""The papers' printed figures, one per cell of a table, read from validation/published/*.csv."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cultural_tom.problems import InputError

FOLDER = Path(__file__).parents[1] / "published"
KEY = ("table", "subset", "model", "prompting", "language", "variant", "item", "metric")


@dataclass(frozen=True)
class Cell:
    """One printed figure. `text` is the figure with the paper's own decimals, empty where it cannot be read;
    the other fields are the columns of the file (validation/published/README.md)."""

    paper: str
    table: str
    subset: str
    model: str
    prompting: str
    language: str
    variant: str
    item_type: str
    item: str
    metric: str
    text: str
    unit: str
    n: str
    n_inferred: str
    status: str
    note: str

    @cached_property
    def value(self) -> float:
        return float(self.text)

    @property
    def step(self) -> float:
        """One unit of the last printed place; 100 for a count that the paper prints as `6.7K`."""
        if self.note.startswith("printed as ") and "K (rounded)" in self.note:
            return 10.0 ** (3 - len(self.note.split("K")[0].partition(".")[2]))
        return 10.0 ** -len(self.text.partition(".")[2])

    @property
    def scale(self) -> int:
        """What 1 is printed as."""
        return 1 if self.unit == "fraction" else 100

    @property
    def key(self) -> tuple[str, ...]:
        return tuple(getattr(self, name) for name in KEY)

    @property
    def name(self) -> str:
        """The cell in words, for a finding."""
        return " ".join([self.paper, f"table {self.table}:", *(part for part in self.key[1:] if part)])


class Published:
    """All cells of one paper, and each by its key."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self.cells = list(cells)
        self._by_key = {cell.key: cell for cell in self.cells}
        self._place = {key: place for place, key in enumerate(self._by_key)}
        if len(self._by_key) != len(self.cells):
            raise InputError.one(str(FOLDER), "two cells have the same key")

    def like(self, cell: Cell, **fields: str) -> Cell | None:
        """The legible cell that differs from this one in `fields` only; None if there is none."""
        found = self._by_key.get(tuple(fields.get(name, getattr(cell, name)) for name in KEY))
        return found if found is not None and found.text else None

    def all_like(self, cell: Cell, name: str, values: Iterable[str], **fields: str) -> list[Cell] | None:
        """One cell for each value of a field, in the order of the table; None if one of them is not legible."""
        found = [self.like(cell, **{name: value}, **fields) for value in values]
        return sorted((c for c in found if c), key=lambda c: self._place[c.key]) if all(found) else None


def read(paper: str, folder: Path = FOLDER) -> Published:
    """Every figure that a paper prints, in the order of its tables; what the paper leaves blank is no figure."""
    return Published(_cells(paper, folder))


def _cells(paper: str, folder: Path) -> Iterator[Cell]:
    for path in sorted(folder.glob(f"{paper}_*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for line in csv.DictReader(file):
                if line["status"] != "not_reported":
                    yield Cell(text=line.pop("value"), **line)
