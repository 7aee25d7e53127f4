import json
import re

from logged_readers import Found, Read, lines


def offered(text: str) -> list[str]:
    """The options that stand one behind the other, parted by hashes, commas or line ends, as A, B, C ... in order."""
    parts = [re.fullmatch(r"([A-Z])[.:]\s*(.+)", part.strip(" ;\n"), re.S) for part in re.split(r"#+", text)]
    if len(parts) > 1 and [part and part[1] for part in parts] == list("ABCD"[: len(parts)]):
        return [part[2] for part in parts if part]
    ends: list[tuple[int, int]] = []  # some rows lack the hashes
    for match in re.finditer(r"(?:^|[#\n,]|(?<=\s))\s*([A-Z])[.:]\s*(?=\S)", text):
        if match[1] == chr(65 + len(ends)):
            ends.append((match.start(), match.end()))
    starts = [start for start, _ in ends[1:]] + [len(text)]
    return [text[end:stop].strip(" #,;\n") for (_, end), stop in zip(ends, starts, strict=False)]


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        asked = re.search(r"Options?:(.*?)\nProvide your final answer", row["question"], re.S)
        options = offered(asked[1]) if asked else []
        if len(options) > 1 and all(options) and isinstance(row["response"], str):
            yield row["idx"], options, row["response"]
