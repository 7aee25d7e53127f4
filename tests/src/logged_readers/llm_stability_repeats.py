import csv
import io
import json
import re
import tarfile

from logged_readers import Found, Read

csv.field_size_limit(10**8)


def records(path: str, read: Read) -> Found:
    path, member = path.split("#")
    with tarfile.open(fileobj=io.BytesIO(read(path))) as archive:
        text = archive.extractfile(member).read().decode(errors="replace")
    for n, row in enumerate(csv.DictReader(io.StringIO(text))):
        asked = json.loads(row["prompt"])[-1]["content"]
        if "navigate" in member:
            options = re.findall(r"^- (\w+)\s*$", asked, re.M)
        else:
            options = [x.strip() for x in re.split(r"(?:^|(?<=\s))\([A-P]\)\s", asked)[1:]]
        if n < 100 and len(options) >= 2 and all(options) and (row["response"] or "").strip():
            yield row["rubric_id"], options, row["response"]
