import csv
import io

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in csv.DictReader(io.StringIO(read(path).decode())):
        if row["llm_response"].strip():
            yield row["configuracao_binaria"], ["yes", "no"], row["llm_response"]
