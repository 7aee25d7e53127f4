"""Tokens and dollars: what was used, what may still be, and the stop before the call that would exceed the budget."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cultural_tom.models.endpoint.reply import Usage
from cultural_tom.problems import Unavailable

PICTURE = 2_000
"""Tokens that a picture is taken for until a server has counted one."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a request is, before it is asked: prompt tokens about and at most, new tokens at most.

    Without the server's tokenizer a token counts as three bytes of UTF-8, and at most as one: no tokenizer that knows
    bytes makes more."""

    about: int
    most: int
    new: int

    @classmethod
    def of(cls, text: int, new: int, picture: bool) -> "Size":
        """text: bytes."""
        more = PICTURE if picture else 0
        return cls(text // 3 + 8 + more, text + 64 + more, new)


@dataclass
class Account:
    """One run's tokens and dollars; threads may share it. price: dollars per million prompt and new tokens."""

    price: tuple[float, float] | None = None
    budget: float | None = None
    stopped: Callable[[], bool] = lambda: False
    replies: int = 0
    estimated: int = 0
    """Replies whose tokens the server did not count; theirs are estimated from the length of the texts."""
    tokens: dict[str, int] = field(
        default_factory=lambda: {"prompt": 0, "new": 0, "cached": 0, "reasoning": 0}
    )
    spent: float = 0.0
    _open: int = 0
    _reserved: float = 0.0
    _larger: float = 1.0
    """The largest prompt so far compared with what was thought to be the most: pictures cost what a server likes."""
    _change: threading.Condition = field(default_factory=threading.Condition)

    def cost(self, prompt: float, new: float) -> float:
        return (prompt * self.price[0] + new * self.price[1]) / 1e6 if self.price else 0.0

    def reserve(self, size: Size) -> float:
        """Dollars that are held back for a call; waits while calls that are under way may leave enough over.
        Raises `Unavailable` where they cannot."""
        with self._change:
            while True:
                most = self.cost(size.most * self._larger, size.new)
                if self.budget is None or self.spent + self._reserved + most <= self.budget:
                    break
                if not self._open or self.stopped():
                    raise self._empty(most)
                self._change.wait(1.0)
            self._open += 1
            self._reserved += most
            return most

    def settle(self, reserved: float, size: Size, usage: Usage | None, said: int = 0) -> Usage:
        """A call has ended with a reply of `said` bytes; returns its tokens, estimated where the server told none."""
        used = usage or Usage(size.about, said // 3 + 1)
        with self._change:
            self._close(reserved)
            self.replies += 1
            self.estimated += usage is None
            if usage:
                self._larger = max(self._larger, used.prompt / size.most)
            for name in self.tokens:
                self.tokens[name] += getattr(used, name)
            self.spent += self.cost(used.prompt, used.new)
        return used

    def release(self, reserved: float) -> None:
        """A call has ended without a reply."""
        with self._change:
            self._close(reserved)

    def record(self) -> dict[str, Any]:
        found: dict[str, Any] = {"replies": self.replies, "tokens": dict(self.tokens)}
        if self.estimated:
            found["replies_with_estimated_tokens"] = self.estimated
        if self.price:
            found |= {"price": list(self.price), "cost": round(self.spent, 6)}
        return found

    def _close(self, reserved: float) -> None:
        self._open -= 1
        self._reserved -= reserved
        self._change.notify_all()

    def _empty(self, most: float) -> Unavailable:
        return Unavailable.one(
            "--budget",
            f"${self.budget:g} does not cover the next request, which may cost up to ${most:.4f}: ${self.spent:.4f} are spent on "
            f"{self.replies} replies, all kept; run again with a larger budget to go on",
        )
