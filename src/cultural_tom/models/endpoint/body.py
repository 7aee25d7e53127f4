"""A request as the JSON document that chat completions take."""

from dataclasses import replace
from typing import Any

from cultural_tom.models.interface import Settings
from cultural_tom.problems import InputError
from cultural_tom.prompting.pictures import chat
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
    shown = request if settings.images else replace(request, image=None)
    if cue:
        whole = f"{request.user.rstrip()}\n\n{cue}"
        shown = replace(shown, context=whole, question="", listing="", closing="")
    try:
        messages = chat(shown)
    except InputError as e:
        raise Unaskable(str(e.problems[0])) from e
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
