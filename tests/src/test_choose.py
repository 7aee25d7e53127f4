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

A, B, C = Named(0), Named(1), Named(2)
REVISE, SO, WITHDRAW = re.compile("no,"), re.compile("so"), re.compile("wrong")


def say(at, *values, final=False, rule="cue", end=None):
    return Statement(values, at, end or at + 2, rule, final)


def offered(many=False):
    own = replace(language("en"), revise=REVISE, so=SO, withdraw=WITHDRAW)
    return Offered(("box", "bag", "jar"), own, many)


def text(low="", cut=False):
    return Text(low or "x" * 99, low or "x" * 99, (), cut)


@pytest.fixture
def read(monkeypatch):
    """Read with these statements in marks, these stated, and this as what is meant without a statement."""

    def read(marked=(), stated=(), unstated=None, many=False, verdicts=(), **t):
        given, options = text(**t), offered(many)

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
        ("a here. so b.", none("ambiguous")), ("\na here. so b.", none("ambiguous")), ("\"a\" here. so b.", none("ambiguous")),
        ("d.\ne\na here. so b.", none("ambiguous")),
    ],
)  # fmt: skip
def test_a_last_sentence_that_says_so_outranks_what_was_said_on_the_way_but_not_a_line_of_its_own(
    read, low, expected
):
    """`a` and `b` stand for the statements."""
    first, last = re.search(r"(?<!f)a(?= |\")", low).start(), re.search(r"\bb\b", low).start()
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
