"""Multi-ToM's importer for language files, on a miniature."""

import csv
import io
import json
import zipfile

import pytest
from translated import stand_in
from typer.testing import CliRunner

from builders.commands import app
from builders.engine import sources
from builders.engine.base import File, Files
from builders.subsets import multitom
from cultural_tom.problems import Problem
from cultural_tom.rows.repository import build_info, read_rows
from cultural_tom.rows.row import Row
from cultural_tom.subsets import CONFIGS

COLUMNS = (*multitom.COLUMNS, "ANSWER")

# Three questions on two stories; the second has two options, and its first option begins with its letter.
RAW = [
    ("Hidden Emotions", "Emotion: Hidden emotions", 1, "Ada smiles.", "What does Ada feel?", ["joy", "fear", "envy", "pity"], "B"),
    ("Hidden Emotions", "Emotion: Hidden emotions", 2, "Ada smiles.", "Does she show it?", ["A. yes", "B. no"], "B"),
    ("Strange Story Task", "Belief: Identity false beliefs", 1, "Bo wears a mask.", "Who is it?", ["Bo", "Cy", "Di", "Ed"], "A"),
]  # fmt: skip


def raw_record(ability, index, story, question, options, answer):
    padded = [*options, None, None][:4]
    return {
        "能力\nABILITY": ability, "序号\nINDEX": index, "答案\nANSWER": answer,
        "故事": f"故事 {story}", "问题": f"问题 {question}", "STORY": story, "QUESTION": question,
        **{f"选项{letter}": o and f"选 {o}" for letter, o in zip("ABCD", padded, strict=True)},
        **{f"OPTION-{letter}": o for letter, o in zip("ABCD", padded, strict=True)},
    }  # fmt: skip


def table():
    """data.csv of the miniature, as dicts."""
    out = []
    for number, (stem, ability, index, story, question, options, answer) in enumerate(RAW):
        padded = [*options, "", ""][:4]
        values = [str(number), ability, stem, str(index), story, question, *padded, answer]
        out.append(dict(zip(COLUMNS, values, strict=True)))
    return out


def translated(lines):
    """The table as a French file: every text changed, a missing option written as upstream's parser does."""
    french = [dict(line) for line in lines]
    for line in french:
        for name in ("STORY", "QUESTION"):
            line[name] = f"fr: {line[name]}"
        for name in multitom.OPTIONS:
            line[name] = f"fr {line[name].removeprefix('A. ').removeprefix('B. ')}" if line[name] else "nan"
    return french


def as_csv(lines):
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(lines[0]) if lines else list(COLUMNS))
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue()


def miniature():
    """multitom and tombench files in upstream's layout, without a language file."""
    files = {"multitom/Data/RefinedData/data.csv": as_csv(table())}
    for stem in dict.fromkeys(r[0] for r in RAW):
        lines = "".join(json.dumps(raw_record(*r[1:])) + "\n" for r in RAW if r[0] == stem)
        files[f"multitom/Data/RawData/{stem}.jsonl"] = lines
        # ToMBench has more rows than Multi-ToM took
        files[f"tombench/data/{stem}.jsonl"] = (
            json.dumps(raw_record("x", 1, "other", "?", ["a", "b"], "A")) + "\n" + lines
        )
    return files


def as_files(texts):
    made = [File(n, f"{n.split('/')[0]}@1", n.partition("/")[2], "MIT", t.encode()) for n, t in texts.items()]
    return Files(made)


def read(texts, config):
    items = list(multitom.rows(as_files(texts), CONFIGS[config]))
    return [i for i in items if isinstance(i, Row)], [i for i in items if isinstance(i, Problem)]


def with_french(lines):
    return {**miniature(), "multitom/multitom_direct_fr.csv": as_csv(lines)}


