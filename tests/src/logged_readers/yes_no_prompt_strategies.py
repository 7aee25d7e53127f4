from collections import Counter

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    seen: Counter[str] = Counter()
    for row in rows(read(path)):
        key = f"{row['prompt']}/{row['question']}"
        seen[key] += 1
        yield key if seen[key] == 1 else f"{key}/{seen[key]}", ["Yes", "No"], row["answer"]
