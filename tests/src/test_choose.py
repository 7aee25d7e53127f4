"""Which of several statements is the answer: statements given by place and value, whatever found them."""

import re
from dataclasses import replace

import pytest

from cultural_tom.extraction import choose
from cultural_tom.extraction.answer import Answer
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.patterns import language
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, NOTHING, OUT, Named
from cultural_tom.extraction.statements.statement import Statement

A, B, C, D = map(Named, range(4))
REVISE, SO, WITHDRAW = re.compile("no,"), re.compile("so"), re.compile("wrong")


def say(at, *values, final=False, rule="cue", end=None):
    return Statement(values, at, end or at + 2, rule, final)


def spot(low, letter, *values, **more):
    """The statement that a letter of the text stands for."""
    at = re.search(rf"\b{letter}\b", low).start()
    return say(at, *values, end=at + 1, **more)


def offered(many=False, n=3):
    own = replace(language("en"), revise=REVISE, so=SO, withdraw=WITHDRAW)
    return Offered(("box", "bag", "jar", "cup", "tin")[:n], own, many)


def text(low="", cut=False):
    return Text(low or "x" * 99, low or "x" * 99, (), cut)


@pytest.fixture
def read(monkeypatch):
    """Read with these statements in marks, these stated, and this as what is meant without a statement."""

    def read(marked=(), stated=(), unstated=None, many=False, verdicts=(), n=3, **t):
        given, options = text(**t), offered(many, n)

        def gives(what):
            def find(found_in, found_by):
                assert found_in is given and found_by is options
                return what

            return find

        monkeypatch.setattr(choose, "marked", gives(marked))
        monkeypatch.setattr(choose, "verdicts", gives(verdicts))
        monkeypatch.setattr(choose, "STATED", (gives(()), gives(stated)))
        monkeypatch.setattr(choose, "unstated", gives(unstated))
        found = choose.read(given, options)
        return found, found.rule, found.span

    return read


def answer(*indices):
    return Answer(indices)


def none(reason):
    return Answer(None, reason)


def test_where_nothing_is_stated_what_is_meant_counts_and_else_nothing(read):
    assert read(unstated=say(3, B, rule="mention")) == (answer(1), "mention", (3, 5))
    assert read(stated=[say(9, A)], unstated=say(3, B)) == (answer(0), "cue", (9, 11))
    assert read() == (none("no_answer"), "", None)
    assert read(cut=True) == (none("too_long"), "", None)


def test_the_last_statement_counts_if_all_agree_or_the_earlier_ones_are_taken_back(read):
    assert read(stated=[say(9, B), say(3, B)]) == (answer(1), "cue", (9, 11))
    low = "x" * 5 + "no," + "x" * 20
    assert read(stated=[say(9, B), say(3, A)], low=low) == (answer(1), "cue", (9, 11))
    assert read(stated=[say(9, B), say(1, A), say(4, A, end=6)], low=low) == (
        none("ambiguous"),
        "cue",
        (4, 11),
    )
    # said before the first or after the last takes nothing back
    assert read(stated=[say(9, A), say(12, B)], low=low)[0] == none("ambiguous")
    assert read(stated=[say(0, A), say(3, B)], low=low)[0] == none("ambiguous")


def test_statements_that_contradict_each_other_are_ambiguous_over_both(read):
    assert read(stated=[say(3, A), say(9, B, rule="alone")]) == (none("ambiguous"), "alone", (3, 11))
    assert read(stated=[say(3, A, end=20), say(9, B)]) == (none("ambiguous"), "cue", (3, 20))
    assert read(stated=[say(3, A), say(6, B), say(9, B)])[0] == none("ambiguous")
    assert read(stated=[say(3, B), say(6, A), say(9, B)])[0] == none("ambiguous")
    assert read(stated=[say(3, A, B), say(9, B, A)], many=True)[0] == answer(0, 1)


def test_options_that_are_repeated_are_no_answer_to_contradict_one(read):
    """Answer with A, B or C: B."""
    assert read(stated=[say(3, A, B, C), say(9, B)])[0] == answer(1)
    assert read(stated=[say(3, A, B), say(9, B)])[0] == answer(1)
    assert read(stated=[say(3, A, B), say(5, A), say(9, B)])[0] == none("ambiguous")
    assert read(stated=[say(3, A, B, C), say(9, B)], many=True)[0] == none("ambiguous")
    assert read(stated=[say(3, A, B, C), say(9, B, C)])[0] == none("ambiguous")


