import json

from logged_readers import Found, Read, lines, rows


def records(path: str, read: Read) -> Found:
    asked = {}
    for line in lines(
        read("benchmarks/MedQA4/test.jsonl" if "/MedQA4/" in path else "benchmarks/NephSAP/nephsap_acl.jsonl")
    ):
        item = json.loads(line)
        asked.setdefault((item["question"], item["answer_idx"]), []).append(list(item["options"].values()))
    for n, row in enumerate(rows(read(path))):
        found = asked[row["Question"], row["Ground Truth"]]
        if (
            len(found) == 1 and row["Prediction"].strip()
        ):  # some short nephrology questions stand several times, with other options
            yield str(n), found[0], row["Prediction"]
