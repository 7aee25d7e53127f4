import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for key, row in json.loads(read(path)).items():
        asked = row["origin_prompt"]
        asked = asked if isinstance(asked, str) else asked[0]["prompt"]
        parts = re.split(r"(?:(?<=[;；。\n?？:：!]|\s)|(?<=）))[A-D][:：]", asked)[1:]
        options = [re.split(r"<eo|\n", part.strip(" ;；。\n"))[0].strip(" ;；。") for part in parts]
        yield key, options, row["prediction"]
