"""What reads as a statement and states no answer: options gone through, rows named on the way, quotations, numbers that words
contradict."""

import pytest
from stated import offered, stated

from cultural_tom.extraction.references.value import CLASH
from cultural_tom.extraction.statements.asides import (
    checked_by_words,
    is_quoted_tag,
    quoted,
    without_asides,
    without_listing,
)

GRADES = ("correct", "incorrect", "partly correct")
COLOURS = ("blue", "red", "green")


def kept(rule, reply, *said, **o):
    """The words of the statements that the rule leaves."""
    t, statements = stated(reply, *said)
    return [t.text[s.start : s.end] for s in rule(t, offered(**o), statements)]


def contradicted(reply, *said, **o):
    """For each statement whether words contradict its number; the others stay as they are."""
    t, statements = stated(reply, *said)
    checked = checked_by_words(t, offered(**o), statements)
    assert [s._replace(values=()) for s in checked] == [s._replace(values=()) for s in statements]
    assert all(c.values in (s.values, (CLASH,)) for c, s in zip(checked, statements, strict=True))
    return [c.values == (CLASH,) for c in checked]


# --- a number that words contradict


@pytest.mark.parametrize(
    ("lang", "options", "reply"),
    [
        ("en", GRADES, "The claim is incorrect. {The answer is 1}."),
        ("en", GRADES, "Is incorrect. {The answer is 1}."),
        ("en", GRADES, 'His sum was "incorrect", and {the answer is 1}.'),
        ("en", GRADES, "{The answer is 1}. The claim is partly correct."),
        ("en", GRADES, "Incorrect\n{The answer is 1}."),  # a line
        ("en", GRADES, "Incorrect.\n{The answer is 1}."),
        (
            "en",
            GRADES,
            "It was counted twice by everybody who was there, and it is incorrect. {The answer is (1)}.",
        ),
        ("de", ("richtig", "falsch"), "Die Aussage ist falsch. {Die Antwort ist 1}."),
        ("ru", ("верно", "неверно"), "Это неверно. {Ответ: 1}."),
        ("zh", ("正确", "错误"), "这个说法是错误。{答案: 1}。"),
    ],
)
def test_a_number_is_contradicted_by_words_that_call_something_another_option(lang, options, reply):
    assert contradicted(reply, "cue A", lang=lang, options=options) == [True]


@pytest.mark.parametrize(
    ("options", "reply"),
    [
        (GRADES, "The claim is correct. {The answer is 1}."),
        (GRADES, "The claim is correct, the sum is incorrect. {The answer is 1}."),  # both: no contradiction
        (GRADES, "Nobody checked it. {The answer is 1}."),
        (GRADES, "The claim is incorrect. {The answer is A}."),  # a letter
        (GRADES, "The claim is incorrect. {Of 2 the answer is A}."),
        (GRADES, "The claim is incorrect. 1 {is the answer}."),  # the number stands elsewhere
        (GRADES, "The claim is incorrect. {The answer is} 1."),
        (GRADES, "The claim is incorrect. {The answer is a1}."),  # a name
        (GRADES, "The incorrect claim was counted. {The answer is 1}."),  # an attribute calls nothing so
        (GRADES, "The claim is incorrect as it stands. {The answer is 1}."),  # its clause goes on
        (GRADES, "He knows incorrect, {the answer is 1}."),  # no word such as "is"
        (GRADES, "2 incorrect. {The answer is 1}."),
        (GRADES, "It is not known why incorrect. {The answer is 1}."),
        (COLOURS, "The box is red. {The answer is 1}."),  # no option is a word for right
    ],
)
def test_a_number_stands_where_no_words_contradict_it(options, reply):
    assert contradicted(reply, "cue A", options=options) == [False]


def test_only_the_numbers_that_words_contradict_become_a_contradiction():
    reply = (
        "The claim is incorrect. {The answer is 1}, {the answer is A}, {the answer is 2}, {the answer is 9}."
    )
    assert contradicted(reply, "cue A", "cue A", "cue B", "cue OUT", options=GRADES) == [
        True,
        False,
        False,
        False,
    ]


def test_a_row_of_numbers_is_contradicted_where_words_call_something_none_of_them():
    assert contradicted("It is partly correct. {The answers are 1, 2}.", "cue A B", options=GRADES) == [True]
    assert contradicted("It is incorrect. {The answers are 1, 2}.", "cue A B", options=GRADES) == [False]


# --- options gone through


