"""Predictions files: what is accepted, what is refused, and in which words."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cultural_tom.predictions.json_lines import MAX_LINE, canonical
from cultural_tom.predictions.record import Prediction
from cultural_tom.predictions.submission import submitted
from cultural_tom.problems import InputError

LINE = '{"id": "tombench_en/a/1", "answer": "A"}'


def read(path):
    """The predictions of a file, all of them in order."""
    submission = submitted(path)
    submission.refuse()
    return submission.predictions


def write(tmp_path, content):
    path = tmp_path / "p.jsonl"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize(
    "content",
    [
        LINE,
        LINE + "\n\n\n",
        LINE + "\r\n" + LINE.replace("/1", "/2") + "\r\n",
        b"\xef\xbb\xbf" + LINE.encode(),
        '{"id": "a/1", "response": "Answer: B"}',
        '{"id": "a/1", "answer": null, "permutation": 3, "sample": 1}',
        '{"id": "a/1", "answer": ["A", "B"]}',
    ],
    ids=["plain", "blank lines", "windows", "byte order mark", "response", "no answer", "list"],
)
def test_accepted(tmp_path, content):
    assert read(write(tmp_path, content))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "holds no prediction"),
        ("\n\n", "holds no prediction"),
        ("hello", "line 1: is not JSON"),
        ("[1, 2]", "must be a JSON object"),
        ('{"id": "a", "answer": NaN}', "NaN is not JSON"),
        ('{"id": "a", "answer": "A", "permutation": 1e999}', "whole number"),
        ('{"id": "a", "answer": "A", "permutation": -1}', "whole number"),
        ('{"id": "a", "answer": "A", "sample": true}', "whole number"),
        ('{"id": "a", "answer": "A", "score": 1}', "unknown keys"),
        ('{"id": 7, "answer": "A"}', "needs an id"),
        ('{"answer": "A"}', "needs an id"),
        ('{"id": "a"}', "needs an answer, or a response"),
        ('{"id": "a", "answer": "A", "response": "A"}', "has both answer and response"),
        ('{"id": "a", "response": 5}', "response must be a string"),
        (LINE + "\n" + LINE, "already answered on line 1"),
        (b'{"id": "a\x00", "answer": "A"}', "NUL byte"),
        (b'{"id": "\xff", "answer": "A"}', "not UTF-8"),
        ('{"id": "a", "answer": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deeply"),
    ],
    ids=str,
)  # fmt: skip
def test_refused_with_the_line(tmp_path, content, message):
    with pytest.raises(InputError) as e:
        read(write(tmp_path, content))
    assert message in str(e.value)


def test_a_line_of_100_megabytes_is_refused_and_the_rest_is_still_read(tmp_path):
    path = tmp_path / "p.jsonl"
    with path.open("wb") as f:
        f.write(b'{"id": "a/1", "response": "')
        for _ in range(100):
            f.write(b"x" * 1_000_000)
        f.write(b'"}\nnot json\n')
    with pytest.raises(InputError) as e:
        read(path)
    assert [p.where for p in e.value.problems] == ["p.jsonl line 1", "p.jsonl line 2"]
    assert str(MAX_LINE) in str(e.value)


def test_every_problem_is_listed_at_once(tmp_path):
    with pytest.raises(InputError) as e:
        read(write(tmp_path, "x\n" + LINE + "\n" + '{"id": "b"}' + "\n" + LINE))
    assert [p.where.split()[-1] for p in e.value.problems] == ["1", "3", "4"]


def test_a_missing_file_is_one_clear_error(tmp_path):
    with pytest.raises(InputError, match="is no file"):
        read(tmp_path / "none.jsonl")


def test_parquet_is_read_like_json_lines(tmp_path):
    rows = [{"id": "a/1", "answer": "A", "response": None}, {"id": "a/2", "answer": None, "response": "B"}]
    path = tmp_path / "p.parquet"
    pq.write_table(pa.Table.from_pylist(rows), path)
    assert [(p.answer, p.response) for p in read(path)] == [("A", None), (None, "B")]


def test_a_damaged_parquet_file_is_one_clear_error(tmp_path):
    path = tmp_path / "p.parquet"
    path.write_bytes(b"PAR1" + b"\0" * 100)
    with pytest.raises(InputError, match="cannot be read as Parquet"):
        read(path)


def test_lines_are_counted_from_one(tmp_path):
    path = write(tmp_path, "\n".join(json.dumps({"id": f"a/{i}", "answer": "A"}) for i in range(3)))
    assert [p.line for p in read(path)] == [1, 2, 3]


@given(row_id=st.text(min_size=1), said=st.text() | st.none(), k=st.integers(0, 9), answer=st.lists(st.text()) | st.text() | st.none())  # fmt: skip
def test_the_canonical_line_is_what_json_writes_and_is_read_back(row_id, said, k, answer):
    record = {"id": row_id, **({"answer": answer} if said is None else {"response": said})}
    record |= {"permutation": k} if k else {}
    line = canonical(Prediction(row_id, answer, said, k, 0, 1))
    assert json.loads(line) == record and line.endswith(b"\n") and line.count(b"\n") == 1
    assert line.decode() == json.dumps(record, ensure_ascii=False) + "\n"
