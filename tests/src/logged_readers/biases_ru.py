import re

from logged_readers import Found, Read, marked, xlsx


def records(path: str, read: Read) -> Found:
    words = {
        "English": ["yes", "no", "both are equally common"],
        "Russian": ["да", "нет", "оба встречаются одинаково часто"],
    }
    for n, row in enumerate(xlsx(read(path))):
        asked = row["question"]
        if row["language"] not in words or not row.get("answer"):
            continue
        if re.search(
            r"^\D*(?:yes|«да»)", asked
        ):  # which word is commoner: named in the question, without marks
            options = words[row["language"]]
        else:  # behind the last question mark; some marks follow the option before them without a space
            options = marked(asked.split("?")[-1].rstrip(" '\n"), r"[1-4]\.?\s(?=[A-ZА-Я])")
        yield str(n), [re.sub(r"\s+", " ", x) for x in options], row["answer"]