def test_verdicts_on_two_others_behind_an_explicit_answer_only_go_through_the_options():
    reply = "{The answer is C}. {A is correct}, as he left. {B is correct}, as she came."
    assert kept(without_listing, reply, "cue C", "declared A", "declared B") == ["The answer is C"]
    assert kept(without_listing, reply, "final_cue C", "declared A", "declared B") == ["The answer is C"]
    assert kept(without_listing, reply, "alone C", "declared A", "declared B") == ["The answer is C"]
    said = "{B ist richtig}. {C ist richtig}. {Die Antwort ist A}."
    assert kept(
        without_listing, f"{{Antwort: A}}. {said}", "cue A", "declared B", "declared C", "cue A", lang="de"
    ) == [
        "Antwort: A",
        "Die Antwort ist A",
    ]


ALL = ["The answer is C", "A is correct", "B is correct"]


@pytest.mark.parametrize(
    "said",
    [
        ("cue C", "declared A", "declared A"),  # one other
        ("cue C", "declared A", "declared C"),
        ("declared C", "declared A", "declared B"),  # the answer itself is a verdict
        ("marked C", "declared A", "declared B"),
        ("cue C", "declared A", "verdicts B"),
        ("cue C", "cue A", "declared B"),  # two explicit answers
        ("cue C", "cue A", "alone B"),
        ("cue C", "cue C", "cue C"),
    ],
)
def test_verdicts_stay_where_they_are_of_one_other_or_something_else_is_said(said):
    reply = "{The answer is C}. {A is correct}, as he left. {B is correct}, as she came."
    assert kept(without_listing, reply, *said) == ALL


def test_one_verdict_on_two_others_contradicts_the_answer():
    reply = "{The answer is C}. {A and B are correct}."
    assert kept(without_listing, reply, "cue C", "declared A B") == ["The answer is C", "A and B are correct"]


def test_verdicts_before_the_answer_stay():
    reply = "{A is correct}, as he left. {B is correct}, as she came. {The answer is C}."
    assert kept(without_listing, reply, "declared A", "declared B", "cue C") == [*ALL[1:], ALL[0]]


def test_nothing_is_gone_through_where_many_options_may_be_right():
    reply = "{The answer is C}. {A is correct}, as he left. {B is correct}, as she came."
    assert kept(without_listing, reply, "cue C", "declared A", "declared B", many=True) == ALL


@pytest.mark.parametrize(
    ("lang", "reply"),
    [
        ("en", "{Answer A} - he left.\n{Answer B} - she came.\n{Answer C} - they stayed.\n{So it is D}."),
        ("en", "{Answer A}: he left.\n{Answer B}: she came.\n{Answer C}: they stayed.\n{So it is D}."),
        (
            "en",
            "We look at each.\n{Option A. He} left.\n{Option B. She} came.\n{Option C. They} stayed.\n{So it is D}.",
        ),
        (
            "de",
            "{Antwort A} - er ging.\n{Antwort B} - sie kam.\n{Antwort C} - alle blieben.\n{Also ist es D}.",
        ),
    ],
)
def test_lines_that_begin_with_the_same_word_and_a_mark_and_go_on_only_list_the_options(lang, reply):
    found = kept(without_listing, reply, "cue A", "cue B", "cue C", "cue D", lang=lang)
    assert len(found) == 1
    assert found[0].endswith("D")


def test_nothing_is_left_of_a_reply_that_only_lists_the_options():
    reply = "{Answer A} - he left.\n{Answer B} - she came.\n{Answer C} - they stayed."
    assert kept(without_listing, reply, "cue A", "cue B", "cue C") == []
    assert len(kept(without_listing, reply, "cue A", "cue B", "cue C", many=True)) == 3
    assert len(kept(without_listing, reply, "cue A", "declared B", "cue C")) == 3


@pytest.mark.parametrize(
    ("reply", "values"),
    [
        ("{Answer A} - he left.\n{Answer B} - she came.\n{Answer A} - they stayed.", "ABA"),  # two of them
        (
            "{Answer A} - he left.\n{Option B} - she came.\n{Choice C} - they stayed.",
            "ABC",
        ),  # words that differ
        ("{Answer A}\n{Answer B}\n{Answer C}", "ABC"),  # no line goes on
        ("{Answer A} he left.\n{Answer B} she came.\n{Answer C} they stayed.", "ABC"),  # no sign
        ("1 {Answer A} - he left.\n2 {Answer B} - she came.\n3 {Answer C} - they stayed.", "ABC"),
        ("{Answer A} - he left. {Answer B} - she came. {Answer C} - they stayed.", "ABC"),  # one line
        ("No {answer A} - he left.\nNo {answer B} - she came.\nNo {answer C} - they stayed.", "ABC"),
    ],
)
def test_what_is_no_list_of_lines_alike_stays(reply, values):
    assert len(kept(without_listing, reply, *(f"cue {v}" for v in values))) == 3


