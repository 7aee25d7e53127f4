"""CURE-Bench by a tool-calling agent: each archive holds a table, a question a row, with the whole talk as a list of messages. Most
questions are first put openly; the agent then maps its own answer to one of the options, which is the reply read here."""

import csv
import io
import json
import zipfile

from logged_readers import Found, Read, listed

ASKED = "The following is a multiple choice question about medicine and the agent's open-ended answer"


def records(path: str, read: Read) -> Found:
    table = zipfile.ZipFile(io.BytesIO(read(path))).read("submission.csv").decode()
    for row in csv.DictReader(io.StringIO(table)):
        talk = json.loads(row["reasoning"])
        if not isinstance(talk, list) or not all(isinstance(message, dict) for message in talk):
            continue  # the run broke off
        prompts = [n for n, message in enumerate(talk) if message["role"] == "user"]
        asked = talk[prompts[-1]]["content"]
        replies = [message["content"] for message in talk[prompts[-1] :] if message["role"] == "assistant"]
        if asked.startswith(ASKED) and replies:
            options = listed(asked.split("\nAgent's answer:")[0])
            if options:
                yield row["id"], options, replies[-1]
