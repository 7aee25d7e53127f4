"""What an endpoint says, read: words, how they ended, what they cost. Nothing that it claims is taken on trust."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cultural_tom.models.interface import Finish

FINISHES: dict[str, Finish] = {"length": "length", "max_tokens": "length", "model_length": "length",
                               "content_filter": "refused", "safety": "refused", "refusal": "refused"}  # fmt: skip
"""How servers say that a reply did not end by itself; all else is an end of the model's own."""
FAILED = frozenset({"error", "abort", "insufficient_system_resource"})
"""The server gave up in the middle: no reply, to be asked for again."""
MOST_TOKENS = 10**8


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counts them; cached ones are part of the prompt's, reasoning ones of the new."""

    prompt: int
    new: int
    cached: int = 0
    reasoning: int = 0


@dataclass(frozen=True, slots=True)
class Said:
    """One chat completion. reason: how it ended, in the server's word. usage: None where the server told none, or
    nonsense. choice: as it came, for its log-probabilities."""

    text: str
    finish: Finish
    reason: str
    note: str
    model: str
    fingerprint: str
    usage: Usage | None
    choices: int
    choice: dict[str, Any]


def read(document: Any, clean: Callable[[str], str]) -> Said:
    """The first choice of a chat completion; raises `ValueError` for what is none. clean: what each string that is kept
    goes through. Reasoning that stands in a field of its own is no part of the answer."""
    found = _dict(document)
    choices = [c for c in _list(found.get("choices")) if isinstance(c, dict)]
    choice = next((c for c in choices if c.get("index", 0) == 0), choices[0] if choices else {})
    message = choice.get("message")
    if not isinstance(message, dict):
        raise ValueError(f"no chat completion: {document}")
    reason = clean(str(choice.get("finish_reason") or ""))[:40].lower()
    if reason in FAILED:
        raise ValueError(f"the server ended its reply with finish_reason {reason!r}")
    text, refusal = clean(_text(message.get("content"))), message.get("refusal")
    finish = FINISHES.get(reason, "stop")
    if isinstance(refusal, str) and refusal and not text:
        text, finish = clean(refusal), "refused"
    return Said(
        text, finish, reason or "none", _note(text, finish, reason, message),
        clean(str(found.get("model") or ""))[:200], clean(str(found.get("system_fingerprint") or ""))[:200],
        _usage(found.get("usage")), len(choices), choice,
    )  # fmt: skip


def _text(content: Any) -> str:
    """The words of a message, whole or in parts; parts of reasoning left out, halves of a surrogate pair replaced."""
    if content is None:
        return ""
    if isinstance(content, list):
        parts = [_dict(p) for p in content]
        content = "".join(
            str(p.get("text", "")) for p in parts if p.get("type", "text") in ("text", "output_text")
        )
    if not isinstance(content, str):
        raise ValueError(f"a chat completion whose content is no text: {content}")
    return content.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _note(text: str, finish: Finish, reason: str, message: dict[str, Any]) -> str:
    if finish == "refused":
        return f"the server ended it with {reason}" if reason in FINISHES else "the model refused"
    if text:
        return ""
    thought = str(message.get("reasoning") or message.get("reasoning_content") or "")
    if thought:
        return f"no answer after {len(thought)} characters of reasoning"
    if message.get("tool_calls") or message.get("function_call"):
        return "a call of a tool in place of an answer"
    return "an empty reply"


def _usage(usage: Any) -> Usage | None:
    found = _dict(usage)
    prompt, new = (_count(found.get(k)) for k in ("prompt_tokens", "completion_tokens"))
    if prompt is None or new is None:
        return None
    cached = _count(_dict(found.get("prompt_tokens_details")).get("cached_tokens"))
    reasoning = _count(_dict(found.get("completion_tokens_details")).get("reasoning_tokens"))
    return Usage(prompt, new, cached or 0, reasoning or 0)


def _count(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= MOST_TOKENS else None


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
