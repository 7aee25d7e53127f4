"""Replies of agents that debate MMLU's questions, as Du et al.'s script logs them: each question's prompt stands as a key, behind it the agents'
conversations."""

import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    for number, (prompt, (debate, *_)) in enumerate(json.loads(read(path)).items()):
        shown = re.search(
            r": A\) (.+?), B\) (.+?), C\) (.+?), D\) (.+?) (?:Answer in English only|Explain your answer)",
            prompt,
            re.S,
        )
        if shown is None:
            continue
        for agent, conversation in enumerate(debate):
            for turn, message in enumerate(conversation):
                if message["role"] == "assistant" and isinstance(message["content"], str):
                    yield (
                        f"{number}/{agent}/{turn}",
                        [text.strip() for text in shown.groups()],
                        message["content"],
                    )
