"""What is done with log-probabilities (nats), whoever gives them."""

from collections.abc import Sequence
from math import exp, log


def added(values: Sequence[float]) -> float:
    """The logarithm of the sum of probabilities, of which rounding must not make more than 1.

    >>> added([-0.25]), round(added([-1.0, -1.0]), 4)
    (-0.25, -0.3069)
    """
    most = max(values)
    return min(0.0, most + log(sum(exp(v - most) for v in values)))


def best(values: Sequence[float]) -> int:
    """The place of the highest one, the first of equal ones."""
    return list(values).index(max(values))
