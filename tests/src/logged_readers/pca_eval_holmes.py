import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    domain = path.split("/")[-1]
    asked = {
        x["index"]: x["actions"]
        for x in json.loads(read(f"pca-eval/data/v1.0/{domain.removesuffix('.json')}/meta_data.json"))
    }
    for row in json.loads(read(path)):
        if row["model_output"]:
            yield str(row["index"]), asked[row["index"]], row["model_output"]
