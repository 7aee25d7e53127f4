import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    path, part = path.split("#")
    for n, line in enumerate(x for x in read(path).decode().split("\n") if x.strip()):
        row = json.loads(line)
        asked, reply = row["Question"], row["ModelAnswer"]
        options = []
        if part == "plain" and asked.startswith("次の単語の中で他のものと一致しないもの"):
            options = asked.strip().split("\n")[-1].split("、")
        elif part == "plain" and "東、南、西、北" in asked:
            options = ["東", "南", "西", "北"]
        elif (
            part == "plain"
            and asked.startswith("下記は三つのステートメント")
            and "真実、偽り、または不確定" in asked
        ):
            options = ["真実", "偽り", "不確定"]
        elif part == "small" and asked.startswith("保護者たちは、休み時間中のいじめ"):
            options = [x.strip() for x in re.findall(r"^[a-d]\) (.+)$", asked, re.M)]
        if options and reply.strip():
            yield str(n), options, reply
