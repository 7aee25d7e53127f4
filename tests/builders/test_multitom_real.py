"""Multi-ToM on the real files: the paper's Table 3(b), and stand-ins of language files beside them."""

import csv
from pathlib import Path

import pytest
from translated import read_table, stand_in, write_table
from typer.testing import CliRunner

from builders.commands import app
from builders.engine import audit, sources
from builders.subsets import multitom
from cultural_tom.rows.repository import build_info, read_rows
from cultural_tom.subsets import CONFIGS

TABLE_3B = list(csv.DictReader((Path(__file__).parent / "multitom_table3b.csv").open(encoding="utf-8")))


@pytest.fixture(scope="module")
def real(full):
    return {c: read_rows(full, c) for c in multitom.VERIFIED}


@pytest.mark.mirror
def test_english_and_chinese_are_verified_with_502_rows_and_30_abilities(full, real):
    for config, rows in real.items():
        entry = build_info(full)["configs"][config]
        assert (entry["rows"], entry["state"]) == (502, "verified")
        assert len({r["ability"] for r in rows}) == 30
        assert sum("view:task" in r["tags"] for r in rows) == 441


@pytest.mark.mirror
@pytest.mark.parametrize("line", TABLE_3B, ids=lambda t: f"{t['view']}-{t['item']}")
def test_questions_and_stories_are_those_of_table_3b(real, line):
    """A story counts once, under the category of its first question."""
    rows = real["multitom_direct_en"]
    if line["view"] == "task":
        rows = [r for r in rows if "view:task" in r["tags"] and line["item"] in ("all", r["task"])]
        stories = {r["context_id"] for r in rows}
    else:
        first = {}
        for r in rows:
            first.setdefault(r["context_id"], r["tags"])
        wanted = f"category:{line['item']}"
        stories = {c for c, tags in first.items() if line["item"] == "all" or wanted in tags}
        rows = [r for r in rows if line["item"] == "all" or wanted in r["tags"]]
    assert (len(rows), len(stories)) == (int(line["questions"]), int(line["stories"]))


@pytest.mark.mirror
def test_a_language_file_of_all_502_rows_is_taken_beside_the_real_english_one(tmp_path, mirror, real):
    french = stand_in(read_table(data_csv(mirror)), "fr")
    assert supplied(tmp_path, mirror, "multitom_cultural_fr", french) == ""
    rows = read_rows(tmp_path / "out", "multitom_cultural_fr")
    shared = ("parallel_id", "context_id", "gold", "task", "ability")
    assert [[r[c] for c in shared] for r in rows] == [
        [r[c] for c in shared] for r in real["multitom_direct_en"]
    ]
    ours, theirs = (
        [[t for t in r["tags"] if not t.startswith("repair:")] for r in of]
        for of in (rows, real["multitom_direct_en"])
    )
    assert ours == theirs
    assert [r["options"] for r in rows] == [options_of(row) for row in french]


def options_of(row):
    return [row[c] for c in multitom.OPTIONS if row[c].strip().lower() not in ("", "nan")]


# What a user may supply by mistake: all of 502 rows, each mistake one message.


def data_csv(mirror):
    source = sources.lock()["multitom"]
    return mirror / source.repository / source.commit / "Data/RefinedData/data.csv"


def supplied(folder, mirror, config, rows):
    """What a build says of a supplied file, in one line; nothing where it takes it."""
    path = write_table(folder / "given.csv", rows)
    result = CliRunner().invoke(app, ["build", "--out", str(folder / "out"), "--mirror", str(mirror), "--config", config,
                                      "--supply", f"{config}={path}"])  # fmt: skip
    return "" if result.exit_code == 0 else " ".join(result.output.split())


@pytest.mark.mirror
@pytest.mark.parametrize("config", [c for c in multitom.CONFIGS if c not in multitom.VERIFIED])
def test_the_english_file_given_as_any_other_is_refused_in_one_message(tmp_path, mirror, config):
    said = supplied(tmp_path, mirror, config, read_table(data_csv(mirror)))
    assert "1 problem" in said and "has the very text of data.csv in 502 of 502 cases" in said


@pytest.mark.mirror
@pytest.mark.parametrize(("config", "given", "named"), [
    ("multitom_direct_hi", "fr", "French"), ("multitom_direct_fr", "en", "English"), ("multitom_direct_ru", "ar", "Arabic"),
    ("multitom_cultural_bn", "hi", "Hindi"), ("multitom_cultural_zh", "ru", "Russian"), ("multitom_cultural_ar", "zh", "Chinese"),
    ("multitom_cultural_en", "bn", "Bangla"),
])  # fmt: skip
def test_a_file_in_another_language_is_named_in_one_message(tmp_path, mirror, config, given, named):
    said = supplied(tmp_path, mirror, config, stand_in(read_table(data_csv(mirror)), given))
    assert "1 problem" in said and f"seems to be in {named}; expected" in said


@pytest.mark.mirror
@pytest.mark.parametrize(("columns", "what"), [(("QUESTION",), "questions"), (multitom.OPTIONS, "options")])
@pytest.mark.parametrize("config", ["multitom_direct_hi", "multitom_direct_fr", "multitom_cultural_zh"])
def test_questions_or_options_that_nobody_translated_are_one_message(tmp_path, mirror, config, columns, what):
    english = read_table(data_csv(mirror))
    rows = stand_in(english, config.rpartition("_")[2])
    assert supplied(tmp_path, mirror, config, rows) == ""
    for row, own in zip(rows, english, strict=True):
        row |= {c: own[c] for c in columns}
    said = supplied(tmp_path, mirror, config, rows)
    assert "1 problem" in said and f", {what}: has the very text of data.csv in 502 of 502 cases" in said


