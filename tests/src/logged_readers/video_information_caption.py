import json
import re
from functools import partial

from logged_readers import Found, Read


def of_mark(mark: str, path: str, read: Read) -> Found:
    for video, aspects in json.loads(read(path)).items():
        for aspect, questions in aspects.items():
            for number, row in enumerate(questions):
                options = re.findall(rf"^{mark}: *(.*\S)", row["question"], re.M)
                if options and (row["prediction"] or "").strip():
                    yield f"{video}/{aspect}/{number}", options, row["prediction"]


records = partial(of_mark, "Information [A-Z]")
