"""Records of predictions: how lines are cut and read, and what is said of each that is wrong."""

import hashlib
import json

import pytest

from cultural_tom.predictions import json_lines, record
from cultural_tom.predictions.json_lines import canonical
from cultural_tom.predictions.record import KEYS, Prediction, answer_of, gather, unfit

KNOWN = "known: answer, id, permutation, response, sample"


def lines(tmp_path, content):
    path = tmp_path / "p.jsonl"
    path.write_bytes(content)
    return list(json_lines.records(path))


# --- lines


@pytest.mark.parametrize("block", [1, 2, 3, 7, 100])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n\r\n"])
def test_lines_are_cut_alike_however_much_is_read_at_once(tmp_path, monkeypatch, block, start, end):
    monkeypatch.setattr(json_lines, "BLOCK", block)
    content = start + b'{"a": 1}\n\n \t\n{"b": "\xc3\xa9"}\r\n{}' + end
    assert lines(tmp_path, content) == [(1, {"a": 1}), (4, {"b": "é"}), (5, {})]


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("block", [4, 100])
def test_whoever_hashes_while_reading_sees_every_byte(tmp_path, monkeypatch, block, start):
    monkeypatch.setattr(json_lines, "BLOCK", block)
    content, seen = start + b'{"a": 1}\n\n{"b": 2}\r\n', hashlib.sha256()
    (tmp_path / "p.jsonl").write_bytes(content)
    assert list(json_lines.records(tmp_path / "p.jsonl", seen)) == [(1, {"a": 1}), (3, {"b": 2})]
    assert seen.digest() == hashlib.sha256(content).digest()


def test_the_scanner_reads_one_value_with_the_numbers_of_its_own_and_no_constants():
    assert json_lines._scanner()('[1, "a"] more', 0) == ([1, "a"], 8)
    assert json_lines._scanner(lambda digits: f"<{digits}>")('{"a": 12}', 0) == ({"a": "<12>"}, 9)
    for constant in ("NaN", "Infinity", "-Infinity"):
        with pytest.raises(ValueError, match=f"{constant} is not JSON"):
            json_lines._scanner()(constant, 0)


def test_a_byte_order_mark_is_one_at_the_start_only(tmp_path):
    (first, (_, second)) = lines(tmp_path, b"\xef\xbb\xbf{}\n\xef\xbb\xbf{}")
    assert first == (1, {}) and second == "is not JSON: expected a value at character 1"
    assert lines(tmp_path, b"\xef\xbb") == [(1, "is not UTF-8 (byte 0)")]


@pytest.mark.parametrize("block", [1, 4, 8])
@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"12345678\n", [(1, 8)]), (b"123456789\n", [(1, None)]), (b"123456789", [(1, None)]), (b"12345678", [(1, 8)]),
        (b"123456789012345\n1\n", [(1, None), (2, 1)]), (b"1\n12345678901234567\n\n12", [(1, 1), (2, None), (4, 2)]),
        (b"1\n123456789", [(1, 1), (2, None)]),
    ],
)  # fmt: skip
def test_a_line_that_is_too_long_is_said_so_and_the_others_are_read(
    tmp_path, monkeypatch, block, content, expected
):
    """Lengths in place of lines: 8 bytes at most."""
    monkeypatch.setattr(json_lines, "BLOCK", block)
    monkeypatch.setattr(json_lines, "MAX_LINE", 8)
    message = "is longer than 10000000 bytes; shorten the response"
    found = [(n, None if r == message else r) for n, r in lines(tmp_path, content)]
    assert found == [
        (n, None if size is None else f"must be a JSON object, got {'123456789'[:size]}")
        for n, size in expected
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"hello", "is not JSON: expected a value at character 1"),
        (b"  hello", "is not JSON: expected a value at character 1"),
        (b"[1, x]", "is not JSON: expected a value at character 5"),
        (b"{'a': 1}", "is not JSON: Expecting property name enclosed in double quotes (character 2)"),
        (b'{"a": NaN}', "is not JSON: NaN is not JSON"),
        (b'{"a": -Infinity}', "is not JSON: -Infinity is not JSON"),
        (b'{"a": 1} {"b": 2}', "is not JSON: there is more after the object, from character 9"),
        (b"\0", "is not JSON (it holds a NUL byte): expected a value at character 1"),
        (b'{"a": "\0"}', "is not JSON (it holds a NUL byte): Invalid control character at (character 8)"),
        (b'{"a": "\xff"}', "is not UTF-8 (byte 7)"),
        (b'{"a": ' + b"[" * 100_000, "is nested too deeply; an answer is a letter or a flat list"),
        (b"[1, 2]", "must be a JSON object, got [1, 2]"),
        (b'"x"', "must be a JSON object, got 'x'"),
        (b"null", "must be a JSON object, got None"),
    ],
    ids=range(14),
)  # fmt: skip
def test_what_is_no_object_is_told_with_its_place(tmp_path, content, message):
    assert lines(tmp_path, b"{}\n" + content + b"\n{}") == [(1, {}), (2, message), (3, {})]