@pytest.mark.mirror
def test_options_in_a_third_language_are_named(tmp_path, mirror):
    english = read_table(data_csv(mirror))
    rows = stand_in(english, "fr")
    for row, other in zip(rows, stand_in(english, "ru"), strict=True):
        row |= {c: other[c] for c in multitom.OPTIONS}
    said = supplied(tmp_path, mirror, "multitom_direct_fr", rows)
    assert "1 problem" in said and ", options: seems to be in Russian; expected French" in said


@pytest.mark.mirror
def test_tombenchs_chinese_given_as_the_cultural_one_is_refused(tmp_path, mirror, real):
    rows = stand_in(read_table(data_csv(mirror)), "zh")
    for row, own in zip(rows, real["multitom_direct_zh"], strict=True):
        row["STORY"] = own["context"]
    said = supplied(tmp_path, mirror, "multitom_cultural_zh", rows)
    assert "1 problem" in said and "has the very text of Data/RawData in 502 of 502 cases" in said


def reverse(rows):
    rows.reverse()


def other_answers(rows):
    for row in rows:
        row["ANSWER"] = {"A": "B"}.get(row["ANSWER"], "A")


def other_abilities(rows):
    for row in rows:
        row["ABILITY"] = "Belief"


def lost_options(rows):
    for row in rows:
        row["OPTION-B"] = "nan"


@pytest.mark.mirror
@pytest.mark.parametrize(("cause", "message"), [
    (reverse, "has the rows of data.csv in another order (502 of 502; row 1 has INDEX 501, expected 0): sort by INDEX"),
    (other_answers, "row 1, 2, 3, 4, 5 and 497 more: ANSWER is"),
    (other_abilities, "row 1, 2, 3, 4, 5 and 497 more: ABILITY 'Belief'"),
    (lost_options, "row 1, 2, 3, 4, 5 and 497 more: has OPTION-A, OPTION-C"),
])  # fmt: skip
def test_one_cause_is_one_message_in_all_502_rows(tmp_path, mirror, cause, message):
    rows = stand_in(read_table(data_csv(mirror)), "fr")
    cause(rows)
    said = supplied(tmp_path, mirror, "multitom_direct_fr", rows)
    assert "1 problem" in said and message in said


@pytest.mark.mirror
@pytest.mark.parametrize(("config", "alphabet", "form"), [
    ("multitom_direct_fr", "ABCD", "{}) {}"), ("multitom_direct_ar", "أبجد", "{}. {}"), ("multitom_direct_hi", "कखगघ", "({}) {}"),
    ("multitom_direct_bn", "কখগঘ", "{}) {}"), ("multitom_direct_ru", "абвг", "{}) {}"), ("multitom_cultural_zh", "ABCD", "{}、{}"),
])  # fmt: skip
def test_letters_in_front_of_options_are_taken_off_and_the_rows_say_so(
    tmp_path, mirror, real, config, alphabet, form
):
    rows = stand_in(read_table(data_csv(mirror)), CONFIGS[config].language)
    wanted = [options_of(row) for row in rows]
    for row, options in zip(rows, wanted, strict=True):
        for name, letter, text in zip(multitom.OPTIONS, alphabet, options, strict=False):
            row[name] = form.format(letter, text)
    assert supplied(tmp_path, mirror, config, rows) == ""
    built = read_rows(tmp_path / "out", config)
    assert [r["options"] for r in built] == wanted
    assert all("repair:option_letter" in r["tags"] for r in built)
    assert len(build_info(tmp_path / "out")["configs"][config]["repaired"]["option_letter"]) == 502


@pytest.mark.mirror
def test_a_few_untranslated_stories_are_a_note(tmp_path, mirror):
    english = read_table(data_csv(mirror))
    rows = stand_in(english, "ru")
    for n in (3, 7):
        rows[n]["STORY"] = english[n]["STORY"]
    assert supplied(tmp_path, mirror, "multitom_direct_ru", rows) == ""
    assert build_info(tmp_path / "out")["configs"]["multitom_direct_ru"]["notes"]["untranslated"] == 1


@pytest.mark.mirror
def test_chinese_is_the_text_of_the_tombench_row_it_names(full, real):
    tombench = {r["id"].removeprefix("tombench_zh/"): r for r in read_rows(full, "tombench_zh")}
    for row in real["multitom_direct_zh"]:
        twin = tombench[next(t.removeprefix("tombench:") for t in row["tags"] if t.startswith("tombench:"))]
        for column in ("context", "question", "options", "gold", "ability", "belief_order"):
            assert row[column] == twin[column], (row["id"], column)


@pytest.mark.mirror
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_audit_is_tombenchs_through_the_join(real, language):
    expected = {}
    for row in real[f"multitom_direct_{language}"]:
        twin = next(t.removeprefix("tombench:") for t in row["tags"] if t.startswith("tombench:"))
        line = audit.table("tombench").get(f"tombench_{language}/{twin}")
        if line:
            expected[row["id"]] = (line["status"], line["gold"], line["reason"])
    table = audit.table("multitom")
    ours = {
        i: (a["status"], a["gold"], a["reason"])
        for i, a in table.items()
        if i.startswith(f"multitom_direct_{language}/")
    }
    assert ours == expected
    assert expected
