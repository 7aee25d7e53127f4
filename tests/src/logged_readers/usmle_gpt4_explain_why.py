import ast

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    reply = "gpt4_repeat_response" if "repeat" in path else "gpt4_response"
    for row in rows(read(path), "replace"):  # the second file has lost some characters, mostly of questions
        shown = row["gpt4_prompt"].split("\nOption: ")[1].split("\nPlease explain your answer")[0].strip()
        if "\ufffd" not in shown + row[reply]:
            yield row["serial_num"], list(ast.literal_eval(shown).values()), row[reply]
