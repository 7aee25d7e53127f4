import json

from logged_readers import Found, Read

OPTIONS = {
    "Answer with 'me'": ["me", "my friend"],
    "Answer with 'yes' or 'no' only": ["yes", "no"],
    "Answer with exactly 'correct' or 'incorrect'": ["correct", "incorrect"],
}


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(read(path).decode().split("\n")):
        row = json.loads(line) if line.strip() else {}
        for words, options in OPTIONS.items():
            if words in row.get("prompt", "") and row["reply"].strip():
                yield f"{n}/{row['phase']}", options, row["reply"]
