"""The whole way: rows of the sample edition, the project's prompts, a tiny model, a predictions file that is scored."""

import json

import pytest
from tiny_language import save
from typer.testing import CliRunner

from cultural_tom.commands.app import app
from cultural_tom.scoring.run import ScoreOptions
from cultural_tom.scoring.run import score as scored


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return save(tmp_path_factory.mktemp("models") / "tiny", chat=True, max_position_embeddings=4096)


@pytest.mark.parametrize("how", ["letters", "texts", "generate"])
def test_every_format_in_two_scripts_is_answered_and_scored(folder, sample, tmp_path, how):
    out = tmp_path / "p.jsonl"
    configs = "tactfultom_en,xnegotiationtom_zh,xtomi_fr"
    call = ["predict", "--model", f"hf:{folder}", "--config", configs, "--data", str(sample), "--out", str(out),
            "--score", how, "--limit", "8"]  # fmt: skip
    call += ["--max-new-tokens", "4"] if how == "generate" else []
    done = CliRunner().invoke(app, call)
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert len(lines) == 24
    key = "response" if how == "generate" else "answer"
    assert all(line.get(key) is not None for line in lines)
    report = scored(out, sample, ScoreOptions(resamples=0, partial=True))
    if how != "generate":
        assert all(c.unparsed == 0 for c in report.configs)
