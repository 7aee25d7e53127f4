"""Which options the official scripts would call right for a raw response: their rules, as re-implemented in
this folder with their defects, turned from "is it right" into "what does it read".

Each function returns a sorted tuple of option indices, None where no option would be called right. FANToM's
rule may accept several. The extraction benchmark lays these beside `cultural_tom.extract`.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

import official_fantom
import official_tactfultom
import official_tombench

Read = tuple[int, ...] | None


def tombench(response: str, options: Sequence[str]) -> Read:
    """ToMBench, `get_results.py`: `[[A]]` to `[[D]]` in the order of the alphabet, `[A]` to `[D]`, else the last
    capital A to D, and without any letter "A". A letter beyond the options is a vote for nothing."""
    index = ord(official_tombench.letter(response)) - 65
    return (index,) if index < len(options) else None


def fantom(response: str, options: Sequence[str]) -> Read:
    """FANToM, `eval_fantom.py`, belief choice: all letters that the response counts as naming. The official rule
    knows (a) and (b); here it is asked about the letters of all options."""
    named = (i for i in range(len(options)) if official_fantom.is_right(response, chr(97 + i)))
    return tuple(named) or None


def tactfultom_binary(response: str, options: Sequence[str]) -> Read:
    """TactfulToM, `evaluate_non_freeform.py`, yes/no: punctuation removed, "yes" before "no"."""
    return _accepted(range(len(options)), lambda i: official_tactfultom.binary(response, options[i]))


def tactfultom_mcq(response: str, options: Sequence[str]) -> Read:
    """TactfulToM, option numbers: the first character after "option" or "answer…:". Where the official script
    stops (an empty answer, a number beyond the options) nothing is read."""
    maps = [[(i - gold) % len(options) for i in range(len(options))] for gold in range(len(options))]
    return _accepted(range(len(options)), lambda i: official_tactfultom.multiple_choice(response, maps[i]))


def tactfultom_list(response: str, options: Sequence[str]) -> Read:
    """TactfulToM, lists: the parts between commas, stripped, as a set; capitals count."""
    every = (s for k in range(1, len(options) + 1) for s in combinations(range(len(options)), k))
    return next((s for s in every if official_tactfultom.names(response, [options[i] for i in s])), None)


def _accepted(indices: range, is_right: Callable[[int], bool]) -> Read:
    try:
        return tuple(i for i in indices if is_right(i)) or None
    except IndexError:
        return None
