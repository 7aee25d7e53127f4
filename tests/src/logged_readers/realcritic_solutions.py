import json

from logged_readers import Found, Read, in_order, lines


def records(path: str, read: Read) -> Found:
    seen = set()
    for line in lines(read(path)):
        row = json.loads(line)
        options = in_order(row["question"].rpartition("\nAnswer Choices: ")[2], r"(?:^| )\(([A-J])\) ")
        if options and row["reasoning"].strip() and row["reasoning"] not in seen:
            seen.add(row["reasoning"])
            yield str(row["idx"]), options, row["reasoning"]
