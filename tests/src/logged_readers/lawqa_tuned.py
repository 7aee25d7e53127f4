import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))["results"]):
        parts = re.split(r"(?:^|\n)\s*([a-d])[ 　.．]", row["choices"])
        options, reply = [x.strip() for x in parts[2::2]], row["response"] or ""
        if (
            "".join(parts[1::2]) != "abcd"
            or not all(options)
            or not reply.strip()
            or "HTTPConnectionPool" in reply
            or row["predicted_answer"] == "error"
        ):
            continue
        yield str(n), options, reply
