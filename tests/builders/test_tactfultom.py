"""TactfulToM: a miniature conversation in upstream's layout."""

import copy
import json

import pytest
from typer.testing import CliRunner

from builders.commands import app
from builders.engine import sources
from builders.engine.base import File, Files, record_hash
from builders.subsets import tactfultom
from cultural_tom.problems import Problem
from cultural_tom.rows.row import Row
from cultural_tom.subsets import CONFIGS

NAMES = {"liar": "Ana", "target": "Ben", "accomplice": "Can", "observer": "Dee"}
FACT = "Ana dislikes soup"


def question(set_id, tag, number, kind, text, right, wrong=None, **more):
    out = {
        "question": text,
        "question_type": kind,
        "correct_answer": right,
        "q_id": f"{set_id}-{tag}-{number}",
        **more,
    }
    return out if wrong is None else {**out, "wrong_answer": wrong}


def conversation(set_id="4-90-0-1", **changes):
    """One conversation with at least one question in each list but fact_truthQA."""
    who = f"Who discussed '{FACT}'?"
    lie = "Was what Ana told Ben, 'the soup is great', true?"

    def q(tag, *rest, **more):
        return question(set_id, tag, 0, *rest, **more)

    return {
        "set_id": set_id,
        "lie_type": "altruistic_white_lies" if set_id[0] == "4" else "pareto_white_lies",
        "characters": dict(NAMES),
        "full_context": "**Ana:** I dislike soup.\n\n**Can:** I see.\n\n**Ben:** I am back.",
        "comprehensionQA": [q("comprehension", "comprehension", lie, "No", "Yes")],
        "justificationQA": [q("justification", "justification:liar", "Why did Ana say so?", "r", ["x", "y", "z"])],
        "fact_reasonQA": [q("fact_reason", "fact:real_reason", who, "r", ["x", "y", "z"])],
        "fact_truthQA": [],
        "beliefQAs": [
            q("belief", "tom:belief:accessible:reason", f"What does Ana believe about '{who}'?", "r", ["x", "y", "z"],
              tom_type="first-order:A"),
            question(set_id, "belief", 1, "tom:belief:accessible:truth", "What does Ana believe about Dee's belief?",
                     "r", "only one", tom_type="second-order:AD"),
        ],
        "infoAccessibilityQA_list": [
            q("info_access_list", "tom:info_accessibility:list:real_reason", "List all who know.", ["Ana", "Can"],
              ["Ben", "Dee"], information=FACT)],
        "infoAccessibilityQAs_binary": [
            q("info_access_binary", "tom:info_accessibility:binary:real_reason", "Does Can know this information?",
              "yes", information=FACT)],
        "answerabilityQA_list": [
            q("answerability_list", "tom:answerability:list:real_reason", "List all.", ["Ana", "Can"], ["Ben"],
              fact_question_real_reason=who)],
        "answerabilityQAs_binary": [
            q("answerability_binary", "tom:answerability:binary:real_reason", "Does Ben know it?", "no",
              fact_question_real_reason=who)],
        "liedetectabilityQAs_list": [
            q("liedetect_list", "tom:liedetectability:list", "List all.", ["Ana", "Can"], ["Ben"], comprehension_q=lie)],
        "liedetectabilityQAs_binary": [
            q("liedetect_binary", "tom:liedetectability:binary", "Does Ben know it?", "no", comprehension_q=lie)],
        "lieabilityQAs": [
            q("lieability", "tom:lieability:accomplice:real_reason", "Please choose.", "r", ["x", "y", "z"])],
        **changes,
    }  # fmt: skip


def as_files(conversations):
    texts = {}
    for c in conversations:
        texts.setdefault(f"dataset/final_set/Tactful_conv_set_{c['set_id'][0]}.json", []).append(c)
    return Files(
        [File(f"tactfultom/{p}", "tactfultom@1", p, "x", json.dumps(t).encode()) for p, t in texts.items()]
    )


