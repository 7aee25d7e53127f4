"""Baselines: what they answer, in every order, and that they never leave a format."""

import json

import pytest
from predicted import answers, predict

from cultural_tom.inference.bare import requests
from cultural_tom.models.baselines import COUNTED, RULES
from cultural_tom.models.interface import Settings
from cultural_tom.models.registry import build
from cultural_tom.problems import InputError
from cultural_tom.scoring.run import ScoreOptions, score

ROW = {"id": "tombench_en/a/1", "options": ["box", "a big bag"], "answer_format": "choice", "slots": [], "gold": [0],
       "context": "The box is red. A big bag is near the door.", "question": "", "premise": "", "language": "en",
       "context_id": "a"}  # fmt: skip


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("longest", 1),
        ("shortest", 0),
        ("lexical", 0),
        ("last", 1),
        ("first", 0),
        ("most", 0),
        ("majority", 0),
    ],
)
def test_each_rule_answers_by_its_rule(model, expected):
    assert list(answers(model, [ROW])) == [(expected,)]


def test_majority_and_constant_have_seen_the_gold_of_all_rows():
    rows = [ROW, ROW | {"gold": [1]}, ROW]
    assert list(answers("majority", rows)) == list(answers("constant", rows)) == [(0,)] * 3


@pytest.mark.parametrize("model", [*RULES, *COUNTED])
def test_every_baseline_answers_every_config_in_its_format(tmp_path, sample, model):
    count = predict(model, "*", sample, tmp_path / "p.jsonl")
    report = score(tmp_path / "p.jsonl", sample, ScoreOptions(resamples=0))
    assert count == sum(c.rows for c in report.configs) and len(report.configs) == 33
    assert all(c.missing == c.unparsed == 0 for c in report.configs)


def taken(model, orders):
    """The options' texts that a baseline takes in each order, and their places."""
    row = ROW | {"options": ["box", "a big bag", "an old red chest", "tin"], "gold": [2]}
    made = build(model, Settings())
    if model in COUNTED:
        made.learn([row])
    asked = list(requests([row], orders))
    places = [reply.answer[0] for batch in made.answer(asked) for _, reply in batch]
    return {r.options[p] for r, p in zip(asked, places, strict=True)}, set(places)


def test_rules_follow_the_option_through_the_orders_and_constant_stays_at_its_letter():
    assert taken("longest", 5)[0] == taken("majority", 5)[0] == {"an old red chest"}
    assert len(taken("longest", 5)[1]) > 1
    assert taken("constant", 5)[1] == {2} and len(taken("constant", 5)[0]) > 1
    assert len(taken("random", 8)[1]) > 1


def test_random_is_the_same_in_every_run(tmp_path, sample):
    for name in ("a", "b"):
        predict("random", "xfantom_*", sample, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    letters = [json.loads(line)["answer"] for line in (tmp_path / "a").read_text().splitlines()]
    assert set(letters) == {"A", "B"}


def test_a_baseline_refuses_every_option_of_a_language_model_at_once():
    with pytest.raises(InputError) as found:
        build("random", Settings(temperature=1.0, revision="v1", scoring="letters"))
    assert {p.where for p in found.value.problems} == {"--temperature", "--revision", "--score"}
