import io
import json
import zipfile

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    book = zipfile.ZipFile(io.BytesIO(read(path)))
    for name in sorted(book.namelist()):
        if not name.startswith("samples/"):
            continue
        sample = json.loads(book.read(name))
        for event in sample["events"]:
            if event["event"] == "model" and event["model"] == "openai/gpt-4-turbo":
                reply = event["output"]["choices"][0]["message"]["content"]
                reply = sample["attachments"].get(reply.removeprefix("attachment://"), reply)
                if reply.strip():
                    yield name, ["good", "bad"], reply
