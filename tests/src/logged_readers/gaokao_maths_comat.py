"""GaoKao mathematics questions of 2023 in Chinese, answered by GPT-4o under four prompts (CoMAT's early logs)."""

import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for number, item in enumerate(json.loads(read(path))):
        options = [re.sub(r"^[A-D][.．、:：]\s*", "", option).strip() for option in item["options"]]
        if len(options) == 4 and all(options):
            yield str(number), options, item["gpt_result"]
