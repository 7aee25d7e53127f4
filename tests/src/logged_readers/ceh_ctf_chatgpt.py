import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    bank = read(path.replace("result/", "questionbank/").replace("_result", "")).decode("utf-8", "replace")
    asked, keys, text = [], [], None
    for line in bank.replace("\r", "").split("\n"):  # as the authors' script reads it
        if not line or line[0] in "#\t":
            text = None
            continue
        if "Question" in line:
            text = [line.split(":", 1)[-1]]
        if "Answer" in line:
            asked.append(text)
            keys.append(line.split(":", 1)[-1].strip())
        elif text is not None and "Question" not in line:
            text.append(line)
    log = read(path).decode("utf-8", "replace").replace("\r", "")
    for found in re.finditer(
        r"(?ms)^\d{4}-\d\d-\d\d [\d:,]+ INFO +Question (\d+): incorrect\. correct answer: (\S+), AI answer: (.*?)(?=^\d{4}-\d\d-\d\d |\Z)",
        log,
    ):
        n = int(found[1]) - 1
        if n >= len(asked) or not asked[n] or keys[n] != found[2] or len(found[2]) != 1:
            continue
        lines = [re.match(r"\s*\(?([A-Ha-h])[\).:]\s*(.+)$", x) for x in asked[n][1:]]
        lines = [m for m in lines if m]
        options = [m[2].strip() for m in lines]
        if (
            found[3].strip() != "error"
            and len(options) > 1
            and [m[1].upper() for m in lines] == list("ABCDEFGH")[: len(options)]
        ):
            yield found[1], options, re.sub(r"\n\d+/\d+\s*$", "", found[3]).strip()
