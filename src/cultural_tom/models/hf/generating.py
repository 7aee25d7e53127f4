"""Words from a model: replies of one context generated together after a beginning that is computed once."""

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from cultural_tom.models.hf.budget import Budget, out_of_memory, release
from cultural_tom.models.hf.passes import NOTHING, Held, Item, hold, next_logits
from cultural_tom.models.hf.sampling import Draw, processors
from cultural_tom.models.hf.scoring import TOLERANCE, Way, recheck_due
from cultural_tom.models.hf.tree import common

WORTH = 512
"""Tokens that must be saved before the rows of a context are a batch of their own. Contexts of few rows are put together
instead: a large batch gains more than a beginning computed once."""
FEW = 4
GREEDY = 10
"""A generated token may be this many times the tolerance of scoring below the likeliest one (rounding in another order)."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt's token ids; `room`: how many new tokens the model has positions for, at most those asked for. `draw`:
    where its random numbers come from; None: the likeliest token is taken."""

    place: int
    ids: list[int]
    room: int
    draw: Draw | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """New token ids without the end mark; `ended`: the model ended by itself. None: it did not fit into memory."""

    prompt: Prompt
    ids: list[int] | None
    ended: bool


@dataclass
class Generator:
    """Generates for prompts in groups that share their beginning. `way` as in scoring; only full attention (`tree`) shares
    a beginning here, and rows of a model that is asked `alone` are batched where they are equally long, without padding."""

    model: Any
    budget: Budget
    way: Way
    rows: int
    ends: frozenset[int]
    pad: int
    temperature: float = 0.0
    top_p: float = 1.0
    warn: Callable[[str], None] = lambda words: None
    rechecked: int = 0
    difference: float = 0.0
    """Largest logit by which a token that was taken stood below the likeliest in a plain forward pass (greedy only)."""
    replaced: list[str] = field(default_factory=list)
    batches: int = 0
    fed: int = 0

    def run(self, groups: Iterable[list[Prompt]]) -> Iterator[list[Said]]:
        """What the model says to each prompt, batch by batch."""
        pool: list[Prompt] = []
        for group in groups:
            if offset := self.shares([p.ids for p in group]):
                yield from self._compute(group, offset)
                continue
            pool += group
            if len(pool) >= 4 * self.rows:
                yield from self._compute(pool, 0)
                pool = []
        if pool:
            yield from self._compute(pool, 0)

    def shares(self, ids: Sequence[list[int]]) -> int:
        """How many tokens the prompts of a group share and are computed once; 0 where that is not worth it."""
        if self.way != "tree" or len(ids) < FEW:
            return 0
        offset = min(common(min(ids), max(ids)), min(map(len, ids)) - 1)
        return offset if (len(ids) - 1) * offset >= WORTH else 0

    def _compute(self, prompts: list[Prompt], offset: int) -> Iterator[list[Said]]:
        left = sorted(prompts, key=lambda p: (-p.room, -len(p.ids)))
        held = self._hold(left[0].ids[:offset]) if offset else NOTHING
        while left:
            if self.way != "tree":
                held = NOTHING
            part = left[: self._fitting(left, held)]
            said = self._attempt(part, held)
            if said is None:
                continue
            if self._holds(said):
                left = left[len(part) :]
                self.budget.grow()
                yield said

    def _hold(self, ids: list[int]) -> Held:
        try:
            self.fed += len(ids)
            return hold(self.model, ids, len(ids))
        except (MemoryError, RuntimeError) as e:
            if not out_of_memory(e):
                raise
        release(self.model.device)
        return NOTHING

    def _fitting(self, left: list[Prompt], held: Held) -> int:
        n, first = 0, left[0]
        for prompt in left[: self.rows]:
            other = prompt.room != first.room or (self.way == "alone" and len(prompt.ids) != len(first.ids))
            if n and (other or (n + 1) * (len(first.ids) + first.room) > self.budget.tokens):
                break
            n += 1
        return n

    def _attempt(self, part: list[Prompt], held: Held) -> list[Said] | None:
        used = len(part) * (len(part[0].ids) + part[0].room)
        try:
            said = self._generate(part, held)
        except (MemoryError, RuntimeError) as e:
            if not out_of_memory(e):
                raise
            self.budget.shrink(used)
            said = None
        if said is None:
            release(self.model.device)
            return [Said(part[0], None, False)] if len(part) == 1 else None
        self.batches += 1
        self.fed += sum(len(p.ids) - held.offset for p in part)
        return said

    def _generate(self, part: list[Prompt], held: Held) -> list[Said]:
        """One batch. Padding stands between the beginning that is held and what follows it, and is masked there."""
        import torch
        from transformers import GenerationConfig

        width = max(len(p.ids) for p in part)
        tokens = torch.full((len(part), width), self.pad)
        seen = torch.ones_like(tokens)
        for row, p in enumerate(part):
            gap = held.offset + width - len(p.ids)
            tokens[row, : held.offset] = torch.tensor(p.ids[: held.offset])
            tokens[row, gap:] = torch.tensor(p.ids[held.offset :])
            seen[row, held.offset : gap] = 0
        cache = copy.deepcopy(held.cache)
        if cache is not None:
            cache.batch_repeat_interleave(len(part))
        config = GenerationConfig(max_new_tokens=part[0].room, do_sample=False, num_beams=1, pad_token_id=self.pad,
                                  eos_token_id=sorted(self.ends) or None)  # fmt: skip
        device = self.model.device
        with torch.inference_mode():
            out = self.model.generate(
                tokens.to(device),
                attention_mask=seen.to(device),
                generation_config=config,
                logits_processor=processors([p.draw for p in part], width, self.temperature, self.top_p),
                **({} if cache is None else {"past_key_values": cache}),
            )
        return [self._cut(p, new) for p, new in zip(part, out[:, width:].tolist(), strict=True)]

    def _cut(self, prompt: Prompt, new: list[int]) -> Said:
        end = next((i for i, t in enumerate(new) if t in self.ends), None)
        return Said(prompt, new[:end], end is not None)

    def _holds(self, said: Sequence[Said]) -> bool:
        """Whether a plain forward pass over prompt and reply would have taken the same tokens, for one row now and then:
        the one with most padding."""
        one = min(said, key=lambda s: (not s.ids, len(s.prompt.ids)))
        if self.temperature > 0 or not one.ids or not recheck_due(self.batches, self.rechecked):
            return True
        start = len(one.prompt.ids)
        logits = next_logits(self.model, Item(0, 0, 0, [*one.prompt.ids, *one.ids], start))
        chosen = logits.gather(1, logits.new_tensor(one.ids).long()[:, None])[:, 0]
        off = float((logits.max(-1).values - chosen).max())
        allowed = GREEDY * TOLERANCE[str(self.model.dtype).removeprefix("torch.")]
        self.rechecked += 1
        if off <= allowed:
            self.difference = max(self.difference, off)
            return True
        words = f"a reply generated by {self.way!r} has a token {off:.2g} below the likeliest of a plain forward pass"
        if self.way == "alone":
            self.warn(f"{words}: take these replies with care")
            return True
        self.warn(f"{words}, more than {allowed:g}; going on with 'alone'")
        self.replaced.append(self.way)
        self.way, self.batches = "alone", 0
        return False


def end_marks(model: Any, tokenizer: Any) -> frozenset[int]:
    """Ids that end a reply. What else the model's generation_config says (penalties, sampling) is set aside: the run's own
    options decide."""
    from transformers import GenerationConfig

    ends = model.generation_config.eos_token_id if model.generation_config else None
    ends = ends if isinstance(ends, list) else [ends]
    found = frozenset(e for e in [*ends, tokenizer.eos_token_id] if e is not None)
    model.generation_config = GenerationConfig(eos_token_id=sorted(found) or None)
    return found


def pad_mark(tokenizer: Any, ends: frozenset[int]) -> int:
    return int(tokenizer.pad_token_id) if tokenizer.pad_token_id is not None else min(ends, default=0)
