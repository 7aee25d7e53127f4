"""Answers of a small vision-language model and GPT-4o to problems of Geometry3K and MathVerse, as a project on rationales logged them."""

import json

from logged_readers import Found, Read, listed


def records(path: str, read: Read) -> Found:
    """MathVerse's problems carry their options in the question; the versions that show them in the picture alone are left out."""
    for number, row in enumerate(json.loads(read(path))):
        options = row.get("choices") or listed(row.get("question", "").partition("Choices:")[2])
        reply = row["predicted_answer"]
        if len(options) > 1 and reply.strip():
            yield str(number), options, reply
