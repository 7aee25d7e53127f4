import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    if path.endswith(".jsonl"):
        for n, line in enumerate(lines(read(path))):
            row = json.loads(line)
            yield str(n), [x["text"].strip() for x in row["example"]["choices"]], row["completion"]
        return
    parts = re.split(r"^## Row (\d+)$", read(path).decode(), flags=re.M)
    for number, text in zip(parts[1::2], parts[2::2], strict=True):
        asked, answer = text.split("**Model's reasoning:**\n```\n", 1)
        options = re.findall(r"^\([A-D]\) (.+)$", asked.split("**Choices:**")[1], re.M)
        yield number, [x.strip() for x in options], answer.rsplit("\n```", 1)[0]
