"""What each figure rests on, row by row and context by context, counted by hand."""

import numpy as np
import pytest
from by_hand import rows, scored

from cultural_tom.scoring.answers import Rules
from cultural_tom.scoring.figures import evaluate
from cultural_tom.scoring.measure import MAX_LETTERS, MAX_WORDS

A, B, C, D = (0,), (1,), (2,), (3,)


def all_of(s):
    return np.ones(len(s.table), bool)


def sums(leaf):
    return leaf.num.tolist(), leaf.den.tolist()


# --- right


def test_a_rows_value_is_the_share_of_its_own_samples_that_are_right():
    s = scored(rows(0, 0, 0, 0), [[(0, 0, A), (1, 0, B), (2, 0, A)], A, B, []])
    assert s.correct.tolist() == [2 / 3, 1, 0, 0]
    assert s.by_sample.tolist() == [[1, 1, 0, 0], [0, 1, 0, 0], [1, 1, 0, 0]]


def test_half_right_is_half_and_not_rounded_to_either_side():
    s = scored(rows(0, 1), [[(0, 0, A), (1, 0, B)], [(0, 0, A), (1, 0, B)]])
    assert s.correct.tolist() == [0.5, 0.5]


def test_naming_the_gold_among_others_is_right_only_where_the_rules_say_so():
    given = [(0, 1), (1, 2), A]
    assert scored(rows(0, 0, 0), given).correct.tolist() == [0, 0, 1]
    assert scored(rows(0, 0, 0), given, rules=Rules(any_named=True)).correct.tolist() == [1, 0, 1]


def test_rows_are_judged_by_the_gold_that_is_chosen():
    made = rows(0, 0)
    assert scored(made, [A, B], gold=[B, B]).correct.tolist() == [0, 1]


# --- chance


def test_chance_of_a_choice_is_one_over_the_number_of_options():
    made = rows(0, 0, options=[["a", "b"], ["a", "b", "c", "d"]])
    assert scored(made, [A, A]).chance.tolist() == [1 / 2, 1 / 4]


def test_chance_of_slots_is_that_of_all_slots_together():
    made = rows([0, 0, 0], [0, 1], slots=[["x", "y", "z"], ["x", "y"]], answer_format="slots")
    assert scored(made, [None, None]).chance == pytest.approx([(1 / 4) ** 3, (1 / 4) ** 2])


@pytest.mark.parametrize("kind", ["choices", "names"])
def test_chance_of_a_set_is_one_of_all_sets_that_are_not_empty(kind):
    made = rows([0], [0, 1], options=[["a", "b", "c"], ["a", "b", "c", "d", "e"]], answer_format=kind)
    assert scored(made, [None, None]).chance.tolist() == [1 / 7, 1 / 31]


# --- constants


def test_constants_are_the_most_frequent_golds_by_place_then_by_words():
    """By place: B twice, A once. By words, whatever their capitals: "yes" twice, "no" once."""
    made = rows(0, 1, 1, options=[["yes", "no"], ["No", "Yes"], ["yes", "No"]])
    assert scored(made, [A, A, A]).constants.tolist() == [[0, 1, 1], [1, 0, 0], [1, 1, 0], [0, 0, 1]]


def test_always_no_is_a_constant_whatever_its_letter():
    made = rows(1, 0, 1, options=[["yes", "no"], ["No", "Yes"], ["yes", "NO"]])
    found = scored(made, [A, A, A]).constants.tolist()
    assert found == [[1, 0, 1], [0, 1, 0], [1, 1, 1]]


@pytest.mark.parametrize("turned", [False, True])
def test_of_equally_frequent_constants_the_first_texts_are_taken_whatever_the_order_of_rows(turned):
    n = MAX_LETTERS + 4
    golds = [*range(n)][:: -1 if turned else 1]
    found = scored(rows(*golds, n=n), [None] * n).constants
    assert found.shape == (MAX_LETTERS + MAX_WORDS, n) and (found.sum(1) == 1).all()
    chosen = [golds[i] for i in found.argmax(1)]
    assert chosen[:MAX_LETTERS] == sorted(range(n), key=lambda g: f"({g},)")[:MAX_LETTERS]
    assert chosen[MAX_LETTERS:] == [0, 1, 10, 11, 12]


