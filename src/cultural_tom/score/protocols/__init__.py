"""One module per subset: `plan(scored, protocol)` says which figures a config reports, strict and as its paper."""

from collections.abc import Callable
from importlib import import_module

from cultural_tom.score.figures import Plan
from cultural_tom.score.measure import Scored
from cultural_tom.subsets import CONFIGS


def plan(scored: Scored, protocol: str) -> Plan:
    """The figures of a config under a protocol. Which figures there are depends on the rows and their gold, never
    on the answers, so that two submissions can be compared figure by figure."""
    module = import_module(f"{__name__}.{CONFIGS[scored.table.config].subset}")
    make: Callable[[Scored, str], Plan] = module.plan
    made = make(scored, protocol)
    if protocol == "strict":
        made.add("context", "all questions of a context", "joint", scored.joint(scored.everything()))
    return made
