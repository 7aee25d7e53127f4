import csv
import io

from logged_readers import Found, Read, listed


def records(path: str, read: Read) -> Found:
    file, model = path.split("#")
    data = read(file)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:  # half of the tables were saved on a Chinese Windows
        text = data.decode("gb18030")
    table = csv.reader(io.StringIO(text))
    columns = [name.lower() for name in next(table)]
    column = next(n for n, name in enumerate(columns) if name.startswith(model) and "resp" in name)
    asked = next(n for n, name in enumerate(columns) if "question" in name)
    for number, row in enumerate(table, 1):
        if len(row) <= column:
            continue
        options = listed(row[asked])
        if len(options) > 1 and row[column].strip():
            yield str(number), options, row[column]
