import ast
import json
import re

from logged_readers import Found, Read, rows

FAILED = "Cannot determine choice from "


def records(path: str, read: Read) -> Found:
    for row in rows(read(path)):
        said = ast.literal_eval(row["Transcript"])
        # the query results stand in the participant's repr; a reply that could not be parsed is logged alone
        shown = ast.literal_eval(re.search(r"query_results=('.*?'|\".*?\")\)", row["Participant"])[1])
        options = re.findall(r"\[Product id: \d\]\.?\s*(.+)", shown)
        reply = json.loads(said[0].removeprefix(FAILED))["content"] if len(said) == 1 else said[1]
        if len(options) > 1 and reply.strip():
            yield row[""], [option.strip() for option in options], reply
