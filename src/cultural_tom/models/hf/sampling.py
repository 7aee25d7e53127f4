"""Random tokens that depend on nothing but the request: not on the batch, the device or what was asked before."""

from dataclasses import dataclass
from typing import Any

from cultural_tom.rows.order import uniform


@dataclass(frozen=True, slots=True)
class Draw:
    """The random numbers of one request: sha256 of the row's id, the seed, the order of its options and the sample."""

    row_id: str
    seed: int
    order: int
    sample: int

    def number(self, step: int) -> float:
        """In [0, 1), for new token number `step`.

        >>> Draw("xfantom_fr/1", 0, 0, 0).number(0) == Draw("xfantom_fr/1", 0, 0, 0).number(0)
        True
        >>> Draw("xfantom_fr/1", 0, 0, 1).number(0) == Draw("xfantom_fr/1", 0, 0, 0).number(0)
        False
        """
        return uniform(self.row_id, f"token#{self.seed}#{self.order}#{self.sample}", step)


def choose(scores: Any, numbers: list[float], temperature: float, top_p: float) -> Any:
    """Token ids (rows) drawn from logits (rows, vocabulary): the place of each number in the distribution function of the
    likeliest tokens that together have probability `top_p`, likeliest first."""
    import torch

    ordered, ids = (scores.float() / temperature).sort(dim=-1, descending=True, stable=True)
    chance = ordered.softmax(-1)
    below = chance.cumsum(-1) - chance
    kept = torch.where(below < top_p, chance, 0.0).cumsum(-1)
    at = torch.tensor(numbers, device=scores.device)[:, None] * kept[:, -1:]
    place = (kept <= at).sum(-1, keepdim=True)
    last = (below < top_p).sum(-1, keepdim=True) - 1
    return ids.gather(1, torch.minimum(place, last))[:, 0]


def processors(draws: list[Draw | None], start: int, temperature: float, top_p: float) -> Any:
    """What `generate` calls at each step: leaves only the drawn token possible. Empty where nothing is drawn."""
    import torch
    from transformers import LogitsProcessor, LogitsProcessorList

    class Drawn(LogitsProcessor):  # type: ignore[misc]
        def __call__(self, input_ids: Any, scores: Any) -> Any:
            step = input_ids.shape[1] - start
            numbers = [draw.number(step) if draw else 0.0 for draw in draws]
            taken = choose(scores, numbers, temperature, top_p)
            return torch.full_like(scores, float("-inf")).scatter_(1, taken[:, None], 0.0)

    return LogitsProcessorList([Drawn()] if temperature > 0 else [])
