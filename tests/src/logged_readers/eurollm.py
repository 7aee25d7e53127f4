import json
import re

from logged_readers import Found, Read

ENGLISH = set(
    [
        "the",
        "is",
        "are",
        "of",
        "and",
        "to",
        "because",
        "this",
        "that",
        "which",
        "it",
        "with",
        "for",
        "as",
        "be",
        "not",
        "in",
        "an",
        "by",
    ]
)

WORDS = {
    "de": set(["der", "die", "das", "und", "nicht", "ein", "eine", "wird", "von", "zu", "den", "ist"]),
    "fr": set(["le", "la", "les", "est", "de", "des", "une", "et", "que", "pour", "dans", "du"]),
}

SCRIPT = {
    "ru": "[\u0400-\u04ff]{2}",
    "hi": "[\u0904-\u0939]",
    "ar": "[\u0620-\u064a]{2}",
    "zh": "[\u4e00-\u9fff]",
    "ja": "[\u3040-\u30ff]",
}


def listed(question):
    """The options after the last line that begins "A) ", each up to the line of the next letter."""
    start = question.rfind("\nA) ")
    end = question.rfind("\nAnswer in English.")
    if start < 0 or end < start:
        return []
    parts = re.split(r"\n([B-J])\) ", question[start + 4 : end])
    letters = "".join(parts[1::2])
    return [part.strip() for part in parts[::2]] if letters and "BCDEFGHIJ".startswith(letters) else []


def own(reply, options, lang):
    if lang in SCRIPT:
        return re.search(SCRIPT[lang], reply)
    words = re.findall(r"\w+", reply.lower())
    return sum(w in WORDS[lang] for w in words) > sum(w in ENGLISH for w in words) or any(
        len(o) > 5 and o.rstrip(".") in reply for o in options
    )


def records(path: str, read: Read) -> Found:
    lang = path.split("/")[2][-2:]
    for row in json.loads(read(path)):
        options, reply = listed(row["question"]), row["generated_answer"]
        if 2 <= len(set(options)) == len(options) and all(options) and own(reply, options, lang):
            yield str(row["id"]), options, reply