def test_what_is_no_line_of_a_list_stays_beside_it():
    reply = "{Answer A} - he left.\n{Answer B} - she came.\n{Answer C} - they stayed.\n{Choice D} - so be it."
    assert kept(without_listing, reply, "cue A", "cue B", "cue C", "cue D") == ["Choice D"]
    assert kept(without_listing, reply, "cue A", "cue B", "cue C", "final_cue D") == ["Choice D"]


def test_a_list_and_verdicts_behind_it_are_both_left_out():
    lines = "{Answer A} - he left.\n{Answer B} - she came.\n{Answer C} - they stayed.\n"
    verdicts = "{It is D}. {A is correct}, and {B is correct}."
    said = ("cue A", "cue B", "cue C", "cue D", "declared A", "declared B")
    assert kept(without_listing, lines + verdicts, *said) == ["It is D"]


# --- what a cue has behind it by chance


@pytest.mark.parametrize(
    ("reply", "aside"),
    [
        ("{The answer is C}. {Answers A and D} are rarer.", "cue A D"),
        ("{The answer is C}. {Answers (a) and (d)} are rarer.", "cue A D"),
        ("{The answer is C}. {Choices i and iv} are rarer.", "cue A D"),
        ("{The answer is C}. {Options G and H} are not there.", "cue OUT OUT"),
        ("{The answer is C}. {The answer:\n- v}. Correct, as he left.", "cue OUT"),
    ],
)
def test_a_row_as_subject_and_a_number_below_a_colon_are_asides(reply, aside):
    assert kept(without_asides, reply, "cue C", aside) == ["The answer is C"]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("{The answer is C}. {Answers A and C} are rarer.", ("cue C", "cue A C")),  # the answer among them
        ("{The answer is C}. {Answer A or D} is rarer.", ("cue C", "cue A CLASH D")),
        ("{The answer is C}. {The answer is: A and D}, he said.", ("cue C", "cue A D")),  # no subject
        ("{The answer is C}. {Answers what and why} are rarer.", ("cue C", "cue A D")),
        ("{The answer is C}. {The answer is D}, he said.", ("cue C", "cue D")),
        ("{The answer is C}. {The answer: - v}. Correct, as he left.", ("cue C", "cue OUT")),  # not below
        ("{The answer is C}. {The answer:\nv}. Correct, as he left.", ("cue C", "cue OUT")),
        ("{The answer is C}. {The answer:}\n- v. Correct, as he left.", ("cue C", "cue OUT")),
        ("It follows:\n- {the answer is C}. {The answer is v}, he said.", ("cue C", "cue OUT")),
        ("{The answer is C}. {The answer:\n- iii}. Correct, as he left.", ("cue C", "cue C")),
        ("{The answer is C}. {The answer:\n- v}. Correct, as he left.", ("cue C", "declared OUT")),
        ("{The answer is C}. {The answer:\n- v}. Correct, as he left.", ("cue C", "cue CLASH")),
        ("{The answer is C}. {Answers A and D} are rarer.", ("cue C", "declared A D")),  # no cue
        ("{The answer is C}. {Answers A and D}.", ("cue C", "cue A D")),  # it ends the text alone
        ("{The answer is C}.\nSo {answers A and D}.", ("cue C", "cue A D")),
        ("{The answer is C}. {It is C}.\nSo {answers A and D}.", ("cue C", "cue C", "cue A D")),
        ("{Answers A and D} are rarer. {The answer is C}.", ("cue A D", "cue C")),  # before the answer
        ("{The answer is C}. {Answers A and D} are rarer. {It is D}.", ("cue C", "cue A D", "cue D")),
        ("{The answer is C}. {Answers A and D} are rarer. {It is D}.", ("cue C", "cue A D", "alone D")),
        ("{Answers A and D} are rarer. {It is B or D}, he said.", ("cue A D", "cue B CLASH D")),
    ],
)
def test_what_may_be_an_answer_is_no_aside(reply, said):
    assert len(kept(without_asides, reply, *said)) == len(said)


def test_asides_go_wherever_they_stand_behind_the_answer_and_what_agrees_with_it_stays():
    reply = (
        "{It is C}. {Answers A and D} are rarer. {C is it}. {Answers A and B} are common. {The answer is C}."
    )
    said = ("cue C", "cue A D", "declared C", "cue A B", "cue C")
    assert kept(without_asides, reply, *said) == ["It is C", "C is it", "The answer is C"]
    assert len(kept(without_asides, reply, *said, many=True)) == 5


