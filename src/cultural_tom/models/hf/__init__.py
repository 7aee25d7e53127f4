"""`hf:NAME`: a causal language model through transformers, on this machine."""

from cultural_tom.models.interface import Model, Settings
from cultural_tom.models.settings import LOCAL, decoding, others
from cultural_tom.problems import raise_errors


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
    nothing = "says nothing to a local model; leave it out"
    raise_errors([*others(settings, LOCAL, nothing), *decoding(settings)])
