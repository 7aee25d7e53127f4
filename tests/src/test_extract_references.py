"""References to options one kind at a time, rows of them, and the patterns that find words."""

import json
import re
import unicodedata
from dataclasses import fields
from pathlib import Path

import pytest

from cultural_tom.extraction import characters
from cultural_tom.extraction.clean import clean, part
from cultural_tom.extraction.patterns import language
from cultural_tom.extraction.phrases import Scan, any_of
from cultural_tom.extraction.read import languages
from cultural_tom.extraction.references import answer_words, letters, numbers, place, rows, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, NOTHING, OUT, Named

FORMS = Path(__file__).with_name("extract_forms.jsonl")
PLACES = ("in the basket", "the red box", "the drawer", "the garden shed")
A, B, C, D = map(Named, range(4))


def offered(options=PLACES, lang="en", many=False):
    return Offered(options, language(lang), many)


def values(refs):
    return None if refs is None else refs.values


def test_an_index_outside_of_the_options_names_something_that_was_not_offered():
    o = offered()
    assert [o.value(i) for i in (-1, 0, 3, 4, 25)] == [OUT, A, D, OUT, OUT]
    assert A != 0
    assert OUT not in (-1, CLASH, NOTHING)


@pytest.mark.parametrize(
    ("options", "numeric", "lettered", "yes_no"),
    [
        (PLACES, False, False, None), (("3", "2 boxes"), True, False, None), (("10%", "a lot"), True, False, None),
        (("A", "C"), False, True, None), (("C", "D"), False, False, None), (("No", "Yes"), False, False, (1, 0)),
        (("Yes, she does", "No, she does not"), False, False, (0, 1)), (("Yes", "Yes, always", "No"), False, False, None),
    ],
)  # fmt: skip
def test_what_the_rules_ask_about_the_options(options, numeric, lettered, yes_no):
    o = offered(options)
    assert (o.numeric, o.lettered, o.yes_no) == (numeric, lettered, yes_no)


def test_words_that_two_options_share_name_neither():
    o = offered(("the box", "The box.", "the drawer"))
    assert [r.value for r in words.anywhere(o, "the box or the drawer", 0, 21)] == [CLASH, C]


@pytest.mark.parametrize(
    ("low", "pos", "value"),
    [("the red box", 0, B), ("the red boxes", 0, None), ("in the red box", 3, B), ("red box", 0, None), ("", 0, None)],
)  # fmt: skip
def test_words_of_an_option_at_a_place_end_with_a_word(low, pos, value):
    found = words.at(offered(), low, pos)
    assert (found.value if found else None) == value


def test_the_longest_option_at_a_place_wins():
    assert words.at(offered(("the box", "the box in the shed")), "the box in the shed", 0).value == B


@pytest.mark.parametrize(
    ("text", "value"),
    [("the red box (B)", B), ("the red box (C)", CLASH), ('the red box" [B]', B), ("the red box, C", B)],
)
def test_a_letter_in_brackets_after_the_words_must_be_theirs(text, value):
    assert words.with_letter(offered(), part(text), 0).value == value


@pytest.mark.parametrize(
    ("text", "start", "value"),
    [("red box", 0, B), ("The Red Box.", 0, B), ("box", 0, None), ("the", 0, None), ("garden", 0, D), ("x", 0, None)],
)  # fmt: skip
def test_a_part_of_one_option_is_at_least_two_fifths_of_it(text, start, value):
    assert values(words.part(offered(), part(text))) == (None if value is None else (value,))


@pytest.mark.parametrize(
    ("text", "named", "value"),
    [
        ("B", False, B), ("B)", False, B), ("E", False, OUT), ("Bob", False, None), ("B's", False, None), ("b", False, B), ("b)", False, B),
        ("b is", False, None), ("b is", True, B), ("A box", False, None), ("A box", True, A), ("A because", False, A), ("A or", False, A),
        ("I think", False, None), ("B. the red box", False, B), ("B. the drawer", False, CLASH), ("B: unlike the drawer", False, B),
        ("z)", False, OUT), ("", False, None),
    ],
)  # fmt: skip
def test_a_letter_at_a_place(text, named, value):
    found = letters.at(offered(), part(text), 0, named)
    assert (found.value if found else None) == value


@pytest.mark.parametrize(
    ("lang", "text", "value"),
    [
        ("ar", "ب", B), ("ar", "باب", None), ("hi", "ख", B), ("hi", "बी", B), ("bn", "সি", C), ("ja", "ウ", C), ("ru", "С", C),
        ("ru", "с", None), ("zh", "丁", D), ("en", "丁", None),
    ],
)  # fmt: skip
def test_letters_of_the_scripts_own(lang, text, value):
    found = letters.at(offered(lang=lang), part(text), 0, named=False)
    assert (found.value if found else None) == value


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A, then (b), then C.", [A, B, C]),
        ("A boy met I think Bob's dog", []),
        ("option A box", [A]),
        ("it's X", [OUT]),
    ],
)
def test_letters_anywhere(text, found):
    t = part(text)
    assert [r.value for r in letters.anywhere(offered(), t, 0, len(text))] == found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2", B), ("0", OUT), ("00", OUT), ("5", OUT), ("2 boxes", None), ("2.5", None), ("2%", None), ("option 2", B), ("option: B", B),
        ("number two", None), ("the second option", B), ("second option", B), ("the second", None), ("2nd option", B), ("2nd", None),
        ("option second", B), ("option", None),
    ],
)  # fmt: skip
def test_numbers_and_ordinals(text, value):
    found = numbers.at(offered(), part(text), 0)
    assert (found.value if found else None) == value


