"""From predictions to answers, and from answers to right or wrong."""

import json

import pytest
from by_hand import rows, table

from cultural_tom.predictions.record import Prediction
from cultural_tom.problems import InputError
from cultural_tom.rows.loading import SAMPLE
from cultural_tom.rows.order import permutation
from cultural_tom.scoring.answers import (
    LETTERS,
    UNPARSED_SHOWN,
    Answers,
    Rules,
    extracted,
    is_right,
    majority,
    of_answer,
    resolve,
    right,
    shown,
)
from cultural_tom.scoring.table import Table

A, B, C = (0,), (1,), (2,)
NAMES = ["Ann", "Bo", "Cy"]


def prediction(key, answer=None, response=None, line=1, order=0, sample=0, config="tombench_en"):
    return Prediction(f"{config}/{key}", answer, response, permutation=order, sample=sample, line=line)


def never(*_):
    raise AssertionError("no response is read here")


def answered(made, *predictions, extract=never, config="tombench_en", known=()):
    return resolve({config: table(made, config)}, predictions, "p.jsonl", extract, known)[config]


def refused(made, *predictions, extract=never, known=()):
    with pytest.raises(InputError) as e:
        answered(made, *predictions, extract=extract, known=known)
    return e.value


# --- votes


@pytest.mark.parametrize(
    ("votes", "strict", "first"),
    [
        ([B], B, B),
        ([None], None, None),
        ([A, B, B], B, B),
        ([A, B], None, A),  # a tie decides nothing, or for ToMBench the first
        ([B, A, A, B], None, B),
        ([B, A, C, A, B, C, C], C, C),
        ([None, None, A], A, None),  # unparsed is no vote, or one like any other
        ([None, A], A, None),
        ([A, None], A, A),
        ([None, None], None, None),
        ([A, A, B, B, C], None, A),
        ([A, B, None, None], None, None),
    ],
)
def test_the_majority_of_orders_decides_and_a_tie_decides_nothing(votes, strict, first):
    assert majority(votes) == strict
    assert majority(votes, first_on_tie=True) == first


def test_each_sample_is_decided_by_its_own_orders_in_the_order_of_numbers():
    made = rows(0, 0, 0)
    given = [
        [(1, 1, B), (1, 0, B), (0, 1, A), (0, 0, A), (0, 2, B)],
        [(5, 0, A), (2, 1, None), (2, 0, B)],
        [],
    ]
    assert Answers(table(made), given).decided == [[A, B], [B, A], []]


def test_a_tie_between_orders_goes_to_the_first_order_where_the_rules_say_so():
    given = [[(0, 1, B), (0, 0, A)]]
    assert Answers(table(rows(0)), given).decided == [[None]]
    assert Answers(table(rows(0)), given, rules=Rules(first_on_tie=True)).decided == [[A]]


def test_with_one_order_samples_stand_in_the_order_of_their_numbers():
    given = [[(7, 0, C), (1, 0, A), (3, 0, None)], []]
    assert Answers(table(rows(0, 0)), given).decided == [[A, None, C], []]


def test_orders_and_samples_count_those_that_occur_and_missing_the_rows_without_any():
    found = Answers(table(rows(0, 0, 0)), [[(0, 0, A), (9, 2, A)], [(9, 2, None), (4, 0, A)], []])
    assert (found.permutations, found.samples, found.missing, found.unparsed) == (2, 3, 1, 0)
    empty = Answers(table(rows(0)), [[]])
    assert (empty.permutations, empty.samples, empty.missing) == (1, 1, 1)


# --- orders of options


def test_order_zero_is_the_stored_one_and_others_come_from_the_id():
    assert shown("a/1", 4, 0) == [0, 1, 2, 3]
    assert [shown("a/1", 4, k) for k in (1, 2)] == [permutation("a/1", 4, "shown", k) for k in (1, 2)]
    found = Answers(table(rows(0, 0, n=3)), [[], []])
    assert found.order(1, 2) == tuple(shown("tombench_en/r1", 3, 2)) and found.order(1, 2) is found.order(
        1, 2
    )


def test_an_answer_to_a_shown_order_is_the_stored_option_at_that_place():
    made = rows(0, 0, n=4)
    order = shown("tombench_en/r1", 4, 3)
    assert order != [0, 1, 2, 3]
    found = answered(made, *(prediction("r1", letter, order=3, sample=i) for i, letter in enumerate("ABCD")))
    assert [indices for _, _, indices in found.given[1]] == [(i,) for i in order]


