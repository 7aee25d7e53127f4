import ast
import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        shown = ast.literal_eval(row["standard_answer_range"])
        options = [str(text).strip() for _, text in shown]
        in_order = [mark for mark, _ in shown] == list("ABCDEFGH"[: len(shown)])
        if in_order and all(options) and len(set(options)) == len(options) > 1 and row["llm_output"].strip():
            yield str(n), options, row["llm_output"]
