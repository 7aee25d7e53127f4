"""Which options the official scripts would call right for a raw response: the scripts' own functions, executed from
the mirror and turned from "is it right" into "what does it read". The extraction benchmark lays these beside
`cultural_tom.extraction`.

Each function gives a sorted tuple of option indices, None where no option would be called right. FANToM's rule may
accept several."""

import tempfile
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import run_fantom
import run_tactfultom
import scripts

Read = Callable[[str, Sequence[str]], tuple[int, ...] | None]


def parsers(mirror: Path) -> dict[str, Read]:
    """tombench, fantom, tactfultom_binary, tactfultom_mcq, tactfultom_list. TactfulToM's read as for most models:
    thinking is not cut off, boxes are not opened."""
    letter = scripts.load(mirror, scripts.TOMBENCH).extract_answer
    agent: Any = scripts.load(mirror, scripts.FANTOM, *run_fantom.stand_ins()).FantomEvalAgent
    bare = agent.__new__(agent)  # without its model and data
    with tempfile.TemporaryDirectory() as folder:
        clean = run_tactfultom.Official(mirror, Path(folder)).module._clean

    def said(response: str, style: str, **about: Any) -> Any:
        entry = {"question_type": style, "original_result": response, **about}
        try:
            return clean(entry, run_tactfultom.FILES["plain"])
        except IndexError:  # no character is left to read: the script ends
            return None

    def tombench(response: str, options: Sequence[str]) -> tuple[int, ...] | None:
        index = "ABCD".index(letter(response))
        return (index,) if index < len(options) else None

    def fantom(response: str, options: Sequence[str]) -> tuple[int, ...] | None:
        """It knows four letters."""
        text, places = bare.parse_response(response), range(min(len(options), 4))
        return tuple(i for i in places if bare.evaluate_mc_belief_q({"correct_answer": i}, text)) or None

    def binary(response: str, options: Sequence[str]) -> tuple[int, ...] | None:
        found = said(response, "binary")
        return tuple(i for i, o in enumerate(options) if o.lower() == found) or None

    def mcq(response: str, options: Sequence[str]) -> tuple[int, ...] | None:
        found = said(response, "mcq", mcq_mapping=list(range(len(options))))
        return (found,) if isinstance(found, int) else None

    def names(response: str, options: Sequence[str]) -> tuple[int, ...] | None:
        parts = set(said(response, "list"))
        every = (s for k in range(1, len(options) + 1) for s in combinations(range(len(options)), k))
        return next((s for s in every if parts == {options[i] for i in s}), None)

    return {
        "tombench": tombench, "fantom": fantom, "tactfultom_binary": binary, "tactfultom_mcq": mcq,
        "tactfultom_list": names,
    }  # fmt: skip
