"""Baselines: what they answer, and that they never leave a format."""

import json

import pytest

from cultural_tom.models.baselines import BASELINES, lexical, longest, majority, predict
from cultural_tom.problems import InputError
from cultural_tom.scoring.run import ScoreOptions, score

ROW = {"id": "tombench_en/a/1", "options": ["box", "a big bag"], "answer_format": "choice", "slots": [], "gold": [0],
       "context": "The box is red.", "language": "en"}  # fmt: skip


def test_longest_lexical_and_majority_answer_by_their_rule():
    assert list(longest([ROW])) == [[1]]
    assert list(lexical([ROW])) == [[0]]
    assert list(majority([ROW, ROW | {"gold": [1]}, ROW])) == [[0], [0], [0]]


@pytest.mark.parametrize("model", BASELINES)
def test_every_baseline_answers_every_config_in_its_format(tmp_path, sample, model):
    count = predict(model, "*", sample, tmp_path / "p.jsonl")
    report = score(tmp_path / "p.jsonl", sample, ScoreOptions(resamples=0))
    assert count == sum(c.rows for c in report.configs) and len(report.configs) == 33
    assert all(c.missing == c.unparsed == 0 for c in report.configs)


def test_random_is_the_same_in_every_run(tmp_path, sample):
    for name in ("a", "b"):
        predict("random", "xfantom_*", sample, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    letters = [json.loads(line)["answer"] for line in (tmp_path / "a").read_text().splitlines()]
    assert set(letters) == {"A", "B"}


def test_an_unknown_model_is_answered_with_the_known_ones(tmp_path, sample):
    with pytest.raises(InputError, match="lexical"):
        predict("gpt", "*", sample, tmp_path / "p.jsonl")
