"""What a model's configuration says about sharing and memory."""

from dataclasses import dataclass
from inspect import signature
from typing import Any

from cultural_tom.models.hf.budget import SAFE, Budget, free_bytes, useful
from cultural_tom.models.hf.scoring import Way

MASKED = ("sdpa", "eager")
"""Ways of computing attention that take a mask of any form."""
ROWS = {"cpu": 16, "mps": 16, "cuda": 128}
"""Rows of one batch of generation, at most; more gain nothing on a CPU."""


@dataclass(frozen=True)
class Shape:
    """Sizes of a decoder, and which ways of sharing its caches allow. `reason` says why not the tree."""

    layer_parameters: float
    attention_width: int
    activation_bytes: int
    """Of one token in a forward pass without logits, roughly."""
    cache_bytes: int
    """Of one token's keys and values in all layers."""
    logit_bytes: int
    way: Way
    reason: str


def shape(model: Any) -> Shape:
    text = model.config.get_text_config()
    layers = int(getattr(text, "num_hidden_layers", 0)) or 1
    heads = int(getattr(text, "num_attention_heads", 0)) or 1
    hidden = int(getattr(text, "hidden_size", 0)) or 1
    width = heads * int(getattr(text, "head_dim", None) or hidden // heads)
    kv = width * int(getattr(text, "num_key_value_heads", None) or heads) // heads
    inner = int(getattr(text, "intermediate_size", None) or 4 * hidden)
    ends = {
        id(e.weight): e.weight.numel()
        for e in (model.get_input_embeddings(), model.get_output_embeddings())
        if e
    }
    body = sum(p.numel() for p in model.parameters()) - sum(ends.values())
    one = model.dtype.itemsize
    way, reason = sharing(model)
    return Shape(body / layers, width, one * (24 * hidden + 6 * inner), one * 2 * kv * layers, one * int(text.vocab_size),
                 way, reason)  # fmt: skip


def sharing(model: Any) -> tuple[Way, str]:
    """The fastest way that a model's parts allow; whether its results are right is rechecked on rows."""
    from transformers import DynamicCache
    from transformers.cache_utils import DynamicLayer, DynamicSlidingWindowLayer

    try:
        cache = DynamicCache(config=model.config)
        layers = {type(layer) for layer in cache.layers} or {DynamicLayer}
    except Exception:  # a model with a cache of its own
        return "alone", "it has a cache of its own"
    attention = str(getattr(model.config, "_attn_implementation", None))
    if not layers <= {DynamicLayer, DynamicSlidingWindowLayer}:
        names = ", ".join(
            sorted(kind.__name__ for kind in layers - {DynamicLayer, DynamicSlidingWindowLayer})
        )
        return "alone", f"its cache ({names}) cannot be repeated"
    if layers != {DynamicLayer}:
        return "repeat", "it has sliding windows"
    if "position_ids" not in signature(model.forward).parameters:
        return "repeat", "it takes no positions"
    if attention not in MASKED:
        return "repeat", f"attention {attention!r} takes no mask of any form"
    return "tree", ""


def scoring_budget(model: Any, form: Shape, fixed: int | None) -> Budget:
    """Tokens of one pass of scoring: `fixed`, or the useful number, from what surely fits upwards."""
    if fixed:
        return Budget(fixed)
    limit = useful(form.layer_parameters, form.attention_width)
    limit = min(max(limit, 256), 16_384)
    each = form.activation_bytes + form.cache_bytes + 3 * form.logit_bytes + 3 * model.dtype.itemsize * limit
    return Budget(limit, int(SAFE * free_bytes(model.device) / each))


def generation_budget(model: Any, form: Shape, fixed: int | None) -> Budget:
    """Tokens (prompt and reply) of one batch of generation."""
    room = free_bytes(model.device)
    each = 2 * form.cache_bytes + form.activation_bytes // 8
    return Budget(fixed or max(int(0.8 * room / each), 16), fixed or int(SAFE * room / each))
