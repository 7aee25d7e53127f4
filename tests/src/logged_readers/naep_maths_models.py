import ast

from logged_readers import Found, Read, listed, rows


def records(path: str, read: Read) -> Found:
    for number, row in enumerate(rows(read(path).removeprefix(b"\xef\xbb\xbf"))):
        shown = row["options"]
        options = list(ast.literal_eval(shown).values()) if shown.startswith("{") else listed(shown)
        if options and row["llm_answer"].strip():
            yield f"{number} {row['id']}", options, row["llm_answer"]
