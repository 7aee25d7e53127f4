"""A request as the JSON document that chat completions take."""

from base64 import b64encode
from typing import Any

from cultural_tom.models.interface import Settings
from cultural_tom.prompting.request import Request

TOP = 20
"""Likeliest first tokens that are asked for: the most that OpenAI and a vLLM server in its defaults return."""


class Unaskable(Exception):
    """This request cannot be put into words for an endpoint."""


def body(
    name: str, settings: Settings, request: Request, limit: str = "max_tokens", cue: str | None = None
) -> dict[str, Any]:
    """limit: what the server calls the limit of new tokens. cue: the beginning of an answer whose next token is scored;
    it stands at the end of the user's message, since few servers go on with a message of the model's own.

    Raises `Unaskable` for a picture of an unknown kind."""
    messages: list[dict[str, Any]] = [dict(m) for m in request.messages()]
    if cue:
        messages[-1]["content"] = f"{request.user.rstrip()}\n\n{cue}"
    if request.image is not None and settings.images:
        shown = {"type": "image_url", "image_url": {"url": data_url(request.image)}}
        messages[-1]["content"] = [shown, {"type": "text", "text": messages[-1]["content"]}]
    found: dict[str, Any] = {"model": name, "messages": messages, "temperature": settings.temperature}
    if settings.top_p != 1:
        found["top_p"] = settings.top_p
    if settings.temperature:
        found["seed"] = settings.seed + request.sample
    if settings.thinking is not None:
        found["chat_template_kwargs"] = {"enable_thinking": settings.thinking}
    if cue is None:
        return found | {limit: settings.max_new_tokens}
    return found | {limit: 1, "logprobs": True, "top_logprobs": TOP}


def data_url(image: bytes) -> str:
    """A picture within the document itself; its kind is read from its bytes, not from a name.

    >>> data_url(b"GIF89a")
    'data:image/gif;base64,R0lGODlh'
    """
    kind = next((k for k, begins in KINDS.items() if any(image.startswith(b) for b in begins)), None)
    if image[:4] == b"RIFF" and image[8:12] == b"WEBP":
        kind = "webp"
    if kind is None:
        raise Unaskable("the picture is neither PNG, JPEG, GIF nor WebP, which endpoints take")
    return f"data:image/{kind};base64,{b64encode(image).decode('ascii')}"


KINDS = {"png": (b"\x89PNG\r\n\x1a\n",), "jpeg": (b"\xff\xd8\xff",), "gif": (b"GIF87a", b"GIF89a")}