def test_english_and_chinese_are_the_same_items_in_two_languages():
    english, notes = read(miniature(), "multitom_direct_en")
    chinese, _ = read(miniature(), "multitom_direct_zh")
    assert (
        [r.parallel_id for r in english]
        == [r.parallel_id for r in chinese]
        == ["multitom/0", "multitom/1", "multitom/2"]
    )
    assert [r.gold for r in english] == [r.gold for r in chinese] == [[1], [1], [0]]
    assert english[1].options == ["yes", "no"]
    assert [n.rule for n in notes] == ["option_letter", "option_letter"]
    assert [r.context_id for r in english] == ["multitom/story_1", "multitom/story_1", "multitom/story_2"]
    assert chinese[0].context == "故事 Ada smiles."


def test_a_row_names_the_tombench_row_it_was_taken_from_and_its_views():
    english, _ = read(miniature(), "multitom_direct_en")
    assert "tombench:hidden_emotions/2" in english[1].tags
    assert [("view:task" in r.tags, "view:ability" in r.tags) for r in english] == [(False, True)] * 2 + [
        (True, True)
    ]


def test_a_language_file_gives_the_english_rows_in_its_language():
    french, notes = read(with_french(translated(table())), "multitom_direct_fr")
    assert [(r.language, r.variant, r.parallel_id) for r in french] == [
        ("fr", "direct", f"multitom/{i}") for i in range(3)
    ]
    assert french[1].options == ["fr yes", "fr no"]
    assert [r.gold for r in french] == [[1], [1], [0]]
    assert notes == []


def test_the_answer_column_may_be_left_out():
    lines = [{k: v for k, v in line.items() if k != "ANSWER"} for line in translated(table())]
    french, problems = read(with_french(lines), "multitom_direct_fr")
    assert [r.gold for r in french] == [[1], [1], [0]]
    assert problems == []


def test_a_translation_with_the_same_option_twice_is_audited_not_refused():
    lines = translated(table())
    lines[0]["OPTION-C"] = lines[0]["OPTION-A"]
    french, problems = read(with_french(lines), "multitom_direct_fr")
    assert problems == []
    assert [r.audit_status for r in french] == ["disputed", "", ""]


def swap_rows(lines):
    lines[0], lines[1] = lines[1], lines[0]


def drop_row(lines):
    del lines[2]


def drop_column(lines):
    for line in lines:
        del line["OPTION-D"]


def other_answer(lines):
    lines[0]["ANSWER"] = "C"


def lost_option(lines):
    lines[2]["OPTION-D"] = "NaN"


def other_ability(lines):
    lines[2]["ABILITY"] = "Belief: Location false beliefs"


def empty_story(lines):
    lines[2]["STORY"] = " "


DAMAGE = {
    swap_rows: [
        "has the rows of data.csv in another order (2 of 3; row 1 has INDEX 1, expected 0): sort by INDEX"
    ],
    drop_row: ["has 2 rows; the English file has 3"],
    drop_column: ["lacks the column(s) OPTION-D"],
    other_answer: ["row 1: ANSWER is 'C'; the English row's is 'B'"],
    lost_option: [
        "row 3: has OPTION-A, OPTION-B, OPTION-C; the English row has OPTION-A, OPTION-B, OPTION-C, OPTION-D"
    ],
    other_ability: ["row 3: ABILITY 'Belief: Location false beliefs'"],
    empty_story: ["context is empty"],
}


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda d: d.__name__)
def test_a_damaged_language_file_is_reported_with_row_and_column(damage):
    lines = translated(table())
    damage(lines)
    _, problems = read(with_french(lines), "multitom_direct_fr")
    for words in DAMAGE[damage]:
        assert any(words in str(p) and p.severity == "error" for p in problems), problems


def test_a_file_named_for_another_config_is_refused(tmp_path, pinned_miniature):
    path = tmp_path / "multitom_cultural_fr.csv"
    path.write_text(as_csv(translated(table())), "utf-8")
    result = CliRunner().invoke(app, ["build", "--out", str(tmp_path / "out"), "--config", "multitom_direct_fr",
                                      "--supply", f"multitom_direct_fr={path}"])  # fmt: skip
    assert result.exit_code == 1 and "which is the file of another config" in result.output


