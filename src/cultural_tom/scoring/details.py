"""What a report says about positions of options: which were answered, whichever was right."""

from collections import Counter
from typing import Any

import numpy as np

from cultural_tom.scoring.answers import Answers, Indices
from cultural_tom.scoring.measure import Scored


def positions(scored: Scored) -> dict[str, Any] | None:
    """How often each position was answered for each position of the gold, as shown to the model; None where no
    row of the config asks for one option. `answered[g][a]` counts predictions, `unparsed[g]` those that could
    not be read or name several options, `missing[g]` rows without a prediction (stored order)."""
    table, answers = scored.table, scored.answers
    rows = np.flatnonzero(table.where(answer_format="choice") & scored.keep)
    if not len(rows):
        return None
    n = int(table.n_options[rows].max())
    answered: Counter[tuple[int, int]] = Counter()
    unparsed, missing = [0] * n, [0] * n
    for i in rows.tolist():
        gold = scored.gold[i]
        if len(gold) != 1:
            continue
        if not answers.given[i]:
            missing[gold[0]] += 1
        counted: dict[
            tuple[int, Indices | None], int
        ] = {}  # a Counter costs three times as much for one answer
        for _, k, found in answers.given[i]:
            counted[k, found] = counted.get((k, found), 0) + 1
        for (k, found), count in counted.items():
            g = _place(answers, i, k, gold)
            if found is None or len(found) != 1:
                unparsed[g] += count
            else:
                answered[g, _place(answers, i, k, found)] += count
    counts = [[answered[g, a] for a in range(n)] for g in range(n)]
    return {"answered": counts, "unparsed": unparsed, "missing": missing}


def _place(answers: Answers, i: int, k: int, stored: Indices) -> int:
    return stored[0] if k == 0 else answers.order(i, k).index(stored[0])
