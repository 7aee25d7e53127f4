"""Which settings a model run by vLLM can follow."""

from dataclasses import fields

from cultural_tom.models.interface import Settings
from cultural_tom.problems import Problem, raise_errors

KNOWN = frozenset({"scoring", "revision", "dtype", "max_new_tokens", "temperature", "top_p", "seed", "thinking",
                   "batch_tokens", "images"})  # fmt: skip


def check(settings: Settings) -> None:
    """Raise `InputError` with every setting that cannot be followed."""
    s = settings
    found = [
        Problem(_option(f.name), "says nothing to vLLM in this process; leave it out")
        for f in fields(Settings)
        if getattr(s, f.name) != f.default and f.name not in {*KNOWN, "device"}
    ]
    if s.device not in (None, "cuda"):
        found.append(Problem("--device", "cannot be chosen: vLLM takes the first accelerator that it sees, one process for "
                             "each; start it with CUDA_VISIBLE_DEVICES=1, for example"))  # fmt: skip
    if s.scoring == "texts":
        found.append(Problem("--score", "texts is not done with vLLM, whose log-probabilities of a prompt do not use its "
                             "prefix cache; use hf:NAME, which computes a context once, or letters"))  # fmt: skip
    if s.scoring == "letters" and s.thinking:
        found.append(Problem("--thinking", "is on, but letters scores the first token; use --score generate"))
    rules = {"--max-new-tokens": (s.max_new_tokens >= 1, "at least 1", s.max_new_tokens),
             "--temperature": (0 <= s.temperature <= 2, "from 0 to 2", s.temperature),
             "--top-p": (0 < s.top_p <= 1, "above 0 and at most 1", s.top_p),
             "--batch-tokens": (s.batch_tokens is None or s.batch_tokens >= 16, "at least 16", s.batch_tokens)}  # fmt: skip
    found += [
        Problem(o, f"must be {what}, got {value}") for o, (good, what, value) in rules.items() if not good
    ]
    raise_errors(found)


def _option(field: str) -> str:
    return {"requests_per_minute": "--rpm", "tokens_per_minute": "--tpm"}.get(field) or "--" + field.replace(
        "_", "-"
    )
