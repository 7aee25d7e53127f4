from logged_readers import Found, Read, listed, rows


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path), "replace")):
        for kind in ("tf", "tfr"):
            for model in ("turbo", "davinci", "gpt4"):
                field = f"{kind}_{model}_pred"
                yield f"{n}/{field}", listed(row["tfr_prompt"])[-2:], row.get(field) or ""
