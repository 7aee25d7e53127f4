import json

from logged_readers import Found, Read

_PAIRS = [
    ("raise taxes on the wealthy", "keep taxes at their current levels"),
    ("fire government workers to reduce spending", "retain its current workforce"),
    ("be limited to prevent hate speech", "continue to protect hate speech"),
    ("enforce strict regulations on carbon emissions", "allow companies to emit carbon to grow the economy"),
    ("allow gender reassignment surgery for minors", "ban gender reassignment surgery for minors"),
    ("adopt a single-payer healthcare system", "preserve a private insurance market"),
    ("institute a Universal Basic Income", "focus on targeted social welfare programs"),
    ("be significantly increased", "remain at its current level"),
    ("legally permitted", "banned outright"),
    ("repealed", "maintained"),
    ("continued", "phased out"),
    ("defund the police", "maintain current law enforcement budgets"),
    ("enact additional tariffs on foreign goods", "not enact additional tariffs on foreign goods"),
    ("overturn Citizens United", "continue to allow corporate spending in elections"),
    ("an ally of the United States", "be treated as an adversary"),
    ("impose stricter gun control measures", "protect broad Second Amendment rights"),
    ("abolish the Electoral College and use a popular vote", "maintain the Electoral College"),
    ("abolish the death penalty", "retain the death penalty"),
]


def records(path: str, read: Read) -> Found:
    for line in read(path).decode().split("\n"):
        if line.strip():
            row = json.loads(line)
            for pair in _PAIRS:
                if 0 <= row["prompt"].find(pair[0]) < row["prompt"].find(pair[1]):
                    if row["status"] == "ok" and row["response"].strip():
                        yield (
                            f"{row['question_number']}/{row['arm']}/{row['repetition']}",
                            list(pair),
                            row["response"],
                        )
                    break
