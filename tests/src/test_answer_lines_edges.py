"""What test_answer_lines.py leaves open of answer_lines, readings, decisions and `extract --answer-line`."""

import json
import shlex

import pytest
from typer.testing import CliRunner

import cultural_tom as ct
from cultural_tom.api.readings import readings
from cultural_tom.commands.app import app
from cultural_tom.extraction.answer_lines import AnswerLine, Reply, decided_by
from cultural_tom.extraction.suggested_lines import Suggestion, suggested
from cultural_tom.problems import InputError
from cultural_tom.rows.order import shown
from cultural_tom.scoring import decisions

OPTIONS = ["warn them", "wait", "leave"]


def reply(response, read=None, options=OPTIONS, **more):
    return Reply(
        response, options, more.pop("language", "en"), indices=None if read is None else (read,), **more
    )


def read(template, response, **more):
    found = AnswerLine(template).read(reply(response, **more))
    return found.reason or list(found.indices)


def templates(replies):
    return [s.template for s in suggested(replies)]


def test_a_long_line_is_read():
    assert read("{any}my pick: {answer}", "x" * 300 + " my pick: 2") == [1]


def test_space_around_a_template_says_nothing():
    assert read("  Action {answer}  ", "Action wait") == [1]


def test_a_line_is_read_in_its_format_its_language_and_its_capitals():
    assert read("Action {answer}", "Action 1, 3", answer_format="choices") == [0, 2]
    assert read("Action {answer}", "Action option d", options=[*OPTIONS, "stay"]) == [3]
    assert read("Zimmer {answer}", "Zimmer zweite Option", language="de") == [1]
    assert read("Action {answer}", "Action (A) warn them or so") == [0]
    assert read("i say {answer}", "I say the one of A", options=["wait", "leave"]) == [0]


def test_a_line_that_reads_nothing_decides_nothing():
    assert decided_by([AnswerLine("Action {answer}")], reply("Action 7")) is None


def test_three_replies_are_enough_and_a_fifth_of_them():
    assert templates([reply(f"Room {k}") for k in (1, 2, 3)]) == ["room {answer}"]
    assert templates([*(reply(f"Room {k % 3 + 1}") for k in range(4)), *[reply("No idea")] * 16]) == [
        "room {answer}"
    ]
    assert templates([*(reply(f"Room {k % 3 + 1}") for k in range(4)), *[reply("No idea")] * 17]) == []


def test_nine_of_ten_others_may_be_read_so():
    unread = [reply(f"Move to room {k % 3 + 1}") for k in range(6)]
    agreeing = [reply("The answer is B.\nMove to room 2", 1)] * 9
    against = reply("The answer is C.\nMove to room 2", 2)
    assert suggested([*unread, *agreeing, against]) == [Suggestion("move to room {answer}", 6, 9, 10)]
    assert suggested([*unread, *agreeing[:8], against]) == []


def test_three_lines_are_suggested_the_most_frequent_first_then_by_name():
    replies = [
        reply(f"Zone {k % 3 + 1}\nCave {k % 3 + 1}\nRoom {k % 3 + 1}\nHall {k % 3 + 1}") for k in range(6)
    ]
    assert templates(replies) == ["cave {answer}", "hall {answer}", "room {answer}"]
    more = [*replies, reply("Zone 1"), reply("Zone 2")]
    assert templates(more) == ["zone {answer}", "cave {answer}", "hall {answer}"]


def test_twelve_lines_are_tried():
    same = "\n".join(f"{w} 1" for w in ("Ab", "Bc", "Cd", "De", "Ef", "Fg", "Gh"))  # says the same everywhere
    assert templates([reply(same), *(reply(f"{same}\nRoom {k % 3 + 1}") for k in range(6))]) == [
        "room {answer}"
    ]


@pytest.mark.parametrize(
    ("above", "below", "found"), [(3, 9, True), (4, 9, False), (9, 3, True), (9, 4, False)]
)
def test_a_line_stands_among_the_first_or_last_four(above, below, found):
    replies = [
        reply("\n".join([*["Well"] * above, f"Room {k % 3 + 1}", *["Well"] * below])) for k in range(6)
    ]
    assert templates(replies) == (["room {answer}"] if found else [])


def test_a_line_must_read_as_often_as_it_stands_there():
    replies = [reply("Take (3)\nTake (2)"), reply("Take (1)"), reply("Take (2)")]
    assert suggested(replies) == []  # the first says two things