def test_of_several_right_options_each_may_be_declared_before_all_are_named(read):
    """A is correct. C is correct. Answer: A, C."""
    one, two = say(3, A, rule="declared"), say(6, C, rule="declared")
    assert read(stated=[one, two, say(9, A, C)], many=True)[0] == answer(0, 2)
    assert read(stated=[one, say(6, B), say(9, A, C)], many=True)[0] == none("ambiguous")
    assert read(stated=[say(3, A), say(9, A, C)], many=True)[0] == none("ambiguous"), "said as the answer"
    assert read(stated=[say(3, A, B, rule="declared"), say(9, A, C)], many=True)[0] == none("ambiguous")
    assert read(stated=[say(3, A, B, C, rule="declared"), say(9, A)], many=True)[0] == none("ambiguous")
    assert read(stated=[one, say(9, A, C)])[0] == none("ambiguous"), "where one option is right"
    assert read(stated=[say(3, A, B), say(5, C), say(9, B)])[0] == none("ambiguous")
    assert read(stated=[say(3, C), say(5, A, B), say(9, B)])[0] == none("ambiguous")
    assert read(stated=[say(3, A, A), say(9, B)])[0] == none("ambiguous")


def test_what_is_final_outranks_what_was_stated_before_it_and_not_what_comes_after(read):
    assert read(stated=[say(3, A), say(9, B, final=True, rule="final_cue")]) == (
        answer(1),
        "final_cue",
        (9, 11),
    )
    assert read(marked=[say(9, B, final=True, rule="marked")], stated=[say(3, A)])[0] == answer(1)
    assert read(stated=[say(3, A, final=True), say(9, B)])[0] == none("ambiguous")
    assert read(stated=[say(3, A, final=True), say(5, C), say(9, B, final=True)])[0] == none("ambiguous")
    assert read(stated=[say(1, C), say(3, B, final=True), say(5, C), say(9, B, final=True)])[0] == answer(1)


def test_what_is_stated_within_marks_is_part_of_them(read):
    marks = [say(10, B, final=True, rule="marked", end=20)]
    for start, end in ((10, 20), (12, 15), (5, 11), (19, 25), (5, 25)):
        assert read(marked=marks, stated=[say(start, A, end=end)])[0] == answer(1)
    own_sentence = "x" * 18 + ". " + "x" * 79
    assert read(marked=marks, stated=[say(20, A, end=22)], low=own_sentence)[0] == none("ambiguous")
    assert read(marked=marks, stated=[say(8, A, end=10), say(20, B, end=22)])[0] == answer(1)
    assert read(marked=[say(10, B, end=20)], stated=[say(8, A, end=10)])[0] == none("ambiguous")


def test_what_is_told_of_an_answer_within_a_sentence_behind_its_mark_is_no_other_answer(read):
    """[[B]] ... though the others had agreed with the answer A."""
    mark, told = say(10, B, final=True, rule="marked", end=20), say(30, A, end=32)
    assert read(marked=[mark], stated=[told]) == (answer(1), "marked", (10, 20))
    assert read(marked=[mark, say(22, C, final=True, rule="marked")], stated=[told])[0] == none("ambiguous")
    assert read(marked=[mark], stated=[say(30, A, rule="alone")])[0] == none("ambiguous")
    assert read(stated=[say(10, B, final=True, rule="final_cue"), told])[0] == none("ambiguous")


@pytest.mark.parametrize(
    ("values", "one", "many"),
    [
        ((B,), answer(1), answer(1)),
        ((C, A, C), none("ambiguous"), answer(0, 2)),
        ((B, B), answer(1), answer(1)),
        ((OUT,), none("not_an_option"), none("not_an_option")),
        ((OUT, A), none("ambiguous"), none("not_an_option")),
        ((CLASH,), none("ambiguous"), none("ambiguous")),
        ((CLASH, A), none("ambiguous"), none("ambiguous")),
        ((CLASH, OUT), none("ambiguous"), none("not_an_option")),
        ((NOTHING,), none("not_an_option"), answer()),
        ((NOTHING, A), none("ambiguous"), none("ambiguous")),
    ],
    ids=str,
)
def test_values_that_are_no_answer_say_why(read, values, one, many):
    assert read(stated=[say(3, *values)]) == (one, "cue", (3, 5))
    assert read(stated=[say(3, *values)], many=True) == (many, "cue", (3, 5))


