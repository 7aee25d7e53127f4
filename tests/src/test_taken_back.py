"""What a reply does to its answer behind it: it takes it back, or finds fault with the question."""

import pytest
from stated import left, offered

from cultural_tom.extraction.answer import Answer
from cultural_tom.extraction.clean import clean
from cultural_tom.extraction.taken_back import unless_concluded, unless_withdrawn

TRUTHS = ("true, true", "true, false", "false, true", "false, false")


# --- taken back


@pytest.mark.parametrize(
    ("lang", "reply", "over"),
    [
        ("en", "{The answer is A}. Wait, no.", "The answer is A. Wait"),
        ("en", "{The answer is A.} Wait, no.", "The answer is A. Wait"),  # its point is the statement's
        ("en", "{The answer is A} (hold on", "The answer is A (hold on"),
        ("en", "{A}: that is wrong.", "A: that is wrong"),
        (
            "en",
            "{The answer is A}. She saw it. I'm not sure, though.",
            "The answer is A. She saw it. I'm not sure",
        ),
        ("de", "{Die Antwort ist A}. Das stimmt nicht.", "Die Antwort ist A. Das stimmt nicht"),
        ("fr", "{La réponse est A}. Je me corrige.", "La réponse est A. Je me corrige"),
        ("ru", "{Ответ: A}. Я ошибся.", "Ответ: A. Я ошибся"),
        ("zh", "{答案是A}。我收回。", "答案是A。我收回"),
        ("ja", "{答えはA}。訂正します。", "答えはA。訂正"),
        ("de", "{Die Antwort ist A}. Scratch that.", "Die Antwort ist A. Scratch that"),  # English everywhere
    ],
)
def test_an_answer_is_withdrawn_by_words_that_open_a_clause_behind_it(lang, reply, over):
    assert left(unless_withdrawn, reply, lang=lang) == over


@pytest.mark.parametrize(
    ("lang", "reply"),
    [
        ("en", "{The answer is A}."),
        ("en", "{The answer is A}. They all wait there."),  # opens no clause
        ("en", "Wait, no. {The answer is A}."),  # before it
        ("en", "I think. {Wait, the answer is A}."),
        ("en", "{The answer is A}. They stay. We can wait and see."),
        ("zh", "我收回。{答案是A}。"),
    ],
)
def test_what_opens_no_clause_behind_the_answer_takes_nothing_back(lang, reply):
    assert left(unless_withdrawn, reply, lang=lang) == (0,)


@pytest.mark.parametrize(
    "step",
    [
        "Wait until the bell rings.",
        "Wait a day.",
        "Wait 20 minutes.",
        "Wait for several hours.",
        "Wait a few weeks.",
        "Wait times are long.",
        "(wait for the bell)",
    ],
)
def test_waiting_that_is_told_takes_nothing_back_and_what_follows_still_may(step):
    assert left(unless_withdrawn, f"{{The answer is A}}. {step}") == (0,)
    assert left(unless_withdrawn, f"{{The answer is A}}. {step} {step}") == (0,)
    over = f"The answer is A. {step} {step} Oops"
    assert left(unless_withdrawn, f"{{The answer is A}}. {step} {step} Oops, no.") == over


def test_an_answer_is_withdrawn_by_a_line_that_begins_with_the_words():
    assert (
        left(unless_withdrawn, "{The answer is A}\nShe saw it\nMy mistake")
        == "The answer is A\nShe saw it\nMy mistake"
    )
    assert (
        left(unless_withdrawn, "{Die Antwort ist A}\nIch meinte B", lang="de")
        == "Die Antwort ist A\nIch meinte"
    )
    assert left(unless_withdrawn, "{The answer is A}\nWe take my mistake") == (0,)
    assert left(unless_withdrawn, "Wait\nWait\n{The answer is A}") == (0,)
    assert left(unless_withdrawn, "My\n{mistake\nThe answer is A}") == (0,)


def test_behind_what_is_marked_such_a_line_is_noise_but_not_a_clause():
    assert left(unless_withdrawn, "{[[A]]}\nShe saw it\nWait", said="marked") == (0,)
    assert left(unless_withdrawn, "{[[A]]}. Wait, no.", said="marked") == "[[A]]. Wait"


