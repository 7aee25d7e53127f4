"""Whom a refusal concerns: this request alone, or all that are to come."""

import re
from typing import Literal

from cultural_tom.http.client import Refused, passing

Whom = Literal["long", "filter", "picture", "limit", "unclear", "all"]
"""long: this request does not fit. filter: this request's content. picture: whoever shows one. limit: the server wants
the limit of new tokens by its newer name. unclear: this request, or what all have in common. all: all."""

# What servers say, by their code or, as most have none, by their words.
_LONG = re.compile(
    r"context_length_exceeded|exceed_context_size|string_above_max|maximum (?:context|model) length|context (?:window|size|length)"
    r"|(?:prompt|input|request|messages?)\b.{0,40}\btoo (?:long|large|many tokens)|max_tokens_exceeded|token_limit_exceeded"
    r"|tokens`?.{0,40}must be <= \d+",
    re.IGNORECASE,
)
_FILTER = re.compile(
    r"content_?filter|content_policy|content management policy|moderation|flagged|responsible_?ai|invalid_prompt"
    r"|data_inspection_failed|usage polic",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"image|multi-?modal|vision|mmproj|picture", re.IGNORECASE)
_BLIND = re.compile(r"image input|image_url|multi-?modal|mmproj", re.IGNORECASE)
_MODEL = re.compile(r"model_not_found|model_not_exist|no such model|not a valid model", re.IGNORECASE)
_SHARED = frozenset({401, 402, 403, 404, 405, 407, 410, 426, 429, 501})


def whom(refused: Refused, picture: bool) -> Whom:
    """picture: the request shows one."""
    said = f"{refused.code} {refused.said}"
    if refused.status in (400, 403, 413, 422, 451) and _FILTER.search(said):
        return "filter"
    if picture and refused.status in (400, 404, 415, 422, 500, 501) and _PICTURE.search(said):
        return "picture"
    if refused.status < 400 or refused.status in _SHARED or _MODEL.search(said):
        return "all"
    if refused.status == 400 and "max_completion_tokens" in said:
        return "limit"
    if refused.status == 413 or _LONG.search(said):
        return "long"
    return "unclear"


def again(refused: Refused) -> bool:
    """Whether the same request may fare better; some servers say 500 to what can never work."""
    said = f"{refused.code} {refused.said}"
    never = refused.status == 500 and bool(_BLIND.search(said) or _LONG.search(said))
    return passing(refused) and not never


def advice(refused: Refused, key_name: str, variable: str) -> str:
    """What to do about a refusal that concerns all requests."""
    if refused.status in (401, 403):
        return f"check the key in {key_name}" if key_name else f"put a key into {variable}"
    if refused.status in (402, 429):
        return "the account has no credit left; then run again to go on"
    if refused.status < 400:
        return "give the final address as --base-url"
    if refused.status == 404 or _MODEL.search(f"{refused.code} {refused.said}"):
        return "check the model's name and --base-url (most end in /v1)"
    return "check the options of this run against what the server takes"
