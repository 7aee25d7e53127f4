"""What a reply answers, as one digest: the same question to the same model is never asked twice."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from cultural_tom.problems import InputError
from cultural_tom.prompting.request import Request


def identity_text(identity: Mapping[str, Any]) -> str:
    """A model's `identity()` as canonical JSON. Raises `InputError` where it is none."""
    try:
        return json.dumps(identity, ensure_ascii=True, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError) as e:
        raise InputError.one(
            "the model", f"has an identity() that is no JSON: {e}; text, numbers, lists and dicts are"
        ) from e


def content_key(request: Request, identity: str) -> str:
    """sha256 (hexadecimal) of row id, order, sample, all that the model sees, and who it is."""
    parts = [request.row["id"], request.order, request.sample, request.digest, identity]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
