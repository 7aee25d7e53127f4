import json

from logged_readers import Found, Read

# number of the task: sign before an option, number of the options (the words themselves where they stand within the sentence)
TASKS = {
    "letters": {19: None},
    "small letters": {26: None},
    "digits": {42: None, 76: None},
    "bullets": {
        6: "-",
        36: "・",
        40: "-",
        54: "-",
        58: "-",
        59: ["はい", "いいえ"],
        90: ["じまん", "ほこり"],
    },
}


def listed(number, sign, asked):
    if number == 19:
        return [line[2:].strip() for line in asked.split("\n") if line[:2] in ("A)", "B)", "C)", "D)")]
    if number == 26:
        return (
            asked.split("選択肢: (a) ")[1]
            .replace("(b)", "|")
            .replace("(c)", "|")
            .replace("(d)", "|")
            .replace("(e)", "|")
            .replace(" ", "")
            .strip()
            .split("|")
        )
    if number == 42:
        return [line.split(": ", 1)[1].strip() for line in asked.split("\n") if line.startswith("選択肢")]
    if number == 76:
        return [line[2:].strip() for line in asked.split("\n") if line[:2] in ("1.", "2.", "3.")]
    if isinstance(sign, list):
        return sign
    return [line[1:].strip() for line in asked.split("\n") if line.startswith(sign)]


def records(path: str, read: Read) -> Found:
    name, marks = path.split("#")
    for number, row in enumerate(json.loads(read(name))):
        if number in TASKS[marks] and row["model_output"]:
            yield str(number), listed(number, TASKS[marks][number], row["input"]), row["model_output"]