def test_the_words_of_a_set_are_those_of_all_its_options():
    made = rows(
        [0, 1],
        [1, 2],
        [0],
        options=[["a", "b", "c"], ["c", "a", "b"], ["ab", "a", "b"]],
        answer_format="choices",
    )
    assert scored(made, [None] * 3).constants.tolist() == [
        [1, 0, 0],
        [0, 0, 1],
        [0, 1, 0],
        [1, 1, 0],
        [0, 0, 1],
    ]


# --- leaves


def contexts(*numbers):
    return lambda i: numbers[i]


def test_accuracy_sums_right_answers_questions_chance_and_constants_by_context():
    made = rows(0, 0, 1, 0, context=contexts(0, 1, 0, 1), options=[["a", "b"]] * 4)
    s = scored(made, [A, B, B, A])
    leaf = s.accuracy(np.array([True, True, True, False]))
    assert sums(leaf) == ([2, 0], [2, 1])
    assert leaf.chance.tolist() == [1, 0.5]
    assert leaf.constants.tolist() == [[1, 1], [1, 0], [1, 1], [1, 0]]


def test_rows_that_are_left_out_count_nowhere():
    made = rows(0, 0, 0, context=contexts(0, 0, 1))
    s = scored(made, [A, A, []], keep=[True, False, False])
    everything = s.everything()
    assert everything.tolist() == [True, False, False]
    everything[0] = False
    assert s.keep.tolist() == [True, False, False]
    for leaf in (s.accuracy(all_of(s)), s.share(s.correct, all_of(s)), s.joint(all_of(s))):
        assert sums(leaf) == ([1, 0], [1, 0])
    assert s.plan().clusters == 2


def test_a_share_is_the_sum_of_any_values_over_the_rows_of_its_mask():
    made = rows(0, 0, 0, context=contexts(0, 0, 1))
    s = scored(made, [A, A, A])
    leaf = s.share(np.array([0.25, 0.5, 4.0]), np.array([True, True, False]))
    assert sums(leaf) == ([0.75, 0], [2, 0]) and leaf.chance is None and leaf.constants is None


def test_a_context_is_jointly_right_if_all_its_rows_are():
    made = rows(0, 0, 0, 0, 0, context=contexts(0, 0, 1, 1, 2), options=[["a", "b"]] * 5)
    s = scored(made, [A, A, A, B, A])
    leaf = s.joint(all_of(s))
    assert sums(leaf) == ([1, 0, 1], [1, 1, 1])
    assert leaf.chance.tolist() == [1 / 4, 1 / 4, 1 / 2]
    assert leaf.constants.tolist() == [[1, 1, 1], [1, 1, 1]]


def test_joint_is_taken_sample_by_sample_and_then_averaged():
    """Two rows half right: together in the same sample, never in different ones."""
    made = rows(0, 0, 0, 0, context=contexts(0, 0, 1, 1))
    first, second = [(0, 0, A), (1, 0, B)], [(0, 0, B), (1, 0, A)]
    assert sums(scored(made, [first, first, first, second]).joint(np.ones(4, bool))) == ([0.5, 0], [1, 1])


def test_joint_groups_may_be_others_than_contexts_and_count_in_the_context_of_their_first_row():
    made = rows(0, 0, 0, 0, context=contexts(0, 1, 1, 1))
    s = scored(made, [A, A, A, B])
    assert sums(s.joint(all_of(s), ["g", "g", "h", "i"])) == ([1, 1], [1, 2])
    assert sums(s.joint(np.array([False, True, True, True]), ["g", "g", "h", "i"])) == ([0, 2], [0, 3])


def test_joint_constants_must_be_right_in_every_row_of_a_group():
    made = rows(0, 1, 1, context=contexts(0, 0, 1), options=[["a", "b"]] * 3)
    leaf = scored(made, [A, A, A]).joint(np.ones(3, bool))
    assert leaf.constants.tolist() == [[0, 1], [0, 0], [0, 1], [0, 0]]


# --- F1


def sets(*golds, n=3, **columns):
    return rows(*golds, n=n, answer_format="choices", **columns)


def test_label_counts_are_hits_false_alarms_and_misses_of_each_label():
    s = scored(sets([0, 1], [2]), [(0, 2), (2,)])
    found = s.label_counts(all_of(s))
    assert found.tp.tolist() == [[1, 0], [0, 0], [0, 1]]
    assert found.fp.tolist() == [[0, 0], [0, 0], [1, 0]]
    assert found.fn.tolist() == [[0, 0], [1, 0], [0, 0]]


