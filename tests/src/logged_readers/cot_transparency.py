import json
import re

from logged_readers import Found, Read


def rows(data):
    for line in data.split("\n"):
        if line.strip():
            row = json.loads(line)
            output = row.get("inference_output") or row.get("model_output")
            yield {
                "prompt": row["task_spec"]["messages"],
                "model_output": [output] if isinstance(output, dict) else output,
            }


def records(path: str, read: Read) -> Found:
    n = 0
    data = read(path).decode()
    for row in rows(data) if path.endswith("jsonl") else json.loads(data)["outputs"]:
        shown = [m["content"] for m in row["prompt"] if "Answer choices:" in m["content"]]
        if not shown:
            continue
        block = re.split(r"\n\s*\n", shown[-1].rsplit("Answer choices:", 1)[1].strip())[0]
        marks = re.findall(r"^\(([A-Z])\) *(.+?) *$", block, re.M)
        if len(marks) < 2 or "".join(m for m, _ in marks) != "ABCDEFGHIJKLMNOP"[: len(marks)]:
            continue
        for output in row["model_output"]:
            n += 1
            if output["raw_response"].strip():
                yield str(n), [o for _, o in marks], output["raw_response"]
