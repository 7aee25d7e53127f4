"""Logs of Inspect, a file a sample. Some talks hold earlier questions as examples; the last message of the user asks."""

import io
import json
import re
import zipfile

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    log = zipfile.ZipFile(io.BytesIO(read(path)))
    for name in sorted(name for name in log.namelist() if name.startswith("samples/")):
        sample = json.loads(log.read(name))
        asked = [message["content"] for message in sample["input"] if message["role"] == "user"][-1]
        listing = re.split(r"\n</question>|\n\n", asked.rpartition("Answer choices:\n")[2])[0]
        _, *parts = re.split(r"^\(([A-E])\) ", listing, flags=re.M)
        options = [part.strip() for part in parts[1::2]]
        reply = sample["output"]["choices"][0]["message"]["content"]
        if parts[::2] == list("ABCDE"[: len(options)]) and len(options) > 1 and all(options) and reply:
            yield name, options, reply
