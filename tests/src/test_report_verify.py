"""A report that verifies, and forged ones that do not."""

import hashlib
import json
import shutil

import pyarrow.parquet as pq
import pytest
from predicted import predict
from reports import FAST
from typer.testing import CliRunner

from cultural_tom.commands.app import app
from cultural_tom.extraction import VERSION
from cultural_tom.problems import InputError
from cultural_tom.rows.repository import data_file, read_rows, to_table, write_parquet
from cultural_tom.scoring.run import ScoreOptions, score
from cultural_tom.scoring.verify import verify


@pytest.mark.parametrize("forged", [False, True], ids=["rows changed", "rows and file hash changed"])
def test_data_that_was_changed_is_not_taken_for_the_release(sample, tmp_path, forged):
    data = tmp_path / "data"
    shutil.copytree(sample, data)
    file = tmp_path / "p.jsonl"
    predict("random", "tombench_en", sample, file)
    signature = str(score(file, data, ScoreOptions(resamples=0)).signature)
    path = data / data_file("tombench_en")
    write_parquet(to_table("tombench_en", [{**r, "gold": [0]} for r in read_rows(data, "tombench_en")]), path)
    if forged:
        info = json.loads((data / "build.json").read_text("utf-8"))
        info["configs"]["tombench_en"]["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
        (data / "build.json").write_text(json.dumps(info), "utf-8")
    with pytest.raises(InputError, match="holds other rows"):
        score(file, data, ScoreOptions(resamples=0))
    with pytest.raises(InputError, match="holds other rows"):
        verify(signature, file, data)


def test_a_file_of_another_writer_with_the_same_rows_has_the_same_signature(sample, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(sample, data)
    file = tmp_path / "p.jsonl"
    predict("random", "tombench_en", sample, file)
    first = str(score(file, data, ScoreOptions(resamples=0)).signature)
    path = data / data_file("tombench_en")
    pq.write_table(pq.read_table(path), path, compression="gzip")
    assert str(score(file, data, ScoreOptions(resamples=0)).signature) == first


def test_a_report_verifies_and_a_forged_one_does_not(mixed_predictions, sample, tmp_path):
    report = score(mixed_predictions, sample, FAST)
    saved = tmp_path / "r.json"
    document = report.as_dict()
    saved.write_text(json.dumps(document))
    assert str(verify(str(report.signature), mixed_predictions, sample, saved).signature) == str(
        report.signature
    )
    document["configs"][3]["figures"][0]["value"] += 1e-9
    saved.write_text(json.dumps(document))
    with pytest.raises(InputError) as e:
        verify(str(report.signature), mixed_predictions, sample, saved)
    assert len(e.value.problems) == 1
    assert "all / all questions / accuracy].value" in e.value.problems[0].where


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("cultural-tom:", "cultural-tom:9.", "signature, version"),
        ("xfantom_fr@sha256:", "xfantom_fr@sha256:0", "signature, xfantom_fr"),
        ("predictions:", "predictions:0", "signature, predictions"),
        ("edition:sample", "edition:full", "signature, edition"),
        ("protocol:strict", "protocol:lenient", "signature, protocol"),
        ("gold:upstream", "gold:mine", "signature, gold"),
        (f"extract:{VERSION}", "extract:2", "read by version 2 of the extraction"),
        (f"extract:{VERSION}", "extract:3", "read by version 3 of the extraction"),
        (f"extract:{VERSION}", "extract:27+free-magic-1", "signature, extract"),
        ("perm:2", "perm:1", "signature, permutations"),
        ("ci:95", "ci:0", "signature, ci"),
        ("boot:50", "boot:99999999999", "signature, boot"),
        ("cluster:context_id", "cluster:none", "signature, cluster"),
        ("seed:12345", "seed:x", "needs seed"),
    ],
)
def test_verify_names_what_differs(mixed_predictions, sample, old, new, message):
    signature = str(score(mixed_predictions, sample, FAST).signature)
    assert old in signature
    with pytest.raises(InputError, match=message.replace("(", r"\(")):
        verify(signature.replace(old, new, 1), mixed_predictions, sample)


@pytest.mark.parametrize(
    "change",
    [lambda s: f"{s}|{s}", lambda s: f"edition:full|{s}", lambda s: f"{s}|checked:yes",
     lambda s: s.replace("ci:95", "ci:٩٥"), lambda s: s.replace("boot:", "boot:0")],
    ids=["twice", "two editions", "unknown part", "other digits", "leading zero"],
)  # fmt: skip
def test_a_signature_says_nothing_that_was_not_checked(mixed_predictions, sample, change):
    signature = str(score(mixed_predictions, sample, ScoreOptions(resamples=20)).signature)
    verify(signature, mixed_predictions, sample)
    with pytest.raises(InputError, match="no signature"):
        verify(change(signature), mixed_predictions, sample)


@pytest.mark.parametrize("content", ["", "[]", "NaN", "{", '{"configs": 1}', "[" * 100_000], ids=range(6))
def test_verify_refuses_what_is_no_report(mixed_predictions, sample, tmp_path, content):
    saved = tmp_path / "r.json"
    saved.write_text(content)
    with pytest.raises(InputError, match="report"):
        verify(str(score(mixed_predictions, sample, FAST).signature), mixed_predictions, sample, saved)


def test_the_command_line_writes_both_kinds_and_verifies(sample, tmp_path):
    run = CliRunner().invoke
    file, html, saved = tmp_path / "p.jsonl", tmp_path / "new" / "r.html", tmp_path / "r.json"
    predict("longest", "xfantom_fr", sample, file)
    common = ["--data", str(sample)]
    assert run(app, ["score", str(file), *common, "--out", str(html)]).exit_code == 0
    assert html.read_text("utf-8").startswith("<!doctype html>")
    assert run(app, ["score", str(file), *common, "--out", str(saved)]).exit_code == 0
    signature = json.loads(saved.read_text())["signature"]
    assert run(app, ["verify", signature, str(file), *common, "--report", str(saved)]).exit_code == 0
    assert (
        run(
            app,
            ["verify", signature.replace("seed:12345", "seed:1"), str(file), *common, "--report", str(saved)],
        ).exit_code
        == 1
    )
    assert run(app, ["score", str(file), *common, "--out", str(tmp_path / "r.txt")]).exit_code == 1
    assert not (tmp_path / "r.txt").exists()
    assert sorted(p.name for p in html.parent.iterdir()) == ["r.html"]