def test_slots_keep_their_places_and_sets_are_sorted_when_an_order_is_turned_back():
    slots = rows([0, 1, 2], slots=["x", "y", "z"], answer_format="slots")
    sets = rows([0, 1], answer_format="choices")
    order = shown("tombench_en/r0", 4, 1)
    assert answered(slots, prediction("r0", ["D", "A", "D"], order=1)).given == [
        [(0, 1, (order[3], order[0], order[3]))]
    ]
    assert answered(sets, prediction("r0", ["D", "A"], order=1)).given == [
        [(0, 1, tuple(sorted((order[3], order[0]))))]
    ]


# --- structured answers


def test_letters_lists_slots_and_names_become_indices():
    def one(kind, answer, **columns):
        gold = [0, 0] if kind == "slots" else [0]
        made = rows(gold, answer_format=kind, options=NAMES, **columns)
        return answered(made, prediction("r0", answer)).given[0][0][2]

    assert one("choice", "C") == (2,)
    assert one("choices", ["C", "A"]) == one("choices", ["A", "C", "A"]) == (0, 2)
    assert one("choices", []) == ()
    assert one("slots", ["C", "A"], slots=["x", "y"]) == (2, 0)
    assert one("names", ["Cy", "Ann"]) == (0, 2)


@pytest.mark.parametrize(
    ("kind", "answer", "message"),
    [
        ("choice", "D", "answer 'D' must be a letter A-C; null says that none was given"),
        ("choice", "AB", "must be a letter A-C"),
        ("choice", ["A"], "must be a letter A-C"),
        ("choices", "A", "answer 'A' must be a list of letters"),
        ("choices", ["A", 1], "must be a list of letters"),
        ("names", {"Ann": 1}, "must be a list of names"),
        ("choices", ["A", "D"], "answer holds ['D'], which is none of A-C"),
        ("choices", ["C", "Ann"], "answer holds ['Ann'], which is none of A-C"),
        ("names", ["Ann", "ann"], "answer holds ['ann'], which is none of Ann, Bo, Cy"),
        ("slots", ["A"], "answer needs one letter for each of x, y, got 1"),
        ("slots", ["A", "B", "C"], "answer needs one letter for each of x, y, got 3"),
    ],
)
def test_an_answer_that_has_not_the_form_of_its_row_is_named_with_line_and_id(kind, answer, message):
    slots = {"slots": ["x", "y"]} if kind == "slots" else {}
    made = rows([0, 0] if slots else [0], answer_format=kind, options=NAMES, **slots)
    found = refused(made, prediction("r0", answer, line=7))
    assert [p.where for p in found.problems] == ["p.jsonl line 7 (tombench_en/r0)"]
    assert message in found.problems[0].message
    assert found.title == "p.jsonl: 1 problem; nothing was scored"


def test_no_answer_is_unparsed_and_kept_with_line_id_and_what_was_said():
    made = rows(0, 0)
    found = answered(made, prediction("r0", None, line=3), prediction("r1", response="who \x1b knows", line=4),
                     extract=lambda *_: None)  # fmt: skip
    assert (found.unparsed, found.unparsed_lines) == (2, [3, 4])
    assert found.unparsed_texts == [(3, "tombench_en/r0", None), (4, "tombench_en/r1", r"who \x1b knows")]
    assert found.given == [[(0, 0, None)], [(0, 0, None)]]


def test_what_was_decided_takes_the_place_of_what_could_not_be_read():
    made = [prediction("r0", "A", line=1), prediction("r0", response="x", line=2, sample=1), prediction("r0", response="x", line=3, order=1),
            prediction("r1", response="y", line=4), prediction("r1", response="z", line=5, sample=1, order=1)]  # fmt: skip
    found = answered(rows(0, 0), *made, extract=lambda *_: None)
    found.decide({2: (0, made[1], B), 5: (1, made[4], C)})
    assert found.given == [[(0, 0, A), (1, 0, B), (0, 1, None)], [(0, 0, None), (1, 1, C)]]
    assert found.unparsed_lines == [3, 4]
    assert found.unparsed_texts == [(3, "tombench_en/r0", "x"), (4, "tombench_en/r1", "y")]


def test_no_answer_and_a_name_mean_the_same_in_every_order():
    names = Answers(table(rows([0], answer_format="names", options=NAMES)), Rules())
    letters = Answers(table(rows([0], options=NAMES)), Rules())
    assert of_answer(names, 0, ["Cy"], 1) == (2,)
    assert of_answer(letters, 0, "A", 1) == (shown("tombench_en/r0", 3, 1)[0],)
    for made in (names, letters):
        assert of_answer(made, 0, None, 1) is of_answer(made, 0, None, 0) is None
        assert "answer 7 must be" in of_answer(made, 0, 7, 1)


