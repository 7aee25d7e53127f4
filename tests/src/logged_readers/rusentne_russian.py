import re
import sqlite3

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    base = sqlite3.connect(":memory:")
    base.deserialize(read(path))
    for n, (asked, reply) in enumerate(base.execute("select prompt, response from contents order by rowid")):
        shown = re.search(r"Выбери из тр[её]х вариантов: ([^.]+)\.", asked)
        if shown and reply and reply.strip() and asked.strip() not in reply:
            yield str(n), shown[1].split(", "), reply
