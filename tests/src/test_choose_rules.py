"""Which statement of a whole reply is the answer: short replies in which the statements are really found."""

import pytest

from cultural_tom.extraction.read import evidence, extract

PLACES = ("the red box", "the blue bag", "the green jar", "the old shelf")
TEAMS = ("Team X", "Team Y", "Team Z", "Team Q")


def read(response, many=False, options=PLACES):
    """The options that are read, or the reason why none is, by which rule, and the words that it was read from."""
    found = extract(response, answer_format="choices" if many else "choice", options=options, language="en")
    return found.indices if found.parsed else found.reason, found.rule, evidence(response, found)


def answer(response, many=False, options=PLACES):
    return read(response, many, options)[0]


# --- an object whose fields are no answer


@pytest.mark.parametrize(
    "response",
    ['{"answer": null}', '{"answer": "unknown"}', '{"answer": "", "note": "B is correct"}', '{"reason": "She saw the blue bag."}'],
)  # fmt: skip
def test_an_object_that_leaves_its_answer_open_or_has_none_gives_none(response):
    assert read(response) == ("no_answer", "", "")


def test_unknown_is_an_answer_where_it_is_an_option():
    assert answer('{"answer": "unknown"}', options=("yes", "no", "unknown")) == (2,)


# --- a last line that refuses


@pytest.mark.parametrize(
    "response",
    [
        "B is correct.\nFINAL ANSWER: I cannot determine it.",
        "The story is short.\nB is correct.\nFINAL ANSWER: I cannot determine it.",
        "The answer is B.\nFinal answer: not known, as the story does not say.",
        "B is correct.\nSo the final answer: I do not know.",
        "B is correct.\n(Final answer: I cannot determine it.)",
        "B is correct.\n[FINAL ANSWER] It cannot be determined.",
    ],
)
def test_a_last_line_that_announces_the_final_answer_and_denies_that_there_is_one_refuses(response):
    assert read(response) == ("no_answer", "", "")


@pytest.mark.parametrize(
    "response",
    [
        "B is correct.\nThe story does not say more.",
        "B is correct.\nThe answer is not A.",
        "B is correct.\nWhat others call their final answer does not matter.",
        "B is correct.\nA friend's final answer: it cannot be known.",
        "B is correct.\nThe final answer stands above.",
        "It was not moved. B is correct.\nThe final answer stands above.",
        "<answer>B</answer>\nThe final answer stands above and does not change.",
    ],
)
def test_a_last_line_that_denies_something_else_or_denies_nothing_refuses_nothing(response):
    assert answer(response) == (1,)


def test_of_several_answers_a_last_line_that_denies_another_one_refuses_none():
    assert answer("A and C are correct.\nThe final answer does not include B.", many=True) == (0, 2)


# --- verdicts on the way and a conclusion with others


@pytest.mark.parametrize(
    "response",
    [
        "A and B are correct. So she looked in A and C.",
        "A is correct. C is correct. So they look in B and C.",
        "A is correct. So it is A and B.",
    ],
)
def test_a_conclusion_with_other_options_than_those_called_right_is_ambiguous_over_all_of_it(response):
    assert read(response, many=True) == ("ambiguous", "declared", response)


@pytest.mark.parametrize(
    "response",
    [
        "A and C are correct. He came late.",
        "A and C are correct. So he came late.",
        "A and C are correct, so A and C it is.",
        "A and C are correct. So, in short, it is C and A.",
        "A, C\nC and A are correct. So they look in B and C.",  # not only called right, but given
    ],
)
def test_without_a_conclusion_with_others_what_is_called_right_is_the_answer(response):
    assert answer(response, many=True) == (0, 2)


# --- a text that begins with "A:"


@pytest.mark.parametrize(
    "response",
    ["A: He looks for it in the blue bag, where he left it.", "A: he saw the green jar and went there"],
)
def test_a_colon_behind_an_opening_a_may_be_that_of_answer_where_the_words_of_another_follow(response):
    assert read(response) == ("ambiguous", "beginning", "A:")


def test_an_opening_a_is_an_option_where_its_own_words_follow():
    assert read("A: It is the red box that he saw") == ((0,), "beginning", "A")


# --- somebody else's words


