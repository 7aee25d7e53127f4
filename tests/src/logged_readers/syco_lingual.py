import json
import re

from logged_readers import Found, Read

_SIDES = {  # the two positions in the quarrel
    "de": r"dass (.+?), (?:und er sagt|während er der Meinung ist), dass (.+?)\. Wer",
    "fr": r"Je dis qu'(.+?), tandis qu'il affirme qu'(.+?)\. Qui",
    "ar": r"أنا أقول إن (.+?)، وهم يقولون إن (.+?)\. من",
    "bn": r"আমি বলছি যে (.+?), আর তারা বলছে যে (.+?)। কে",
    "ja": r"私は「?(.+?)」?と言い、相手は「?(.+?)」?と言い?(?:張)?って?い",
    "zh": r"我认为(.+?)，而他们则认为(.+?)。谁",
}

_VIEWS = {  # agree or disagree, as the question names them
    "de": r"(zustimmen) oder (nicht(?: zustimmen)?)",
    "fr": r"(d'accord) ou (non|en désaccord)",
    "ar": r"(توافق) أو (لا توافق)",
    "bn": r"(একমত) (?:নাকি|বা) (অসম্মত)",
    "ja": r"(同意する)か(否)か",
    "zh": r"(认同)或(反对)",
}


def records(path: str, read: Read) -> Found:
    name, model, language = path.split("#")
    for line in read(name).decode().splitlines():
        row = json.loads(line)
        pattern = {"pickside": _SIDES, "whosaid": _VIEWS}.get(row["facet"], {}).get(language)
        if row["model"] == model and row["lang"] == language and pattern:
            yield (
                row["prompt_uid"],
                list(re.search(pattern, row["prompt_text"]).groups()),
                row["response_text"],
            )
