"""Lines in which the replies of one file answer: declared, suggested, and decided by `cultural-tom extract --answer-line`."""

import json

import pytest
from typer.testing import CliRunner

import cultural_tom as ct
from cultural_tom.commands.app import app
from cultural_tom.extraction.answer_lines import AnswerLine, Reply, Suggestion, decided_by, suggested

OPTIONS = ["warn them", "wait", "leave"]


def reply(response, read=None):
    return Reply(response, OPTIONS, "en", indices=None if read is None else (read,))


def said(template, response):
    found = AnswerLine(template).read(reply(response))
    return found.reason or list(found.indices)


@pytest.mark.parametrize(
    ("template", "response", "expected"),
    [
        ("Action {answer}", "I thought about it.\n**ACTION  2**", [1]),
        ("Action {answer}", "Action wait, because it is late", [1]),
        ("Action {answer}", "My action 2", "no_answer"),
        ("{any}action {answer}", "My action 2", [1]),
        ("Action {answer}", "Action 2\nAction 3", "ambiguous"),
        ("Action {answer}", "Action 2\nAction wait", [1]),
        ("Action {answer}", "Action 4", "not_an_option"),
        ("Action {answer}", "<think>Action 2", "unclosed_thinking"),
        ("Action {answer}", "<think>Action 2</think>Action 3", [2]),
        ("{number}: {answer}", "17: 3", [2]),
        ("{number}: {answer}", "x: 3", "no_answer"),
        ("I'd take ({answer}) here", "I'd take (B) here.", [1]),
        ("I'd take ({answer}) here", "I'd take (B) there.", "no_answer"),
        ('{"choice": {answer}', '{"choice": "leave", "sure": 2}', [2]),
        ("得分：{answer}", "得分:2(wait)", [1]),
    ],
)
def test_a_declared_line_is_read(template, response, expected):
    assert said(template, response) == expected


@pytest.mark.parametrize(
    "template", ["", "Action", "{answer}", ": {answer}", "{any}{answer}", "a {answer} {answer}", "a\n{answer}", "{any}a{any}{answer}"]
)  # fmt: skip
def test_what_is_no_line_is_refused(template):
    with pytest.raises(ValueError, match="such as 'Action"):
        AnswerLine(template)


def test_of_two_lines_none_may_differ():
    lines = [AnswerLine("Action {answer}"), AnswerLine("Plan {answer}")]
    assert decided_by(lines, reply("Action 2\nPlan 2")) == ("Action {answer}", (1,))
    assert decided_by(lines, reply("Plan 3")) == ("Plan {answer}", (2,))
    assert decided_by(lines, reply("Action 2\nPlan 3")) is None
    assert decided_by(lines, reply("Action 2\nPlan 4")) is None
    assert decided_by(lines, reply("Neither")) is None


def test_what_unread_replies_have_alike_is_suggested():
    unread = [reply(f"Some of them leave\nMove to room {k % 3 + 1}") for k in range(6)]
    assert suggested(unread) == [Suggestion("move to room {answer}", 6, 0, 0)]
    agreeing = reply("The answer is B.\nMove to room 2", 1)
    assert suggested([*unread, agreeing]) == [Suggestion("move to room {answer}", 6, 1, 1)]
    assert suggested([*unread, reply("The answer is C.\nMove to room 2", 2)]) == []


def test_what_says_the_same_everywhere_or_seldom_is_not_suggested():
    assert suggested([reply("Step 1")] * 9) == []
    assert suggested([reply(f"Room {k}") for k in (1, 2)]) == []
    rare = [reply(f"Room {k}") for k in (1, 2, 3)]
    assert suggested([*rare, *(reply(f"No idea {k} at all") for k in range(20, 40))]) == []


def test_words_of_options_and_of_the_line_s_end_are_part_of_it():
    found = suggested([reply(f"My pick, {OPTIONS[k % 3]}, stands") for k in range(6)])
    assert Suggestion("my pick, {answer}", 6, 0, 0) in found
    found = suggested([reply(f"Room {k % 3 + 1} it will be") for k in range(6)])
    assert found == [Suggestion("room {answer} it will be", 6, 0, 0)]


ROWS = list(ct.load("xtomi_en", "sample"))[:6]
RESPONSES = [f"They all leave.\nRoom {k % 2 + 1} it will be" for k in range(5)] + ["I cannot say."]


@pytest.fixture
def predictions(tmp_path):
    path = tmp_path / "p.jsonl"
    ct.save_predictions(
        [{"id": row["id"], "response": r} for row, r in zip(ROWS, RESPONSES, strict=True)], path
    )
    return path


def extract(path, *args):
    return CliRunner().invoke(app, ["extract", str(path), "--data", "sample", *map(str, args)])


def test_the_line_is_shown_declared_decided_and_scored(predictions, tmp_path):
    line = "room {answer} it will be"
    shown = extract(predictions)
    assert f"5 unread responses may answer in a line like '{line}'" in shown.output
    assert f"extract --answer-line '{line}' --decided FILE" in shown.output
    assert json.loads(extract(predictions, "--json").output)["suggested"] == [
        {"template": line, "unread": 5, "agrees": 0, "of": 0}
    ]
    decided, left = tmp_path / "d.jsonl", tmp_path / "open.jsonl"
    done = extract(predictions, "--answer-line", line, "--decided", decided, "--unparsed", left)
    assert done.exit_code == 0 and "5 responses decided" in done.output and "1 to decide" in done.output
    rows = [json.loads(x) for x in decided.read_text("utf-8").splitlines()]
    assert [row["answer"] for row in rows] == ["A", "B", "A", "B", "A"]
    assert {row["by"] for row in rows} == {f"answer line: {line}"}
    assert [json.loads(x)["response"] for x in left.read_text("utf-8").splitlines()] == ["I cannot say."]
    how = {"data": "sample", "partial": True, "resamples": 0}
    report = ct.score(predictions, decisions=decided, **how)
    assert "|decided:" in str(report.signature)
    assert ct.verify(report, predictions, data="sample", decisions=decided).signature == report.signature


def test_every_wrong_line_is_named_and_nothing_written(predictions, tmp_path):
    done = extract(
        predictions, "--answer-line", "room", "--answer-line", "{answer}", "--decided", tmp_path / "d"
    )
    assert done.exit_code == 1 and "'room'" in done.output and "'{answer}'" in done.output
    assert not (tmp_path / "d").exists()


def test_no_file_is_replaced_and_no_line_goes_nowhere(predictions, tmp_path):
    line = ("--answer-line", "Room {answer} it will be")
    for name in ("d", "open"):
        (tmp_path / name).write_text("mine", "utf-8")
    done = extract(predictions, *line, "--decided", tmp_path / "d", "--unparsed", tmp_path / "open")
    assert done.exit_code == 1 and "--decided" in done.output and "--unparsed" in done.output
    assert (tmp_path / "d").read_text("utf-8") == (tmp_path / "open").read_text("utf-8") == "mine"
    assert extract(predictions, *line).exit_code == 2
    assert extract(predictions, "--decided", tmp_path / "new").exit_code == 2
