import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for name, splits in json.loads(read(path)).items():
        for split, items in splits.items():
            for item in items:
                if name == "strategy_qa" or len(item["choices"] or []) < 2:
                    continue
                for cot in item["generated_cot"]:
                    if (cot["cot"] or "").strip():
                        yield (
                            f"{name}/{split}/{item['id']}/{cot['cot_trigger']}",
                            [str(c).strip() for c in item["choices"]],
                            cot["cot"],
                        )
