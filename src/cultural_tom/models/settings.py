"""Which settings a model can follow: what all kinds of model have to say about them."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import fields
from math import isfinite

from cultural_tom.models.interface import Settings
from cultural_tom.problems import Problem, raise_errors

LOCAL = frozenset({"scoring", "revision", "device", "dtype", "max_new_tokens", "temperature", "top_p", "seed", "thinking",
                   "batch_tokens", "images"})  # fmt: skip
"""What a model that runs in this process is told."""


def option(field: str) -> str:
    """The option of `cultural-tom predict` that fills a field of `Settings`."""
    special = {
        "scoring": "--score",
        "requests_per_minute": "--rpm",
        "tokens_per_minute": "--tpm",
        "images": "--without-images",
    }
    return special.get(field) or "--" + field.replace("_", "-")


def others(settings: Settings, known: AbstractSet[str], message: str) -> Iterator[Problem]:
    """A problem for each field that differs from its default and is none of `known`."""
    for f in fields(Settings):
        if f.name not in known and getattr(settings, f.name) != f.default:
            yield Problem(option(f.name), message)


def refuse_others(name: str, settings: Settings, known: AbstractSet[str]) -> None:
    """Raise `InputError` for options that a model was given and cannot follow: all that differ from their defaults, but for
    `known` (fields of `Settings`)."""
    raise_errors(others(settings, known, f"says nothing to {name}; leave it out"))


def decoding(s: Settings, hottest: float | None = None) -> Iterator[Problem]:
    """What is wrong with how a language model is to decode. hottest: the highest temperature that it takes."""
    upto = "" if hottest is None else f" to {hottest:g}"
    cool = isfinite(s.temperature) and 0 <= s.temperature <= (s.temperature if hottest is None else hottest)
    rules = {
        "max_new_tokens": (s.max_new_tokens >= 1, "at least 1"),
        "temperature": (cool, f"a number from 0{upto}"),
        "top_p": (0 < s.top_p <= 1, "above 0 and at most 1"),
        "batch_tokens": (s.batch_tokens is None or s.batch_tokens >= 16, "at least 16"),
    }
    for field, (good, what) in rules.items():
        if not good:
            yield Problem(option(field), f"must be {what}, got {getattr(s, field)}")
    if s.scoring != "generate" and s.thinking:
        yield Problem(
            "--thinking",
            f"is on, but {s.scoring} scores what comes first and leaves no room; use --score generate",
        )
    if s.scoring != "generate" and cool and s.temperature:
        yield Problem("--temperature", f"must be 0 where {s.scoring} are scored: nothing is drawn")
