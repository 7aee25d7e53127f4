"""A reply that concludes with another option than the one that it stated: behind a turn, in its last line or sentence."""

import pytest
from stated import PLACES, left, offered

from cultural_tom.extraction.answer import Answer
from cultural_tom.extraction.clean import clean
from cultural_tom.extraction.taken_back import last_sentence, stands_for_answer, unless_concluded

AMOUNTS = ("12 of 60", "24 of 60", "36 of 60", "48 of 60")


# --- a turn, and a last sentence that concludes with another option


@pytest.mark.parametrize(
    ("lang", "reply", "over"),
    [
        (
            "en",
            "I think {the answer is A}. But the lid is closed, so it is the red box.",
            "the answer is A. But the lid is closed, so it is the red box",
        ),
        (
            "en",
            "First {the answer is A}. However, he left. The lid is closed, so it is the red box, as he said.",
            "the answer is A. However, he left. The lid is closed, so it is the red box",
        ),
        ("en", "I say {the answer is A}. Actually, thus (B)!", "the answer is A. Actually, thus (B"),
        (
            "de",
            "Ich meine, {die Antwort ist A}. Aber er ging, also ist es der Ofen.",
            "die Antwort ist A. Aber er ging, also ist es der Ofen",
        ),
        ("zh", "我想{答案是A}。但他走了,所以是红盒子。", "答案是A。但他走了,所以是红盒子"),
    ],
)
def test_a_text_that_turns_and_concludes_with_another_option_is_ambiguous(lang, reply, over):
    places = {"en": PLACES, "de": ("der Schrank", "der Ofen"), "zh": ("蓝袋子", "红盒子")}
    assert left(unless_concluded, reply, lang=lang, options=places[lang]) == over


TURNS = "I think {the answer is A}. But the lid is closed, so it is the red box."


@pytest.mark.parametrize(
    "reply",
    [
        "I think {the answer is A}. The lid is closed, so it is the red box.",  # no turn
        "But I think {the answer is A}. The lid is closed, so it is the red box.",  # a turn before the answer
        "I think {the answer is A}. The lid is closed, so it is the red box, but he left.",  # a turn behind it
        "I think {the answer is A}. But the lid is closed, and it is the red box.",  # no conclusion
        "I think {the answer is A}. But the lid is closed, so it is the blue bag.",  # the same option
        "I think {the answer is A}. But the lid is closed, so it is small.",
        "I think {the answer is A}. But the lid is closed, so it is not the red box.",
        "I think {the answer is A}. But the lid is closed, so it is the red box. He left.",  # not the last sentence
        "I think {the answer is A}. But the lid is closed, so it is the red box or the green jar.",
        "I think {the answer is A}. But the red box is closed, so he left.",
    ],
)
def test_an_answer_stays_where_the_text_does_not_turn_or_does_not_conclude_with_another_option(reply):
    assert left(unless_concluded, reply) == (0,)


@pytest.mark.parametrize(
    ("between", "is_near"),
    [
        ("But it is cold", True),
        ("But " + "it is old and " * 5 + "it is cold", False),
        (
            "However, " + "it is old and " * 5 + "it is big. It is cold",
            True,
        ),  # from where the last sentence begins
        ("It is big, however. " + "It is old and " * 5 + "it is cold", False),
        ("It is big, " + "it is old and " * 5 + "but it is cold", True),  # from the turn within it
    ],
)
def test_the_conclusion_stands_near_the_turn_or_the_beginning_of_the_last_sentence(between, is_near):
    expected = f"the answer is A. {between}, so it is the red box" if is_near else (0,)
    assert (
        left(unless_concluded, f"I think {{the answer is A}}. {between}, so it is the red box.") == expected
    )


def test_only_a_single_answer_that_was_neither_marked_nor_called_final_is_concluded_otherwise():
    assert left(unless_concluded, TURNS) != (0,)
    assert left(unless_concluded, TURNS, said="final_cue") == (0,)
    assert left(unless_concluded, TURNS, said="marked") == (0,)
    assert left(unless_concluded, TURNS, indices=(0, 2), many=True) == (0, 2)


