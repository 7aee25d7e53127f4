from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    name, model = path.split("#")
    for row in rows(read(name)):
        if row["model"] == model and row["raw_response"].strip():
            yield row["scenario_id"], ["epistemic", "non-epistemic"], row["raw_response"]
