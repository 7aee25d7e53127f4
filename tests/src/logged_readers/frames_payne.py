import csv
import io
import json

from logged_readers import Found, Read

OPTIONS = {
    "business_merger": ["ACCEPT", "COUNTER", "DEMAND"],
    "career_transition": ["APPLY", "NETWORK", "STARTUP"],
    "championship_strategy": ["CONTROL", "ATTACK", "BLITZ"],
    "championship_strategy_corrected_all_models": ["CONTROL", "ATTACK", "BLITZ"],
    "maritime_crisis": ["NEGOTIATE", "MATCH", "ESCALATE"],
    "border_dispute": ["NEGOTIATE", "MATCH", "ESCALATE"],
    "trade_route": ["NEGOTIATE", "MATCH", "ESCALATE"],
}


def records(path: str, read: Read) -> Found:
    path, model = path.split("#")
    if path.endswith("csv"):
        rows = list(csv.DictReader(io.StringIO(read(path).decode())))
    else:
        log = json.loads(read(path))
        rows = log["results"] if isinstance(log, dict) else log
    for row in rows:
        asked = row["model"] == model and row["scenario"] in OPTIONS and row["decision"] != "error"
        if asked and row["reasoning"].strip():
            yield str(row["condition_number"]), OPTIONS[row["scenario"]], row["reasoning"]