def read(*conversations):
    items = list(tactfultom.rows(as_files(conversations), CONFIGS["tactfultom_en"]))
    rows = {i.id.removeprefix("tactfultom_en/4-90-0-1-"): i for i in items if isinstance(i, Row)}
    return rows, [i for i in items if isinstance(i, Problem)]


@pytest.fixture(scope="module")
def mini():
    return read(conversation())[0]


TYPES = {
    "comprehension-0": ("comprehension", "comprehension", 0, "choice"),
    "justification-0": ("justification", "justification", None, "choice"),
    "fact_reason-0": ("fact_reason", "fact_reason", 0, "choice"),
    "belief-0": ("belief", "belief_first_order", 1, "choice"),
    "belief-1": ("belief", "belief_second_order", 2, "choice"),
    "info_access_list-0": ("info_accessibility", "info_accessibility_list", None, "names"),
    "info_access_binary-0": ("info_accessibility", "info_accessibility_binary", None, "choice"),
    "answerability_list-0": ("answerability", "answerability_list", None, "names"),
    "answerability_binary-0": ("answerability", "answerability_binary", None, "choice"),
    "liedetect_list-0": ("lie_detectability", "lie_detectability_list", None, "names"),
    "liedetect_binary-0": ("lie_detectability", "lie_detectability_binary", None, "choice"),
    "lieability-0": ("lie_ability", "lie_ability", None, "choice"),
}


@pytest.mark.parametrize("key", TYPES)
def test_each_list_has_its_task_type_order_and_format(mini, key):
    row = mini[key]
    assert (row.task, row.question_type, row.belief_order, row.answer_format) == TYPES[key]


def test_every_question_becomes_a_row(mini):
    assert set(mini) == set(TYPES)


@pytest.mark.parametrize("key", ["info_access_list-0", "answerability_list-0", "liedetect_list-0"])
def test_names_rows_offer_the_four_speakers(mini, key):
    row = mini[key]
    assert sorted(row.options) == sorted(NAMES.values())
    assert {row.options[g] for g in row.gold} == {"Ana", "Can"}


def test_the_right_answer_follows_the_shuffled_options(mini):
    for key, row in mini.items():
        if row.answer_format == "choice":
            expected = {"comprehension-0": "No", "info_access_binary-0": "yes"}.get(
                key, "no" if "binary" in key else "r"
            )
            assert row.options[row.gold[0]] == expected


def test_the_premise_is_what_the_question_speaks_of(mini):
    assert mini["info_access_binary-0"].premise == f"Information: {FACT}"
    assert mini["answerability_list-0"].premise == f"Target question: Who discussed '{FACT}'?"
    assert mini["liedetect_binary-0"].premise.startswith("Target question: Was what Ana told Ben")
    assert mini["belief-0"].premise == ""


ROLE_TAGS = {
    "belief-0": "A",
    "belief-1": "AD",
    "info_access_binary-0": "C",
    "liedetect_binary-0": "B",
    "lieability-0": "C",
}


@pytest.mark.parametrize("key", ROLE_TAGS)
def test_role_tags_say_whose_mind_is_asked_about(mini, key):
    assert [t for t in mini[key].tags if t.startswith("role:")] == [f"role:{ROLE_TAGS[key]}"]


def test_class_4_has_the_papers_lie_type_and_a_note_says_so():
    rows, notes = read(conversation())
    assert all("lie:pareto" in r.tags for r in rows.values())
    assert [n.rule for n in notes if n.rule == "lie_type"] == ["lie_type"]


def test_levels_come_from_the_set_id_and_only_the_first_16_of_class_4_are_counted():
    made = [conversation(f"4-90-{n}-{n % 3}") for n in range(17)]
    items = [i for i in tactfultom.rows(as_files(made), CONFIGS["tactfultom_en"]) if isinstance(i, Row)]
    counted = {i.context_id: [t for t in i.tags if t.startswith(("paper84", "level"))] for i in items}
    assert [t[1] for t in counted.values()] == ["paper84:yes"] * 16 + ["paper84:no"]
    assert [t[0] for t in counted.values()][:3] == ["level:3", "level:1", "level:2"]


