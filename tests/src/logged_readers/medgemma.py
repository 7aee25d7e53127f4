import ast
import json
import re

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    named = re.search(r"^CANONICAL = (\{.*?^\})", read("src/eval_harness.py").decode(), re.M | re.S)
    assert named
    choices = ast.literal_eval(named[1])
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        yield str(n), choices[row["dataset"]], row["output_text"]
