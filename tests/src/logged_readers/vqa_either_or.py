from logged_readers import Found, Read, rows

# the questions that name two alternatives, by number: the alternatives as worded there
NAMED = {
    "57": ["inward", "outward"],
    "181": ["men", "women"],
    "192": ["woman", "man"],
    "217": ["single", "double"],
    "291": ["male", "female"],
    "292": ["man", "woman"],
    "301": ["straight", "curly"],
    "342": ["laptop", "desktop computer"],
    "345": ["tree branch", "bush"],
    "357": ["inside", "outside"],
    "363": ["taking off", "landing"],
    "383": ["open", "closed"],
    "459": ["real", "just models"],
    "462": ["gas", "electric"],
    "473": ["over", "under"],
    "510": ["on", "off"],
    "973": ["Africa", "North America"],
    "985": ["Europe", "Europe, Western"],
    "993": ["Latvia", "Belize"],
    "995": ["Zambia", "Bahamas"],
    "1011": ["male", "female"],
    "1280": ["increasing", "decreasing"],
    "1305": ["bus", "sedan"],
    "1351": ["left", "right"],
    "1354": ["yes", "no"],
    "1467": ["grey", "blue"],
}


def records(path: str, read: Read) -> Found:
    name, part = path.split("#")
    for row in rows(read(name)):
        if row["idx"] in NAMED and row[f"{part}_pred"].strip():
            yield row["idx"], NAMED[row["idx"]], row[f"{part}_pred"]
