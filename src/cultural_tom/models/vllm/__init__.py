"""`vllm:NAME`: a model that vLLM runs in this process, on this machine's accelerator.

Written from vLLM's source and held to a stand-in that checks every call; not run on an accelerator yet (docs/vllm.md).
Prompts go in as token ids, so that one that is too long is known before, and those of one context follow each other, so that
vLLM's prefix cache finds their common beginning."""

from cultural_tom.models.interface import Settings
from cultural_tom.models.vllm.engine import Engine
from cultural_tom.models.vllm.settings import check
from cultural_tom.problems import Unavailable


def build(name: str, settings: Settings) -> Engine:
    """The model `name`: a folder or a repository `owner/name`. Raises `InputError` for options that vLLM cannot follow and for
    a model that it cannot load, `Unavailable` where vLLM is not installed."""
    check(settings)
    try:
        import vllm
    except ImportError as e:
        raise Unavailable.one(
            f"--model vllm:{name}",
            f"needs the package vllm ({e.name or e} is missing), best in an environment of its own: it brings its own torch; or give "
            "the address of a running vLLM server: --model openai:NAME --base-url URL",
        ) from e
    return Engine(name, settings, vllm)