@pytest.mark.parametrize("given", [[], [(0, 0, None)], [(0, 0, ())]], ids=["missing", "unparsed", "empty"])
def test_an_answer_that_names_no_label_misses_every_gold_with_full_weight(given):
    s = scored(sets([0, 1], [2]), [given, (2,)])
    found = s.label_counts(all_of(s))
    assert found.fn[:, 0].tolist() == [1, 1, 0] and not found.tp[:, 0].any() and not found.fp.any()
    leaf = s.f1(found, all_of(s))
    assert (leaf.num.sum(), leaf.den.sum()) == (2, 4)


def test_label_counts_are_averaged_over_samples():
    s = scored(sets([0, 1]), [[(0, 0, (0,)), (1, 0, (0, 2)), (2, 0, None), (3, 0, (1,))]])
    found = s.label_counts(all_of(s))
    assert found.tp[:, 0].tolist() == [0.5, 0.25, 0]
    assert found.fp[:, 0].tolist() == [0, 0, 0.25]
    assert found.fn[:, 0].tolist() == [0.5, 0.75, 0]


def test_label_counts_are_those_of_the_mask_and_the_rows_that_are_kept():
    made = sets([0], [1], [2]) + rows(0, options=["a", "b", "c", "d", "e"])
    made[3]["id"] = "tombench_en/last"
    s = scored(made, [(0,), (1,), (2,), (4,)], keep=[True, True, False, True])
    found = s.label_counts(np.array([True, False, True, False]))
    assert found.tp.tolist() == [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert s.label_counts(np.zeros(4, bool)).tp.shape == (0, 4)


def test_f1_is_twice_the_hits_over_hits_false_alarms_and_misses():
    made = sets([0, 1], [2], [1], context=contexts(0, 1, 1))
    s = scored(made, [(0, 2), (2,), (1, 2)])
    counts = s.label_counts(all_of(s))
    assert sums(s.f1(counts, all_of(s))) == ([2, 4], [4, 5])
    assert sums(s.f1(counts, all_of(s), 2)) == ([0, 2], [1, 3])
    assert sums(s.f1(counts, np.array([True, False, True]), 1)) == ([0, 2], [1, 2])
    assert sums(scored(made, [(0, 2), (2,), (1,)], keep=[True, True, False]).f1(counts, all_of(s), 1)) == (
        [0, 0],
        [1, 0],
    )


def macro(s, mask):
    p = s.plan()
    s.add_macro_f1(p, "g", "name", s.label_counts(mask), mask)
    return evaluate(p, resamples=0)


def test_macro_f1_is_the_mean_over_the_labels_that_are_gold_somewhere_in_the_mask():
    """Label 2 is named and never gold: it lowers nothing but the labels' own scores. Label 1 is gold and never named."""
    s = scored(sets([0], [0, 1], [0]), [(0, 2), (0,), (2,)])
    (found,) = macro(s, np.ones(3, bool))
    assert (found.group, found.name, found.metric, found.n) == ("g", "name", "macro_f1", 3)
    assert found.value == pytest.approx((4 / 5 + 0) / 2)
    (found,) = macro(s, np.array([True, False, True]))
    assert found.value == pytest.approx(2 / 3) and found.n == 2


def test_macro_f1_counts_a_label_that_is_found_in_half_of_the_samples():
    """As many hits as misses is not the same as neither."""
    made = rows([0], [1], n=3, answer_format="choices")
    s = scored(made, [[(0, 0, A), (1, 0, None)], [(0, 0, B), (1, 0, B)]])
    plan = s.plan()
    s.add_macro_f1(plan, "g", "n", s.label_counts(all_of(s)), all_of(s))
    (found,) = evaluate(plan, resamples=0)
    assert (found.value, found.n) == (pytest.approx((2 * 0.5 / 1.5 + 1) / 2), 2)


def test_an_f1_is_marked_as_one_and_an_accuracy_is_not():
    """Its rows are worth more in the interval (`figures.spread`)."""
    s = scored(rows(0, 1), [A, B])
    assert s.f1(s.label_counts(all_of(s)), all_of(s)).f1 is True
    assert s.accuracy(all_of(s)).f1 is False


def test_macro_f1_counts_no_label_whose_gold_rows_are_all_left_out():
    s = scored(sets([0], [1]), [(0,), (0,)], keep=[True, False])
    (found,) = macro(s, np.ones(2, bool))
    assert (found.value, found.n) == (1, 1)
