"""Leakage, duplicates, parallel, names, language, translation, twins: tables of small cases."""

from pathlib import Path
from typing import Any

import pytest
from small_builds import Rows, changed, row, tomi, write

from cultural_tom.rows.order import permutation
from validation.checks import (
    duplicates,
    language,
    leakage,
    multitom_tombench,
    parallel,
    speakers,
    structure,
    translation,
)
from validation.engine.dataset import Dataset
from validation.engine.results import CheckOptions, Result


def check(module: Any, tmp_path: Path, tables: dict[str, Rows], state: str = "importer") -> Result:
    result: Result = module.check(Dataset(write(tmp_path / "data", tables, state)), CheckOptions())
    return result


def value(result: Result, name: str, group: str = "") -> Any:
    return next(f.value for f in result.figures if f.name == name and f.group == group)


# --- leakage ---


def test_how_well_guessing_does(tmp_path: Path) -> None:
    rows = [
        row("tombench_en", str(k), options=["right and long", "no", "well"], gold=[0], task="t")
        for k in range(30)
    ]
    result = check(leakage, tmp_path, {"tombench_en": rows})
    assert value(result, "chance") == pytest.approx(1 / 3)
    assert (value(result, "longest_option"), value(result, "shortest_option")) == (1, 0)
    assert (value(result, "best_index"), value(result, "best_index_is")) == (1, 0)
    assert value(result, "gold_position", "options:3,index:0") == 30
    # Counts 30, 0, 0 against 10 each: 400/10 + 2 * 100/10.
    assert value(result, "gold_position_chi2", "options:3") == pytest.approx(60)
    assert {f.message.partition(" is right")[0] for f in result.findings if "right" in f.message} == {
        "always the longest option",
        "always the same words",
    }


def test_ties_in_length_share(tmp_path: Path) -> None:
    rows = [row("tombench_en", str(k), options=["ab", "cd", "e"], gold=[k % 3]) for k in range(30)]
    result = check(leakage, tmp_path, {"tombench_en": rows})
    assert value(result, "longest_option") == pytest.approx(1 / 3)
    assert not [f for f in result.findings if "positions" in f.message]


def test_rows_with_several_right_options_are_left_out(tmp_path: Path) -> None:
    rows = [row("xnegotiationtom_en", "1-0/i", answer_format="choices", gold=[0, 1])]
    assert check(leakage, tmp_path, {"xnegotiationtom_en": rows}).figures == []


# --- structure ---


@pytest.mark.parametrize(
    ("damage", "severity", "said"),
    [
        ({"gold": [5]}, "error", "outside the"),
        ({"options": ["a", "nan"]}, "error", "spreadsheet"),
        ({"options": ["a", "a"]}, "error", "2 times"),
        ({"options": ["a", "a"], "audit_status": "disputed", "audit_reason": "known"}, "note", "2 times"),
        ({"question": "Wh\ufffdt?"}, "warning", "replacement character U+FFFD"),
        ({"question": "\u202eWhat?"}, "warning", "U+202E"),
        ({"id": "xtomi_fr/1"}, "error", "must begin with"),
        ({"answer_format": "names"}, "error", "answer formats"),
    ],
)
def test_what_is_wrong_in_a_row_is_said(
    damage: dict[str, Any], severity: str, said: str, tmp_path: Path
) -> None:
    rows = [row("tombench_en", str(k)) for k in range(3)]
    rows[1] |= damage
    found = check(structure, tmp_path, {"tombench_en": rows}).findings
    assert any(f.severity == severity and said in f.message for f in found), found


def test_an_id_that_is_used_twice_is_an_error(tmp_path: Path) -> None:
    found = check(structure, tmp_path, {"tombench_en": [row("tombench_en", "1")] * 2}).findings
    assert {f.message for f in found} == {"2 rows have this id", "2 rows have this parallel_id"}


def test_two_label_tables_for_one_task_are_an_error(tmp_path: Path) -> None:
    rows = [
        row("xnegotiationtom_en", f"{k}-0/i", answer_format="choices", options=["A", "B" if k else "C"])
        for k in range(2)
    ]
    assert (
        "different label tables"
        in check(structure, tmp_path, {"xnegotiationtom_en": rows}).findings[0].message
    )


@pytest.mark.parametrize(("cut", "errors"), [("Person 1: Hi.", 0), ("Person 1: Hello.", 1)])
def test_a_negotiation_row_holds_a_prefix_of_its_dialogue(cut: str, errors: int, tmp_path: Path) -> None:
    whole = "Person 1: Hi.\nPerson 2: Hi there."
    rows = [
        row("xnegotiationtom_en", f"1-{k}/x", context=c, context_id="xnegotiationtom/1")
        for k, c in enumerate((cut, whole))
    ]
    found = check(structure, tmp_path, {"xnegotiationtom_en": rows}).findings
    assert len([f for f in found if "no prefix" in f.message]) == errors