def test_where_several_options_may_be_right_none_is_an_answer_and_no_verdict_on_them(read):
    assert read(stated=[say(3, NOTHING, rule="declared")], many=True)[0] == none("not_an_option")
    assert read(stated=[say(3, A, C, rule="declared")], many=True)[0] == answer(0, 2)


def test_statements_are_found_by_cue_by_declaration_and_alone():
    assert [find.__name__ for find in choose.STATED] == ["cued", "declared", "alone"]


# --- an answer that is taken back


def test_an_answer_that_is_taken_back_after_it_was_given_is_none(read):
    low = "." * 12 + "wrong."
    assert read(stated=[say(9, B)], low=low) == (none("ambiguous"), "cue", (9, 17))
    assert read(stated=[say(9, B, rule="alone")], low="wrong" + "." * 20) == (answer(1), "alone", (9, 11))
    # the sign before the words may be the statement's last one
    assert read(stated=[say(9, B, end=13)], low=low)[0] == none("ambiguous")
    assert read(stated=[say(9, B, end=14)], low=low)[0] == answer(1)
    assert read(stated=[say(0, B, end=1)], low="wrong")[0] == none("ambiguous")


def test_what_is_no_answer_is_no_other_because_it_is_taken_back(read):
    assert read(stated=[say(3, OUT)], low="." * 12 + "wrong")[0] == none("not_an_option")


# --- the last sentence


@pytest.mark.parametrize(
    ("low", "expected"),
    [
        ("first a here. so b.", answer(1)), ("first a here.\nso b.", answer(1)), ("first a here. (so b!)", answer(1)),
        ("\nza here. so b.", answer(1)), ("c d\nza here. so b.", answer(1)),
        ("first a here. sow b.", answer(1)), ("first a here. the b.", answer(1)),
        ("first a here. so b. then", none("ambiguous")), ("first a here. but b.", none("ambiguous")),
        ("a here. so b.", none("ambiguous")), ("\na here. so b.", none("ambiguous")), ("'a' here. so b.", none("ambiguous")),
        ("d.\ne\na here. so b.", none("ambiguous")),
    ],
)  # fmt: skip
def test_a_last_sentence_that_says_so_outranks_what_was_said_on_the_way_but_not_a_line_of_its_own(
    read, low, expected
):
    """`a` and `b` stand for the statements."""
    first, last = re.search(r"(?<!f)a(?= |')", low).start(), re.search(r"\bb\b", low).start()
    found = read(stated=[say(first, A, end=first + 1), say(last, B, end=last + 1)], low=low)
    assert found[0] == expected


def test_what_is_final_and_a_verdict_are_not_said_on_the_way_nor_is_every_last_statement_a_conclusion(read):
    low = "first a here. so b."
    on_the_way, last = say(6, A, end=7), say(17, B, end=18)
    assert read(stated=[on_the_way, last], low=low)[0] == answer(1)
    assert read(stated=[on_the_way._replace(final=True), last], low=low)[0] == none("ambiguous")
    assert read(verdicts=[on_the_way._replace(rule="verdicts")], stated=[last], low=low)[0] == none(
        "ambiguous"
    )
    assert read(stated=[on_the_way, last._replace(rule="alone")], low=low)[0] == none("ambiguous")


def test_everything_that_was_said_is_held_against_the_last_sentence(read):
    low = "first a here.\nc.\nso b."
    three = [say(6, A, end=7), say(14, C, end=15), say(20, B, end=21)]
    assert read(stated=three, low=low)[0] == none("ambiguous")
    assert read(stated=[three[0], three[2]], low=low)[0] == answer(1)


