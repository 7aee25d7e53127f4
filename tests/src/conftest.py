"""Fixtures that several files of these tests share."""

import json

import pytest
from predicted import predict
from reports import FAST, HOSTILE

from cultural_tom.scoring.run import score


@pytest.fixture
def plain_environment(monkeypatch):
    """No proxy of this machine."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture(scope="module")
def mixed_predictions(sample, tmp_path_factory):
    """Predictions for all configs: answers, responses, unparsed and missing rows, two option orders in xtomi_fr."""
    path = tmp_path_factory.mktemp("p") / "p.jsonl"
    predict("lexical", "*", sample, path)
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    out = []
    for i, line in enumerate(lines):
        if i % 29 == 3:
            continue
        if i % 11 == 0:
            line = {"id": line["id"], "response": HOSTILE}
        elif isinstance(line["answer"], str) and i % 3 == 0:
            line = {"id": line["id"], "response": f"The answer is {line['answer']}."}
        out.append(line)
        if line["id"].startswith("xtomi_fr/"):
            out.append(line | {"permutation": 1})
    path.write_text("\n".join(map(json.dumps, out)) + "\n", "utf-8")
    return path


@pytest.fixture(scope="module")
def mixed_report(mixed_predictions, sample):
    """The JSON document of their report."""
    return json.loads(json.dumps(score(mixed_predictions, sample, FAST).as_dict()))


@pytest.fixture
def no_keys(monkeypatch):
    """No key and no proxy of whoever runs the tests."""
    for name in (
        "CULTURAL_TOM_JUDGE_KEY",
        "OPENAI_API_KEY",
        "http_proxy",
        "HTTP_PROXY",
        "all_proxy",
        "ALL_PROXY",
    ):
        monkeypatch.delenv(name, raising=False)
