"""TactfulToM on the real files: counts per type and class, golds, audit and repairs."""

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from builders.engine import audit, sources
from builders.engine.base import data
from builders.subsets import tactfultom
from cultural_tom.rows.repository import build_info, read_rows

COUNTS = list(csv.DictReader((Path(__file__).parent / "tactfultom_counts.csv").open(encoding="utf-8")))


@pytest.fixture(scope="module")
def real(full):
    return read_rows(full, "tactfultom_en")


def tag(row, key):
    return next((t.removeprefix(f"{key}:") for t in row["tags"] if t.startswith(f"{key}:")), None)


def kind(row):
    return row["task"] if row["task"] == "belief" else row["question_type"]


@pytest.mark.mirror
def test_4254_rows_of_100_conversations_are_verified(full, real):
    entry = build_info(full)["configs"]["tactfultom_en"]
    assert (entry["rows"], entry["state"], len(real)) == (4254, "verified", 4254)
    conversations = {r["context_id"]: r for r in real}
    assert len(conversations) == 100
    assert Counter(tag(r, "level") for r in conversations.values()) == {"1": 39, "2": 32, "3": 29}
    assert Counter(tag(r, "lie") for r in conversations.values()) == {"pareto": 61, "altruistic": 39}
    counted = [r for r in conversations.values() if tag(r, "paper84") == "yes"]
    assert Counter(tag(r, "level") for r in counted) == {"1": 34, "2": 27, "3": 23}


@pytest.mark.mirror
@pytest.mark.parametrize("line", COUNTS, ids=lambda t: t["type"])
def test_questions_per_type_and_class_are_the_releases_and_the_papers(real, line):
    """Denominators of Table 6, but for three of class 2, from which upstream removed items after the runs."""
    released, counted = Counter(), Counter()
    for row in real:
        if kind(row) == line["type"]:
            released[tag(row, "class")] += 1
            counted[tag(row, "class")] += tag(row, "paper84") == "yes"
    assert [released[c] for c in "01234"] == [int(line[f"c{c}"]) for c in "01234"]
    assert [counted[c] for c in "01234"] == [int(line[f"c{c}_84"]) for c in "01234"]
    removed = {"lie_ability": 10, "info_accessibility_list": 5, "info_accessibility_binary": 5}
    assert int(line["c2_printed"]) - counted["2"] == removed.get(line["type"], 0)


@pytest.mark.mirror
def test_formats_are_2482_choices_1350_yes_or_no_and_422_lists(real):
    assert Counter(tag(r, "format") for r in real) == {"mcq": 2482, "binary": 1350, "list": 422}
    assert Counter(r["answer_format"] for r in real) == {"choice": 3832, "names": 422}


@pytest.fixture(scope="module")
def roles(mirror):
    """context_id -> role -> name, from the files themselves."""
    folder = mirror / "nii-cl/tactful-tom" / sources.lock()["tactfultom"].commit / "dataset/final_set"
    found = [c for path in sorted(folder.glob("*.json")) for c in json.loads(path.read_text("utf-8"))]
    return {f"tactfultom/{c['set_id']}": c["characters"] for c in found}


@pytest.mark.mirror
def test_golds_on_who_knows_follow_from_the_roles(real, roles):
    """Liar and accomplice know the reason and that the lie is one; the observer knows the truth besides."""
    checked = Counter()
    for row in real:
        if row["task"] not in tactfultom.PREMISED:
            continue
        knowing = ["liar", "accomplice"] + ["observer"] * (tag(row, "fact") == "truth")
        names = {roles[row["context_id"]][role] for role in knowing}
        right = {row["options"][g] for g in row["gold"]}
        if row["answer_format"] == "names":
            assert right == names, row["id"]
        else:
            letters = {tactfultom.ROLES[role] for role in knowing}
            assert right == {"yes" if tag(row, "role") in letters else "no"}, row["id"]
        checked[row["answer_format"]] += 1
    assert checked == {"names": 422, "choice": 1250}


