"""Gaokao mathematics papers of 2024 in Chinese, logged as Markdown: question, reply and, behind it, the key."""

import re

from logged_readers import Found, Read, listed


def records(path: str, read: Read) -> Found:
    """Only questions with options and one right answer; the key that the script wrote behind the reply is cut off."""
    for entry in re.split(r"^#### (?=\d+\nPrompt: )", read(path).decode(), flags=re.M)[1:]:
        match = re.fullmatch(r"(\d+)\nPrompt: (.*?)\n\nResponse:\n\n(.*)\n\nAnswer: ?[A-D]\s*", entry, re.S)
        if match:
            options = listed(match[2])
            if len(options) == 4:
                yield match[1], options, match[3]
