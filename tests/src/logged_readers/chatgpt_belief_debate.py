import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        options = re.findall(r"^\([A-R]\) (.+)$", row["question"].split("Options:")[1], re.M)
        if "item_list" in path:
            replies = {"cot": row["prediction_CoT_turbo"]} | {
                f"sc{i}": row["prediction_SC_turbo"][i] for i in range(2)
            }
        else:
            replies = {
                f"wrong{i}": x
                for i, x in enumerate(row.get("prediction_turbo_abductive_negative_init") or [])
            }
        for key, reply in replies.items():
            if isinstance(reply, str) and reply.strip():
                yield f"{n}/{key}", options, reply
