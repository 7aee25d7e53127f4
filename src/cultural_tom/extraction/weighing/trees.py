"""Boosted trees from `weights.json`: how likely an option with these signs is the one that a reply commits to."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from cultural_tom.extraction.weighing.signs import SIGNS

Node = list[float]
"""[sign, bound, node where the sign is at most the bound, node where it is greater], or [what a leaf adds]."""


@dataclass(frozen=True)
class Trees:
    """Sum of the leaves that a row of signs reaches, one per tree, from `base` on; its logistic function is the probability."""

    base: float
    trees: tuple[list[Node], ...]

    def probability(self, signs: Sequence[float]) -> float:
        total = self.base
        for nodes in self.trees:
            node = nodes[0]
            while len(node) > 1:
                sign, bound, at_most, above = node
                node = nodes[int(at_most if signs[int(sign)] <= bound else above)]
            total += node[0]
        return 1 / (1 + math.exp(-total))


def as_trees(data: dict[str, Any]) -> Trees:
    """The trees of a file of weights. Raises ValueError where they were grown on other signs than `SIGNS`."""
    if data["signs"] != list(SIGNS):
        raise ValueError("weights.json: grown on other signs; run python -m benchmarks.weights --write")
    return Trees(data["base"], tuple(data["trees"]))


@lru_cache(maxsize=1)
def trees() -> Trees:
    text = files("cultural_tom.extraction.weighing").joinpath("weights.json").read_text(encoding="utf-8")
    return as_trees(json.loads(text))
