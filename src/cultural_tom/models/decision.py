"""From the likelihood or similarity of each option to an answer. Chosen before any gold was looked at, and the same for all
models and subsets."""

from collections.abc import Sequence
from math import exp, log


def decide(
    answer_format: str, scores: Sequence[Sequence[float]], lengths: Sequence[int] | None = None
) -> tuple[int, ...]:
    """Places of the options that are taken, given `scores[slot][option]` in nats (one slot unless the format is `slots`).

    - `choice`: the option with the highest score.
    - `slots`: for each slot's own cue the option with the highest score; the same option may fill two slots.
    - `choices`: the highest alone. How many labels apply cannot be read from likelihoods without a threshold, and a
      threshold would have to be fitted to gold.
    - `names`: those above the mean of the row's scores, or the first where all are equal.

    The first of equal scores wins. `lengths` (characters of each option's text) divides the scores where the texts
    themselves are scored, as lm-eval's `acc_norm` does: a sum over tokens favours short options. Letters are not divided.

    >>> decide("choice", [[-3.0, -1.0]]), decide("choice", [[-6.0, -5.0]], lengths=[6, 2])
    ((1,), (0,))
    >>> decide("slots", [[-1.0, -2.0], [-3.0, -2.0]]), decide("choices", [[-2.0, -1.0, -1.5]])
    ((0, 1), (1,))
    >>> decide("names", [[-1.0, -5.0, -2.0]])
    (0, 2)
    """
    lengths = lengths or [1] * len(scores[0])
    values = [[s / max(n, 1) for s, n in zip(slot, lengths, strict=True)] for slot in scores]
    if answer_format == "slots":
        return tuple(slot.index(max(slot)) for slot in values)
    first = values[0]
    if answer_format == "names":
        mean = sum(first) / len(first)
        return tuple(i for i, v in enumerate(first) if v > mean) or (0,)
    return (first.index(max(first)),)


def rank(answer_format: str, scores: Sequence[float], slots: int) -> tuple[int, ...]:
    """`decide` where one score of an option serves all slots: the highest fills the first slot, the next the second, and
    so on, from the highest again where options run out.

    >>> rank("slots", [0.1, 0.9, 0.5, 0.7], 3), rank("names", [0.1, 0.9, 0.5, 0.7], 0)
    ((1, 3, 2), (1, 3))
    """
    if answer_format != "slots":
        return decide(answer_format, [scores])
    ranked = sorted(range(len(scores)), key=lambda i: -scores[i])
    return tuple(ranked[i % len(ranked)] for i in range(slots))


def added(values: Sequence[float]) -> float:
    """The log-likelihood (nats) of an option that can be said in several ways: the logarithm of the sum of their
    probabilities, of which rounding must not make more than 1.

    >>> added([-0.25]), round(added([-1.0, -1.0]), 4)
    (-0.25, -0.3069)
    """
    most = max(values)
    return min(0.0, most + log(sum(exp(v - most) for v in values)))