@pytest.mark.parametrize(
    ("lang", "fault"),
    [
        ("en", "There may be an error in the question"),
        ("en", "The question is flawed"),
        ("zh", "题目有误"),
        ("zh", "没有正确选项"),
    ],
)
def test_an_answer_does_not_count_where_the_text_finds_fault_with_the_question_behind_it(lang, fault):
    assert left(unless_withdrawn, f"{{A}} {fault} here.", lang=lang) == f"A {fault}"
    assert left(unless_withdrawn, f"{{A}}\n{fault}.", said="marked", lang=lang) == f"A\n{fault}"
    assert left(unless_withdrawn, f"{fault}. {{A}}.", lang=lang) == (0,)


def test_a_fault_found_before_the_answer_hides_nothing_behind_it():
    reply = "There is an error in the question. {The answer is A}. Wait, no."
    assert left(unless_withdrawn, reply) == "The answer is A. Wait"


def test_the_first_words_that_withdraw_are_named_whatever_follows():
    assert left(unless_withdrawn, "{A}. Oops, no.\nWait\nThe question is flawed.") == "A. Oops"
    assert left(unless_withdrawn, "{A}\nWait\nThe question is flawed.") == "A\nWait"


def test_what_calls_a_statement_wrong_takes_no_judgement_back():
    """Where the options are judgements: "false, true. ... the second claim holds, but that is wrong of the first"."""
    reply = "{The answer is A}. That is wrong."
    assert left(unless_withdrawn, reply) == "The answer is A. That is wrong"
    assert left(unless_withdrawn, reply, options=TRUTHS) == (0,)
    assert left(unless_withdrawn, "{The answer is A}\nThat is wrong.", options=TRUTHS) == (0,)
    assert left(unless_withdrawn, "{The answer is A}. Oops.", options=TRUTHS) == "The answer is A. Oops"


@pytest.mark.parametrize(
    ("lang", "reply", "over"),
    [
        (
            "en",
            "{The answer is A}. But none of the options match.",
            "The answer is A. But none of the options",
        ),
        (
            "en",
            "{They stay there}, and none of the options match.",
            "They stay there, and none of the options",
        ),
        ("en", "{The answer is A}. He left.\nIt does not match any of them", "does not match any of them"),
        (
            "de",
            "{Die Antwort ist A}. Doch das ist keine der Antwortmöglichkeiten.",
            "keine der antwortmöglichkeiten",
        ),
        ("zh", "{答案是A}。可是选项中没有这个。", "答案是A。可是选项中没有"),
    ],
)
def test_an_answer_does_not_count_where_the_last_sentence_says_that_no_option_is_it(lang, reply, over):
    assert left(unless_withdrawn, reply, lang=lang).lower().endswith(over.lower())


@pytest.mark.parametrize(
    "reply",
    [
        "None of the options match. {The answer is A}.",
        "None of the options match, so {the answer is A}.",
        "{The answer is A}. None of the options match at first. He left.",  # not the last sentence
        "{The answer is A}. None of the options match, or it is the red box.",  # which names one
        "{The answer is A}. None of the options match, so the older is the best choice.",  # it concludes nonetheless
    ],
)
def test_an_answer_stays_where_another_sentence_says_so_or_an_option_is_named(reply):
    assert left(unless_withdrawn, reply) == (0,)


def test_where_none_of_the_options_may_be_meant_such_a_sentence_takes_nothing_back():
    reply = "{The answer is A}. But none of the options match."
    assert left(unless_withdrawn, reply) != (0,)
    for options in (
        ("the blue bag", "none of the options"),
        ("the blue bag", "none of them"),
        ("the blue bag", "nobody"),
        ("the blue bag", "it is none"),
    ):
        assert left(unless_withdrawn, reply, options=options) == (0,)
    assert left(unless_withdrawn, reply, many=True) == (0,)
    assert left(unless_withdrawn, reply, said="marked") == (0,)


def test_an_answer_that_is_none_or_stands_nowhere_stays():
    t = clean("The answer is A. Wait, but so it is the red box.")
    for answer in (Answer(None, "not_an_option", "cue", (0, 15)), Answer((0,), "", "beginning")):
        assert unless_withdrawn(answer, t, offered()) is answer
        assert unless_concluded(answer, t, offered()) is answer
