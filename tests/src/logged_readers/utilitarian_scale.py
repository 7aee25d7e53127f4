import re

from logged_readers import Found, Read, rows


def records(path: str, read: Read) -> Found:
    asked = read("LLMQuestionnaire/questionnaire.py").decode().replace("\\n", "\n")
    scale = re.findall(r"^[1-7] - (\w[\w ]+?)$", asked, re.M)[:7]
    for n, row in enumerate(rows(read(path))):
        answer = next(row[key] for key in row if key.startswith("Answers "))
        # without a scale the prompt names no grades, examples name them otherwise
        if "-ExplicitScale" in path and "-FewShot" not in path and answer:
            yield str(n), scale, answer
