import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        for m, call in enumerate(row.get("model_calls", [])):
            stage = call["stage"]
            if stage not in ("pre_gap", "post_gap") or not call["raw"].strip():
                continue
            if stage == "post_gap" and row["response_style_menu"]:
                continue  # a second choice, of a style, is asked for
            yield f"{n}/{m}", [item["description"] for item in row[f"{stage}_menu"]], call["raw"]
