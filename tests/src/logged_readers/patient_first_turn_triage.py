from logged_readers import Found, Read, rows

SERVICES = ["Ambulance", "A&E", "Urgent Primary Care", "Routine GP", "Self-care"]


def records(path: str, read: Read) -> Found:
    for row in rows(read(path)):
        if row["response"].strip():
            yield row["id"], SERVICES, row["response"]
