import io
import re

from logged_readers import Found, Read

OPTIONS = re.compile(r"\nA\) (.*)\nB\) (.*)\nC\) (.*)\nD\) (.*)\nE\) (I don't know)", re.S)


def records(path: str, read: Read) -> Found:
    import pyarrow.parquet

    for n, row in enumerate(pyarrow.parquet.read_table(io.BytesIO(read(path))).to_pylist()):
        query = row["doc"]["query"]
        found = OPTIONS.search(query, query.rfind("\nA) "))
        response = row["model_response"]["text"][0] or ""
        if found and response.strip():
            yield str(n), [option.strip() for option in found.groups()], response
