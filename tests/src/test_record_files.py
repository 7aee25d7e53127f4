"""Files of predictions: how they are written, named and told apart."""

import hashlib
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cultural_tom.predictions.json_lines import canonical, digest, write
from cultural_tom.predictions.record import Prediction
from cultural_tom.predictions.submission import submitted
from cultural_tom.problems import InputError


@pytest.mark.parametrize(
    ("prediction", "line"),
    [
        (Prediction("a", "B", None, 0, 0, 9), '{"id": "a", "answer": "B"}'),
        (Prediction('"é\n', None, None, 0, 0, 9), '{"id": "\\"é\\n", "answer": null}'),
        (Prediction("a", ["A", 'x"'], None, 0, 2, 9), '{"id": "a", "answer": ["A", "x\\""], "sample": 2}'),
        (Prediction("a", None, "é", 3, 2, 9), '{"id": "a", "response": "é", "permutation": 3, "sample": 2}'),
        (Prediction("a", None, "", 1, 0, 9), '{"id": "a", "response": "", "permutation": 1}'),
        (Prediction("a", None, "\ud800é", 0, 0, 9), '{"id": "a", "response": "\\ud800\\u00e9"}'),
    ],
)  # fmt: skip
def test_the_line_of_a_prediction(prediction, line):
    assert canonical(prediction) == line.encode() + b"\n"


def test_what_is_written_has_the_digest_and_reads_back(tmp_path):
    path = tmp_path / "p.jsonl"
    made = [Prediction("a", "B", None, 0, 0, 1), Prediction("b", None, "é", 1, 2, 2)]
    write(path, made, "--out")
    assert path.read_bytes() == b"".join(map(canonical, made))
    assert digest(made) == hashlib.sha256(path.read_bytes()).hexdigest() == submitted(path).digest
    assert submitted(path).predictions == made
    for place, says in ((tmp_path, "is a folder; name a file"), (path / "x", "cannot be written: ")):
        with pytest.raises(InputError) as e:
            write(place, made, "--out")
        (problem,) = e.value.problems
        assert problem.where == f"--out {place}" and problem.message.startswith(says)
    assert [*tmp_path.iterdir()] == [path]


def test_predictions_take_the_place_of_predictions_alone(tmp_path):
    path, made = tmp_path / "p.jsonl", [Prediction("a", "B", None, 0, 0, 1)]
    for before in (b'{"id": "x", "answer": "A"}\n', b'{"id": "x", "response": "so"}\nwhatever'):
        path.write_bytes(before)
        write(path, made, "--out")
        assert path.read_bytes() == canonical(made[0])
    first = b'{"id": "x", "note": 1}\n{"id": "x", "answer": "A"}\n{"id": "y", "response": "A"}\n'
    for before in (
        b"notes",
        first,
        b'["id"]{"id": "x", "answer": "A"}',
        b'{"id": "x", "response": null}',
        b'{"id": "',
    ):
        path.write_bytes(before)
        with pytest.raises(InputError, match="is no predictions file of cultural-tom"):
            write(path, made, "--out")
        assert path.read_bytes() == before


# --- submissions


def test_a_file_is_named_by_its_name_its_place_and_its_stem(tmp_path):
    path = tmp_path / "p.v1.jsonl"
    path.write_text(
        '{"id": "xtomi_fr/1", "answer": "A"}\nx\n{"id": "no/1", "answer": "A"}\n{"id": "xtomi_en/1", "answer": "A"}\n'
    )
    for source in (path, str(path)):
        found = submitted(source)
        assert (found.name, found.place, found.label, found.each) == (
            "p.v1.jsonl",
            str(path),
            "p.v1",
            "p.v1.jsonl line",
        )
        assert (found.path, found.configs) == (path, ["xtomi_fr", "xtomi_en"])
        assert [p.where for p in found.problems] == ["p.v1.jsonl line 2"]
    assert submitted(found) is found
    with pytest.raises(InputError) as e:
        found.refuse("done")
    assert e.value.title == "p.v1.jsonl: 1 problem; nothing was done"
    with pytest.raises(InputError, match="nothing was scored"):
        found.refuse()
    path.write_text("")
    assert [(p.where, p.message) for p in submitted(path).problems] == [(str(path), "holds no prediction")]


def test_records_in_memory_are_named_as_the_caller_says():
    good = [{"id": "xtomi_fr/1", "answer": "A"}, {}]
    for name, own, each in (("", "predictions", "record"), ("runs", "runs", "runs record")):
        found = submitted(good, name)
        assert (found.name, found.place, found.label, found.each, found.path) == (own, own, own, each, None)
        assert [p.where for p in found.problems] == [f"{each} 2"]
        assert found.digest == digest(found.predictions)
    assert [p.where for p in submitted([], "runs").problems] == ["runs"]
    assert (submitted(good).name, submitted(good).each) == ("predictions", "record")
    with pytest.raises(InputError) as e:
        submitted(5, "runs")
    assert [p.where for p in e.value.problems] == ["runs"]


def test_the_config_of_an_id_stands_before_its_first_slash():
    ids = ["xtomi_fr/1/reality", "tombench_en/a/1", "xtomi_fr/2/belief", "no/xtomi_en/1"]
    assert submitted([{"id": i, "answer": "A"} for i in ids]).configs == ["xtomi_fr", "tombench_en"]


class OfBytes:
    def __fspath__(self):
        return b"p.jsonl"

    def __repr__(self):
        return "OfBytes()"


@pytest.mark.parametrize(
    ("source", "where", "message"),
    [
        ("none.jsonl", "none.jsonl", "is no file; expected JSON Lines or Parquet predictions"),
        (".", ".", "is a folder; "),
        (OfBytes(), "OfBytes()", "is no path: argument should be a str"),
    ],
    ids=range(3),
)  # fmt: skip
def test_what_is_no_file_is_refused(source, where, message):
    with pytest.raises(InputError) as e:
        submitted(source)
    (problem,) = e.value.problems
    assert problem.where == where and problem.message.startswith(message)


def test_parquet_is_told_by_its_first_bytes_whatever_its_name(tmp_path):
    path = tmp_path / "p.jsonl"
    pq.write_table(pa.table({"id": ["a", "b"], "answer": ["A", "B"]}), path)
    assert submitted(path).predictions == [Prediction("a", "A", None, 0, 0, 1), Prediction("b", "B", None, 0, 0, 2)]  # fmt: skip
    path.write_text(json.dumps({"id": "PAR1", "answer": "A"}))
    assert submitted(path).predictions[0].id == "PAR1"


def test_a_file_of_another_kind_is_refused_as_a_whole_by_its_first_64_kilobytes(tmp_path):
    path = tmp_path / "p.jsonl"
    path.write_bytes(b"hello\n" + b"\0")
    with pytest.raises(InputError) as e:
        submitted(path)
    says = "is no text; expected JSON Lines (one JSON object per line) or Parquet"
    assert [(p.where, p.message) for p in e.value.problems] == [(str(path), says)]
    path.write_bytes(b"hello\n" + b'{"id": "a", "answer": "A"}\n' + b" " * 65_536 + b"\0")
    found = submitted(path)
    assert [p.id for p in found.predictions] == ["a"] and [p.line for p in found.problems] == [1, 3]
