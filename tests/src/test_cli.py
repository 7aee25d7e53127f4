"""Commands: help with examples, exit codes, JSON that is nothing but JSON, no traceback for a user's mistake."""

import json

import pytest
import typer
from typer.testing import CliRunner

from builders.cli import app as builders_app
from cultural_tom.cli import app as user_app

RUNNER = CliRunner(env={"COLUMNS": "100"})


def commands(app):
    return sorted(typer.main.get_command(app).commands)


@pytest.mark.parametrize(
    ("app", "name"), [(a, n) for a in (user_app, builders_app) for n in commands(a)], ids=str
)
def test_every_command_has_help_with_an_example(app, name):
    done = RUNNER.invoke(app, [name, "--help"])
    assert done.exit_code == 0 and "Example" in done.output


@pytest.fixture
def files(tmp_path, sample):
    good = tmp_path / "good.jsonl"
    assert (
        RUNNER.invoke(
            user_app,
            [
                "predict",
                "--model",
                "random",
                "--config",
                "tombench_en",
                "--data",
                str(sample),
                "--out",
                str(good),
            ],
        ).exit_code
        == 0
    )
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"id": "tombench_en/x"\n')
    return {"good": str(good), "bad": str(bad), "data": str(sample), "none": str(tmp_path / "none")}


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["check", "{good}", "--data", "{data}"], 0),
        (["check", "{bad}", "--data", "{data}"], 1),
        (["check", "{none}", "--data", "{data}"], 1),
        (["check", "{good}", "--data", "{none}"], 1),
        (["score", "{good}", "--data", "{data}", "--resamples", "10"], 0),
        (["score", "{bad}", "--data", "{data}"], 1),
        (["score", "{good}", "--data", "{data}", "--protocol", "loose"], 2),
        (["score", "{good}"], 2),
        (["compare", "{good}", "--data", "{data}"], 2),
        (["compare", "{good}", "{good}", "--data", "{data}", "--resamples", "10"], 0),
        (["predict", "--model", "oracle", "--data", "{data}", "--out", "{none}"], 1),
        (["frobnicate"], 2),
    ],
    ids=lambda a: " ".join(a) if isinstance(a, list) else str(a),
)
def test_exit_codes_say_what_was_wrong_and_nothing_tracebacks(files, args, code):
    done = RUNNER.invoke(user_app, [a.format(**files) for a in args])
    assert done.exit_code == code
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert "Traceback" not in done.output


@pytest.mark.parametrize(
    "args",
    [["list", "--json"], ["check", "{good}", "--data", "{data}", "--json"],
     ["score", "{good}", "--data", "{data}", "--resamples", "10", "--json"], ["check", "{bad}", "--data", "{data}", "--json"],
     ["compare", "{good}", "{good}", "--data", "{data}", "--resamples", "10", "--json"]],
    ids=lambda a: " ".join(a),
)  # fmt: skip
def test_json_is_one_document_and_nothing_else(files, args):
    json.loads(RUNNER.invoke(user_app, [a.format(**files) for a in args]).stdout)


def test_tables_fit_100_columns(files):
    done = RUNNER.invoke(user_app, ["score", files["good"], "--data", files["data"], "--resamples", "10"])
    assert max(len(line) for line in done.stdout.splitlines() if not line.startswith("signature")) <= 100


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["list", "--json"], 0),
        (["status", "--json"], 0),
        (["check", "{data}"], 0),
        (["check", "{none}"], 1),
        (["diff", "{data}", "{data}"], 0),
        (["diff", "{data}", "{none}"], 1),
        (["build", "--edition", "half", "--out", "{none}"], 2),
        (["build", "--edition", "sample", "--config", "tombnech_en", "--out", "{none}"], 1),
        (["build", "--supply", "xtomi_fr", "--out", "{none}"], 1),
        (["fetch", "tombnech"], 1),
        (["fetch", "xtom"], 1),
        (["status", "--mirror", "{none}"], 1),
    ],
    ids=lambda a: " ".join(a) if isinstance(a, list) else str(a),
)
def test_builders_exit_codes(files, args, code):
    done = RUNNER.invoke(builders_app, [a.format(**files) for a in args])
    assert done.exit_code == code, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)


def test_status_names_the_state_of_all_33_configs():
    found = json.loads(RUNNER.invoke(builders_app, ["status", "--json"]).stdout)
    assert len(found) == 33
    assert {s["state"] for s in found} == {"verified", "rebuilt", "importer"}
    assert all(s["missing"] for s in found if not s["ready"])
