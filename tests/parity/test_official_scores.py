"""The paper protocol against the official rules, stated a second time: output by output, row by row.

Every difference is none, or one of `DEVIATIONS`, which docs/protocols.md explains."""

import random
from pathlib import Path

import official_fantom
import official_tactfultom
import official_tombench
import official_xnegotiationtom
import pytest
from outputs import generate

from cultural_tom.predictions import Prediction
from cultural_tom.score import paper_parsing, protocols
from cultural_tom.score.answers import LETTERS, resolve, shown
from cultural_tom.score.figures import evaluate
from cultural_tom.score.measure import Scored
from cultural_tom.score.table import Table

COUNT = 4000
DEVIATIONS = {
    "tombench_gold_with_a_dot": "upstream's one gold 'A. ' can never be right; the row's gold is A",
    "tactfultom_nothing_to_index": "the released code stops where no character is left; here the row is unparsed",
    "tactfultom_number_beyond_the_options": "the released code stops at a number with no option; here it is unparsed",
}


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
    answers = resolve({config: made}, read, "parity", paper_parsing.read)[config]
    answers.rules = paper_parsing.rules(config)
    import numpy as np

    return Scored(made, answers, made.gold, np.ones(len(made), bool))


def verdicts(config, rows, outputs):
    return list(scored(config, rows, [(i, o, None, 0) for i, o in enumerate(outputs)]).correct == 1)


@pytest.mark.parametrize("n", [2, 4])
def test_tombench_reads_every_output_as_the_official_rule_does(n):
    outputs = generate("letters", COUNT)
    golds = [i % n for i in range(len(outputs))]
    rows = [{"options": list("wxyz")[:n], "gold": [g]} for g in golds]
    maps = [{x: x for x in LETTERS[:n]}]
    official = [
        official_tombench.is_right([o], maps, LETTERS[g]) for o, g in zip(outputs, golds, strict=True)
    ]
    assert verdicts("tombench_en", rows, outputs) == official
    assert 0.1 < sum(official) / len(official) < 0.9


@pytest.mark.parametrize("tries", [2, 4, 5])
def test_tombench_votes_over_option_orders_as_the_official_rule_does(tries):
    draw = random.Random(7)
    outputs = generate("letters", COUNT)
    rows, predictions, official = [], [], []
    for i in range(600):
        n, gold = draw.choice([2, 4]), draw.randrange(2)
        rows.append({"options": [f"o{x}" for x in range(n)], "gold": [gold]})
        said = [draw.choice(outputs) for _ in range(tries)]
        orders = [shown(f"tombench_en/{i}", n, k) for k in range(tries)]
        predictions += [(i, o, None, k) for k, o in enumerate(said)]
        maps = [{LETTERS[at]: LETTERS[x] for at, x in enumerate(order)} for order in orders]
        official.append(official_tombench.is_right(said, maps, LETTERS[gold]))
    assert list(scored("tombench_en", rows, predictions).correct == 1) == official


def test_tombench_differs_only_by_name_on_the_gold_that_has_a_dot():
    outputs = generate("letters", COUNT)
    rows = [{"options": list("wxyz"), "gold": [0]} for _ in outputs]
    maps = [{x: x for x in "ABCD"}]
    official = [official_tombench.is_right([o], maps, "A. ") for o in outputs]
    repaired = [official_tombench.is_right([o], maps, "A") for o in outputs]
    ours = verdicts("tombench_en", rows, outputs)
    assert not any(official) and ours == repaired and any(ours)
    assert "tombench_gold_with_a_dot" in DEVIATIONS


def test_fantom_counts_every_output_that_the_official_rule_counts():
    outputs = generate("letters", COUNT)
    golds = [i % 2 for i in range(len(outputs))]
    rows = [{"options": ["right", "wrong"], "gold": [g]} for g in golds]
    official = [official_fantom.is_right(o, "ab"[g]) for o, g in zip(outputs, golds, strict=True)]
    assert verdicts("xfantom_en", rows, outputs) == official
    assert 0.05 < sum(official) / len(official) < 0.95


def test_fantom_counts_an_output_that_names_both_options_whichever_is_right():
    rows = [{"options": ["x", "y"], "gold": [g]} for g in (0, 1)]
    assert verdicts("xfantom_en", rows, ["(b), not (a)"] * 2) == [True, True]


@pytest.mark.parametrize("options", [["yes", "no"], ["No", "Yes"]])
def test_tactfultom_reads_yes_and_no_as_the_official_rule_does(options):
    outputs = generate("yes_no", COUNT)
    golds = [i % 2 for i in range(len(outputs))]
    official = [official_tactfultom.binary(o, options[g]) for o, g in zip(outputs, golds, strict=True)]
    assert verdicts("tactfultom_en", [{"options": options, "gold": [g]} for g in golds], outputs) == official
    assert 0.1 < sum(official) / len(official) < 0.9


def test_tactfultom_reads_option_numbers_as_the_official_rule_does_but_for_two_named_stops():
    outputs = generate("digits", COUNT)
    draw = random.Random(3)
    rows, official, stops = [], [], {}
    for i, output in enumerate(outputs):
        n = draw.choice([2, 4])
        mapping = draw.sample(range(n), n)
        rows.append({"options": [f"o{x}" for x in mapping], "gold": [mapping.index(0)]})
        try:
            official.append(official_tactfultom.multiple_choice(output, mapping))
        except IndexError:
            left = official_tactfultom.final(output)
            beyond = any(c.isdecimal() for c in left)
            stops[i] = "tactfultom_number_beyond_the_options" if beyond else "tactfultom_nothing_to_index"
            official.append(False)
    ours = verdicts("tactfultom_en", rows, outputs)
    assert ours == official
    assert set(stops.values()) == {d for d in DEVIATIONS if d.startswith("tactfultom")}
    assert not any(ours[i] for i in stops)
    assert 0.1 < sum(official) / len(official) < 0.9


def test_tactfultom_reads_lists_of_names_as_the_official_rule_does():
    outputs = generate("names", COUNT)
    names = ["Ann", "Bo", "Cy", "Di"]
    golds = [[(0,), (0, 2), (0, 2, 3)][i % 3] for i in range(len(outputs))]
    rows = [{"options": names, "gold": list(g), "answer_format": "names"} for g in golds]
    official = [
        official_tactfultom.names(o, [names[x] for x in g]) for o, g in zip(outputs, golds, strict=True)
    ]
    assert verdicts("tactfultom_en", rows, outputs) == official
    assert any(official) and not all(official)


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
        assert own.value == pytest.approx(official_xnegotiationtom.exact_match(items[task], 300))
        assert own.n == 600
    micro, macro = official_xnegotiationtom.f1(pairs, 9)
    assert values["intention", "micro_f1"].value == pytest.approx(micro)
    assert values["intention", "macro_f1"].value == pytest.approx(macro)


def test_every_named_deviation_is_explained_in_the_docs():
    text = (Path(__file__).parents[2] / "docs" / "protocols.md").read_text("utf-8")
    assert [d for d in DEVIATIONS if f"`{d}`" not in text] == []