@pytest.mark.parametrize(
    "response",
    [
        'The boy said "the answer is A". The answer is B.',
        'The answer is B, though the note says "the answer is A".',
        "The teacher wrote 「我的答案是A」. The answer is B.",
        "The answer is B. He wrote 「我的答案是A」.",
        'I say <answer>B</answer>. The metadata contains "<answer>A</answer>".',
        'The metadata contains "<answer>A</answer>". I say <answer>B</answer>',
    ],
)
def test_what_stands_in_quotes_is_passed_over_where_something_else_is_said(response):
    assert answer(response) == (1,)


def test_a_tag_in_quotes_counts_where_nothing_else_is_said():
    assert answer('The metadata contains "<answer>A</answer>".') == (0,)


def test_what_is_marked_counts_in_a_quotation_too():
    said = '"He saw it there, so it is [[B]]." The others had agreed with the answer choice A.'
    assert read(said) == ((1,), "marked", "[[B]]")


# --- a number beside words


def test_a_number_is_contradicted_by_words_where_an_option_is_a_word_for_right():
    judged = ("correct", "incorrect", "unclear")
    assert answer("The calculation is incorrect. The answer is 1.", options=judged) == "ambiguous"
    assert answer("The calculation is incorrect. The answer is 2.", options=judged) == (1,)
    assert answer("The calculation is incorrect. The answer is 1.") == (0,)


# --- a list of answers that is told again


@pytest.mark.parametrize(
    ("response", "options"),
    [
        ("A, C\n\nExplanation:\nA) the red box", PLACES),
        ("A, C\n\nExplanation:\n(A) the red box", PLACES),
        ("A, B, D\nHere is why:\nA. the red box", PLACES),
        ("A, B, D\nI looked at these:\nHere is why:\nA. the red box", PLACES),
        ("A, C\n\nWhy:\nA) Team X", TEAMS),
    ],
)
def test_a_list_counts_where_the_text_breaks_off_while_it_tells_the_items_again(response, options):
    listed = response.partition("\n")[0]
    indices = tuple("ABCD".index(letter) for letter in listed.split(", "))
    assert read(response, many=True, options=options) == (indices, "alone", listed)


@pytest.mark.parametrize(
    "response",
    [
        "A, C\n\nExplanation:\nA) the red box.",  # it does not break off
        "A, C\n\nExplanation:\nC) the green jar",  # not from the first item on
        "A, C\n\nExplanation:\nthe red box",  # without a label
        "A, C\n\nA is correct, as he saw it",  # no list is begun
        "C:\nA) the red box\nC is correct, as he saw it",  # none but the first
    ],
)
def test_a_list_is_contradicted_where_its_items_are_not_told_again_one_by_one(response):
    assert answer(response, many=True) == "ambiguous"


# --- a list of answers that is explained


@pytest.mark.parametrize(
    "response",
    [
        "A, B\nMy answer is A, as he saw it there first.",
        "A, B\nThe most likely one is B, as he saw it.",
        "A, B\nThe answer is A, as he saw it. I choose B because he saw it too.",
    ],
)
def test_a_list_that_opens_the_text_is_the_answer_though_a_part_of_it_is_named_behind_it(response):
    assert read(response, many=True) == ((0, 1), "alone", "A, B")


def test_a_part_of_the_list_that_ends_the_text_is_the_answer():
    assert answer("A, B\nThe most likely one is A.", many=True) == (0,)


@pytest.mark.parametrize(
    "response",
    [
        "A, B\nMy answer is C, as he saw it.",  # no part of it
        "A, B\nA is correct, as he saw it.",  # no cue
        "A\nMy answer is B, as he saw it.",  # no list
        "A, B\nThe answer is A and B. Now my answer is A, as he saw it.",  # not only a part of it
        "A, B\nThe answer is A, as he saw it.\nC is correct, as he saw it.",
    ],
)
def test_a_list_that_opens_the_text_is_contradicted_by_anything_else(response):
    assert answer(response, many=True) == "ambiguous"


def test_an_answer_behind_a_cue_is_no_other_than_the_options_that_are_listed_behind_it():
    listed = "The answer is A and B.\nHe saw them.\nA) the red box"
    assert read(listed, many=True) == ((0, 1), "cue", "answer is A and B")
    assert answer(listed.replace("A) ", ""), many=True) == "ambiguous"
