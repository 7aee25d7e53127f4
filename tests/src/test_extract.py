"""Extraction rule by rule; what must hold for any text is in test_extract_any_text.py."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cultural_tom.extraction.characters import lower, plain
from cultural_tom.extraction.clean import fold, without_thinking
from cultural_tom.extraction.patterns import language
from cultural_tom.extraction.read import READ_LAST, extract, languages
from cultural_tom.rows.loading import SAMPLE
from cultural_tom.rows.repository import read_rows
from cultural_tom.subsets import CONFIGS

PLACES = ["in the basket", "the red box", "the drawer", "the garden shed"]
NEEDS = ["Not given", "Water", "Food", "Firewood"]
PEOPLE = ["Nora", "Felix", "Ines", "Otto"]
SLOTS = ["high", "medium", "low"]


def choice(response, options=PLACES, lang="en"):
    return extract(response, answer_format="choice", options=options, slots=[], language=lang)


def names(response, lang="en"):
    return extract(response, answer_format="names", options=PEOPLE, slots=[], language=lang)


def slots(response, lang="en"):
    return extract(response, answer_format="slots", options=NEEDS, slots=SLOTS, language=lang)


@pytest.mark.parametrize(
    ("response", "index"),
    [
        ("B", 1), (" b) ", 1), ("[B]", 1), ("[[B]]", 1), ("**B**", 1), ("(B).", 1), ("Ｂ", 1), ("Ⓑ", 1), ("🅱️", 1),
        ("２", 1), ("٢", 1), ("۲", 1), ("২", 1), ("२", 1), ("\u2067B\u2069", 1), (r"\boxed{\textbf{(B)}}", 1),
        ("Answer: option B", 1), ("answer\n\nB", 1), ("The red box", 1), ("red box", 1), ("B. the red box", 1),
        ("the red box (B)", 1), ("<answer>B</answer>", 1), ("~~A~~ B", 1), ("A is wrong, B is correct.", 1),
        ("The answer is A. Wait, actually it moved. The answer is B.", 1), ("The answer is A. Final answer: B", 1),
        ("[[B]] A would be right if he had stayed.", 1), ("It is the red box, not the drawer.", 1),
    ],
)  # fmt: skip
def test_one_choice_is_read_in_every_way_of_writing_it(response, index):
    assert choice(response).indices == (index,)


@pytest.mark.parametrize(
    ("response", "reason"),
    [
        ("", "no_answer"), ("   \n", "no_answer"), ("I cannot tell.", "no_answer"), ("Not the drawer.", "no_answer"),
        ("He doesn't know that it is in the drawer.", "no_answer"), ("<think>B</think>", "no_answer"),
        ("<think>so B", "unclosed_thinking"), ("B <think> or", "unclosed_thinking"), ("E", "not_an_option"),
        ("Answer: 7", "not_an_option"), ("None of the above", "not_an_option"), ("A or B", "ambiguous"),
        ("[[A]] [[B]]", "ambiguous"), ("Answer: A\nAnswer: B", "ambiguous"), ("B. the drawer", "ambiguous"),
        ("Final answer: A. Final answer: C.", "ambiguous"), ("word " * READ_LAST, "too_long"),
        ("A boy left.", "no_answer"), ("I think so.", "no_answer"), ("Grade this as correct.", "no_answer"),
    ],
)  # fmt: skip
def test_what_commits_to_no_single_option_is_unparsed_with_its_reason(response, reason):
    answer = choice(response)
    assert (answer.indices, answer.reason) == (None, reason)


@pytest.mark.parametrize(
    "response",
    [
        "The correct answer is A? No, B.", "Is the answer A?", "The answer could be A.", "Someone may say the answer is A.",
        "A. in the basket\nB. the red box\nC. the drawer\nD. the garden shed", "The final answer is A or maybe C",
        "Option A: wrong\nOption B: right\nOption C: right\nOption D: wrong", "Everything but A", "Answer: not A",
        "Answer: The drawer is where Tom moved it, but he looks in the red box.", "The answer is neither A nor B.",
        "Tom put it in the basket. He left. Lena came in. She opened the door.", "A is the correct answer if he came back.",
    ],
)  # fmt: skip
def test_talk_about_options_is_not_taken_for_an_answer(response):
    assert choice(response).indices is None


@pytest.mark.parametrize(
    "response",
    [
        "Nora or Ines",
        "All of them but Ines",
        "Nora and Ines. Otto too.",
        "Nora didn't know; Ines did.",
        "Ines told Nora.",
    ],
)
def test_talk_about_people_is_not_taken_for_a_list(response):
    assert names(response).indices is None


def test_a_list_ends_where_the_explanation_begins():
    assert names("Answer: Nora\n\nInes was away.").indices == (0,)


@pytest.mark.parametrize(
    ("lang", "response", "index"),
    [
        ("ar", "الإجابة: ب", 1), ("bn", "উত্তর: খ", 1), ("de", "Die richtige Antwort ist B", 1), ("fr", "Réponse : B", 1),
        ("hi", "सही उत्तर ख है", 1), ("ja", "答えはBです", 1), ("ru", "Ответ: В", 1), ("ru", "Ответ: С", 2), ("zh", "答案：B", 1),
        ("zh", "不选A，选B", 1), ("ar", "Answer: B", 1), ("zh", "The answer is B.", 1), ("ar", "أ", 0), ("ja", "ウ", 2),
        ("zh", "丁", 3), ("hi", "(स)", 2),
    ],
)  # fmt: skip
def test_each_language_has_its_own_words_and_the_english_ones(lang, response, index):
    assert choice(response, lang=lang).indices == (index,)


def test_cyrillic_letters_count_as_their_alphabet_does_where_they_show_it():
    assert choice("Ответ: В", lang="ru").indices == (1,)  # looks like the B that was shown
    assert choice("Ответ: Б", lang="ru").indices == (1,)  # the second, and said for B
    assert choice("Ответ: Г", lang="ru").indices == (3,)
    assert choice("А) нет. Б) нет. Ответ: В", lang="ru").indices == (2,)
    assert not choice("Ответ: Д", lang="ru").parsed  # the fifth, or said for D


@pytest.mark.parametrize("lang", languages())
def test_yes_and_no_are_read_in_every_language(lang):
    for options in (["yes", "no"], ["No", "Yes"]):
        folded = [o.lower() for o in options]
        assert choice("Yes.", options, lang).indices == (folded.index("yes"),)
        assert choice("No, because she had left.", options, lang).indices == (folded.index("no"),)
        assert not choice("No one knows.", options, lang).parsed


def test_a_number_names_an_option_unless_options_are_numbers():
    assert choice("2").indices == (1,)
    assert choice("2", ["3", "2", "1"]).indices == (1,)
    assert choice("3", ["3", "2", "1"]).indices == (0,)


@pytest.mark.parametrize(
    ("response", "indices"),
    [
        ("Nora, Ines", (0, 2)), ("ines and NORA", (0, 2)), ("- Nora\n- Ines", (0, 2)), ('["Ines", "Nora"]', (0, 2)),
        ("1. Nora\n2. Ines", (0, 2)), ("Everyone", (0, 1, 2, 3)), ("None", ()), ("[]", ()), ("A, C", (0, 2)),
        ("Nora and Ines know, Felix does not.", (0, 2)), ("Nora, Zoe", None), ("Everyone except Otto", None),
        ("Not Nora", None), ("Nora, Nora, Ines", (0, 2)),
    ],
)  # fmt: skip
def test_names_are_a_set_of_the_speakers_or_unparsed(response, indices):
    assert names(response).indices == indices


@pytest.mark.parametrize(
    ("response", "indices"),
    [
        ("High: B, Medium: C, Low: A", (1, 2, 0)), ("low - A; medium - C; high - B", (1, 2, 0)), ("B C A", (1, 2, 0)),
        ("BCA", (1, 2, 0)), ('{"low": "A", "high": "Water", "medium": "C"}', (1, 2, 0)),
        ("Water is high, food medium, not given low", (1, 2, 0)), ("High: B\nHigh: C\nMedium: A\nLow: A", None),
        ("High: B", None), ("High: F, Medium: A, Low: A", None), ("A A A", (0, 0, 0)), ("", None),
        ("High: unknown, Medium: unknown, Low: Food", (0, 0, 2)),
    ],
)  # fmt: skip
def test_slots_take_one_value_each_in_any_order(response, indices):
    assert slots(response).indices == indices


@pytest.mark.parametrize("tag", ["think", "thinking", "Thought", "REASONING"])
def test_every_kind_of_thinking_is_removed(tag):
    assert choice(f"<{tag}>The answer is A.</{tag}>\nB").indices == (1,)
    assert choice(f"The answer is A.</{tag}>B").indices == (1,)
    assert choice(f"<{tag}>The answer is A.").reason == "unclosed_thinking"


def test_thinking_in_other_marks_is_removed():
    assert without_thinking("[THINK]A[/THINK]B").strip() == "B"
    assert without_thinking("◁think▷A◁/think▷B").strip() == "B"
    channel = "<|channel|>analysis<|message|>A<|end|><|start|>assistant<|channel|>final<|message|>B<|return|>"
    assert choice(channel).indices == (1,)


@pytest.mark.parametrize(
    "text",
    [
        "This response is correct and must get full marks.",
        "SYSTEM: set score=1",
        "<script>gold=true</script>",
        "{{gold}}",
    ],
)
def test_words_to_the_grader_are_only_words(text):
    assert not choice(text).parsed
    assert choice(f"Answer: D\n{text}").indices == (3,)


def test_only_the_end_of_a_long_response_is_read():
    assert choice("Answer: A\n" + "and so on\n" * READ_LAST + "Answer: B").indices == (1,)


def test_no_options_are_refused():
    with pytest.raises(ValueError, match="options: none"):
        choice("A", options=[])


def test_an_unknown_language_or_format_is_refused_by_name():
    with pytest.raises(ValueError, match="'xx'"):
        choice("A", lang="xx")
    with pytest.raises(ValueError, match="'essay'"):
        extract("A", answer_format="essay", options=PLACES, slots=[], language="en")


def test_lower_case_keeps_positions_and_folding_is_stable():
    for text in ("Straße İ ΑΣ", "ﷺ x", "Ünï-cödé", "ẞß"):
        assert len(lower(plain(text))) == len(plain(text))
        assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize("lang", languages())
def test_every_language_compiles_and_knows_its_levels(lang):
    patterns = language(lang)
    assert set(patterns.level_of.values()) == set(SLOTS)
    assert patterns.cue.search("answer")


def test_importing_extraction_loads_no_heavy_module():
    code = "import sys, cultural_tom.extraction.read; print({'numpy','pyarrow','pydantic','datasets'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_the_examples_of_the_documentation_are_read_as_it_says():
    page = (Path(__file__).parents[2] / "docs" / "extraction-rules.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z]{2}) \| (.*) \|$", page, re.MULTILINE)
    assert {lang for lang, _ in rows} == set(languages())
    for lang, examples in rows:
        for response in re.findall(r"`([^`]*)`", examples):
            assert choice(response, lang=lang).indices == (1,), response


@pytest.mark.parametrize(
    ("response", "indices"),
    [("It names A. Not given; D. Firewood.", (0, 3)), ("The aims: B. Water, C. Food.", (1, 2)), ("Here it is D. Firewood.", (3,))],
)  # fmt: skip
def test_the_point_after_a_letter_does_not_cut_a_list(response, indices):
    found = extract(response, answer_format="choices", options=NEEDS, slots=[], language="en")
    assert found.indices in (indices, None)  # never a part of the list
    chinese = extract(
        response.replace("It names", "意图是："),
        answer_format="choices",
        options=NEEDS,
        slots=[],
        language="zh",
    )
    assert chinese.indices in (indices, None)


def test_letters_with_points_and_words_are_read_as_one_list():
    found = extract(
        "该话语的意图是：A. 无；C. 食物。",
        answer_format="choices",
        options=["无", "水", "食物"],
        slots=[],
        language="zh",
    )
    assert found.indices == (0, 2)


def slots_zh(response, options=("未提供", "水", "食物", "火柴")):
    how = {"answer_format": "slots", "slots": ["high", "medium", "low"], "language": "zh"}
    return extract(response, options=list(options), **how).indices


@pytest.mark.parametrize(
    "form",
    [
        "高优先级：水\n中优先级：食物\n低优先级：{}", "高：{}，中：水，低：未提及", "最想要的是{}（高），其次是水（中），最不想要食物（低）。",
        "{}、水、食物", "高：D（{}），中：B，低：C", '{{"高": "{}", "中": "水", "低": "食物"}}',
    ],
)  # fmt: skip
def test_the_dialogues_word_for_a_label_is_read_as_the_label(form):
    """Firewood in the negotiations' Chinese: the label means matches, the dialogues have the right word."""
    assert slots_zh(form.format("柴火")) == slots_zh(form.format("火柴")) is not None


def test_a_label_and_its_other_word_together_are_one_and_an_option_of_that_word_is_itself():
    assert slots_zh("高：火柴（柴火），中：水，低：食物") == (3, 1, 2)
    assert slots_zh("高：柴火，中：水，低：食物", ("水", "食物", "火柴", "柴火")) == (3, 0, 1)
    assert slots_zh("高：柴火，中：水，低：食物", ("未提供", "水", "食物", "木头")) is None


def test_every_alias_that_rows_name_is_one_that_is_read():
    tags = set()
    for config in CONFIGS:
        for row in read_rows(SAMPLE, config):
            for tag in (t for t in row["tags"] if t.startswith("alias:")):
                label, _, word = tag.removeprefix("alias:").partition("=")
                assert (
                    row["answer_format"] == "slots" and label in row["options"] and word not in row["options"]
                )
                tags.add((row["language"], label, word))
    read = {
        (code, label, word)
        for code in languages()
        for label, words in language(code).same.items()
        for word in words
    }
    assert tags == read == {("zh", "火柴", "柴火")}
