"""From texts to token ids. Where a text is encoded from its middle on, it is because the result is the same."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cultural_tom.models.hf.tree import common

MARGIN = 48
"""Characters after a cut that all texts share, so that the tokenizer finds the same there whatever comes later."""
WORTH = 400
"""Shared characters from which on encoding them once is worth its checks."""
TRIES = 4


@dataclass(frozen=True, slots=True)
class Encoded:
    """Token ids of prompt and option together; those from `start` on are the option's."""

    ids: list[int]
    start: int
    merged: bool = False
    """The first token of the option holds characters of the prompt too."""


@dataclass
class Encoder:
    """Encodes texts as the model's tokenizer does; counts what happened."""

    tokenizer: Any
    special: bool
    """Put the special tokens before a text that the tokenizer puts there (not where a chat template has written them)."""
    head: list[int] = field(init=False)
    counts: dict[str, int] = field(default_factory=lambda: {"contexts": 0, "cut": 0, "whole": 0, "merged": 0})

    def __post_init__(self) -> None:
        bare, full = self._ids(["x"])[0][0], self.tokenizer("x").input_ids
        at = next((i for i in range(len(full)) if full[i : i + len(bare)] == bare), 0)
        self.head = list(full[:at]) if self.special else []

    def plain(self, text: str) -> list[int]:
        """The ids of one text, encoded whole."""
        return self.head + self._ids([text])[0][0]

    def whole(self, prompt: str, option: str) -> Encoded:
        """Prompt and option, encoded alone and whole: what `pairs` must equal. Not counted."""
        return replace(self, counts=dict.fromkeys(self.counts, 0)).pairs([(prompt, option)])[0]

    def texts(self, texts: Sequence[str]) -> list[list[int]]:
        """The ids of texts that mostly begin alike."""
        return [e.ids for e in self.pairs([(t, "") for t in texts])]

    def pairs(self, pairs: Sequence[tuple[str, str]]) -> list[Encoded]:
        """Prompts with their options, of one context. The option's tokens are those that end behind the prompt's last
        character."""
        texts = [prompt + option for prompt, option in pairs]
        self.counts["contexts"] += 1
        cut, head = self._cut(texts)
        self.counts["cut" if cut else "whole"] += 1
        out = []
        for (prompt, option), (ids, spans) in zip(pairs, self._ids([t[cut:] for t in texts]), strict=True):
            border = len(prompt) - cut
            own = len(ids) if not option else self._first(ids, spans, border, prompt, cut)
            merged = bool(option) and own < len(ids) and spans is not None and spans[own][0] < border
            self.counts["merged"] += merged
            out.append(Encoded([*self.head, *head, *ids], len(self.head) + len(head) + own, merged))
        return out

    def _first(self, ids: list[int], spans: Any, border: int, prompt: str, cut: int) -> int:
        """The place of the option's first token."""
        if spans is None:  # no offsets: where the ids leave those of the prompt alone
            return common(ids, self._ids([prompt[cut:]])[0][0])
        return next((i for i, (_, end) in enumerate(spans) if end > border), len(ids))

    def _cut(self, texts: Sequence[str]) -> tuple[int, list[int]]:
        """A character at which all texts may be cut, and the ids of what stands before it; (0, []) where there is none.

        A cut is taken only if the first and the last text, encoded whole, have the same ids as in two parts."""
        shared = common(min(texts), max(texts)) if len(texts) > 3 else 0
        if shared < WORTH:
            return 0, []
        ends = [texts[0], texts[-1]]
        (first, spans), (last, _) = self._ids(ends)
        if spans is None:
            return 0, []
        for k in _candidates(texts[0], spans, shared - MARGIN)[:TRIES]:
            at = spans[k - 1][1]
            tails = [ids for ids, _ in self._ids([t[at:] for t in ends])]
            if first[:k] + tails[0] == first and first[:k] + tails[1] == last:
                return at, first[:k]
        return 0, []

    def _ids(self, texts: Sequence[str]) -> list[tuple[list[int], Any]]:
        """Ids and (start, end) characters of each text, without special tokens; None where the tokenizer tells no places."""
        fast = bool(getattr(self.tokenizer, "is_fast", False))
        out = self.tokenizer(list(texts), add_special_tokens=False, return_offsets_mapping=fast,
                             return_attention_mask=False, verbose=False)  # fmt: skip
        spans = out["offset_mapping"] if fast else [None] * len(texts)
        return list(zip(out["input_ids"], spans, strict=True))


def _candidates(text: str, spans: Sequence[tuple[int, int]], limit: int) -> list[int]:
    """Numbers of tokens before which the text may be cut, the latest first; those after which a space comes before others."""
    found = [k for k in range(1, len(spans)) if 0 < spans[k - 1][1] <= min(limit, spans[k][0])]
    late = found[-64:][::-1]
    return sorted(
        late, key=lambda k: not (text[spans[k - 1][1]].isspace() and not text[spans[k - 1][1] - 1].isspace())
    )
