import json

from logged_readers import Found, Read

OPTIONS = ["hate speech", "not hate speech"]


def records(path: str, read: Read) -> Found:
    for cell in json.loads(read(path))["cells"]:
        if "deepseek/deepseek-r1-distill-llama-70b" in "".join(cell["source"]):
            for n, output in enumerate(cell["outputs"]):
                reply = "".join(output.get("text", [])) if output.get("name") == "stdout" else ""
                if reply.strip() and not reply.startswith(("[Error]", "Detected columns")):
                    yield str(n), OPTIONS, reply.removesuffix("\n")