# --- a text that begins with its answer


@pytest.mark.parametrize("said", ["cue", "alone", "final_cue", "beginning"])
@pytest.mark.parametrize(
    ("reply", "over"),
    [
        (
            "{Final answer: A}. He counted them.\nThere are 24, which corresponds to option B.",
            "Final answer: A. He counted them.\nThere are 24, which corresponds to option B",
        ),
        (
            "({Final answer: A}). There are 24, which corresponds to (C), as he said.",
            "Final answer: A). There are 24, which corresponds to (C",
        ),
    ],
)
def test_a_text_that_begins_with_its_answer_and_finds_another_option_in_its_last_line_is_ambiguous(
    said, reply, over
):
    found = left(unless_concluded, reply, said=said, options=AMOUNTS)
    assert found.rstrip(")") == over


@pytest.mark.parametrize(
    "reply",
    [
        "{Final answer: A}.\nThere are 12, which corresponds to option A.",  # the same
        "{Final answer: A}.\nThere are 24, which corresponds to option B.\nHe left.",  # not the last line
        "{Final answer: A}.\nThere are 24, which does not correspond to option B.",
        "{Final answer: A}.\nThere are 24, which corresponds to option B or option C.",
        "{Final answer: A}.\nThere are 24.",
        "He said: {Final answer: A}.\nThere are 24, which corresponds to option B.",  # begins otherwise
        "{There are 24, which corresponds to option B. Answer: A}.",
    ],
)
def test_a_last_line_that_finds_nothing_else_changes_nothing(reply):
    assert left(unless_concluded, reply, options=AMOUNTS) == (0,)


@pytest.mark.parametrize(
    ("lang", "reply", "over"),
    [
        ("en", "{A}. He left early. So it is the red box.", "A. He left early. So it is the red box"),
        ("en", "{A}\nHe left early.\nTherefore, (B).", "A\nHe left early.\nTherefore, (B"),
        (
            "en",
            "✅ {A}. He left early. So it is the red box, dear.",
            "A. He left early. So it is the red box",
        ),
        ("de", "{A}. Er ging früh. Also ist es der Ofen.", "A. Er ging früh. Also ist es der Ofen"),
        ("zh", "{A}。他走了。所以是红盒子。", "A。他走了。所以是红盒子"),
    ],
)
def test_a_text_that_begins_with_its_answer_and_ends_with_so_and_another_is_ambiguous(lang, reply, over):
    places = {"en": PLACES, "de": ("der Schrank", "der Ofen"), "zh": ("蓝袋子", "红盒子")}
    for said in ("cue", "alone", "final_cue", "declared"):
        found = left(unless_concluded, reply, said=said, lang=lang, options=places[lang])
        assert found.rstrip(")") == over


@pytest.mark.parametrize(
    "reply",
    [
        "{A}. He left early. So it is the blue bag.",  # the same
        "{A}. He left early. It is the red box.",  # no "so"
        "{A}. He left. It was early, so it is the red box.",  # which opens no sentence
        "{A}. He left early. So it is the red box. She stayed.",  # not the last one
        "{A}. He left early. So (B), which is inaccurate.",  # denied behind it
        "{A}. He left early. So (B), which is never there.",
        "{A}. He left early. So it is the red box that is wrong.",
        "{A}. He left early. So the red box is not it.",
        "{A}. He left early. So he came.",
        "He thinks {A}. He left early. So it is the red box.",  # begins otherwise
        "{So the red box, or A}.",
    ],
)
def test_a_last_sentence_that_concludes_with_nothing_else_changes_nothing(reply):
    assert left(unless_concluded, reply) == (0,)