def test_only_the_last_statement_can_close_the_text():
    reply = "{It is C}. {Answers A and D}. {C}"
    t, said = stated(reply, "cue C", "cue A D", "alone C")
    assert [s.values for s in without_asides(t, offered(), said)] == [said[0].values, said[2].values]


def test_an_aside_that_ends_the_text_is_none_only_where_its_sentence_holds_nothing_else():
    reply = "{It is C}. He says that {answers A and D}."
    assert kept(without_asides, reply, "cue C", "cue A D") == ["It is C"]


def test_where_nothing_is_said_nothing_is_left_out():
    for rule in (checked_by_words, without_listing, without_asides):
        assert kept(rule, "He left.", options=GRADES) == []


# --- quotations


@pytest.mark.parametrize(
    ("reply", "said", "expected"),
    [
        ('The data holds "{<answer>B</answer>}".', "marked B", True),
        ('"{<answer>B</answer>}" stands there.', "marked B", True),
        ('The data holds "{[[B]]}".', "marked B", False),  # no tag
        ('The data holds "{<answer>B</answer>}".', "cue B", False),
        ('The data holds "{<answer>B</answer>}.', "marked B", False),  # not closed
        ('The data holds {<answer>B</answer>}".', "marked B", False),  # not opened
        ('The data holds "x {<answer>B</answer>}".', "marked B", False),
        ("{<answer>B</answer>}", "marked B", False),
    ],
)
def test_a_tag_is_quoted_where_quotes_stand_directly_around_it(reply, said, expected):
    t, (s,) = stated(reply, said)
    assert is_quoted_tag(t, s) is expected


def in_quotation(reply):
    t, (s,) = stated(reply, "cue B")
    return quoted(t, s)


@pytest.mark.parametrize(
    "reply",
    [
        'He wrote "the {answer is B}" on it.',
        '"I say {the answer is B}", he wrote.',
        'He wrote "well, {the answer is B"} on it.',  # its end takes in the closing quote
        'She came.\nHe wrote "well, {the answer is B}, dear" on it.\nShe left.',
        'He wrote "yes" and "well, {the answer is B}" and "no".',
        'He wrote "({the answer is B})" on it.',
        '"No," he wrote.\n"Well, {the answer is B}."',
        "他写道「嗯,{答案是B}」。",
        "他写道「({答案是B})」。",
        "彼は「はい」と「ええ、{答えはB}」と書いた。",
    ],
)
def test_a_statement_within_a_quotation_is_quoted(reply):
    assert in_quotation(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "He wrote that {the answer is B}.",
        'He wrote "yes" and {the answer is B}.',
        'He wrote "yes", {the answer is B}, she wrote "no".',
        'He wrote {the answer is B}, and "no".',
        'He wrote "well, {the answer is B}.',  # never closed
        'She came.\nHe wrote "yes.\n{The answer is B}", or "no.',  # opened on another line
        'He wrote "yes, {the answer is B}.\nShe wrote "no.\nHe left.',  # closed on another line
        'She wrote "no"\n"Yes" he wrote, {the answer is B}, and "no".',
        'She wrote "no" and "\nYes, {the answer is B}, and "no".',
        'He wrote: {"B" is the answer}, not "A".',  # a quotation within the statement
        '"{answer": "B"}, "sure": "yes"',  # a field
        '["Nobody saw her. The {answer is B."]}',  # the string of an object
        'The stick of 5" is longer, {the answer is B}, than one of 6".',  # inches
        "他写道「是」,{答案是B}。",
        "他写道「是」和「不」,{答案是B},「好」。",
        "他写道{「B」是答案},不是「A」。",
        "他写道{答案是B},「不」。",
        "他写道「嗯,{答案是B}。",
        "他写道「嗯。\n{答案是B}」。",
        "他写道「嗯,{答案是B}。\n她写道」。",
        "他写道嗯」,{答案是B}」。",
        "彼は「ええ、{答えは「B」。}",  # only the answer's own quotation is closed
    ],
)
def test_a_statement_outside_of_quotations_is_not_quoted(reply):
    assert not in_quotation(reply)


def test_a_quotation_that_opens_or_closes_far_away_is_none():
    for within, expected in (("so it is, " * 30, True), ("so it is, " * 41, False)):
        assert in_quotation(f'He wrote "{within}{{the answer is B}}" on it.') is expected
        assert in_quotation(f'He wrote "well, {{the answer is B}}, {within}" on it.') is expected
        assert in_quotation(f"他写道「{within}{{答案是B}}」。") is expected
        assert in_quotation(f"他写道「嗯,{{答案是B}}{within}」。") is expected