def test_a_number_is_text_where_an_option_is_a_number():
    assert numbers.at(offered(("3", "2", "1")), part("2"), 0) is None


@pytest.mark.parametrize(
    ("options", "many", "text", "value"),
    [
        (("Yes", "No"), False, "yes", A), (("Yes", "No"), False, "No, she", B), (("Yes", "No"), False, "no one", NOTHING),
        (("Yes", "No"), False, "No she does", B), (PLACES, False, "yes", None), (PLACES, False, "none", NOTHING),
        (PLACES, True, "everyone except Ben", CLASH), (PLACES, True, "everyone", None), (PLACES, False, "everyone but Ben", None),
    ],
)  # fmt: skip
def test_yes_no_none_and_everyone(options, many, text, value):
    found = answer_words.at(offered(options, many=many), part(text), 0)
    assert (found.value if found else None) == value


@pytest.mark.parametrize(
    ("text", "value", "stands"),
    [("(B) ...", B, "B)"), ("[the drawer]", C, "the drawer"), ("option (3)", C, "3)"), ("「A」", A, "A」"), ("but", None, "")],
)  # fmt: skip
def test_a_reference_says_where_it_stands(text, value, stands):
    t = part(text)
    found = place.at(offered(), t, 0)
    assert (found.value if found else None) == value
    if found:
        assert t.text[found.start : found.end] == stands


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A, C and the red box", (A, C, B)), ("A and B, C", (A, B, C)), ("A or B", (A, CLASH, B)), ("A or so", (A, CLASH)),
        ("A, Zoe", (A, OUT)), ("A, because", (A,)), ("A\nC", (A,)), ("so A", None), ("B/C", (B, C)),
    ],
)  # fmt: skip
def test_rows_of_references(text, found):
    assert values(rows.at(offered(many=True), part(text), 0)) == found


def test_a_row_goes_on_over_lines_where_it_may():
    o, t = offered(many=True), part("- A\n- C\n- D is not")
    assert values(rows.at(o, t, 0, lines=True)) == (A, C, D)
    assert values(rows.at(o, part("A\nC\nD is not"), 0, lines=True)) == (A, C)


@pytest.mark.parametrize(
    ("text", "many", "found"),
    [
        ("A.", False, (A,)), ("A is correct", False, (A,)), ("A is here", False, None), ("red box", False, (B,)), ("ACD", True, (A, C, D)),
        ("ACF", True, None), ("AAC", True, None), ("[]", True, (NOTHING,)), ("Everyone.", True, (A, B, C, D)), ("Everyone", False, None),
    ],
)  # fmt: skip
def test_a_text_that_is_nothing_but_references(text, many, found):
    assert values(rows.whole(offered(many=many), part(text))) == found


@pytest.mark.parametrize("lang", languages())
def test_every_cue_is_found_where_its_list_matches_and_nowhere_else(lang):
    patterns = language(lang)
    text = " x ".join(
        [
            "final answer",
            "the answer is",
            "i choose",
            "答案",
            "ответ",
            "réponse",
            "banswer",
            "answers",
            "الجواب",
        ]
    )
    assert [m.span() for m in patterns.cues(text)] == [m.span() for m in patterns.cue.finditer(text)]


def test_phrases_are_whole_words_and_the_longest_wins():
    pattern = re.compile(any_of(["no", "no one", "no,"], arabic=False))
    assert [m[0] for m in pattern.finditer("no nob ono no one no, né-no")] == ["no", "no one", "no", "no"]
    assert re.search(any_of([], arabic=False), "anything") is None
    assert re.fullmatch(any_of(["答案"], arabic=False), "答案")
    assert re.search(any_of(["答"], arabic=False), "回答案")[0] == "答"
    assert re.search(any_of(["الحل"], arabic=True), "والحل")[0] == "والحل"
    assert re.search(any_of(["الحل"], arabic=True), "كالحل") is None


def test_letters_that_stay_are_left_alone_by_normalisation():
    stay = [chr(k) for first, last in characters._STAYS if last < 0x4E00 for k in range(first, last + 1)]
    assert [c for c in stay if unicodedata.normalize("NFKC", c) != c or c in characters._PLAIN] == []
    pairs = (a + b for a in stay for b in stay)
    joined = [p for p in pairs if unicodedata.normalize("NFKC", p) != p and not characters._joins(p)]
    assert joined == []


def test_phrases_are_found_in_whole_texts_as_by_their_expression():
    responses = [json.loads(line)["response"] for line in FORMS.read_text("utf-8").splitlines()]
    lows = [clean(r).low for r in responses]
    for name in languages():
        for field in fields(language(name)):
            scan = getattr(language(name), field.name)
            if isinstance(scan, Scan):
                for low in lows:
                    expected = [m.span() for m in scan.pattern.finditer(low)]
                    assert [m.span() for m in scan.find(low)] == expected, (name, field.name, low)
                    assert scan.may(low) or not expected
