"""What was scored and how, in words: what every page says first."""

from collections.abc import Iterable
from typing import Any

from cultural_tom.rows.standing import STATES

Doc = dict[str, Any]


def data(configs: Iterable[Doc]) -> Doc:
    """Edition and state of the rows, and what each state rests on."""
    held = list(configs)
    states = sorted({c["state"] for c in held})
    explained = [f"{state}: {STATES[state]}" if state in STATES else state for state in states]
    return {"Edition": ", ".join(sorted({c["edition"] for c in held})), "State": "; ".join(explained)}


def how(options: Doc) -> Doc:
    """The options of a score as sentences. Which reading a paper has counts under its own protocol only."""
    strict = options["protocol"] == "strict"
    bootstrap = f"bootstrap of {options['resamples']:,} resamples, seed {options['seed']}"
    free = {} if options["free"] is None else {"Free answers": f"matched to options by {options['free']}"}
    return {
        "Protocol": options["protocol"] if strict else f"{options['protocol']}, responses read as {options['paper_reading']}",
        "Gold": options["gold"],
        "Rows without a prediction": "left out (--partial)" if options["partial"] else "count as wrong",
        "Intervals": f"{options['ci']} %, over contexts; {bootstrap if options['resamples'] else 'no bootstrap'}",
        **free,
    }  # fmt: skip
