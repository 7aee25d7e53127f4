from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    path, model = path.split("#")
    for n, row in enumerate(rows(read(path))):
        for side in ("agent1", "agent2"):
            reply = row[f"{side}_reasoning"]
            if row[side].split("_")[0] == model and reply.strip():
                yield f"{n}/{side}", ["Cooperate (C)", "Defect (D)"], reply
