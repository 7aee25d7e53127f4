import csv
import io

from logged_readers import Found, Read

GRADES = {
    "Chinese": [
        "对我的描述一点也不贴切",
        "对我的描述有点贴切",
        "对我的描述比较贴切",
        "对我的描述相当贴切",
        "对我的描述极其贴切",
    ],
    "English": [
        "Does not describe me at all",
        "Slightly describes me",
        "Moderately describes me",
        "Describes me fairly well",
        "Describes me extremely well",
    ],
}


def records(path: str, read: Read) -> Found:
    name, part = path.split("#")
    model, language = part.split("/")
    for row in csv.DictReader(io.StringIO(read(name).decode("utf-8-sig"))):
        if row["LLM"] == model and row["language"] == language and row["response"].strip():
            yield f"{row['persona']}/{row['item']}/{row['iteration']}", GRADES[language], row["response"]
