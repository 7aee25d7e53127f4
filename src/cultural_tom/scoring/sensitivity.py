"""How much the place and order of options matter: for configs answered in several option orders, and by the
position of the gold in any config."""

from operator import itemgetter
from typing import Any

import numpy as np

from cultural_tom.scoring.answers import Indices, right
from cultural_tom.scoring.measure import Scored
from cultural_tom.scoring.parallel import shares
from cultural_tom.scoring.table import encode


def permutations(scored: Scored, ci: float = 0.95) -> dict[str, Any] | None:
    """Accuracy in each option order (over the rows answered in it), their mean, that of the majority answer, and
    the share of rows whose answer changes between orders (an answer that cannot be read differs from every
    other) with its interval over contexts; None where only one order was shown."""
    answers = scored.answers
    if answers.permutations < 2:
        return None
    by_order: dict[int, list[list[Indices | None]]] = {}
    rows: dict[int, list[int]] = {}
    changed: list[bool] = []
    of: list[int] = []
    for i in np.flatnonzero(scored.keep):
        orders: dict[int, list[Indices | None]] = {}
        samples: dict[int, list[Indices | None]] = {}
        # Sorted: what stands in for a sample that is missing must not depend on the order of the lines.
        for sample, k, indices in sorted(answers.given[i], key=itemgetter(0, 1)):
            orders.setdefault(k, []).append(indices)
            samples.setdefault(sample, []).append(indices)
        for k, given in orders.items():
            by_order.setdefault(k, []).append(given)
            rows.setdefault(k, []).append(int(i))
        several = [s for s in samples.values() if len(s) > 1]
        changed += [len(set(s)) > 1 for s in several]
        of += [int(scored.clusters[0][i])] * len(several)
    any_named = answers.rules.any_named
    accuracy = {
        k: float(right(by_order[k], [scored.gold[i] for i in rows[k]], any_named).mean())
        for k in sorted(by_order)
    }
    share = shares({"changed": np.array(changed)}, encode(of)[0], ci).get("changed")
    return {
        "orders": [{"permutation": k, "accuracy": a, "rows": len(rows[k])} for k, a in accuracy.items()],
        "mean": float(np.mean(list(accuracy.values()))),
        "majority": float(scored.correct[scored.keep].mean()),
        "changed": share and share.value,
        "changed_low": share and share.low,
        "changed_high": share and share.high,
        "few_contexts": share is None or share.few_contexts,
    }


def by_position(positions: dict[str, Any] | None) -> dict[str, Any] | None:
    """Accuracy for each position of the gold as it was shown (None where it never stands there), and how the
    golds and the answers are spread over positions. positions: see `details.positions`."""
    if positions is None:
        return None
    answered = np.array(positions["answered"])
    asked = answered.sum(1) + np.array(positions["unparsed"]) + np.array(positions["missing"])
    total, read = asked.sum(), answered.sum()
    return {
        "accuracy": [float(answered[g, g] / n) if n else None for g, n in enumerate(asked)],
        "gold": [float(n / total) for n in asked],
        "answered": [float(n / read) if read else None for n in answered.sum(0)],
    }
