import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for row in json.loads(read(path))["results"]:
        message = json.loads(row["raw_response"])["choices"][0]["message"]
        options = [str(row["choices"][c]).strip() for c in sorted(row["choices"])]
        if all(options) and not message.get("content"):
            yield str(row["question_number"]), options, message["tool_calls"][0]["function"]["arguments"]
