import json

from logged_readers import Found, Read, lines

# VALID_MBTI_TYPES of stat_analysis.py, which sorts them
TYPES = [
    "ENFJ",
    "ENFP",
    "ENTJ",
    "ENTP",
    "ESFJ",
    "ESFP",
    "ESTJ",
    "ESTP",
    "INFJ",
    "INFP",
    "INTJ",
    "INTP",
    "ISFJ",
    "ISFP",
    "ISTJ",
    "ISTP",
]


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        reply = json.loads(line)["llm_guess"]
        if reply.strip():
            yield str(n), TYPES, reply
