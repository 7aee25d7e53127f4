from logged_readers import Found, Read, rows

SIZES = [
    "Small, handful (1–9 people)",
    "Group, committee (10–49 people)",
    "Large gathering (50–99 people)",
    "Hundreds, mass, mob (100–999 people)",
    "Thousands (1,000–9,999 people)",
    "Tens of thousands (10,000 or more people)",
]


def records(path: str, read: Read) -> Found:
    for row in rows(read(path)):
        if row["output"].strip() not in ("", "Error"):
            yield row["eventid"], SIZES, row["output"]
