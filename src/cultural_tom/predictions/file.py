"""A predictions file: JSON Lines or Parquet, told apart by their first bytes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cultural_tom.predictions import json_lines, parquet


def records(path: Path) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """(line or row number from 1, record or what is wrong with it)."""
    with path.open("rb") as f:
        is_parquet = f.read(4) == b"PAR1"
    return parquet.records(path) if is_parquet else json_lines.records(path)