def test_whole_numbers_are_read_up_to_so_many_digits_as_a_float_can_hold_and_not_beyond(tmp_path):
    """Python refuses to read more than 4,300 digits, and would take minutes for millions."""
    ((_, fits),) = lines(tmp_path, b'{"a": 1%s, "b": -5}' % (b"0" * 399))
    assert fits == {"a": 10**399, "b": -5}
    for digits in (401, 5000, 1_000_000):
        ((_, beyond),) = lines(tmp_path, b'{"a": %s}' % (b"1" * digits))
        assert not isinstance(beyond["a"], int) and repr(beyond) == "{'a': <int>}"


# --- too long


@pytest.mark.parametrize(
    "record",
    [
        {"id": "a", "answer": "A"}, {"id": "a" * 50, "answer": None}, {"id": "a", "answer": ["A", "é", None, 5]},
        {"id": "a", "response": "x" * 99}, {"id": "é", "response": 'é"\\\n' * 30}, {"id": "a", "response": "\U0001f600" * 50 + "\ud800"},
        {"id": "a", "response": ""}, {"id": "a", "answer": [], "response": None}, {"id": "a", "answer": -1.5e300},
        {"id": "a", "answer": -(2**63), "permutation": 2**31 - 1, "sample": 2**31 - 1},
        {"id": "a", "answer": "A", "permutation": 3}, {"id": "a", "answer": "A", "sample": 10}, {"id": "a", "answer": ["\U0001f600\ud800"] * 40},
        {"id": "a", "response": "x" * 3000}, {"id": "a", "answer": ["x" * 3000]}, {"id": "x" * 3000, "answer": "A"},
        {"id": "a", "response": "\U0001f600" * 999 + "\ud800", "permutation": 2**31 - 1, "sample": 2**31 - 1},
    ],
    ids=range(17),
)  # fmt: skip
def test_a_record_in_memory_is_too_long_where_its_line_in_a_file_would_be(monkeypatch, tmp_path, record):
    row_id, answer, response = (record.get(key) for key in ("id", "answer", "response"))
    line = canonical(
        Prediction(row_id, answer, response, record.get("permutation", 0), record.get("sample", 0), 1)
    )
    for most in (1, len(line) - 2, len(line) - 1, len(line), 10_000_000):
        monkeypatch.setattr(json_lines, "MAX_LINE", most)
        ((_, read),) = lines(tmp_path, line)
        assert json_lines.too_long(record) is (read == json_lines.TOO_LONG) is (most < len(line) - 1)


