"""One forward pass over the texts of some options, and their log-likelihoods. Three ways, and the plain one that all must
equal."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any

from cultural_tom.models.hf.tree import grow, mask

SLICE = 256
"""Positions whose logits are held in float32 at the same time."""


@dataclass(frozen=True, slots=True)
class Item:
    """An option after its prompt: token ids, of which those from `start` (at least 1) on are scored. The numbers of its
    request, slot and option say whose it is."""

    place: int
    slot: int
    option: int
    ids: list[int]
    start: int


@dataclass(frozen=True, slots=True)
class Held:
    """The first `offset` tokens, which all items of a pass share, as keys and values that are computed already."""

    offset: int
    cache: Any


NOTHING = Held(0, None)


def hold(model: Any, ids: Sequence[int], piece: int) -> Held:
    """Compute keys and values of a beginning, `piece` tokens at a time."""
    import torch
    from transformers import DynamicCache

    cache = DynamicCache(config=model.config)
    with torch.inference_mode():
        for i in range(0, len(ids), piece):
            part = torch.tensor([ids[i : i + piece]], device=model.device)
            _logits(model, 1, input_ids=part, past_key_values=cache, use_cache=True)
    return Held(len(ids), cache)


def packed(model: Any, items: Sequence[Item], held: Held) -> list[float]:
    """All items as one tree in one sequence, each token seeing its ancestors alone."""
    import torch

    tree = grow([item.ids[:-1] for item in items], held.offset)
    paths = [path[item.start - 1 - held.offset :] for item, path in zip(items, tree.paths, strict=True)]
    wanted = sorted({place for path in paths for place in path})
    place = {p: i for i, p in enumerate(wanted)}
    device = model.device
    try:
        with torch.inference_mode():
            logits = _logits(
                model,
                torch.tensor(wanted, device=device),
                input_ids=torch.tensor([tree.tokens], device=device),
                position_ids=torch.tensor([tree.positions], device=device),
                attention_mask=mask(tree, model.dtype).to(device),
                past_key_values=held.cache,
                use_cache=held.cache is not None,
            )
            return _sums(logits[0], [[place[p] for p in path] for path in paths], items)
    finally:
        if held.cache is not None:
            _cut_back(held)


def padded(model: Any, items: Sequence[Item], held: Held) -> list[float]:
    """Items side by side, the shorter ones with padding behind them, which nothing before it sees; the beginning that is
    held is repeated for each."""
    import torch

    rows = {tuple(item.ids[held.offset : -1]): 0 for item in items}
    for n, row in enumerate(rows):
        rows[row] = n
    width = max(map(len, rows))
    tokens = torch.zeros(len(rows), width, dtype=torch.long)
    for row, n in rows.items():
        tokens[n, : len(row)] = torch.tensor(row)
    first = min(item.start for item in items) - 1 - held.offset
    cache = copy.deepcopy(held.cache)
    if cache is not None:
        cache.batch_repeat_interleave(len(rows))
    with torch.inference_mode():
        kept = width - first
        logits = _logits(model, kept, input_ids=tokens.to(model.device), past_key_values=cache,
                         use_cache=cache is not None)  # fmt: skip
        places = []
        for item in items:
            n = rows[tuple(item.ids[held.offset : -1])] * kept - first - held.offset
            places.append(list(range(n + item.start - 1, n + len(item.ids) - 1)))
        return _sums(logits.flatten(0, 1), places, items)


def next_logits(model: Any, item: Item) -> Any:
    """Logits (scored tokens, vocabulary) that predict the scored tokens of one item, from its token ids and nothing else."""
    import torch

    with torch.inference_mode():
        ids = torch.tensor([item.ids[:-1]], device=model.device)
        return _logits(model, len(item.ids) - item.start, input_ids=ids, use_cache=False)[0]


def plain(model: Any, item: Item) -> float:
    """Log-likelihood of one item alone: what a one-by-one loop computes."""
    return _sums(next_logits(model, item), [list(range(len(item.ids) - item.start))], [item])[0]


def _logits(model: Any, keep: Any, **inputs: Any) -> Any:
    """Logits (batch, places, vocabulary) of the last `keep` places, or of the places in the tensor `keep`; computed at no
    other place where the model can do that."""
    if "logits_to_keep" in signature(model.forward).parameters:
        return model(**inputs, logits_to_keep=keep).logits
    logits = model(**inputs).logits
    return logits[:, -keep:] if isinstance(keep, int) else logits[:, keep]


def _sums(logits: Any, places: Sequence[list[int]], items: Sequence[Item]) -> list[float]:
    """Log-likelihood (nats) of each item's scored tokens, given the rows of `logits` that predict them."""
    import torch

    rows = torch.tensor([p for path in places for p in path], device=logits.device)
    targets = torch.tensor([t for item in items for t in item.ids[item.start :]], device=logits.device)
    total = torch.cat([part.float().logsumexp(-1) for part in logits.split(SLICE)])
    each = (logits[rows, targets].float() - total[rows]).cpu().double()
    return [float(part.sum()) for part in each.split([len(path) for path in places])]


def _cut_back(held: Held) -> None:
    """Take out again what a pass has put behind the beginning, also where it failed half-way through the layers."""
    for layer in held.cache.layers:
        if layer.keys is not None:  # a layer that uses the keys of another has none
            layer.keys, layer.values = layer.keys[..., : held.offset, :], layer.values[..., : held.offset, :]
