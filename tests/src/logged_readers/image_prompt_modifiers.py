import re

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        definitions = row["result"].split("Modifier Definitions:")[1].split("Output Format:")[0]
        options = re.findall(r'"([A-Z][A-Za-z ]+)": ', definitions)
        if row["modi"].strip():
            yield str(n), options, row["modi"]