def test_the_hash_is_of_upstreams_conversation_before_repairs():
    broken, whole = conversation("1-7-0-1"), conversation("1-7-0-1")
    broken["full_context"] += " easter unny" * 22
    whole["full_context"] += " easter bunny" * 22
    one, two = (list(tactfultom.rows(as_files([c]), CONFIGS["tactfultom_en"])) for c in (broken, whole))
    rows = [[i for i in items if isinstance(i, Row)] for items in (one, two)]
    assert [{r.source_sha256 for r in made} for made in rows] == [{record_hash(broken)}, {record_hash(whole)}]
    assert rows[0][0].context == rows[1][0].context
    named = [{t for t in r.tags if t.startswith("repair:")} for made in rows for r in made]
    assert named == [{"repair:letter_inside_word"}] * len(rows[0]) + [set()] * len(rows[1])
    assert any("erratum expects 'easter unny' 22 times" in str(i) for i in two)
    assert not any(isinstance(i, Problem) and i.severity == "error" for i in one)


def change(path, value):
    """A damaged copy of the conversation: `value` at `path`, or nothing there if it is None."""
    made = copy.deepcopy(conversation())
    target = made
    for part in path[:-1]:
        target = target[part]
    if value is None:
        del target[path[-1]]
    else:
        target[path[-1]] = value
    return made


DAMAGE = [
    (("beliefQAs",), None, "the conversation lacks beliefQAs"),
    (("full_context",), None, "the conversation lacks full_context"),
    (("characters", "observer"), "Ana", "four different names"),
    (("set_id",), "4-90-0-7", "must be class-story-lie-level"),
    (("beliefQAs", 0, "correct_answer"), None, "/0/beliefQAs/0: the question lacks correct_answer"),
    (("beliefQAs", 0, "tom_type"), "third-order:ABC", "tom_type 'third-order:ABC'"),
    (("beliefQAs", 0, "q_id"), "0-1-0-0-belief-0", "must begin with the set_id 4-90-0-1"),
    (("fact_reasonQA", 0, "wrong_answer"), None, "lacks wrong_answer"),
    (("fact_reasonQA", 0, "wrong_answer"), ["x", "x", "r"], "the same option twice"),
    (("infoAccessibilityQAs_binary", 0, "correct_answer"), "maybe", "correct_answer ['maybe'] is no option"),
    (
        ("infoAccessibilityQA_list", 0, "correct_answer"),
        ["Ana", "Zoe"],
        "correct_answer ['Zoe'] is no option",
    ),
    (("infoAccessibilityQAs_binary", 0, "information"), None, "must have one of the blocks"),
    (("answerabilityQAs_binary", 0, "question"), "Does Zoe know it?", "must name one of Ana, Ben, Can, Dee"),
    (("characters", "observer"), ["Ana"], "four different names"),
    (("beliefQAs", 0, "question_type"), ["tom"], "question_type must be a text"),
]


@pytest.mark.parametrize(("path", "value", "words"), DAMAGE, ids=lambda v: str(v)[:40])
def test_a_damaged_record_is_an_error_that_says_where(path, value, words):
    _, problems = read(change(path, value))
    assert any(words in str(p) and p.severity == "error" for p in problems), problems


def test_all_damage_of_a_file_is_one_report_and_nothing_is_written(tmp_path, monkeypatch):
    made = change(DAMAGE[4][0], None)
    made["infoAccessibilityQA_list"][0]["correct_answer"] = ["Zoe"]
    files = as_files([made, change(("characters",), {})])
    monkeypatch.setattr(sources, "files", lambda key, places: files.under("tactfultom/"))
    result = CliRunner().invoke(app, ["build", "--out", str(tmp_path / "out"), "--config", "tactfultom_en"])
    assert result.exit_code == 1
    for words in (
        "/0/beliefQAs/0: the question lacks correct_answer",
        "['Zoe'] is no option",
        "/1: characters must be",
    ):
        assert words in result.output
    assert not (tmp_path / "out").exists()
