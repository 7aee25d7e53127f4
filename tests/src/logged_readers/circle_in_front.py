import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    file, model = path.split("#")
    for n, line in enumerate(lines(read(file))):
        row = json.loads(line)
        if row["model"] == model and row["trace_source_field"] == "raw_response":
            yield str(n), ["left", "right"], row["trace_text"]