def test_letters_and_numbers_of_two_digits_are_marks_and_parts_of_words_are_none():
    letters = [chr(65 + k) for k in range(16)]
    many = [f"word {c.lower()}{c.lower()}" for c in letters]
    assert templates([reply(f"Room {c}", options=many) for c in "NOP"]) == ["room {answer}"]
    assert templates([reply(f"Room {k}", options=many) for k in (11, 12, 13)]) == ["room {answer}"]
    assert templates([reply(f"Room X{k}") for k in (1, 2, 3)]) == []
    assert templates([reply(f"Room 4.{k}") for k in (1, 2, 3)]) == []
    assert templates([reply(f"Room {k}.5") for k in (1, 2, 3)]) == []
    assert templates([reply(f"Room {k}th") for k in (1, 2, 3)]) == []
    assert templates([reply(f"Room {k}") for k in (4, 5, 6)]) == []


def test_an_option_at_the_line_s_begin_and_an_empty_one_name_nothing():
    assert templates([reply(f"{o}, yes") for o in OPTIONS]) == []
    assert templates([reply(f"Room {k}", options=["warn", "wait", ""]) for k in (1, 2, 1)]) == [
        "room {answer}"
    ]


def test_a_number_that_begins_a_line_stands_for_any():
    found = templates([reply(f"{k + 20}: room {k % 3 + 1}") for k in range(6)])
    assert found == ["{number}: room {answer}"]
    assert read(found[0], "Well.\n145:  ROOM 2") == [1]


@pytest.mark.parametrize(
    ("line", "template"),
    [
        ("I take ({}) here", "i take ({answer}) here"),
        ("I take [{}] here", "i take [{answer}] here"),
        ("I take {}. It is late", "i take {answer}"),
        ("I take {}| late", "i take {answer}"),
        ("I take {} (late)", "i take {answer}"),
        ("I take {} - late", "i take {answer}"),
        ("I take {}", "i take {answer}"),
        ("I take {} now", "i take {answer} now"),
    ],
)
def test_what_follows_the_answer_in_a_suggested_line(line, template):
    assert templates([reply(line.format("ABC"[k % 3])) for k in range(6)]) == [template]


def test_no_long_words_and_none_but_signs_make_a_line():
    assert templates([reply("x" * 58 + f" {k}") for k in (1, 2, 3)]) == ["x" * 58 + " {answer}"]
    assert templates([reply("x" * 60 + f" {k}") for k in (1, 2, 3)]) == []
    assert templates([reply(f"Room {k} " + "x" * 60) for k in (1, 2, 3)]) == []
    assert templates([reply(f"=> {k}") for k in (1, 2, 3)]) == []


def test_a_line_that_holds_the_slot_s_own_name_is_none():
    assert suggested([reply(f"Say {{answer}} or room {k}") for k in (1, 2, 3)]) == []


def test_any_may_be_no_words_and_a_number_has_digits():
    assert read("{any}action {answer}", "Action 2") == [1]
    assert read("{number}: {answer}", "1745: 3") == [2]
    assert read("Ａction {answer}", "Action 2") == [1]
    assert read("Action: {answer}", "Action:2") == [1]


ROWS = list(ct.load("xtomi_en", "sample"))[:6]
LINE = "Room {answer}"


def saved(path, lines):
    ct.save_predictions(lines, path)
    return path


def extract(path, *args):
    return CliRunner().invoke(app, ["extract", str(path), "--data", "sample", *map(str, args)])


def decided(tmp_path, template, *lines):
    path = saved(tmp_path / "p.jsonl", lines)
    readings(path, data="sample", answer_lines=[template], decided=tmp_path / "d.jsonl")
    return [json.loads(x) for x in (tmp_path / "d.jsonl").read_text("utf-8").splitlines()]


def test_a_line_is_read_in_the_order_shown(tmp_path):
    row = ROWS[0]
    k = next(k for k in range(1, 20) if shown(row["id"], len(row["options"]), k)[0] != 0)
    place = shown(row["id"], len(row["options"]), k).index(0)
    response = f"It may be so.\nMy room, {row['options'][0]}, it will be"
    (line,) = decided(
        tmp_path, "My room, {answer}, it will be", {"id": row["id"], "permutation": k, "response": response}
    )
    assert line["answer"] == chr(65 + place)


