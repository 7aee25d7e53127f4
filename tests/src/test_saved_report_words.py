"""What verifying says of a saved report, piece by piece."""

import json

import pytest
from test_verify_words import said

from cultural_tom.problems import InputError
from cultural_tom.scoring import verify as module
from cultural_tom.scoring.verify import TOLERANCE, compare, load


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read as a JSON report: "),
        (b"{", "cannot be read as a JSON report: "),
        (b"\xff", "cannot be read as a JSON report: "),
        (b"[" * 100_000, "cannot be read as a JSON report: "),
        (b"[]", "is no report of cultural-tom; write one with score --out F.json"),
        (b"{}", "is no report of cultural-tom; write one with score --out F.json"),
        (b'{"configs": {}}', "is no report of cultural-tom; write one with score --out F.json"),
    ],
    ids=lambda x: str(x)[:20],
)
def test_what_is_no_report_is_refused_with_its_name_and_what_to_do(tmp_path, content, message):
    path = tmp_path / "r.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError) as e:
        load(path)
    ((where, text),) = said(e.value.problems)
    assert where == str(path)
    assert text.startswith(message) and text.endswith("; write one with score --out F.json")


def test_a_report_is_read_up_to_the_largest_size(tmp_path, monkeypatch):
    path = tmp_path / "r.json"
    path.write_text('{"configs": ["é"]}', "utf-8")
    assert load(path) == {"configs": ["é"]}
    monkeypatch.setattr(module, "MAX_REPORT", path.stat().st_size)
    assert load(path) == {"configs": ["é"]}
    monkeypatch.setattr(module, "MAX_REPORT", path.stat().st_size - 1)
    with pytest.raises(
        InputError, match=f"is larger than {module.MAX_REPORT} bytes: no report of cultural-tom"
    ) as e:
        load(path)
    assert e.value.problems[0].where == str(path)


REPORT = {
    "signature": "s", "file": "a", "published": 1,
    "configs": [{"config": "xtomi_en", "rows": 3, "figures": [
        {"group": "g", "name": "n", "metric": "m", "value": 0.5}, {"metric": "m", "name": "n2", "value": None}]}],
    "parallel": {"languages": [{"items": 2}]},
}  # fmt: skip


def edited(*path, value):
    copy = json.loads(json.dumps(REPORT))
    node = copy
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return copy


FIGURE = "report.configs[xtomi_en].figures[g / n / m]"


@pytest.mark.parametrize(
    ("path", "value", "where", "message"),
    [
        (("configs", 0, "rows"), 4, "report.configs[xtomi_en].rows", "the saved report says 4, recomputed: 3"),
        (("configs", 0, "rows"), True, "report.configs[xtomi_en].rows", "the saved report says True, recomputed: 3"),
        (("configs", 0, "rows"), "3", "report.configs[xtomi_en].rows", "the saved report says '3', recomputed: 3"),
        (("configs", 0, "rows"), 10**400, "report.configs[xtomi_en].rows", f"the saved report says {'1' + '0' * 56}..., recomputed: 3"),
        (("configs", 0, "figures", 0, "value"), 0.6, f"{FIGURE}.value", "the saved report says 0.6, recomputed: 0.5"),
        (("configs", 0, "figures", 0, "value"), 10**400, f"{FIGURE}.value", f"the saved report says {'1' + '0' * 56}..., recomputed: 0.5"),
        (("configs", 0, "figures", 1, "value"), 0, "report.configs[xtomi_en].figures[n2 / m].value", "the saved report says 0, recomputed: None"),
        (("configs", 0, "figures", 0, "name"), "x", f"{FIGURE}.name", "the saved report says 'x', recomputed: 'n'"),
        (("parallel", "languages", 0, "items"), 1, "report.parallel.languages[0].items", "the saved report says 1, recomputed: 2"),
        (("parallel", "languages"), [], "report.parallel.languages", "the saved report has 0 entries, the recomputed one 1"),
        (("parallel", "languages"), {}, "report.parallel.languages", "the saved report says {}, recomputed: [{'items': 2}]"),
        (("parallel", "new\n"), 1, "report.parallel.new\\n", "is in the saved report only"),
        (("k" * 60,), 1, f"report.{'k' * 60}", "is in the saved report only"),
        (("k" * 61,), 1, f"report.{'k' * 60} [1 more character]", "is in the saved report only"),
        (("parallel",), {}, "report.parallel.languages", "is in the recomputed report only"),
    ],
    ids=str,
)  # fmt: skip
def test_every_difference_of_a_saved_report_is_named_with_its_place_and_both_values(
    path, value, where, message
):
    assert said(compare(edited(*path, value=value), REPORT, "s")) == [(where, message)]


def test_the_files_name_may_differ():
    assert compare(edited("file", value="other"), REPORT, "s") == []
    gone = {k: v for k, v in REPORT.items() if k != "file"}
    assert said(compare(gone, REPORT, "s")) == [("report.file", "is in the recomputed report only")]


@pytest.mark.parametrize(
    "text", ['{"configs": [], "configs": []}', '{"configs": [{"a": 1, "b": 2, "b": 2}]}']
)
def test_a_report_that_says_something_twice_is_none(tmp_path, text):
    path = tmp_path / "r.json"
    path.write_text(text)
    name = "b" if "b" in text else "configs"
    with pytest.raises(
        InputError, match=f"cannot be read as a JSON report: it has '{name}' twice in one object"
    ):
        load(path)


def test_a_report_must_carry_the_signature():
    message = [("report, signature", "the report carries another signature than the one to verify")]
    assert said(compare(edited("signature", value="t"), REPORT, "s")) == message
    gone = {k: v for k, v in REPORT.items() if k != "signature"}
    assert said(compare(gone, REPORT, "s")) == [
        *message,
        ("report.signature", "is in the recomputed report only"),
    ]
    assert said(compare(REPORT, REPORT, "t")) == message


def test_numbers_may_differ_by_the_rounding_of_floats():
    place = ("configs", 0, "figures", 0, "value")
    for off, expected in ((TOLERANCE / 2, 0), (-TOLERANCE / 2, 0), (TOLERANCE * 2, 1), (-TOLERANCE * 2, 1)):
        assert len(compare(edited(*place, value=0.5 + off), REPORT, "s")) == expected
    assert compare(edited("configs", 0, "rows", value=3.0), REPORT, "s") == []
    large = edited("configs", 0, "rows", value=10**400)
    assert compare(large, large, "s") == []


def test_all_entries_that_both_have_are_compared_also_where_their_number_differs():
    found = compare(edited("parallel", "languages", value=[{"items": 9}, 1]), REPORT, "s")
    assert [p.where for p in found] == ["report.parallel.languages", "report.parallel.languages[0].items"]


@pytest.mark.parametrize("name", [{"edition": "full"}, ["verified"], None, 1, True])
def test_the_name_of_the_file_may_be_another_and_nothing_but_a_name(name):
    report = {"file": "p.jsonl", "signature": "s", "configs": []}
    assert compare({**report, "file": "copy.jsonl"}, report, "s") == []
    assert [p.where for p in compare({**report, "file": name}, report, "s")][:1] != []
