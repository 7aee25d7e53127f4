"""From the likelihood of each option to an answer. Chosen before any gold was looked at, and the same for all subsets."""

from collections.abc import Sequence


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
