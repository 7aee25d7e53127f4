import re

from logged_readers import Found, Read

RULE = re.compile(r"\n(?:- ){40}\n")


def records(path: str, read: Read) -> Found:
    prompts = RULE.split(read(path.replace("responses", "prompts")).decode())
    replies = RULE.split(read(path).decode())
    if len(prompts) != len(replies):
        return
    for number, (prompt, reply) in enumerate(zip(prompts, replies, strict=True)):
        shown = prompt.rpartition("\nChoices:\n")[2].partition("\n\n")[0]
        marked = re.findall(r"^Choice ([A-E])\) (.*)$", shown, re.M)
        if "".join(mark for mark, _ in marked) == "ABCDE" and reply.strip():
            yield str(number), [option.strip() for _, option in marked], reply
