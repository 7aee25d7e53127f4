"""What to do with a text that is longer than the model: score it turn by turn, or sentence by sentence.

The rule (docs/validation-similarity.md): where either text of a pair is longer than the model, both are split
into turns (their non-empty lines); if that gives the same number of turns, turn i is matched with turn i. If
not, both are split into sentences, with the same condition. If neither works, the pair is scored in one
piece and what is over the limit is cut off: it counts as truncated. A turn that is still too long is split
into sentences in the same way."""

import re
from collections.abc import Callable, Iterator
from typing import Literal

Unit = Literal["whole", "turn", "sentence", "cut"]
Pair = tuple[str, str]

# A sentence ends after . ! ? … and a blank, or after the marks of Chinese, Japanese, Hindi, Bangla and Arabic
# (which need no blank), together with closing quotation marks.
_END = re.compile(r"""(?:[.!?…]+["'”’»)\]]*\s+|[。！？｡।॥؟]+["'”’」』）]*\s*)""")


def turns(text: str) -> list[str]:
    """The non-empty lines of a text."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def sentences(text: str) -> list[str]:
    """The sentences of a text, by end marks. Libraries for this have models, for some of the nine languages only;
    here both sides of a pair must be cut alike, and where they are not the pair stays whole.

    >>> sentences("Anna leaves. Who saw her?")
    ['Anna leaves.', 'Who saw her?']
    >>> sentences("安娜走了。谁看见了？")
    ['安娜走了。', '谁看见了？']
    """
    out, start = [], 0
    for end in _END.finditer(text):
        out.append(text[start : end.end()].strip())
        start = end.end()
    out.append(text[start:].strip())
    return [s for s in out if s]


def split(pair: Pair, fits: Callable[[str], bool]) -> list[tuple[Pair, Unit]]:
    """The pieces of a pair (candidate, reference) that are matched with each other, and how each came about."""
    return list(_pieces(pair, fits, [("turn", turns), ("sentence", sentences)], "whole"))


def _pieces(
    pair: Pair, fits: Callable[[str], bool], rules: list[tuple[Unit, Callable[[str], list[str]]]], unit: Unit
) -> Iterator[tuple[Pair, Unit]]:
    if fits(pair[0]) and fits(pair[1]):
        yield pair, unit
        return
    for i, (name, rule) in enumerate(rules):
        left, right = rule(pair[0]), rule(pair[1])
        if len(left) == len(right) > 1:
            for piece in zip(left, right, strict=True):
                yield from _pieces(piece, fits, rules[i + 1 :], name)
            return
    yield pair, "cut"
