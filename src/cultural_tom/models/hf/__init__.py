"""`hf:NAME`: a causal language model through transformers, on this machine."""

from dataclasses import fields

from cultural_tom.models.interface import Model, Settings
from cultural_tom.models.registry import option
from cultural_tom.problems import Problem, raise_errors

KNOWN = {"scoring", "revision", "device", "dtype", "max_new_tokens", "temperature", "top_p", "seed", "thinking",
         "batch_tokens", "images"}  # fmt: skip


def build(name: str, settings: Settings) -> Model:
    """The model `name`: a folder with its files, or a repository `owner/name` on the Hub (from the cache where the network
    is off). Raises `InputError` for a model, revision or option that cannot be, `Unavailable` for what is not at hand."""
    check(settings)
    from cultural_tom.models.hf.loading import load
    from cultural_tom.models.hf.model import LocalModel
    from cultural_tom.models.hf.wording import wording

    loaded = load(name, settings)
    return LocalModel(
        loaded, settings, wording(loaded.reader, f"model {name}", settings.thinking, settings.scoring)
    )


def check(settings: Settings) -> None:
    """Raise `InputError` with every setting that a local model cannot follow."""
    given = [
        f.name for f in fields(Settings) if getattr(settings, f.name) != f.default and f.name not in KNOWN
    ]
    found = [Problem(option(name), "says nothing to a local model; leave it out") for name in given]
    if settings.max_new_tokens < 1:
        found.append(Problem(option("max_new_tokens"), f"must be at least 1, got {settings.max_new_tokens}"))
    if not 0 < settings.top_p <= 1:
        found.append(Problem(option("top_p"), f"must be above 0 and at most 1, got {settings.top_p}"))
    if not 0 <= settings.temperature < float("inf"):
        found.append(
            Problem(option("temperature"), f"must be 0 (greedy) or more, got {settings.temperature}")
        )
    if settings.batch_tokens is not None and settings.batch_tokens < 16:
        found.append(Problem(option("batch_tokens"), f"must be at least 16, got {settings.batch_tokens}"))
    raise_errors(found)
