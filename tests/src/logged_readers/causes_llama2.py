import csv
import io
import json
import re

from logged_readers import Found, Read, lines, rows


def records(path: str, read: Read) -> Found:
    task, language = re.search(r"_(xcopa|xstorycloze)_([A-Z][a-z]+)_", path).groups()
    script = {"Arabic": "arb_Arab", "Bengali": "ben_Beng", "English": "eng_Latn", "French": "fra_Latn"}
    script |= {"German": "deu_Latn", "Hindi": "hin_Deva", "Japanese": "jpn_Jpan", "Russian": "rus_Cyrl"}
    if task == "xstorycloze":
        found = rows(read(f"datasets/xstorycloze/{script[language]}.csv"))
        asked = [[x["sentence_quiz1"], x["sentence_quiz2"]] for x in found]
    else:
        if language == "Chinese":  # not translated by the repository
            found = [json.loads(x) for x in lines(read("questions:data/zh/test.zh.jsonl"))]
        else:
            text = read(f"datasets/xcopa/xcopa_{script[language]}.csv").decode()
            found = list(csv.DictReader(io.StringIO(text), delimiter=";"))
        asked = [[x["choice1"], x["choice2"]] for x in found]
    answers = csv.reader(io.StringIO(read(path).decode()), delimiter=";")
    for n, (options, answer) in enumerate(zip(asked, answers, strict=True)):
        if answer[0].startswith("Response: "):  # the repository's own word
            yield str(n), [x.strip() for x in options], answer[0].removeprefix("Response: ")