def test_a_record_of_wrong_values_is_measured_without_them(monkeypatch):
    monkeypatch.setattr(json_lines, "MAX_LINE", len('{"id": "", "answer": "A"}'))
    for wrong in (
        {"id": 5},
        {"id": None},
        {"permutation": -1},
        {"sample": 2**31},
        {"sample": True},
        {"sample": "1"},
        {"response": 5},
    ):
        assert not json_lines.too_long({"id": "", "answer": "A"} | wrong)
        assert json_lines.too_long({"id": "", "answer": "AB"} | wrong)
    assert json_lines.too_long({"id": "", "answer": "A", "sample": 1})
    assert json_lines.too_long({"id": "a", "answer": "A"})


# --- records


def told(*records, each="p.jsonl line"):
    predictions, problems = gather(enumerate(records, 1), "runs/p.jsonl", each)
    return predictions, [(p.where, p.message) for p in problems]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("is no JSON", "is no JSON"),
        ({}, "needs an id (a string), got the keys []"),
        ({"id": "", "answer": "A"}, "needs an id (a string), got ''"),
        ({"id": 7, "answer": "A"}, "needs an id (a string), got 7"),
        ({"id": "a"}, "needs an answer, or a response to read one out of"),
        ({"id": "a", "response": "A", "response_sha256": "", "reason": ""}, "is a line to decide (of extract --unparsed): add an answer and give the file to score --decisions"),
        ({"id": "a", "answer": "A", "response": "B"}, "has both answer and response; one of the two is read, leave the other out"),
        ({"id": "a", "score": 1, "answer": "A", "Id": 2}, f"has unknown keys ['Id', 'score']; did you mean 'id'? {KNOWN}"),
        ({"id": "a", "score": 1, "answer": None, "response": None}, f"has unknown keys ['score']; {KNOWN}"),
        ({"id": "a", "response": 5}, "response must be a string, got 5"),
        ({"id": "a", "answer": {"A": 1}}, "answer must be a letter, a list of letters or names, or None, got {'A': 1}"),
        *(({"id": "a", "answer": "A", key: value}, f"{key} must be a whole number from 0 to 2147483647, got {value!r}")
          for key in ("permutation", "sample") for value in (-1, 1.0, "1", True, 2**31, [])),
    ],
    ids=str,
)  # fmt: skip
def test_a_wrong_record_is_named_by_its_line_and_the_others_are_taken(bad, message):
    good = {"id": "b", "answer": "A"}
    predictions, problems = told(good, bad, good | {"id": "c"})
    assert problems == [("p.jsonl line 2", message)]
    assert [(p.id, p.line) for p in predictions] == [("b", 1), ("c", 3)]


@pytest.mark.parametrize(
    ("good", "expected"),
    [
        ({"answer": "A"}, Prediction("a", "A", None, 0, 0, 1)),
        ({"answer": None}, Prediction("a", None, None, 0, 0, 1)),
        ({"response": ""}, Prediction("a", None, "", 0, 0, 1)),
        ({"response": None}, Prediction("a", None, None, 0, 0, 1)),
        ({"answer": ["A"], "response": None}, Prediction("a", ["A"], None, 0, 0, 1)),
        ({"answer": None, "response": "x"}, Prediction("a", None, "x", 0, 0, 1)),
        ({"answer": None, "response": None}, Prediction("a", None, None, 0, 0, 1)),
        ({"answer": "A", "permutation": None, "sample": None}, Prediction("a", "A", None, 0, 0, 1)),
        ({"answer": "A", "permutation": 2**31 - 1, "sample": 3}, Prediction("a", "A", None, 2**31 - 1, 3, 1)),
    ],
    ids=str,
)
def test_what_a_record_may_be(good, expected):
    assert told({"id": "a"} | good) == ([expected], [])


