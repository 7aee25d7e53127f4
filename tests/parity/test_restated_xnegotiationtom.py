"""XNegotiationToM's figures against a restatement of how its paper counts. XToM released no scoring script, so there
is nothing to execute; where there is one, test_parity.py executes it."""

import random

import numpy as np
import pytest
import restated_xnegotiationtom as restated

from cultural_tom.predictions.record import Prediction
from cultural_tom.scoring import protocols
from cultural_tom.scoring.answers import LETTERS, resolve
from cultural_tom.scoring.figures import evaluate
from cultural_tom.scoring.measure import Scored
from cultural_tom.scoring.table import Table


def table(config, rows):
    """A table of rows given as dicts; what a row leaves out is empty."""
    empty = {"context_id": "c", "task": "", "ability": "", "question_type": "", "belief_order": None, "slots": [],
             "audit_status": "", "audit_gold": [], "tags": [], "answer_format": "choice"}  # fmt: skip
    full = [empty | {"id": f"{config}/{i}", "parallel_id": f"p/{i}", **row} for i, row in enumerate(rows)]
    columns = {key: [row[key] for row in full] for key in full[0]}
    return Table(config, columns["id"], columns)


def scored(config, rows, predictions):
    """Scored rows under the paper protocol; predictions are (row, response or answer, permutation)."""
    made = table(config, rows)
    read = [
        Prediction(made.ids[i], answer, response, k, 0, line)
        for line, (i, response, answer, k) in enumerate(predictions, 1)
    ]
    answers = resolve({config: made}, read, "parity", protocols.read)[config]
    answers.rules = protocols.rules(config)
    return Scored(made, answers, made.gold, np.ones(len(made), bool))


@pytest.mark.parametrize("seed", range(5))
def test_xnegotiationtom_gives_the_printed_kind_of_figures(seed):
    draw = random.Random(seed)
    rows, predictions, items, pairs = [], [], {"belief": [], "desire": []}, []
    prefixes = [f"{a}-{b}" for a in range(60) for b in range(5)]
    unannotated = {draw.choice(prefixes) for _ in range(14)}

    def add(prefix, task, who, agent, n, gold, answer, **row):
        rows.append({"options": [f"o{x}" for x in range(n)], "gold": sorted(gold) if task == "intention" else gold,
                     "context_id": f"xnegotiationtom/{prefix.partition('-')[0]}", "task": task,
                     "parallel_id": f"xnegotiationtom/{prefix}/{task}/{who}", "tags": [f"agent:{agent}"], **row})  # fmt: skip
        predictions.append((len(rows) - 1, None, [LETTERS[x] for x in answer] if answer else None, 0))

    for prefix in prefixes:
        for task in ("belief", "desire"):
            for agent in (1, 2):
                if prefix in unannotated and agent == 2:
                    continue
                gold = [draw.randrange(2) for _ in range(3)]
                answer = draw.choice([gold, [draw.randrange(4) for _ in range(3)], None])
                add(prefix, task, f"agent_{agent}", agent, 4, gold, answer, slots=["high", "medium", "low"],
                    answer_format="slots")  # fmt: skip
                items[task].append((prefix, f"agent_{agent}", gold, answer))
        for turn in (1, 2):
            gold = set(draw.sample(range(9), draw.choice([1, 1, 2, 3])))
            answer = set(draw.sample(range(9), draw.choice([1, 2, 5]))) if draw.random() < 0.9 else set()
            add(
                prefix,
                "intention",
                f"utterance_{turn}",
                turn,
                9,
                gold,
                sorted(answer),
                answer_format="choices",
            )
            pairs.append((gold, answer))
    found = scored("xnegotiationtom_en", rows, predictions)
    values = {(f.name, f.metric): f for f in evaluate(protocols.plan(found, "paper"), resamples=0)}
    for task in ("belief", "desire"):
        own = values[task, "exact_match"]
        assert own.value == pytest.approx(restated.exact_match(items[task], 300))
        assert own.n == 600
    micro, macro = restated.f1(pairs, 9)
    assert values["intention", "micro_f1"].value == pytest.approx(micro)
    assert values["intention", "macro_f1"].value == pytest.approx(macro)
