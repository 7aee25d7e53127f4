"""What a server said of itself along with its replies: a name behind an address can stand for another model tomorrow."""

import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from cultural_tom.models.endpoint.reply import Said

MOST_NAMES = 20
"""Names that are told apart; a server that sends more is reported with these and a count of the rest."""
REST = "(others)"


@dataclass
class Span:
    """Replies under one name: how many, and the number (from 1) of the first and the last."""

    replies: int = 0
    first: int = 0
    last: int = 0


@dataclass
class Heard:
    """Names, fingerprints and endings over one run; threads may share it."""

    models: dict[str, Span] = field(default_factory=dict)
    fingerprints: dict[str, Span] = field(default_factory=dict)
    endings: Counter[str] = field(default_factory=Counter)
    empty: int = 0
    several: int = 0
    _count: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, said: Said) -> None:
        with self._lock:
            self._count += 1
            for spans, name in ((self.models, said.model), (self.fingerprints, said.fingerprint)):
                if name:
                    span = spans.setdefault(
                        name if name in spans or len(spans) < MOST_NAMES else REST, Span()
                    )
                    span.replies, span.first, span.last = (
                        span.replies + 1,
                        span.first or self._count,
                        self._count,
                    )
            ending = said.reason if said.reason in self.endings or len(self.endings) < MOST_NAMES else REST
            self.endings[ending] += 1
            self.empty += not said.text
            self.several += said.choices > 1

    def record(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "served_as": {name: span.replies for name, span in self.models.items()},
            "system_fingerprints": {name: span.replies for name, span in self.fingerprints.items()},
            "finish_reasons": dict(self.endings),
            "empty_replies": self.empty,
        }
        return found | ({"notes": notes} if (notes := self.notes()) else {})

    def notes(self) -> list[str]:
        """What a reader of the figures should know, a sentence each."""
        found = []
        for what, spans in (("models", self.models), ("system fingerprints", self.fingerprints)):
            if len(spans) > 1:
                told = "; ".join(
                    f"{n} (replies {s.first} to {s.last}: {s.replies})" for n, s in spans.items()
                )
                found.append(f"the server answered under {len(spans)} {what}: {told}")
        if self.several:
            found.append(f"{self.several} replies held several choices; the first of each was taken")
        return found
