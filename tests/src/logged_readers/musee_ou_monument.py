import csv
import io
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    name, model = path.split("#")
    for n, row in enumerate(csv.DictReader(io.StringIO(read(name).decode("utf-8-sig")))):
        asked = re.fullmatch(
            r"Le site .* est-il un musée ou un monument historique \?", row["question"], re.S
        )
        if asked and row["modele_nom"] == model and row["reponse_ia"].strip():
            yield str(n), ["un musée", "un monument historique"], row["reponse_ia"]
