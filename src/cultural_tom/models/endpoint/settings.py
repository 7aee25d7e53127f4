"""Whether an endpoint can be run with some settings: everything that is wrong with them, at once."""

from dataclasses import fields
from math import isfinite

from cultural_tom.http.address import Key, chat_completions
from cultural_tom.models.interface import Settings
from cultural_tom.models.settings import decoding, others
from cultural_tom.problems import InputError, Problem
from cultural_tom.visible import short

KEY_NAMES = ("CULTURAL_TOM_KEY", "OPENAI_API_KEY")
"""Environment variables that a key is taken from, the first that holds something."""
MOST_AT_ONCE = 256
SERVED = {f.name for f in fields(Settings)} - {"revision", "device", "dtype", "batch_tokens"}
"""All but what decides how a model is loaded, which means nothing to a server."""


def checked(name: str, settings: Settings) -> tuple[str, Key]:
    """The address of chat completions and the key. Raises `InputError` with all problems."""
    problems = [
        *_name(name), *others(settings, SERVED, "cannot be chosen from here: the server decides; leave it out"),
        *_scoring(settings), *decoding(settings, hottest=10), *_numbers(settings),
    ]  # fmt: skip
    key, url = Key(), ""
    try:
        key = Key.of_environment(KEY_NAMES)
    except InputError as e:
        problems += e.problems
    if settings.base_url is None:
        problems.append(
            Problem("--base-url", "is needed for an endpoint, for example http://127.0.0.1:8000/v1")
        )
    else:
        try:
            url = chat_completions(settings.base_url, "--base-url", key, KEY_NAMES[0])
        except InputError as e:
            problems += e.problems
    if problems:
        raise InputError(problems)
    return url, key


def _name(name: str) -> list[Problem]:
    if name and len(name) <= 200 and name.isprintable() and name == name.strip():
        return []
    return [Problem("--model", f"openai:NAME needs the name that the server knows, got {short(name)}")]


def _scoring(settings: Settings) -> list[Problem]:
    if settings.scoring == "texts":
        return [Problem("--score", "texts needs the likelihood of a given text, which chat completions do not tell; "
                        "use generate or letters, or a model that runs here (hf:NAME)")]  # fmt: skip
    return []


def _numbers(settings: Settings) -> list[Problem]:
    s, prices = settings, settings.price or (0.0, 0.0)
    rules = {
        "--concurrency": (1 <= s.concurrency <= MOST_AT_ONCE, f"from 1 to {MOST_AT_ONCE}", s.concurrency),
        "--timeout": (_above(s.timeout), "seconds above 0", s.timeout),
        "--rpm": (_above(s.requests_per_minute), "above 0", s.requests_per_minute),
        "--tpm": (_above(s.tokens_per_minute), "above 0", s.tokens_per_minute),
        "--budget": (_above(s.budget), "dollars above 0", s.budget),
        "--price": (len(prices) == 2 and all(_between(p, 0, 1e6) for p in prices),
                    "two numbers: dollars per million prompt tokens and per million new tokens", s.price),
    }  # fmt: skip
    wrong = [
        Problem(o, f"must be {what}, got {short(v)}") for o, (good, what, v) in rules.items() if not good
    ]
    if s.budget is not None and s.price is None:
        wrong.append(
            Problem("--budget", "needs --price: dollars per million prompt tokens and per million new tokens")
        )
    return wrong


def _between(value: float, low: float, high: float) -> bool:
    return isfinite(value) and low <= value <= high


def _above(value: float | None) -> bool:
    return value is None or (isfinite(value) and value > 0)
