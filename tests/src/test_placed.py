"""Where a statement stands in a reply: at its end, at the beginning of a line or sentence, over another one."""

import pytest
from stated import offered, stated

from cultural_tom.extraction.statements.placed import begins_line, closes, is_row, opens_sentence, overlap
from cultural_tom.extraction.statements.statement import Statement


def stands(rule, reply, lang="en"):
    t, (s,) = stated(reply, "cue B")
    return rule(t, offered(lang=lang), s)


# --- over another one, and several options in one


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((2, 6), (2, 6), True),
        ((2, 6), (3, 5), True),
        ((2, 6), (5, 9), True),
        ((2, 6), (6, 9), False),  # one behind the other
        ((2, 6), (8, 9), False),
    ],
)
def test_statements_stand_over_each_other_where_they_share_a_character(first, second, expected):
    a, b = (Statement((), start, end, "cue") for start, end in (first, second))
    assert overlap(a, b) is expected
    assert overlap(b, a) is expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("A", False),
        ("A A", False),  # said twice
        ("A B", True),
        ("A OUT", True),
        ("OUT", False),
        ("OUT OUT", True),  # "G, H and L" of four options
        ("OUT OUT OUT", True),
        ("CLASH CLASH", False),
    ],
)
def test_a_row_names_different_options_or_several_that_were_not_offered(values, expected):
    _, (s,) = stated("{this leaves them}", f"cue {values}")
    assert is_row(s) is expected


# --- at the end of the text


@pytest.mark.parametrize(
    ("lang", "reply"),
    [
        ("en", "{The answer is B}"),
        ("en", "She hid it.\n{The answer is B}."),
        ("en", "She hid it. {The answer is B}!"),
        ("en", "She hid it, so nobody knows. Therefore, {the answer is B}."),
        ("en", "She hid it.\n✅ {The answer is B} ✅"),
        ("en", "She hid it.\n({The answer is B}.)"),
        ("de", "Sie hat ihn versteckt. Daher: {die Antwort ist B}."),
        ("zh", "她把它藏起来了。所以{答案是B}。"),
        ("ja", "彼女はそれを隠した。よって、{答えはB}です。"),  # "です" rounds the answer off
    ],
)
def test_a_statement_closes_a_text_that_ends_with_it_alone_or_behind_so(lang, reply):
    assert stands(closes, reply, lang)


@pytest.mark.parametrize(
    ("lang", "reply"),
    [
        ("en", "{The answer is B}, as she hid it."),
        ("en", "{The answer is B}.\nShe hid it."),
        ("en", "She thought that {the answer is B}."),
        ("en", "She hid it.\nMaybe {the answer is B}."),
        ("en", "So she hid it. Maybe {the answer is B}."),  # "so" of another sentence
        ("de", "Sie glaubt, {die Antwort ist B}."),
        ("zh", "她觉得{答案是B}。"),
        ("ja", "{答えはB}ですか、と彼女は言った。"),
    ],
)
def test_a_statement_does_not_close_a_text_that_goes_on_or_a_sentence_that_holds_more(lang, reply):
    assert not stands(closes, reply, lang)


# --- at the beginning of a line


@pytest.mark.parametrize(
    ("lang", "reply"),
    [
        ("en", "She hid it.\n{The answer is B}, as nobody saw her."),
        ("en", "She hid it.\nNobody saw her.\n{The answer is B}."),
        ("en", "She hid it.\nSo {the answer is B}.\nNobody saw her."),
        ("en", "She hid it.\nTherefore, our {answer is B}."),
        ("en", 'She hid it.\n"{The answer is B}"'),
        ("en", "She hid it.\n|{the answer is B}|"),
        ("en", "So {the answer is B}."),
        ("zh", "她把它藏起来了。\n因此,{答案是B}。"),
        ("fr", "Elle l'a caché.\nDonc {la réponse est B}."),
    ],
)
def test_a_statement_begins_its_line_where_nothing_but_so_stands_before_it(lang, reply):
    assert stands(begins_line, reply, lang)


@pytest.mark.parametrize(
    ("lang", "reply"),
    [
        ("en", "She hid it. {The answer is B}."),
        ("en", "She hid it. {The answer is B}.\nNobody saw her."),
        ("en", "Nobody saw her.\nShe hid it. {The answer is B}."),
        ("en", "Nobody saw her.\n1 {the answer is B}."),
        ("en", "Nobody saw her.\nSo she thinks {the answer is B}."),
        ("en", "Soon {the answer is B}."),
        ("fr", "Donc elle croit que {la réponse est B}."),
    ],
)
def test_a_statement_does_not_begin_a_line_that_holds_more_before_it(lang, reply):
    assert not stands(begins_line, reply, lang)


# --- at the beginning of a sentence


@pytest.mark.parametrize(
    ("lang", "reply"),
    [
        ("en", "{The answer is B}."),
        ("en", "She hid it. {The answer is B}, as nobody saw her."),
        ("en", "She hid it! So the {answer is B}."),
        ("en", "She hid it.\n({The answer is B})"),
        ("zh", "她把它藏起来了。所以{答案是B},没有人看见。"),
        ("ru", "Она спрятала его. Поэтому {ответ B}."),
    ],
)
def test_a_statement_opens_its_sentence_alone_or_behind_so_and_the(lang, reply):
    assert stands(opens_sentence, reply, lang)


@pytest.mark.parametrize(
    ("lang", "reply"),
    [
        ("en", "She thinks {the answer is B}."),
        ("en", "She hid it, {the answer is B}."),
        ("en", "She hid it. So she thinks {the answer is B}."),
        ("en", "She hid it in time " + "and nobody saw her " * 20 + "{the answer is B}."),
        ("zh", "她把它藏起来了,我想{答案是B}。"),
        ("ru", "Она думает, что {ответ B}."),
    ],
)
def test_a_statement_does_not_open_a_sentence_that_holds_more_before_it(lang, reply):
    assert not stands(opens_sentence, reply, lang)