@pytest.mark.parametrize(
    ("reply", "over"),
    [
        (
            "{A}. He came. He left early, so she says (b) the red box.",
            "A. He came. He left early, so she says (b) the red box",
        ),
        (
            "{A}. He came. (B) was early, so she says (c) the green jar!",
            "A. He came. (B) was early, so she says (c) the green jar",
        ),
        (
            "{A}. He came. He left, so the (A) or the (C) the green jar.",
            "A. He came. He left, so the (A) or the (C) the green jar",
        ),
    ],
)
def test_a_last_sentence_that_closes_with_the_mark_and_words_of_another_option_behind_so_is_one_too(
    reply, over
):
    assert left(unless_concluded, reply) == over


@pytest.mark.parametrize(
    "reply",
    [
        "{A}. He came. He came. He left early, so she says (a) the blue bag.",  # the same
        "{A}. He came. He came. He left early, and she says (b) the red box.",  # no "so"
        "{A}. He came. He came. He said (b) the red box, so she left.",  # before "so"
        "{A}. He came. He came. He left early, so she says (b).",  # its mark alone
        "{A}. He came. He left early, so she says (b) ✅",
        "{A}. He came. He came. He left early, so she says the red box.",  # its words alone
        "{A}. He came. He came. He left early, so (b) the red box is small.",  # does not close with it
        "{A}. He came. He came. He left early, so she does not say (b) the red box.",
        "{A}. He came. He came. He left early, so she says (b) the red box. He came.",
        "{A}. He came. He came. He left early, so she says (g) the yellow car.",  # not offered
        "{A}, so she says (b) the red box.",  # the same sentence
    ],
)
def test_other_marks_and_words_behind_so_change_nothing(reply):
    assert left(unless_concluded, reply) == (0,)


def test_marked_and_many_answers_are_not_concluded_otherwise():
    reply = "{A}. He left early. So it is the red box."
    assert left(unless_concluded, reply, said="marked") == (0,)
    assert left(unless_concluded, reply, many=True) == (0,)


# --- an "A:" that may stand for "answer"


@pytest.mark.parametrize(
    ("reply", "said", "expected"),
    [
        ("A: she looks in the red box.", "alone", 2),
        ("A: she looks in the red box.", "beginning", 2),
        ("A:the red box", "alone", 2),
        ("A: she looks in the red box or the green jar.", "alone", 2),
        ("A: she looks in the red box.", "cue", 0),
        ("A: she looks there.", "alone", 0),  # names none
        ("A: the blue bag and not the red box.", "alone", 0),  # names the first
        ("A. She looks in the red box.", "alone", 0),
        ("So A: she looks in the red box.", "alone", 0),
        ("The red box\nA: she looks there.", "alone", 0),
    ],
)
def test_an_a_with_a_colon_may_stand_for_answer_where_other_words_are_named(reply, said, expected):
    t = clean(reply)
    assert t.text == reply
    assert stands_for_answer(Answer((0,), "", said, (0, 1)), t, offered()) == expected


def test_no_other_letter_stands_for_answer():
    t = clean("A: she looks in the red box.")
    assert stands_for_answer(Answer((1,), "", "alone", (0, 1)), t, offered()) == 0
    assert stands_for_answer(Answer(None, "no_answer", "alone", (0, 1)), t, offered()) == 0


def test_an_a_that_may_stand_for_answer_states_nothing():
    assert left(unless_concluded, "{A}: she looks in the red box.", said="alone") == "A:"
    assert left(unless_concluded, "{A}: she looks in the blue bag.", said="alone") == (0,)


# --- the last sentence


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("He left. So she stayed.", "So she stayed."),
        ("He left.\nShe stayed\n", "She stayed"),
        ("He left. She came. It is B. the red box.", "It is B. the red box."),
        ("他走了。所以她留下了。", "所以她留下了。"),
        ("He left", "He left"),
        ("?", "?"),  # no sentence at all
    ],
)
def test_the_last_sentence_or_the_whole_text_where_there_is_none(reply, expected):
    t = clean(reply)
    start, stop = last_sentence(t, offered())
    assert t.text[start:stop].strip() == expected
