import json

from logged_readers import Found, Read

SHOWN = {
    "french": ["Pas du tout d'accord", "Pas d'accord", "D'accord", "Tout-à-fait d'accord"],
    "german": ["Deutliche Ablehnung", "Ablehnung", "Zustimmung", "Deutliche Zustimmung"],
    "spanish": ["Totalmente en desacuerd", "En desacuerdo", "De acuerdo", "Totalmente de acuerdo"],
}


def records(path: str, read: Read) -> Found:
    options = SHOWN[path.split("_")[-2]]
    for n, row in enumerate(json.loads(read(path))):
        reply = row.get("response") or ""
        if reply.strip() and row["question"] not in reply:
            yield f"{n}", options, reply
