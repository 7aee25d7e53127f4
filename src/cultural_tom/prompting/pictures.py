"""The picture of a row: its bytes, and how chat endpoints take it."""

import base64
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from cultural_tom.problems import InputError
from cultural_tom.prompting.request import Request

# What a file of a kind begins with, and the kind's name on the web.
KINDS = ((b"\x89PNG", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"))

PNG_MODES = ("1", "L", "LA", "P", "RGB", "RGBA")  # of Pillow; what PNG can hold


def picture(row: Mapping[str, Any]) -> bytes | None:
    """The bytes of a row's picture, None where it has none. The column holds bytes, a struct of bytes and path (as files
    of the data do), or what `datasets` decodes it to (a picture of Pillow's, which is encoded as PNG)."""
    held = row.get("image")
    if isinstance(held, Mapping):
        held = held.get("bytes")
    if held is None or isinstance(held, bytes):
        return held or None
    if not callable(getattr(held, "save", None)):
        raise InputError.one(
            str(row["id"]), f"image must be bytes or a picture, got {type(held).__name__}; pass a row of cultural_tom.load"
        )  # fmt: skip
    out = BytesIO()
    (held if held.mode in PNG_MODES else held.convert("RGB")).save(out, format="PNG")
    return out.getvalue()


def kind(content: bytes) -> str:
    """The media type of a picture's bytes.

    >>> kind(b"RIFF....WEBPVP8 ")
    'image/webp'
    """
    for beginning, name in KINDS:
        if content.startswith(beginning):
            return name
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    raise InputError.one("a picture", "is neither PNG, JPEG, GIF nor WebP, which is what chat endpoints take")


def data_url(content: bytes) -> str:
    return f"data:{kind(content)};base64,{base64.b64encode(content).decode()}"


def chat(request: Request) -> list[dict[str, Any]]:
    """The messages of a request as OpenAI-compatible endpoints take them; the picture, if there is one, stands in the
    user's message before the text."""
    messages: list[dict[str, Any]] = list(request.messages())
    if request.image is not None:
        shown = {"type": "image_url", "image_url": {"url": data_url(request.image)}}
        messages[-1] = {"role": "user", "content": [shown, {"type": "text", "text": request.user}]}
    return messages
