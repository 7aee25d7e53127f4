from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    for row in rows(read(path)):
        yield f"{row['sample_id']} {row['prompt_style']}", ["YES", "NO"], row["model_output"]
