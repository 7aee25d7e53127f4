import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(read(path).decode().split("\n")):
        if not line.strip():
            continue
        row = json.loads(line)
        shown = (
            row["prompt"]
            .rsplit("\nAnswer:", 1)[0]
            .split("You are provided with the following options for your answer:\n")[-1]
        )
        parts = re.split(r"(?:^|\n)([A-H])\. ", shown)
        if (
            parts[1::2] == list("ABCDEFGH"[: len(parts) // 2])
            and all(x.strip() for x in parts[2::2])
            and row["response"]
        ):
            yield f"{n}/{row['id']}", [x.strip() for x in parts[2::2]], row["response"]
