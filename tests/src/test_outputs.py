"""What commands print and write: names are printed as they are, and a place that cannot be written is no traceback."""

import json

import pytest
from predicted import predict
from typer.testing import CliRunner

from cultural_tom.commands.app import app
from cultural_tom.problems import InputError
from cultural_tom.rows.repository import write_text

RUNNER = CliRunner()
NAMES = ["a[bold]b.jsonl", "[red]c.jsonl", ":smile:.jsonl", "d[link=x].jsonl"]


@pytest.fixture(scope="module")
def good(sample, tmp_path_factory):
    path = tmp_path_factory.mktemp("good") / "good.jsonl"
    predict("random", "tombench_en", sample, path)
    return path


@pytest.mark.parametrize("name", NAMES)
def test_file_names_are_printed_as_they_are(sample, good, tmp_path, name):
    own = tmp_path / name
    own.write_bytes(good.read_bytes())
    call = ["compare", str(good), str(own), "--data", str(sample), "--resamples", "0"]
    assert f"tombench_en: {own.stem} (b) against good (a)" in RUNNER.invoke(app, call).output


@pytest.mark.parametrize("suffix", ["/y.json", "/y.html"])
@pytest.mark.parametrize("command", ["score", "predict"])
def test_a_place_that_cannot_be_written_is_one_message(sample, good, tmp_path, command, suffix):
    blocked = tmp_path / "file"
    blocked.write_text("")
    first = ["score", str(good)] if command == "score" else ["predict", "--model", "random"]
    done = RUNNER.invoke(app, [*first, "--data", str(sample), "--out", f"{blocked}{suffix}"])
    assert done.exit_code == 1
    assert isinstance(done.exception, SystemExit)
    assert "cannot be written" in done.output


def test_a_folder_is_no_report(sample, good, tmp_path):
    place = tmp_path / "dir.json"
    place.mkdir()
    done = RUNNER.invoke(app, ["score", str(good), "--data", str(sample), "--out", str(place)])
    assert done.exit_code == 1 and "is a folder" in done.output
    assert list(tmp_path.iterdir()) == [place]


def test_nothing_half_written_stays(tmp_path):
    place = tmp_path / "there"
    place.mkdir()
    with pytest.raises(InputError, match="cannot be written"):
        write_text(place, "words", "--out")
    assert list(tmp_path.iterdir()) == [place]


@pytest.mark.parametrize(("option", "value"), [("--seed", 2**63), ("--resamples", 1_000_001), ("--seed", -1)])
def test_what_verify_would_refuse_cannot_be_scored(sample, good, option, value):
    assert RUNNER.invoke(app, ["score", str(good), "--data", str(sample), option, str(value)]).exit_code == 2


def test_problems_of_lines_and_of_rows_are_listed_together(sample, good, tmp_path):
    bad = tmp_path / "bad.jsonl"
    first, second, *_ = good.read_text("utf-8").splitlines()
    wrong = {**json.loads(second), "answer": "Z"}
    bad.write_text(
        "\n".join([first, "no json", '{"id": "tombench_en/none", "answer": "A"}', json.dumps(wrong)])
    )
    done = RUNNER.invoke(app, ["check", str(bad), "--data", str(sample), "--json"])
    assert [p["where"].split()[2] for p in json.loads(done.stdout)["problems"]] == ["2", "3", "4"]
