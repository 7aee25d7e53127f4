import ast
import json
import re

from logged_readers import Found, Read, lines

# claude's and meditron's replies are logged as the text of a Python object
QUOTED = re.compile(r"""\b(?:text|content)=('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""", re.DOTALL)


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(map(json.loads, lines(read(path)))):
        if "generated_output" in row:
            reply = row["generated_output"].rsplit("[/INST]", 1)[-1].removesuffix("</s>")
        elif isinstance(row["response"], dict):
            reply = row["response"]["body"]["choices"][0]["message"]["content"] or ""
        else:
            found = QUOTED.search(row["response"])
            reply = ast.literal_eval(found[1]) if found else ""
        if reply.strip():
            yield str(n), ["Response A", "Response B"], reply
