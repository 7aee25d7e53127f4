import csv
import io
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    asked = list(csv.DictReader(io.StringIO(read("00_data/choice_problems_txt.csv").decode())))
    reasons = csv.DictReader(
        io.StringIO(read("00_decisionReasons/decision_reasons.csv").decode("utf-8-sig")), delimiter=";"
    )
    described = {
        r["decision reason name"].strip().replace(" ", "_"): r["decision reason description"].strip()
        for r in reasons
    }
    name = path.split("/")[-1][:-4].replace(" ", "_")
    rows = list(csv.reader(io.StringIO(read(path).decode())))[1:]
    for n, row in enumerate(rows):
        index = int(row[0]) if len(row) > 1 else n
        problem, reply = asked[index]["choice_problem"].strip(), row[-1]
        found = re.fullmatch(r"(?s)Lottery A:\s*(.+?)\s*Lottery B:\s*(.+?)\s*", problem)
        if not found or not reply.strip():
            continue
        if "/gpt4" not in path:
            asked_text = f"Decision problem:\n{problem}\n\nDecision reason:\n{described[name]}"
            for start in range(len(asked_text)):
                if reply.startswith(asked_text[start:]):
                    reply = reply[len(asked_text) - start :]
                    break
            reply = re.sub(r"^\s*(?:<?\|?assistant(?:\|?>)?|\|?>)\s*", "", reply)
        if reply.strip() and not re.match(r"T?EPS?\b", reply):
            yield str(n), [found[1], found[2], "INDIFFERENT"], reply
