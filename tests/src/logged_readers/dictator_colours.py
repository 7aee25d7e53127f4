import ast
import io
import re
import zipfile

from logged_readers import Found, Read, rows

INSIDE = "results-small-study/model-gpt-3.5-turbo/temp-0.1/dictator.csv"


def records(path: str, read: Read) -> Found:
    log = zipfile.ZipFile(io.BytesIO(read(path))).read(INSIDE)
    for n, row in enumerate(rows(log)):
        if n % 10 == 0:
            prompt, reply = ast.literal_eval(row["Transcript"])
            choices = re.findall(r"^Choice: \[(.*)\]$", prompt, re.M)[-1]
            yield str(n), re.findall(r"'(.*?)'", choices), reply
