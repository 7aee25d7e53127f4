import io
import json
import zipfile

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    archive = zipfile.ZipFile(io.BytesIO(read(path)))
    name = next(n for n in archive.namelist() if n.endswith("json") and "__MACOSX" not in n)
    content = json.loads(archive.read(name))
    if isinstance(content, dict):
        content = [row for part in content.values() for row in (part if isinstance(part, list) else [part])]
    for row in content:
        if isinstance(row, dict):
            output = row.get("model_outputs") or row.get("generated_text") or ""
            yield str(row["question_id"]), row["options"], output[0] if isinstance(output, list) else output
