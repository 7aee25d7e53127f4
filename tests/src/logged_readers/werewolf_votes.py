import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    """Choices of one action or strategy; prompts for three strategies, for roles or speeches are left out."""
    parts = re.split(r"^[\d-]{10} [\d:,]{12} INFO (PROMPT|RESPONSE)\n", read(path).decode(), flags=re.M)
    for number in range(1, len(parts) - 3, 2):
        kind, prompt, next_kind, reply = parts[number : number + 4]
        if (kind, next_kind) != ("PROMPT", "RESPONSE") or "You should propose 3 different" in prompt:
            continue
        if asked := re.search(r"choose from the following actions: (.+)\.$", prompt, re.M):
            yield str(number), asked[1].split(", "), reply.rstrip("\n")
        elif "choose from the following strategies:" in prompt:
            yield str(number), re.findall(r"^(strategy_\d+): \{", prompt, re.M), reply.rstrip("\n")
