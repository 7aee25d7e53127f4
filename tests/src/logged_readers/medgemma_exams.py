import gzip
import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    data = read(path)
    data = gzip.decompress(data) if path.endswith(".gz") else data
    seen = set()
    for line in data.decode().split("\n"):
        if not line.strip():
            continue
        row = json.loads(line)
        reply = row["llm_response"]
        if isinstance(reply, dict):
            if row["baseline_style"] == "B6" and reply.get("total_iterations") != 1:
                continue
            reply = reply["responses"][0] if reply["responses"] else ""
        key, options = f"{row['dataset']}/{row['qid']}", row["options"]
        shown = isinstance(options, dict) and all(
            f"{k}. {v}" in row["prompt_text"] for k, v in options.items()
        )
        if not shown or key in seen or not reply.strip() or reply.startswith("LLM call failed"):
            continue
        seen.add(key)
        options = [str(options[k]).strip() for k in sorted(options)]
        if 2 <= len(options) <= 16 and all(options):
            yield key, options, reply