def test_all_unparsed_are_counted_and_the_first_texts_kept():
    many = [prediction("r0", None, line=i, sample=i) for i in range(UNPARSED_SHOWN + 5)]
    found = answered(rows(0), *many)
    assert found.unparsed == UNPARSED_SHOWN + 5
    assert [line for line, _, _ in found.unparsed_texts] == list(range(UNPARSED_SHOWN))


# --- raw responses


def test_a_response_is_read_with_the_options_as_they_were_shown():
    made = rows([0, 1], answer_format="slots", slots=["x", "y"], options=NAMES)
    seen = []

    def extract(*args):
        seen.append(args)
        return (1, 0)

    found = answered(
        made,
        prediction("r0", response="hm"),
        prediction("r0", response="so", order=2, sample=1),
        extract=extract,
    )
    order = shown("tombench_en/r0", 3, 2)
    assert seen == [
        ("hm", "slots", NAMES, ["x", "y"], "tombench_en"),
        ("so", "slots", [NAMES[i] for i in order], ["x", "y"], "tombench_en"),
    ]
    assert found.given == [[(0, 0, (1, 0)), (1, 2, (order[1], order[0]))]]


def test_reading_knows_the_language_of_the_config():
    assert extracted("non", "choice", ["yes", "no"], [], "xtomi_fr") == (1,)
    assert extracted("non", "choice", ["yes", "no"], [], "xtomi_de") is None
    assert extracted("high: A\nlow: B", "slots", ["x", "y"], ["high", "low"], "xnegotiationtom_en") == (0, 1)


def test_what_was_said_is_shown_in_its_lines_and_cut():
    said = "one\ntwo\x1b" + "x" * 600
    found = resolve(
        {"tombench_en": table(rows(0))},
        [Prediction("tombench_en/r0", None, said, 0, 0, 1)],
        "p.jsonl",
        lambda *_: None,
    )
    ((_, _, shown_text),) = found["tombench_en"].unparsed_texts
    assert shown_text == f"one\ntwo\\x1b{'x' * 492} [108 more characters]"


@pytest.mark.parametrize("any_named", [False, True])
def test_right_and_wrong_are_numbers(any_named):
    assert right([[(0,)], []], [(0,), (1,)], any_named).dtype == float
    assert right([], [], any_named).shape == (1, 0)


# --- right or wrong


def test_an_answer_is_right_if_it_equals_the_gold_exactly():
    decided = [[A], [B], [None], [], [(0, 1)], [()]]
    gold = [A, A, A, A, (0, 1), (0, 1)]
    assert right(decided, gold).tolist() == [[1, 0, 0, 0, 1, 0]]
    assert is_right(A, A) and not is_right((0, 1), A) and is_right((0, 1), A, any_named=True)


def test_where_any_named_option_counts_the_gold_must_be_among_them():
    decided = [[(0, 1)], [(1,)], [None], [], [(0, 1, 2)], [(1, 2)]]
    gold = [A, A, A, A, (0, 1), (0, 1)]
    assert right(decided, gold, any_named=True).tolist() == [[1, 0, 0, 0, 1, 0]]
    assert right(decided, gold).tolist() == [[0, 0, 0, 0, 0, 0]]


def test_a_row_with_fewer_samples_has_its_own_repeated_in_turn():
    decided = [[A, B, A], [A, B], [A], []]
    assert right(decided, [A] * 4).tolist() == [[1, 1, 1, 0], [0, 0, 1, 0], [1, 1, 1, 0]]
    assert right(decided, [A] * 4, any_named=True).tolist() == [[1, 1, 1, 0], [0, 0, 1, 0], [1, 1, 1, 0]]


def test_no_answer_at_all_is_one_sample_of_wrong_ones():
    assert right([[], []], [A, B]).tolist() == right([[], []], [A, B], any_named=True).tolist() == [[0, 0]]
    assert right([], []).shape == (1, 0)


def test_letters_are_those_of_the_alphabet():
    assert LETTERS[:5] == "ABCDE" and json.dumps(LETTERS)


def test_names_mean_the_same_in_every_order_and_letters_do_not():
    held = Table.read(SAMPLE, "tactfultom_en")
    i = held.columns["answer_format"].index("names")
    names = held.columns["options"][i]
    given = [Prediction(held.ids[i], [names[1]], None, k, 0, k + 1) for k in range(4)]
    found = resolve({"tactfultom_en": held}, given, "p.jsonl", never)["tactfultom_en"]
    assert [answer for _, _, answer in found.given[i]] == [(1,)] * 4
    assert len({found.order(i, k).index(1) for k in range(4)}) > 1