def test_an_archive_without_the_configs_file_says_what_it_holds(tmp_path, pinned_miniature):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as z:
        z.writestr("tables/french.csv", as_csv(translated(table())))
    supply = f"multitom_direct_fr={tmp_path / 'all.zip'}"
    result = CliRunner().invoke(app, ["build", "--out", str(tmp_path / "out"), "--config", "multitom_direct_fr",
                                      "--supply", supply])  # fmt: skip
    said = " ".join(result.output.split())
    assert result.exit_code == 1 and "needs multitom_direct_fr.csv; what was supplied holds" in said
    assert "french.csv" in said


def test_raw_rows_that_are_not_those_of_the_table_are_reported():
    texts = miniature()
    name = "multitom/Data/RawData/Strange Story Task.jsonl"
    texts[name] = texts[name].replace("Who is it?", "Who was it?")
    rows, problems = read(texts, "multitom_direct_zh")
    assert rows == []
    assert [str(p) for p in problems] == [
        "Data/RawData/Strange Story Task.jsonl line 1: differs from data.csv INDEX 2 in QUESTION"
    ]


def test_a_raw_record_without_a_key_is_reported():
    texts = miniature()
    name = "multitom/Data/RawData/Strange Story Task.jsonl"
    texts[name] = texts[name].replace(json.dumps("故事") + ":", '"story":')
    _, problems = read(texts, "multitom_direct_zh")
    assert any("lacks '故事'" in str(p) for p in problems)


def test_a_row_that_is_no_tombench_row_is_reported():
    texts = miniature()
    name = "tombench/data/Strange Story Task.jsonl"
    texts[name] = texts[name].replace('"Bo"', '"Bob"')
    rows, problems = read(texts, "multitom_direct_en")
    assert len(rows) == 2
    assert any("no row of that ToMBench file" in str(p) for p in problems)


@pytest.fixture
def pinned_miniature(monkeypatch):
    """The build reads the miniature where it would read the pinned files."""
    made = as_files(miniature())
    monkeypatch.setattr(sources, "files", lambda key, places: made.under(f"{key}/"))


def test_supplied_files_build_side_by_side_with_equal_parallel_ids(tmp_path, pinned_miniature):
    (tmp_path / "fr.csv").write_text(as_csv(translated(table())), "utf-8")
    (tmp_path / "ar.csv").write_text(as_csv(stand_in(translated(table()), "ar")), "utf-8")
    result = CliRunner().invoke(app, [
        "build", "--out", str(tmp_path / "out"), "--config", "multitom_direct_fr,multitom_cultural_ar",
        "--supply", f"multitom_direct_fr={tmp_path / 'fr.csv'}", "--supply", f"multitom_cultural_ar={tmp_path / 'ar.csv'}",
    ])  # fmt: skip
    assert result.exit_code == 0, result.output
    direct, cultural = (
        read_rows(tmp_path / "out", c) for c in ("multitom_direct_fr", "multitom_cultural_ar")
    )
    assert [r["parallel_id"] for r in direct] == [r["parallel_id"] for r in cultural]
    assert {r["variant"] for r in direct} | {r["variant"] for r in cultural} == {"direct", "cultural"}
    assert build_info(tmp_path / "out")["configs"]["multitom_direct_fr"]["state"] == "importer"


def test_all_problems_of_two_files_are_one_report_and_nothing_is_written(tmp_path, pinned_miniature):
    french, arabic = translated(table()), translated(table())
    other_ability(french)
    other_answer(french)
    other_answer(arabic)
    (tmp_path / "fr.csv").write_text(as_csv(french), "utf-8")
    (tmp_path / "ar.csv").write_text(as_csv(arabic), "utf-8")
    result = CliRunner().invoke(app, [
        "build", "--out", str(tmp_path / "out"), "--config", "multitom_direct_fr,multitom_direct_ar",
        "--supply", f"multitom_direct_fr={tmp_path / 'fr.csv'}", "--supply", f"multitom_direct_ar={tmp_path / 'ar.csv'}",
    ])  # fmt: skip
    assert result.exit_code == 1
    assert "nothing was written" in result.output
    for words in (
        "fr.csv row 1: ANSWER",
        "fr.csv row 3: ABILITY",
        "ar.csv row 1: ANSWER",
    ):
        assert words in result.output
    assert not (tmp_path / "out").exists()
