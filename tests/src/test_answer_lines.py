"""Lines in which the replies of one file answer: declared, suggested, and decided by `cultural-tom extract --answer-line`."""

import json
import re

import pytest
from typer.testing import CliRunner

import cultural_tom as ct
from cultural_tom.commands.app import app
from cultural_tom.extraction.answer_lines import AnswerLine, Reply, decided_by
from cultural_tom.extraction.suggested_lines import Suggestion, suggested

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
        ("Action {answer}", "Action 2 is best", "no_answer"),
        ("Action {answer}", "Action 2?", "ambiguous"),
        ("Action {answer}", "Actions speak\nAction 2", [1]),
        ("Action {answer}", "- Action 2", [1]),
        ("**Action** {answer}", "Action 2", [1]),
        ("Room {answer} it is", "Room 2 it is not", "no_answer"),
        ("Room {answer} it is.", "Room 2 it is", [1]),
        ("Room {answer} it is", "Room 2 it is\nWait, that is wrong.", "ambiguous"),
        ("Room {answer} it is", "Room 2 or 1 it is", "no_answer"),
        ("Room {answer} it is", "Room warn them, wait it is", "ambiguous"),
        ("Room {answer} it is", "Room 2.5 it is", "no_answer"),
        ("{any}I take {answer}", "If it rains I take 2", "ambiguous"),
        ("{any}I take {answer}", "They say: I take 2", "ambiguous"),
        ("{any}I take {answer} now", "Let me think: I take 2 now", [1]),
        ("Room {answer} it is", "Room 2 it isolates", "no_answer"),
        ("{any}I take {answer}", "I would never say that I take 2", "ambiguous"),
        ("Vote {number} {answer}", "Vote 12", "no_answer"),
        ("我去{answer}号门", "我去1号门", [0]),
        ('{any}"move": "{answer}"', '{"thought": "3 are here", "move":"B"}', [1]),
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
    ("template", "why"),
    [
        ("", "0 times"), ("Action", "0 times"), ("a {answer} {answer}", "2 times"), ("{answer}", "needs a word"), (": {answer}", "needs a word"),
        ("{any}{answer}", "needs a word"), ("a\n{answer}", "line break"), ("{any}a{any}{answer}", "2 times"), ("Room {answer} {any}", "behind {answer}"), ("Room {foo} {answer}", "{foo}, which stands for nothing"),
        ("Room {Answer}", "{Answer}, which"), ("<{answer}>a", ""),
    ],
)  # fmt: skip
def test_what_is_no_line_is_refused(template, why):
    if why:
        with pytest.raises(ValueError, match=re.escape(why)):
            AnswerLine(template)


def test_numbers_and_anything_take_no_time():
    long = "1" * 900 + "x" * 90
    for template in (
        "{number}{number}{number}{answer}z",
        "{any}{number}{answer}{number}z",
        "{any}x{answer}y",
    ):
        assert AnswerLine(template).read(reply(long)).reason == "no_answer"


def test_a_reply_that_holds_the_signs_of_a_template_is_no_template():
    assert suggested([reply(f"room {k % 3 + 1} x {{any}} {{any}}") for k in range(6)]) == []
    assert suggested([reply(f"{{number}}{{number}} x: {k % 3 + 1}") for k in range(6)]) == []


def test_what_is_said_not_to_be_the_answer_is_not_suggested():
    assert suggested([reply(f"Ruled out: {k % 3 + 1}. More I can't tell") for k in range(6)]) == []
    assert suggested([reply(f"Not room {k % 3 + 1} at all") for k in range(6)]) == []


def test_replies_that_are_read_tell_that_a_line_differs():
    unread = [reply("They all leave.\nMove to room 1 now")] * 4
    assert suggested(unread) == []
    read = reply("The answer is B.\nMove to room 2 now", 1)
    assert suggested([*unread, read]) == [Suggestion("move to room {answer} now", 4, 1, 1)]


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
    assert line in shown.output and "5" in shown.output
    assert f"--answer-line '{line}' --decided by_line.jsonl" in shown.output
    what_it_does = {"template": line, "unread": 5, "agrees": 0, "of": 0}
    assert json.loads(extract(predictions, "--json").output)["suggested"] == [what_it_does]
    decided, left = tmp_path / "d.jsonl", tmp_path / "open.jsonl"
    done = extract(predictions, "--answer-line", line, "--decided", decided, "--unparsed", left, "--explain")
    assert done.exit_code == 0 and "5 responses decided" in done.output and "1 to decide" in done.output
    assert f"decided: B (answer line: {line}); without it: no_answer" in done.output
    rows = [json.loads(x) for x in decided.read_text("utf-8").splitlines()]
    assert [row["answer"] for row in rows] == ["A", "B", "A", "B", "A"]
    assert {row["by"] for row in rows} == {f"answer line: {line}"}
    assert [json.loads(x)["response"] for x in left.read_text("utf-8").splitlines()] == ["I cannot say."]
    how = {"data": "sample", "partial": True, "resamples": 0}
    report = ct.score(predictions, decisions=decided, **how)
    assert "|decided:" in str(report.signature)
    assert ct.verify(report, predictions, data="sample", decisions=decided).signature == report.signature


def test_a_declared_line_says_whether_replies_that_are_read_agree(tmp_path):
    said = ["The answer is B.\nRoom 1 it will be", "They leave.\nRoom 2 it will be"]
    rows = [{"id": row["id"], "response": r} for row, r in zip(ROWS, said, strict=False)]
    ct.save_predictions(rows, tmp_path / "p.jsonl")
    line = ("--answer-line", "Room {answer} it will be", "--decided", tmp_path / "d.jsonl", "--json")
    found = json.loads(extract(tmp_path / "p.jsonl", *line).output)
    assert found["lines"] == [{"template": "Room {answer} it will be", "unread": 1, "agrees": 0, "of": 1}]
    assert [r["decided"] for r in found["responses"]] == [None, "B"]
    again = extract(tmp_path / "p.jsonl", *line[:3], tmp_path / "again.jsonl")
    assert "1 of 1 responses that are read and have it say otherwise" in again.output


def test_a_line_that_reads_nothing_is_told_and_writes_nothing(predictions, tmp_path):
    done = extract(predictions, "--answer-line", "Rooms {answer}", "--decided", tmp_path / "d.jsonl")
    assert done.exit_code == 1 and "reads none of 6 unparsed responses" in done.output
    assert not (tmp_path / "d.jsonl").exists()


def test_where_everything_is_read_nothing_is_written(tmp_path):
    ct.save_predictions([{"id": ROWS[0]["id"], "response": "The answer is B."}], tmp_path / "p.jsonl")
    done = extract(tmp_path / "p.jsonl", "--answer-line", "Rooms {answer}", "--decided", tmp_path / "d.jsonl")
    assert done.exit_code == 0 and not (tmp_path / "d.jsonl").exists()


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
    assert "--decided: is missing" in extract(predictions, *line).output
    assert "--answer-line: is missing" in extract(predictions, "--decided", tmp_path / "new").output
    both = extract(predictions, *line, "--decided", tmp_path / "new", "--unparsed", tmp_path / "new")
    assert both.exit_code == 1 and "is the file of --decided as well" in both.output
    assert not (tmp_path / "new").exists()
