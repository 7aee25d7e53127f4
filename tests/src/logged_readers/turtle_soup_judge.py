import json

from logged_readers import Found, Read

FILES += [
    (f"archived/outputs/logs_GPT_{m}_{lang}_shot0_len1532.json", f"GPT_{m}", lang)
    for m in ("o1_Mini", "o1_Preview")
    for lang in ("en", "zh")
]

FILES += [("archived/outputs/logs_Llama_3_1_405B_zh_shot2_len1532.json", "Llama_3_1_405B", "zh")]


def records(path: str, read: Read) -> Found:
    options = ["Correct", "Incorrect", "Unknown"] if "_en_" in path else ["对", "错", "不知道"]
    logged = json.loads(read(path))
    for row in next(part for part in logged.values() if isinstance(part, list)):
        reply = row["model_response"]
        if reply and row["sample"] % 8 == 0:
            yield str(row["sample"]), list(options), reply
