"""EmoBench in Chinese (the authors' logs, kept in a later study's repository): what to do, what is felt and why, five replies a question."""

import ast

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    """The two questions of the understanding part stand side by side in a row: emotion and cause."""
    for number, row in enumerate(rows(read(path))):
        for part in ("", "Emo ", "Cause "):
            if f"{part}Choices" not in row:
                continue
            options = [str(option).strip() for option in ast.literal_eval(row[f"{part}Choices"])]
            for run in range(1, 6):
                reply = row.get(f"{part}Res {run}") or ""
                if reply.strip() and all(options):
                    yield f"{number} {part}{run}", options, reply
