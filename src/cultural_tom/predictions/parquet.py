"""Predictions in a Parquet file: the columns are the keys of a record, null where a record lacks one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cultural_tom.predictions.record import unfit


def records(path: Path) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """(row number from 1, record); (0, what is wrong) where the file is damaged."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(path)
        number = 0
        for batch in file.iter_batches():
            for record in batch.to_pylist():
                number += 1
                yield number, unfit(record.get("answer")) or record
    except (pa.ArrowException, OSError) as e:
        yield 0, f"cannot be read as Parquet: {e}"
