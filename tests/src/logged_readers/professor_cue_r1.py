"""Of each question the reply to it with the cue and two replies without; the prompt opens the thinking, so that replies start within it."""

import json

from logged_readers import Found, Read, in_order


def records(path: str, read: Read) -> Found:
    seen = set()
    for row in json.loads(read(path)):
        shown = row["question"].partition("Answer choices:\n")[2].rpartition("\nPlease think step by step")[0]
        options = in_order("\n" + shown, r"\n\(([A-J])\) ")
        for kind in ["response_text", "base_response_text", "base_gt_response_text"]:
            reply = row[kind]
            if options and reply.strip() and reply not in seen:
                seen.add(reply)
                yield f"{row['pn']}/{kind}", options, "<think>\n" + reply
