from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    path, model = path.split("#")
    for row in rows(read(path).removeprefix(b"\xef\xbb\xbf")):
        response = row[f"{model}_raw"]
        cut = len(response) == 500 and response.endswith("...")  # by the table, not by the model
        if response.strip() and not cut:
            yield row["question_id"], [row[f"choice_{letter}"] for letter in "abcd"], response
