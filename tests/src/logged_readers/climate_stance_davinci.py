import ast
import re

from logged_readers import Found, Read

TEXT = r"""\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""


def records(path: str, read: Read) -> Found:
    for number, part in enumerate(read(path).decode().split("\n  {\n")[1:]):
        reply = re.search(rf"^\s*rawCompletion:{TEXT}", part, re.M)
        prompt = re.search(rf"^\s*(?:rawPrompt|prompt):{TEXT}", part, re.M)
        if reply and prompt:
            listed = re.findall(r"\bA[.)] (.+?) +B[.)] (.+?) +C[.)] (.+?) *\n", ast.literal_eval(prompt[1]))
            if len(listed) == 1:
                options = [option.strip().rstrip(".") for option in listed[0]]
                yield str(number), options, ast.literal_eval(reply[1])
