"""The metrics of XToM's Table 10, from their description: exact match per agent over 300 dialogue prefixes, micro and
macro F1 over the nine intentions."""

from collections.abc import Iterable

AGENTS = ("agent_1", "agent_2")


def exact_match(items: Iterable[tuple[str, str, object, object]], prefixes: int) -> float:
    """items: (prefix, agent, gold triple, answered triple) of the annotated minds. Each agent is asked about all
    prefixes; those without annotation can never be right. The mean of the two."""
    right = dict.fromkeys(AGENTS, 0)
    for _, agent, gold, answered in items:
        right[agent] += gold == answered
    return sum(right[a] / prefixes for a in AGENTS) / 2


def f1(pairs: Iterable[tuple[set[int], set[int]]], labels: int) -> tuple[float, float]:
    """(micro, macro) of (gold, answered) label sets; macro over the labels that occur in the gold."""
    hits, asked, given = [0] * labels, [0] * labels, [0] * labels
    for gold, answered in pairs:
        for x in range(labels):
            hits[x] += x in gold and x in answered
            asked[x] += x in gold
            given[x] += x in answered
    each = [2 * h / (a + g) for h, a, g in zip(hits, asked, given, strict=True) if a]
    return 2 * sum(hits) / (sum(asked) + sum(given)), sum(each) / len(each)
