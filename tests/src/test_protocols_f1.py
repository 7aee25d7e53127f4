"""F1 against scikit-learn, on random answers with unparsed and missing ones."""

import json
import random

import numpy as np
import pytest
from sklearn.metrics import f1_score
from synthetic import folder, rows_of

from cultural_tom.predictions.record import answer_of as answer
from cultural_tom.scoring.run import ScoreOptions, score

FAST = ScoreOptions(resamples=0)


def answered(rows, seed):
    """Per row an answer, or None where none is given; every tenth row is missing altogether."""
    draw = random.Random(seed)
    out = {}
    for r in rows:
        n = len(r["options"])
        size = draw.choice([1, 1, 2, 4]) if r["answer_format"] == "choices" else 1
        own = sorted(draw.sample(range(n), size)) if draw.random() < 0.6 else r["gold"]
        out[r["id"]] = None if draw.random() < 0.15 else own
    return {i: a for k, (i, a) in enumerate(out.items()) if k % 10}


def write(path, rows, chosen):
    lines = [
        {"id": r["id"], "answer": None if chosen[r["id"]] is None else answer(r, chosen[r["id"]])}
        for r in rows
        if r["id"] in chosen
    ]
    path.write_text("".join(json.dumps(x) + "\n" for x in lines), "utf-8")
    return path


@pytest.mark.parametrize("seed", range(4))
def test_macro_f1_of_letters_is_that_of_scikit_learn(seed, tmp_path):
    rows = rows_of("culturaltom_vqa_en", 30, seed)
    data = folder(tmp_path / "data", {"culturaltom_vqa_en": rows})
    chosen = answered(rows, seed)
    report = score(write(tmp_path / "p.jsonl", rows, chosen), data, FAST)
    found = {(f.group, f.name): f for f in report.configs[0].figures if f.metric == "macro_f1"}
    parts = {("all", "all questions"): rows}
    parts |= {("task", t): [r for r in rows if r["task"] == t] for t in {r["task"] for r in rows}}
    parts |= {("region", x): [r for r in rows if f"region:{x}" in r["tags"]] for x in "XYZ"}
    for key, members in parts.items():
        gold = [r["gold"][0] for r in members]
        said = [(chosen.get(r["id"]) or [-1])[0] for r in members]
        expected = f1_score(gold, said, labels=sorted(set(gold)), average="macro", zero_division=0)
        assert found[key].value == pytest.approx(expected), key
        assert found[key].n == len(members)


@pytest.mark.parametrize("protocol", ["strict", "paper"])
@pytest.mark.parametrize("seed", range(4))
def test_f1_of_intentions_is_that_of_scikit_learn(seed, protocol, tmp_path):
    rows = rows_of("xnegotiationtom_fr", 30, seed)
    data = folder(tmp_path / "data", {"xnegotiationtom_fr": rows})
    members = [r for r in rows if r["task"] == "intention"]
    chosen = answered(members, seed)
    path = write(tmp_path / "p.jsonl", members, chosen)
    report = score(path, data, ScoreOptions(resamples=0, protocol=protocol))
    found = {(f.name, f.metric): f for f in report.configs[0].figures}
    gold, said = np.zeros((len(members), 9), int), np.zeros((len(members), 9), int)
    for i, r in enumerate(members):
        gold[i, r["gold"]] = 1
        said[i, chosen.get(r["id"]) or []] = 1
    assert gold.any(0).all()
    for average in ("micro", "macro"):
        expected = f1_score(gold, said, average=average, zero_division=0)
        assert found["intention", f"{average}_f1"].value == pytest.approx(expected)
        assert found["intention", f"{average}_f1"].n == len(members)
    if protocol == "strict":
        for label, expected in enumerate(f1_score(gold, said, average=None, zero_division=0)):
            assert found[f"i{label}", "f1"].value == pytest.approx(expected)


def test_always_no_intention_scores_what_the_counts_say(tmp_path):
    rows = [r for r in rows_of("xnegotiationtom_en", 30) if r["task"] == "intention"]
    data = folder(tmp_path / "data", {"xnegotiationtom_en": rows})
    path = write(tmp_path / "p.jsonl", rows, {r["id"]: [8] for r in rows})
    found = {(f.name, f.metric): f.value for f in score(path, data, FAST).configs[0].figures}
    hits, labels = sum(8 in r["gold"] for r in rows), sum(len(r["gold"]) for r in rows)
    assert found["intention", "micro_f1"] == pytest.approx(2 * hits / (len(rows) + labels))
    assert found["intention", "macro_f1"] == pytest.approx(2 * hits / (len(rows) + hits) / 9)