@pytest.mark.mirror
def test_the_position_of_the_right_answer_says_nothing(real):
    places = Counter(r["gold"][0] for r in real if r["answer_format"] == "choice" and len(r["options"]) == 4)
    assert all(abs(n / sum(places.values()) - 0.25) < 0.03 for n in places.values())


AUDIT = [
    ("asks what the target", "broken", 68),
    ("in place of the one that tells the reason", "broken", 57),
    ("have the talk, a segment of another conversation", "broken", 9),  # the same, found by reading too
    ("two options only", "disputed", 68),
    ("two distractors speak of the target", "disputed", 268),
    ("two distractors run together", "any", 33),
    ("empty place where a name belongs", "any", 22),
]


@pytest.mark.mirror
@pytest.mark.parametrize(("words", "status", "count"), AUDIT, ids=lambda v: str(v)[:30])
def test_each_known_defect_is_audited_as_often_as_it_occurs(real, words, status, count):
    found = [r for r in real if words in r["audit_reason"]]
    assert len(found) == count
    assert status == "any" or {r["audit_status"] for r in found} <= {status, "broken"}


@pytest.mark.mirror
def test_the_audit_says_of_a_question_what_the_question_shows(real):
    """Each of these defects can be seen in the row itself, so the table is neither too long nor too short."""
    people = {r["context_id"]: set(r["options"]) for r in real if r["answer_format"] == "names"}
    for row in real:
        if row["task"] != "belief":
            continue
        reason, options = row["audit_reason"], row["options"]
        assert (len(options) == 2) == ("two options only" in reason), row["id"]
        assert any("believes that  and" in o for o in options) == ("empty place" in reason), row["id"]
        fused = any(f".{name} is " in o for o in options for name in people[row["context_id"]])
        assert fused == ("run together" in reason), row["id"]
        named = next(
            n for n in people[row["context_id"]] if row["question"].startswith(f"What does {n} believe")
        )
        foreign = row["belief_order"] == 1 and not any(o.startswith(f"{named} ") for o in options)
        assert foreign == ("asks what the target" in reason), row["id"]


@pytest.mark.mirror
def test_repairs_leave_no_name_inside_a_word_and_no_audit_line_is_left_over(real):
    texts = "\n".join(t for r in real for t in (r["context"], r["question"], r["premise"], *r["options"]))
    for erratum in data("errata/tactfultom.toml")["erratum"]:
        if erratum["rule"] == "letter_inside_word":
            assert erratum["found"] not in texts
    assert set(audit.table("tactfultom")) <= {r["id"] for r in real}


@pytest.mark.mirror
def test_the_251_repaired_rows_are_those_that_differ_from_upstream(full, mirror):
    """By the official files, read here: a row is untouched exactly where it has no tag of a repair."""
    folder = next((mirror / "nii-cl/tactful-tom").iterdir()) / "dataset/final_set"
    read = {p.name: json.loads(p.read_text("utf-8")) for p in folder.glob("*.json")}
    tagged, differ = set(), set()
    for row in read_rows(full, "tactfultom_en"):
        _, number, name, place = row["source_pointer"].split("/")
        conversation = read[row["source_path"].rpartition("/")[2]][int(number)]
        question = conversation[name][int(place)]
        said = [question["question"], conversation["full_context"], *map(str, question.values())]
        kept = [row["context"], row["question"], *([] if "format:binary" in row["tags"] else row["options"])]
        kept += [row["premise"].partition(": ")[2]] * bool(row["premise"])
        if "format:list" in row["tags"]:
            said += conversation["characters"].values()
        said += question["wrong_answer"] if isinstance(question.get("wrong_answer"), list) else []
        if not set(kept) <= set(said):
            differ.add(row["id"])
        if any(t.startswith("repair:") for t in row["tags"]):
            tagged.add(row["id"])
    assert tagged == differ and len(tagged) == 251
    listed = build_info(full)["configs"]["tactfultom_en"]["repaired"]
    assert {rule: len(ids) for rule, ids in listed.items()} == {
        "letter_inside_word": 151,
        "reason_names_wrong_person": 100,
    }
    assert {i for ids in listed.values() for i in ids} == tagged
