import json
import re

from logged_readers import Found, Read, listed


def records(path: str, read: Read) -> Found:
    for key, row in json.loads(read(path)).items():
        asked = row["origin_prompt"].split("\n\nYour response should be structured")[0]
        options = listed(re.split(r"\n(?=A[.:] )", asked)[-1])  # behind the examples
        reply = row["prediction"][0]
        if (
            len(row["gold"]) == 1 and len(options) > 2 and reply.strip()
        ):  # without several right letters, and right or wrong
            yield key, options, reply
