from logged_readers import Found, Read, listed, rows


def records(path: str, read: Read) -> Found:
    for number, row in enumerate(rows(read(path))):
        options = listed(row["multi_choice_question"].partition("ANSWERS\n")[2].partition("\n\n")[0])
        for column, reply in row.items():
            if column.startswith("Raw_") and len(options) > 1 and reply:
                yield f"{number} {column}", options, reply
