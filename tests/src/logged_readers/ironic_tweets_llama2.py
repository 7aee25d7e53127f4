import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    name, _, turn = path.partition("#")
    for line in lines(read(name)):
        row = json.loads(line)
        if turn == "second":
            response = row["outputs"].rpartition("[/INST]")[2].removesuffix("</s>")
        else:
            response = row["turns"][2]["content"]
        if response.strip():
            yield row["id_original"], ["Yes", "No"], response
