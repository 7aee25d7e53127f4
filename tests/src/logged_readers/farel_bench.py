import ast
import re

from logged_readers import Found, Read

# the template between the end of the prompt and the reply, in logs of llama.cpp
TAIL = r"(\[/INST\]|<\|im_end\|>\n?<\|im_start\|>assistant(<\|im_sep\|>)?|<\|END_OF_TURN_TOKEN\|><\|START_OF_TURN_TOKEN\|><\|CHATBOT_TOKEN\|>|\nASSISTANT: |<\|end\|>\n<\|assistant\|>|<\|eot_id\|><\|start_header_id\|>assistant<\|end_header_id\|>\n|\n\nAssistant:|\n<\|assistant\|>)\n"


def records(path: str, read: Read) -> Found:
    text = read(path).decode()
    if text.startswith("[{"):
        parts = re.split(r"^(\[\{'role': .*\}\])\n", text, flags=re.M)[1:]
        pairs = [
            (ast.literal_eval(a)[-1]["content"], b) for a, b in zip(parts[::2], parts[1::2], strict=False)
        ]
    else:
        pairs = []
        for part in text.split(text.split("Given the family relationships:")[0])[1:]:
            asked, _, rest = part.partition("for example: <ANSWER>1</ANSWER>.")
            tail = re.match(TAIL, rest)
            pairs.append((asked, rest[tail.end() :]) if tail else ("", ""))
    for n, (asked, reply) in enumerate(pairs):
        reply = reply.removesuffix("\n")
        reply = re.sub(r" ?\[end of text\]\s*$", "", reply)
        if n % 3 == 0 and asked and reply.strip():
            yield (
                str(n),
                re.findall(r"^\d+\. (.+)$", asked.split("Select the correct answer:")[1], re.M),
                reply,
            )