@pytest.mark.parametrize("shift", [0, 1])
def test_the_gold_of_xfantom_is_the_option_stored_first(shift: int, tmp_path: Path) -> None:
    order = permutation("xfantom_en/1-0-0/fact", 2, "options")
    rows = [row("xfantom_en", "1-0-0/fact", gold=[(order.index(0) + shift) % 2])]
    assert len(check(structure, tmp_path, {"xfantom_en": rows}).findings) == shift


# --- parallel ---


def pair(**damage: Any) -> dict[str, Rows]:
    tables = {c: [row(c, str(k), tags=["level:1"]) for k in range(2)] for c in ("tombench_en", "tombench_zh")}
    tables["tombench_zh"][1] |= damage
    return tables


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ({"gold": [1]}, "gold is upstream's option"),
        ({"options": ["a", "b", "c"]}, "3 options here, 2 there"),
        ({"task": "other"}, "task is 'other' here"),
        ({"context_id": "other"}, "context_id is other here"),
        ({"tags": ["level:2"]}, "tag level is '2' here"),
        ({"parallel_id": "tombench/9"}, "lacks 1 items"),
    ],
)
def test_what_differs_between_languages_is_an_error(
    damage: dict[str, Any], said: str, tmp_path: Path
) -> None:
    found = check(parallel, tmp_path, pair(**damage)).findings
    assert found and all(f.severity == "error" for f in found)
    assert any(said in f.message for f in found)


def test_a_difference_that_the_audit_knows_is_a_note(tmp_path: Path) -> None:
    tables = pair(gold=[1])
    tables["tombench_en"][1] |= {"audit_status": "broken", "audit_reason": "known"}
    assert [f.severity for f in check(parallel, tmp_path, tables).findings] == ["note"]


def test_options_in_the_order_of_the_row_id_have_the_same_gold(tmp_path: Path) -> None:
    result = check(parallel, tmp_path, {"xtomi_en": tomi("en"), "xtomi_de": tomi("de")})
    assert not result.findings and value(result, "same_gold", "with:xtomi_en") == 1


def test_a_rebuilt_config_is_not_compared_with_the_papers_selection(tmp_path: Path) -> None:
    folder = write(tmp_path / "data", {"xtomi_en": tomi("en", 4), "xtomi_de": tomi("de", 6)})
    text = (folder / "build.json").read_text("utf-8")
    head, _, tail = text.partition('"importer"')
    (folder / "build.json").write_text(head + '"rebuilt"' + tail, "utf-8")
    assert not parallel.check(Dataset(folder), CheckOptions()).findings


# --- multitom_tombench ---


@pytest.mark.parametrize(
    ("damage", "said"),
    [({}, None), ({"gold": [1]}, "differs in gold"), ({"tags": ["tombench:x/9"]}, "has no row")],
)
def test_multitom_rows_equal_the_tombench_rows_they_name(
    damage: dict[str, Any], said: str | None, tmp_path: Path
) -> None:
    mine = row("multitom_direct_en", "0", context="S.", question="Q?", tags=["tombench:x/3"]) | damage
    theirs = row("tombench_en", "x/3", context="S.", question="Q?")
    found = check(
        multitom_tombench, tmp_path, {"multitom_direct_en": [mine], "tombench_en": [theirs]}
    ).findings
    assert [said in f.message for f in found] == ([True] if said else [])


# --- duplicates ---


def test_equal_items_are_an_error_and_equal_stories_a_warning(tmp_path: Path) -> None:
    story = {"context": "The cat sat on the mat and slept.", "source_path": "f"}
    rows = [
        row("tombench_en", "1", **story, question="Q?"),
        row("tombench_en", "2", **story, question="q?", options=["another thing", "one thing"]),
        row("tombench_en", "3", **story, question="R?"),
        row("tombench_en", "4", **story, question="R?", options=["x", "y"], context_id="tombench/3"),
    ]
    found = check(duplicates, tmp_path, {"tombench_en": rows}).findings
    assert [(f.severity, f.where.split(",")[0]) for f in found if "options" in f.message] == [
        ("error", "tombench_en/2"),
        ("warning", "tombench_en/4"),
    ]
    assert len([f for f in found if f.severity == "warning" and "is context" in f.message]) == 2


@pytest.mark.parametrize(
    ("language", "a", "b", "near"),
    [
        (
            "en",
            "one two three four five six seven eight nine ten",
            "one two three four five six seven eight nine ten",
            True,
        ),
        (
            "en",
            "one two three four five six seven eight nine ten",
            "One two, three four five six seven eight nine TEN!",
            True,
        ),
        (
            "en",
            "one two three four five six seven eight nine ten",
            "one two three four other six seven eight nine ten",
            False,
        ),
        ("zh", "小明和小红在公园里一起看鸭子游泳", "小明和小红 在公园里一起看鸭子游泳", True),
        ("zh", "小明和小红在公园里一起看鸭子游泳", "小刚和小丽在学校里一起做数学作业", False),
        ("en", "a", "a", True),
        ("en", "a", "b", False),
    ],
)
def test_nearly_equal_texts(language: str, a: str, b: str, near: bool) -> None:
    assert bool(duplicates.similar([a, b], language)) is near