@pytest.mark.parametrize(
    ("each", "words"),
    [("p.jsonl line", "on line 1"), ("runs record", "in record 1"), ("record", "in record 1")],
)
def test_a_row_may_be_answered_once_in_each_order_and_sample(each, words):
    one = {"id": "a", "answer": "A"}
    predictions, problems = told(
        one, one | {"sample": 1}, one | {"permutation": 1}, one | {"permutation": 0}, one, each=each
    )
    assert [p.line for p in predictions] == [1, 2, 3]
    assert problems == [
        (f"{each} {n}", f"id 'a' was already answered {words}; number further draws with sample")
        for n in (4, 5)
    ]
    assert [p.line for p in gather([(3, one), (7, one), (8, "x")], "p", each)[1]] == [7, 8]


def test_unknown_keys_of_any_type_are_sorted_by_their_words():
    bad = {"id": "a", "answer": "A", "b": 1, 3: 1, None: 1}
    assert told(bad)[1] == [("p.jsonl line 1", f"has unknown keys [3, None, 'b']; {KNOWN}")]


def test_nothing_at_all_is_a_problem_of_the_whole():
    assert told() == ([], [("runs/p.jsonl", "holds no prediction")])
    assert told("bad") == ([], [("p.jsonl line 1", "bad")])


def test_reading_stops_at_the_most_problems_that_are_kept(monkeypatch):
    monkeypatch.setattr(record, "MAX_PROBLEMS", 2)
    good = {"id": "a", "answer": "A"}
    predictions, problems = told("x", good, "y", {"id": "b", "answer": "A"}, "z")
    assert len(predictions) == 1
    assert problems[2:] == [("runs/p.jsonl", "reading stopped at line 4 after 2 problems")]
    _, problems = told("x", "y", "z", each="my runs of today/p.jsonl line")
    assert problems[2:] == [("runs/p.jsonl", "reading stopped at line 3 after 2 problems")]
    monkeypatch.setattr(record, "MAX_PROBLEMS", 0)
    assert told(good)[1] == []


def test_reading_stops_at_more_rows_than_there_are_anywhere(monkeypatch):
    monkeypatch.setattr(record, "MOST_IDS", 2)
    ids = [{"id": i, "answer": "A", "sample": n} for n, i in enumerate("abaabcd")]
    assert told(*ids[:5])[1] == []
    predictions, problems = told(*ids)
    assert len(predictions) == 5
    assert problems == [("runs/p.jsonl", "names more than 2 different rows; all configs together have a tenth of that")]  # fmt: skip


@pytest.mark.parametrize(
    "answer", [None, "A", "", 1, True, 1.5, [], ["A", None, 1], 2**63 - 1, -(2**63)], ids=str
)
def test_what_json_holds_is_told_apart_where_the_row_is_known(answer):
    assert unfit(answer) == ""


@pytest.mark.parametrize(
    "answer",
    [float("nan"), float("inf"), {}, b"A", ("A",), ["A", {}], [float("inf")], object, 2**63, -(2**63) - 1],
    ids=str,
)
def test_what_json_cannot_hold_is_no_answer(answer):
    assert unfit(answer) == f"answer must be a letter, a list of letters or names, or None, got {answer!r}"


def test_a_list_within_a_list_is_no_answer():
    assert unfit(["A", ["B"]]) == "is nested too deeply; an answer is a letter or a flat list"


def test_an_answer_has_the_form_of_its_row():
    assert answer_of({"answer_format": "choice"}, [2]) == "C"
    assert answer_of({"answer_format": "slots"}, [2, 0]) == ["C", "A"]
    assert answer_of({"answer_format": "choices"}, (0,)) == ["A"]
    assert answer_of({"answer_format": "names", "options": ["x", "y"]}, [1, 0]) == ["y", "x"]
    assert {"id", "answer", "response", "permutation", "sample"} == KEYS


# --- writing


def test_a_text_that_no_utf_8_can_hold_is_written_escaped_as_json_does(tmp_path):
    """Half a pair alone; a whole pair is one character to every reader of JSON."""
    said = "\ud800 é \U0001f600"
    line = canonical(Prediction("é", None, said, 1, 2, 0))
    assert line.isascii() and json.loads(line) == {"id": "é", "response": said, "permutation": 1, "sample": 2}