def test_names_are_decided_as_shown(tmp_path):
    row = next(r for r in ct.load("tactfultom_en", "sample") if r["answer_format"] == "names")
    n = len(row["options"])
    k = next(k for k in range(1, 20) if shown(row["id"], n, k)[0] != 0)
    first = row["options"][shown(row["id"], n, k)[0]]
    said = {"id": row["id"], "permutation": k, "response": "It may be so.\nThose who may be it: A it will be"}
    (line,) = decided(tmp_path, "Those who may be it: {answer} it will be", said)
    assert line["answer"] == [first]


def test_a_row_of_several_answers_is_read_as_one_and_a_row_of_slots_never(tmp_path):
    rows = list(ct.load("xnegotiationtom_en", "sample"))
    several = next(r for r in rows if r["answer_format"] == "choices")
    slots = next(r for r in rows if r["answer_format"] == "slots")
    words = "It may be so.\nRoom A, B it will be"
    lines = [{"id": r["id"], "response": words} for r in (several, slots)]
    found = decided(tmp_path, "Room {answer} it will be", *lines)
    assert [(x["id"], x["answer"]) for x in found] == [(several["id"], ["A", "B"])]


def test_a_line_is_read_in_the_row_s_language(tmp_path):
    row = ct.load("xtomi_de", "sample")[0]
    words = "Erste Option, dritte Option, wer weiß.\nZimmer zweite Option wird es"
    found = decided(tmp_path, "Zimmer {answer} wird es", {"id": row["id"], "response": words})
    assert [x["answer"] for x in found] == ["B"]


def test_what_is_read_is_not_decided_again_and_what_is_decided_is_not_left(tmp_path):
    said = ["The answer is B.\nRoom 1 it will be", "They all leave.\nRoom 2 it will be", "I cannot say."]
    path = saved(
        tmp_path / "p.jsonl", [{"id": r["id"], "response": s} for r, s in zip(ROWS, said, strict=False)]
    )
    done = readings(
        path,
        data="sample",
        answer_lines=["Room {answer} it will be"],
        decided=tmp_path / "d",
        unparsed=tmp_path / "u",
    )
    rows = [json.loads(x) for x in (tmp_path / "d").read_text("utf-8").splitlines()]
    left = [json.loads(x) for x in (tmp_path / "u").read_text("utf-8").splitlines()]
    assert [row["id"] for row in rows] == [ROWS[1]["id"]] and [row["id"] for row in left] == [ROWS[2]["id"]]
    assert [r.by for r in done.readings] == [
        "",
        "answer line: Room {answer} it will be",
        "",
    ] and done.suggested == []


def test_a_line_with_a_quote_in_it_is_shown_as_a_shell_takes_it(tmp_path):
    said = [f"They all leave.\nI'd say {k % 2 + 1} it will be" for k in range(6)]
    path = saved(
        tmp_path / "p.jsonl", [{"id": r["id"], "response": s} for r, s in zip(ROWS, said, strict=True)]
    )
    line = json.loads(extract(path, "--json").output)["suggested"][0]["template"]
    assert f"--answer-line {shlex.quote(line)} --decided" in extract(path).output


def test_every_file_that_is_there_is_named_and_a_link_to_nothing_is_there(tmp_path):
    there, link = tmp_path / "there", tmp_path / "link"
    there.write_text("mine", "utf-8")
    link.symlink_to(tmp_path / "nowhere")
    with pytest.raises(InputError) as refused:
        decisions.not_there((there, "--decided"), (tmp_path / "new", "--unparsed"), (link, "--unparsed"))
    said = str(refused.value)
    assert (
        "--decided" in said
        and str(link) in said
        and "2 problems" in said
        and str(tmp_path / "new") not in said
    )
    with pytest.raises(InputError):
        decisions.write(there, iter([]), "--decided")
    assert there.read_text("utf-8") == "mine"


def test_no_file_is_written_where_the_other_is_there(tmp_path):
    path = saved(tmp_path / "p.jsonl", [{"id": ROWS[0]["id"], "response": "Room 1 it will be"}])
    (tmp_path / "u").write_text("mine", "utf-8")
    with pytest.raises(InputError):
        readings(path, data="sample", answer_lines=[LINE], decided=tmp_path / "d", unparsed=tmp_path / "u")
    assert not (tmp_path / "d").exists()


def test_one_bad_line_refuses_all_and_a_long_one_is_cut(tmp_path):
    path = saved(tmp_path / "p.jsonl", [{"id": ROWS[0]["id"], "response": "Room 1 it will be"}])
    with pytest.raises(InputError) as refused:
        readings(path, data="sample", answer_lines=[LINE, "x" * 5000], decided=tmp_path / "d")
    assert len(str(refused.value)) < 1000 and not (tmp_path / "d").exists()
