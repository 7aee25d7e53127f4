import csv
import io
import re

from logged_readers import Found, Read

ZH, EN = "[\u4e00-\u9fff]{2,4}", r"[A-Z][a-z]+(?: [A-Z][a-z]+){1,2}(?: \((?:fe)?male\))?"

CUT = re.compile(
    rf"(?<![A-Za-z])A\s*[：:.]\s*({ZH}|{EN})[\s，,；;、。.]*(?:(?:and|or|和|与|或)\s*)?(?<![A-Za-z])B\s*[：:.]\s*({ZH}|{EN})(?=\s*[。；，,.;?？]|\s*$)"
)


def records(path: str, read: Read) -> Found:
    data = read(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("gb18030", "replace")
    for n, row in enumerate(list(csv.reader(io.StringIO(text)))[1:]):
        found = CUT.search(row[0]) if row else None
        if not found:
            continue
        options = [x.strip(" ,，") for x in found.groups()]
        if not all(options) or options[0] == options[1] or "\ufffd" in row[0]:
            continue
        for run, column in enumerate((2, 4, 6)):
            if len(row) > column and row[column].strip() and "\ufffd" not in row[column]:
                yield f"{n}/{run}", options, row[column]