def test_a_line_of_its_own_at_the_end_outranks_one_that_opens_its_sentence_but_no_two(read):
    low = "a here. c here.\nso b."
    three = [spot(low, "a", A), spot(low, "c", C), spot(low, "b", B)]
    assert read(stated=[three[0], three[2]], low=low)[0] == answer(1)
    assert read(stated=three, low=low)[0] == none("ambiguous")
    assert read(stated=[three[0], three[2]], low=low.replace("\n", " "))[0] == none("ambiguous")


def test_a_verdict_on_the_way_is_outranked_wherever_it_stands(read):
    """A is correct, as far as it goes. So the answer is B."""
    low = "a here. so b."
    assert read(stated=[spot(low, "a", A, rule="declared"), spot(low, "b", B)], low=low)[0] == answer(1)
    low = "a here. c here. so b."
    verdicts = [spot(low, "a", A, rule="declared"), spot(low, "c", C, rule="declared")]
    assert read(stated=[*verdicts, spot(low, "b", B)], low=low)[0] == answer(1)


def test_a_first_line_is_outranked_by_a_cue_at_the_end_but_not_by_one_that_is_all_of_the_last_line(read):
    low = "a\nzz here.\nso b."
    first, cue, line = spot(low, "a", A, rule="alone"), spot(low, "b", B), spot(low, "b", B, rule="alone")
    assert read(stated=[first, cue], low=low)[0] == answer(1)
    assert read(stated=[first, cue, line], low=low)[0] == none("ambiguous")
    assert read(stated=[first._replace(rule="cue"), cue, line], low=low)[0] == answer(1)


# --- what was not offered


def test_what_was_not_offered_is_there_by_chance_between_two_that_say_the_same(read):
    assert read(stated=[say(3, B), say(6, OUT), say(9, B)]) == (answer(1), "cue", (9, 11))
    assert read(stated=[say(1, A, B, C), say(3, B), say(6, OUT), say(9, B)])[0] == answer(1)
    assert read(stated=[say(3, OUT), say(6, B), say(9, B)])[0] == none("ambiguous")
    assert read(stated=[say(1, A, B, C), say(6, OUT), say(9, B)])[0] == none("ambiguous")
    assert read(stated=[say(3, B), say(5, OUT), say(7, A), say(9, B)])[0] == none("ambiguous")


def test_no_option_and_then_one_at_the_end_is_that_one_where_no_other_was_named(read):
    low = "a here. c here. so b."
    out, other, last = spot(low, "a", OUT), spot(low, "c", C), spot(low, "b", B)
    assert read(stated=[out, last], low=low)[0] == answer(1)
    assert read(stated=[out, other, last], low=low)[0] == none("ambiguous")
    assert read(stated=[out, last._replace(values=(B, C))], low=low)[0] == none("ambiguous")


# --- verdicts


@pytest.mark.parametrize(
    ("values", "n", "expected"),
    [
        ((A, B, C), 4, none("ambiguous")),
        ((A, B, C, D), 5, none("ambiguous")),
        ((A, B), 4, answer(1)),
        ((A, B, C), 5, answer(2)),
        ((A, B), 3, answer(1)),  # of three, one that is taken back and another
        ((A, A, B), 4, answer(1)),
    ],
    ids=str,
)
def test_where_all_but_one_are_called_right_that_is_no_answer(read, values, n, expected):
    low = "x no, " * 9
    verdicts = [say(6 * i, v, rule="declared", end=6 * i + 1) for i, v in enumerate(values)]
    begin = verdicts[-1 if expected.parsed else 0].start
    assert read(stated=verdicts, n=n, low=low) == (expected, "declared", (begin, verdicts[-1].end))
    verdicts[1] = verdicts[1]._replace(rule="cue")
    assert read(stated=verdicts, n=n, low=low)[0] == answer(values[-1].index)


def test_of_several_right_options_verdicts_that_differ_are_on_the_way_unless_one_is_taken_back(read):
    low = "a no, c no, wrong no, b no, so."
    first, second, third = (spot(low, x, v, rule="declared") for x, v in (("a", A), ("c", C), ("b", B)))
    assert read(stated=[first, second], many=True, low=low) == (none("ambiguous"), "declared", (0, 7))
    assert read(stated=[second, third], many=True, low=low) == (answer(1), "declared", (22, 23))
    assert read(stated=[first, second._replace(values=(B, C))], many=True, low=low[:9])[0] == answer(1, 2)
    assert read(stated=[first, second._replace(rule="cue")], many=True, low=low[:9])[0] == answer(2)
    assert read(stated=[first._replace(rule="cue"), second], many=True, low=low[:9])[0] == answer(2)


