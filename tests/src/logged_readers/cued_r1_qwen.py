import io
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    import pyarrow.parquet

    for n, row in enumerate(pyarrow.parquet.read_table(io.BytesIO(read(path))).to_pylist()):
        asked = row["prompt_cued"].split("\n\nPlease think step by step")[0]
        found: list[str] = []
        for mark, text in re.findall(r"^\(([A-P])\) ?(.*(?:\n(?!\([A-P]\)).*)*)", asked, re.M):
            if mark == chr(65 + len(found)):  # options of several lines: strands of DNA
                found.append(text.strip())
        yield str(n), found, row["text"]
