"""Log-likelihoods of options: which texts go through the model together, and what happens when memory runs out or a way
of computing turns out wrong."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from cultural_tom.models.hf.budget import Budget, out_of_memory, release
from cultural_tom.models.hf.passes import NOTHING, Held, Item, hold, packed, padded, plain
from cultural_tom.models.hf.tree import common, size

Way = Literal["tree", "repeat", "alone"]
SLOWER: dict[Way, Way] = {"tree": "repeat", "repeat": "alone"}
TOLERANCE = {"float32": 1e-4, "float64": 1e-4, "float16": 0.03, "bfloat16": 0.25}
"""Nats per token by which a way may differ from a plain forward pass: rounding of other orders of addition. What a wrong
mask or position does to a trained model is far above."""
CHECKS = 20
"""Items that are computed again alone, at most: two of the first pass, then one of pass 4, 16, 64, ..."""
WIDE = 64
"""Rows of one padded pass, at most."""
HOLDING = 256
"""Tokens that must be saved before padded rows share a beginning."""

Results = list[tuple[Item, float | None]]


@dataclass
class Scorer:
    """Computes items in groups that share their beginning. `way`: tree, repeat or alone; it changes by itself to the next
    slower one where a recheck fails. `again` encodes an item anew from its text, for the recheck."""

    model: Any
    budget: Budget
    way: Way
    again: Callable[[Item], Item] = lambda item: item
    warn: Callable[[str], None] = lambda words: None
    rechecked: int = 0
    difference: float = 0.0
    """Largest difference of a log-likelihood from that of a plain forward pass, in nats."""
    replaced: list[str] = field(default_factory=list)
    passes: int = 0
    """Made in the present way."""
    fed: int = 0

    def run(self, groups: Iterable[list[Item]]) -> Iterator[Results]:
        """Each item with its log-likelihood, pass by pass; None for one that does not fit into memory even alone."""
        pool: list[Item] = []
        pooled = 0
        for items in groups:
            items = sorted(items, key=lambda i: i.ids)
            need = size([i.ids[:-1] for i in items])
            if self._shared(items, need):
                yield from self._compute(items, share=True)
                continue
            room = self.budget.tokens * (1 if self.way == "tree" else 4)
            if pool and pooled + need > room:
                yield from self._compute(pool)
                pool, pooled = [], 0
            pool += items
            pooled += need
        if pool:
            yield from self._compute(pool)

    def _shared(self, items: list[Item], need: int) -> bool:
        """Whether to hold the beginning of this group apart."""
        if self.way == "tree":
            return need > self.budget.tokens
        return self.way == "repeat" and (len(items) - 1) * _beginning(items) >= HOLDING

    def _compute(self, items: list[Item], share: bool = False) -> Iterator[Results]:
        done = 0
        while done < len(items):
            way, held = self.way, NOTHING
            if way != "tree":
                items = [*items[:done], *sorted(items[done:], key=lambda i: len(i.ids))]
            if share and way != "alone":
                held = self._hold(items[done:])
            while done < len(items) and self.way == way:
                part = items[done : done + self._fitting(items, done, held)]
                values = self._attempt(part, held)
                if values is None:  # it did not fit, and the budget is smaller now
                    continue
                if self._holds(part, values):
                    done += len(part)
                    self.budget.grow()
                    yield list(zip(part, values, strict=True))

    def _hold(self, items: list[Item]) -> Held:
        offset = _beginning(items)
        while offset:
            piece = min(offset, self.budget.tokens)
            try:
                self.fed += offset
                return hold(self.model, items[0].ids[:offset], piece)
            except (MemoryError, RuntimeError) as e:
                if not out_of_memory(e):
                    raise
                smaller = self.budget.shrink(piece)
            release(self.model.device)
            if not smaller:
                break
        return NOTHING

    def _fitting(self, items: list[Item], done: int, held: Held) -> int:
        """How many items from `done` on fit into one pass; at least 1."""
        total, width, rows, n = 0, 0, 0, 0
        before: Sequence[int] = items[done].ids[: held.offset]
        for item in items[done:]:
            ids = item.ids[:-1]
            own = len(ids) - common(before, ids)
            if self.way == "tree":
                total += own
            elif own or len(ids) != len(before):
                rows, width = rows + 1, max(width, len(ids) - held.offset)
                total = rows * width
            if n and (total > self.budget.tokens or rows > WIDE):
                break
            n, before = n + 1, ids
        return n

    def _attempt(self, part: list[Item], held: Held) -> Sequence[float | None] | None:
        """Values of one pass; None where it did not fit and may be tried again with fewer items."""
        tokens = size([i.ids[:-1] for i in part], held.offset)
        try:
            values = (packed if self.way == "tree" else padded)(self.model, part, held)
        except (MemoryError, RuntimeError) as e:
            if not out_of_memory(e):
                raise
            self.budget.shrink(tokens)
            values = None
        if values is None:  # outside of the handler, which keeps the tensors of the failed pass alive
            release(self.model.device)
            return [None] if len(part) == 1 else None
        self.passes += 1
        self.fed += tokens
        return values

    def _holds(self, part: list[Item], values: Sequence[float | None]) -> bool:
        """Compare some items of a pass with a plain forward pass; False: they differ, and a slower way is set."""
        if not recheck_due(self.passes, self.rechecked):
            return True
        worst = 0.0
        for k in {0, len(part) - 1} if self.passes == 1 else {self.passes // 2 % len(part)}:
            value = values[k]
            if value is None:
                continue
            item = self.again(part[k])
            off = abs(plain(self.model, item) - value)
            self.rechecked += 1
            worst = max(worst, off / max(len(item.ids) - item.start, 1))
            if worst <= self._tolerance:
                self.difference = max(self.difference, off)
        if worst <= self._tolerance:
            return True
        return not self._slower(worst)

    @property
    def _tolerance(self) -> float:
        return TOLERANCE[str(self.model.dtype).removeprefix("torch.")]

    def _slower(self, worst: float) -> bool:
        """Change to the next slower way; False: there is none."""
        words = f"log-likelihoods computed by {self.way!r} differ from a plain forward pass by {worst:.2g} nats per token"
        if self.way not in SLOWER:
            self.warn(f"{words}, and there is no slower way: take these figures with care")
            return False
        new = SLOWER[self.way]
        late = (
            ""
            if self.passes <= 1
            else f"; {self.passes - 1} passes before were made that way: better start anew"
        )
        self.warn(f"{words}, more than {self._tolerance:g}; going on with {new!r}{late}")
        self.replaced.append(self.way)
        self.way, self.passes = new, 0
        return True


def recheck_due(passes: int, rechecked: int) -> bool:
    """Whether something of this pass is to be computed again alone.

    >>> [n for n in range(1, 100) if recheck_due(n, 0)]
    [1, 4, 16, 64]
    """
    return rechecked < CHECKS and passes & (passes - 1) == 0 and passes.bit_length() % 2 == 1


def _beginning(items: Sequence[Item]) -> int:
    """How many tokens all items share, the last one before the first scored token left out."""
    ids = [i.ids for i in items]
    return min(common(min(ids), max(ids)), min(i.start for i in items) - 1)