# --- what is final


def test_a_final_answer_outranks_marks_only_as_a_line_of_its_own_at_the_end(read):
    """[[A]] was my first thought. FINAL ANSWER: B"""
    low = "a here.\nc then.\nb."
    mark = spot(low, "a", A, rule="marked", final=True)
    last = spot(low, "b", B, rule="final_cue", final=True)
    assert read(marked=[mark], stated=[last], low=low) == (answer(1), "final_cue", (16, 17))
    assert read(marked=[mark], stated=[last], low=low.replace("\n", " "))[0] == none("ambiguous")
    assert read(marked=[mark], stated=[last], low=low + " then.")[0] == none("ambiguous")
    assert read(marked=[mark], stated=[last._replace(rule="cue", final=False)], low=low)[0] == none(
        "ambiguous"
    )
    other = spot(low, "c", C, rule="final_cue", final=True)
    assert read(marked=[mark], stated=[other, last], low=low) == (none("ambiguous"), "final_cue", (8, 17))


def test_a_verdict_behind_the_final_answer_is_on_something_else_unless_it_is_taken_back(read):
    low = "zz a here no, c b then no, zz"
    final = spot(low, "a", A, rule="final_cue", final=True)
    other = spot(low, "c", C, rule="final_cue", final=True)
    verdict = spot(low, "b", B, rule="declared")
    assert read(stated=[other, verdict], low=low) == (answer(2), "final_cue", (14, 15))
    assert read(stated=[final, verdict], low=low) == (answer(1), "declared", (16, 17))
    assert read(stated=[final, other, verdict], low=low)[0] == none("ambiguous")
    assert read(stated=[other, verdict._replace(rule="alone")], low=low)[0] == none("ambiguous")


# --- a cue and its answer that are all of a line


@pytest.mark.parametrize(
    ("rule", "read_by"), [("cue", "cue"), ("final_cue", "final_cue"), ("declared", "alone")]
)
def test_where_a_line_is_a_cue_and_an_answer_the_cue_has_read_it(read, rule, read_by):
    line = [say(9, B, rule=rule, end=20), say(9, B, rule="alone", end=20)]
    assert read(stated=line) == (answer(1), read_by, (9, 20))
    assert read(stated=[say(3, B), *line]) == (answer(1), read_by, (9, 20))


def test_a_cue_on_another_line_has_not_read_the_last_one(read):
    assert read(stated=[say(3, B), say(9, B, rule="alone")]) == (answer(1), "alone", (9, 11))


# --- a list of answers that is explained


@pytest.mark.parametrize(
    ("low", "expected"),
    [
        ("b\nzz\nc) a\nzz", answer(0, 1)), ("b\nzz\n(c) a", answer(0, 1)), ("b\nc) zz a", answer(0, 1)),
        ("b\nzz\na", none("ambiguous")), ("b\nc) zz\na", none("ambiguous")), ("c) b\nzz\na", none("ambiguous")),
        ("b\nzz a\nc) zz", none("ambiguous")),
    ],
)  # fmt: skip
def test_a_part_of_the_answer_that_its_explanation_lists_with_a_label_is_no_other_answer(read, low, expected):
    """`b` stands for the whole answer, `a` for the part."""
    whole, part = spot(low, "b", A, B), spot(low, "a", A, rule="alone")
    assert read(stated=[whole, part], many=True, low=low)[0] == expected


def test_a_statement_on_the_last_line_that_announces_the_answer_is_not_refused_there(read):
    low = "zz here.\nfinal answer b, not c"
    assert read(stated=[say(9, B, end=23)], low=low)[0] == answer(1)
    assert read(stated=[say(0, B)], low=low)[0] == none("no_answer")
    assert read(stated=[say(0, B)], low=low + "\n")[0] == none("no_answer")