def test_similarity_is_the_jaccard_index_of_shingles() -> None:
    texts = ["a b c d e f g h i j k", "b c d e f g h i j k"]
    a, b = (duplicates.shingles(t, "en") for t in texts)
    assert duplicates.similar(texts, "en")[0].similarity == pytest.approx(len(a & b) / len(a | b))


def test_a_shingle_of_a_template_alone_proposes_no_pair() -> None:
    texts = ["the same sentence"] * (duplicates.COMMON + 1)
    assert duplicates.similar(texts, "en") == []


def test_texts_that_two_subsets_share_are_counted(tmp_path: Path) -> None:
    tables = {c: [row(c, "1", context="Same.")] for c in ("tombench_en", "multitom_direct_en")}
    assert value(check(duplicates, tmp_path, tables), "shared_stories", "with:tombench_en") == 1


# --- speakers ---

TALK_EN = "Ann: Hello!\nBob: Hi.\nCora: I must go."
TALK_DE = "Anne: Hallo!\nBob: Hallo.\nKora: Ich muss gehen."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TALK_EN, ["Ann", "Bob", "Cora"]),
        ("**Ann**: Hello\n\n**Bob:** Hi\n\n(they leave)", ["Ann", "Bob"]),
        ("人物1：你好\n人物2: 你好", ["人物1", "人物2"]),
        ("No one speaks here.", []),
    ],
)
def test_speakers_are_read_in_order(text: str, expected: list[str]) -> None:
    assert speakers.speakers(text) == expected


@pytest.mark.parametrize(
    ("text", "name", "held"),
    [("May Ann come?", "May", True), ("maybe", "May", False), ("Annabel", "Ann", False), ("Ann's dog", "Ann", True),
     ("Annas Hund", "Anna", True), ("安娜的狗", "安娜", True)],
)  # fmt: skip
def test_a_name_is_a_whole_word_with_its_case(text: str, name: str, held: bool) -> None:
    assert speakers.named(text, name) is held


def test_someone_who_is_not_in_the_context_is_named(tmp_path: Path) -> None:
    rows = [
        row("xfantom_en", "1-0-0/fact", context=TALK_EN, question="What does Bob know?"),
        row("xfantom_en", "2-0-0/fact", context="Dan: Hm.\nEve: Yes.", question="What does Bob know?"),
    ]
    found = check(speakers, tmp_path, {"xfantom_en": rows}).findings
    assert [(f.where, f.message.partition(" ")[0]) for f in found] == [("xfantom_en/2-0-0/fact", "'Bob'")]


def test_an_option_that_is_a_person_must_be_in_the_context(tmp_path: Path) -> None:
    rows = [row("tactfultom_en", "1", context=TALK_EN, answer_format="names", options=["Ann", "Zoe"])]
    assert [f.message for f in check(speakers, tmp_path, {"tactfultom_en": rows}).findings] == [
        "'Zoe' does not occur in the context"
    ]


@pytest.mark.parametrize(
    ("question", "wrong"), [("Was glaubt Kora?", 0), ("Was glaubt Cora?", 1), ("Was glaubt Bob?", 1)]
)
def test_a_translated_question_names_the_same_speaker(question: str, wrong: int, tmp_path: Path) -> None:
    tables = {
        "xfantom_en": [row("xfantom_en", "1-0-0/x", context=TALK_EN, question="What does Cora believe?")],
        "xfantom_de": [row("xfantom_de", "1-0-0/x", context=TALK_DE, question=question)],
    }
    assert len(check(speakers, tmp_path, tables).findings) == wrong


# --- language ---

TEXTS = {
    "ar": "ذهبت المرأة إلى السوق لشراء الخبز والحليب لعائلتها.",
    "bn": "মেয়েটি তার বন্ধুর জন্য একটি উপহার কিনতে বাজারে গিয়েছিল।",
    "de": "Die Frau ging auf den Markt, um Brot und Milch zu kaufen.",
    "en": "The woman went to the market to buy bread and milk for dinner.",
    "fr": "La femme est allée au marché pour acheter du pain et du lait.",
    "hi": "महिला अपने परिवार के लिए रोटी और दूध खरीदने बाज़ार गई थी।",
    "ja": "その女性は家族のためにパンと牛乳を買いに市場へ行きました。",
    "ru": "Женщина пошла на рынок, чтобы купить хлеб и молоко для семьи.",
    "zh": "那个女人去市场给家人买面包和牛奶，然后她就回到了家里。",
}
CONFIG_OF = {
    "ar": "multitom_direct_ar",
    "bn": "multitom_direct_bn",
    "hi": "multitom_direct_hi",
    "ru": "multitom_direct_ru",
}


