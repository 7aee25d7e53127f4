"""XCOPA premises that the model first put into Chinese, with choices 1 and 2, and then answered (CL_Reasoning)."""

import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for number, item in enumerate(json.loads(read(path))[1:]):
        found = re.findall(
            r"^\s*(?:選項|选项|選擇|选择)\s*([12一二])\s*[:：]\s*(.+?)\s*$", item["Translated"] or "", re.M
        )
        if [mark for mark, _ in found] in (["1", "2"], ["一", "二"]) and item["Result"]:
            yield str(number), [option for _, option in found], item["Result"]
