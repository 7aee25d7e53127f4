import json

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    """Logs of Inspect: the choices stand in the order in which they were shown."""
    for sample in json.loads(read(path))["samples"]:
        asked, options = sample["messages"][0]["content"], sample["choices"]
        reply = sample["output"]["choices"][0]["message"]["content"] if sample["output"]["choices"] else ""
        shown = "\n".join(f"{chr(65 + n)}) {text}" for n, text in enumerate(options))
        if isinstance(reply, list):  # of parts, as Claude's
            reply = "".join(part["text"] for part in reply)
        if shown in asked and reply.strip():
            yield f"{sample['id']}/{sample['epoch']}", options, reply
