import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(io.BytesIO(read(path)))
    for n, row in enumerate(table.to_pylist()):
        yield str(n), [str(row.get(f"{c} Bn")) for c in "ABCD"], row.get("predicted_option") or ""
