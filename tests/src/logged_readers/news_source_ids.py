import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    name, _, model = path.partition("#")
    prompts: dict[str, str] = {}
    for line in lines(read(name.replace("raw_outputs", "experiment_requests"))):
        request = json.loads(line)
        prompts[request["request_id"]] = request["prompt"]
    for line in lines(read(name)):
        row = json.loads(line)
        response = row["raw_payload"]["response"]
        if row["model_name"] != model or not response.strip():
            continue
        prompt = prompts[row["request_id"]].partition("Candidates:\n")[2].partition("\n\nOutput JSON")[0]
        yield row["request_id"], re.findall(r"^\d\. article_id=([^|\s]+)", prompt, re.M), response
