"""XToMi: accuracy on first-order and second-order false beliefs and on reality (XToM, Table 9).

The paper's "average" pools the belief questions, (right first + right second) / 347, so second-order questions
weigh nearly twice as much. Strict reports the unweighted mean of the two orders, and the pooled accuracy under
its own name; paper reports the pooled one as the average.
"""

from cultural_tom.scoring.figures import Plan
from cultural_tom.scoring.measure import Scored


def plan(scored: Scored, protocol: str) -> Plan:
    table, p = scored.table, scored.plan()
    belief = table.where(task="belief")
    first = p.add("belief", "first order", "accuracy", scored.accuracy(belief & table.where(belief_order=1)))
    second = p.add(
        "belief", "second order", "accuracy", scored.accuracy(belief & table.where(belief_order=2))
    )
    if protocol == "paper":
        p.add("belief", "average", "accuracy", scored.accuracy(belief))
        p.add("reality", "reality", "accuracy", scored.accuracy(table.where(task="reality")))
        return p
    p.add("belief", "all beliefs", "accuracy", scored.accuracy(belief))
    p.mean("belief", "average", "accuracy", [first, second])
    p.add("reality", "reality", "accuracy", scored.accuracy(table.where(task="reality")))
    p.add("all", "all questions", "accuracy", scored.accuracy(scored.everything()))
    kinds = sorted({k for k, b in zip(table.columns["question_type"], belief, strict=True) if b})
    for kind in kinds:
        p.add("question type", kind, "accuracy", scored.accuracy(table.where(question_type=kind)))
    return p