@pytest.mark.parametrize("code", sorted(TEXTS))
def test_each_language_is_known_to_both_detectors(code: str) -> None:
    assert (language.first_vote(TEXTS[code]), language.second_vote(TEXTS[code])) == (code, code)


@pytest.mark.parametrize("code", sorted(TEXTS))
def test_text_in_its_language_is_not_flagged_and_another_is(code: str, tmp_path: Path) -> None:
    config = CONFIG_OF.get(code, f"xtomi_{code}")
    right = check(
        language, tmp_path, {config: [row(config, "1/reality", context=TEXTS[code], question=TEXTS[code])]}
    )
    assert not [f for f in right.findings if "context" in f.message]
    other = TEXTS["fr" if code != "fr" else "de"]
    wrong = check(
        language, tmp_path / "b", {config: [row(config, "1/reality", context=other, question=TEXTS[code])]}
    )
    assert [f.where for f in wrong.findings if "py3langid" in f.message] == [f"{config}/1/reality"]


def test_votes_are_the_same_in_every_order() -> None:
    texts = [*list(TEXTS.values()), "Is Xiao Liu a snail?", "Antique furniture auction"]
    first = [language.first_vote(t) for t in texts]
    language.first_vote.cache_clear()
    assert [language.first_vote(t) for t in reversed(texts)] == first[::-1]


def test_short_texts_are_counted_and_not_judged(tmp_path: Path) -> None:
    rows = [row("xtomi_en", "1/reality", context=TEXTS["en"], question="Où est la clé ?")]
    result = check(language, tmp_path, {"xtomi_en": rows})
    assert value(result, "texts_too_short", "field:question") == 1 and not result.findings


@pytest.mark.parametrize(
    ("code", "text", "flagged"),
    [
        ("zh", "小明去了 London 看朋友。", False),
        ("zh", "小明 went to the market with his friend.", True),
        ("ru", "Anna пошла", True),
        ("ja", "昨日彼女市場行夕食材料購入帰宅", True),
        ("ja", "昨日、彼女は市場へ行きました。", False),
        ("zh", "これは日本語の文です", True),
        ("en", "2 + 2 = 4", False),
    ],
)
def test_letters_of_another_script_are_flagged(code: str, text: str, flagged: bool, tmp_path: Path) -> None:
    config = CONFIG_OF.get(code, f"xtomi_{code}")
    found = check(language, tmp_path, {config: [row(config, "1/reality", context=text)]}).findings
    assert any(f.message.startswith("context:") and "py3langid" not in f.message for f in found) is flagged


def test_a_missing_detector_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(text: str) -> str:
        raise ImportError("no module", name="py3langid")

    monkeypatch.setattr(language, "second_vote", gone)
    result = check(language, tmp_path, {"xtomi_en": tomi("en", 2)})
    assert "py3langid is not installed" in result.skipped[0]


# --- translation ---


def test_what_is_left_in_english_is_found(tmp_path: Path) -> None:
    tables = {"xtomi_en": tomi("en", 4), "xtomi_de": tomi("de", 4)}
    tables["xtomi_de"][5]["question"] = tables["xtomi_en"][5]["question"].upper()
    tables["xtomi_de"][6]["options"] = ["the one in the other room", "blue_box"]
    tables["xtomi_en"][6]["options"] = ["blue_box", "The one in the other room"]
    result = check(translation, tmp_path, tables)
    assert {(f.where, f.severity) for f in result.findings} == {
        ("xtomi_de/1/second_order_0_tom", "error"),
        ("xtomi_de/2/reality", "error"),
    }
    assert value(result, "untranslated", "field:options") == 2


@pytest.mark.parametrize("factor", [0.4, 3])
def test_a_text_of_another_length_than_all_others_is_found(factor: float, tmp_path: Path) -> None:
    tables = {"xtomi_en": tomi("en"), "xtomi_de": tomi("de")}
    text = tables["xtomi_de"][30]["context"]
    tables["xtomi_de"][30:33] = changed(
        tables["xtomi_de"][30:33], context=(text * 3)[: int(len(text) * factor)]
    )
    found = check(translation, tmp_path, tables).findings
    assert [f.where for f in found if "ratio" in f.message] == ["xtomi_de/10/reality"]


def test_without_english_there_is_nothing_to_compare_with(tmp_path: Path) -> None:
    assert check(translation, tmp_path, {"xtomi_de": tomi("de", 2)}).skipped == [
        "xtomi_de is not compared with English: this build has no such config"
    ]
