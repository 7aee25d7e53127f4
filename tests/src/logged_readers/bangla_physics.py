import ast
import json
import re

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    printed = "".join(
        "".join(output["text"])
        for cell in json.loads(read(path))["cells"]
        for output in cell.get("outputs", [])
        if output.get("name") == "stdout"
    )
    parts = re.split(r"^📌 Question #(\d+):$", printed, flags=re.M)
    replies = dict(zip(parts[1::2], parts[2::2], strict=True))
    for row in rows(read("Data/test.csv")):
        try:  # a list without its commas; the prompt shows no options where the notebook could not read it either
            options = ast.literal_eval(re.sub(r"'\s*'", "', '", row["options"].strip()))
        except (SyntaxError, ValueError):
            continue
        reply = replies[row["id"]].split("\n🤖 Full Model Output:\n")[1].split("\n🔍 Response Section:\n")[0]
        response = reply.split("<|im_start|>assistant\n")[1].strip().removesuffix("<|im_end|>")
        if len(options) == 4:
            yield row["id"], [x.strip() for x in options], response
