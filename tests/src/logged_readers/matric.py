import json
import re

from logged_readers import Found, Read, marked


def records(path: str, read: Read) -> Found:
    for row in json.loads(read(path)):
        if row["question_type"] == "multiple_choice":
            asked = re.split(r"\s*Choose (?:the )?correct", row["prompt"])[0]
            options = marked(asked, r"(?:^|\s)[A-D]\)? (?=\S)")
            yield f"{row['id']}/{row['language']}", options, row["response"]
