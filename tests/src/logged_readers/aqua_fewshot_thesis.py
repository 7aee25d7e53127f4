import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for part in json.loads(read(path)):
        for row in part if isinstance(part, list) else []:
            listed = row["Question"].rpartition("Answer Choices:")[2]
            parts = re.split(r"(?:^|(?<=\s))\(([A-E])\)", listed)
            if (
                parts[1::2] == list("ABCDE")
                and all(x.strip() for x in parts[2::2])
                and row["Pred_Rationale"].strip()
            ):
                yield str(row["Question_idx"]), [x.strip() for x in parts[2::2]], row["Pred_Rationale"]
