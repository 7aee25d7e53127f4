"""Drawing contexts: the counts come out, and nothing but the hashes and the kinds decides."""

import itertools

import pytest

from builders.engine import sampling
from cultural_tom.rows.order import keyed


def pool(**kinds):
    """`pool(a=(3, (1, 0)))`: three contexts of kind a that bring one item of the first sort."""
    return {f"{name}-{i}": counts for name, (n, counts) in kinds.items() for i in range(n)}


def total(counts, keys):
    return tuple(map(sum, zip(*(counts[k] for k in keys), strict=True)))


CASES = {
    "already there": (pool(a=(40, (1,))), 10, (10,)),
    "more of one kind": (pool(a=(80, (0,)), b=(20, (1,))), 20, (18,)),
    "less of one kind": (pool(a=(80, (0,)), b=(20, (1,))), 20, (0,)),
    "two sorts at once": (pool(a=(50, (0, 0)), b=(50, (1, 0)), c=(50, (0, 2)), d=(50, (1, 2))), 40, (33, 60)),
    "three sorts": (
        pool(a=(60, (1, 0, 0)), b=(60, (0, 1, 0)), c=(60, (0, 0, 1)), d=(60, (1, 1, 1))),
        60,
        (43, 11, 10),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_counts_come_out(name):
    counts, n, totals = CASES[name]
    drawn = sampling.draw(counts, n, totals)
    assert len(drawn) == len(set(drawn)) == n
    assert total(counts, drawn) == totals
    assert not list(sampling.deviation(counts, drawn, n, {str(i): t for i, t in enumerate(totals)}))


@pytest.mark.parametrize("name", CASES)
def test_within_a_kind_the_lowest_hashes_are_drawn(name):
    counts, n, totals = CASES[name]
    drawn = set(sampling.draw(counts, n, totals))
    for kind in set(counts.values()):
        mine = sorted((k for k in counts if counts[k] == kind), key=lambda k: keyed(k, sampling.PURPOSE))
        inside = [k in drawn for k in mine]
        assert inside == sorted(inside, reverse=True)


def test_the_order_of_reading_does_not_matter():
    counts, n, totals = CASES["two sorts at once"]
    turned = dict(reversed(counts.items()))
    assert sampling.draw(turned, n, totals) == sampling.draw(counts, n, totals)


def test_what_cannot_be_reached_is_said():
    counts = pool(a=(5, (0,)), b=(2, (1,)))
    drawn = sampling.draw(counts, 4, (3,))
    (note,) = sampling.deviation(counts, drawn, 4, {"beliefs": 3})
    assert (note.severity, note.rule) == ("note", "counts_not_reached")
    assert "2 beliefs (the paper: 3)" in note.message


def test_fewer_contexts_than_wanted_are_all_drawn():
    counts = pool(a=(3, (1,)))
    assert sampling.draw(counts, 300, (300,)) == ["a-0", "a-1", "a-2"]


def test_numbers_sort_as_numbers():
    keys = ["9-2", "9-10", "10-0", "train-3", "train-21"]
    for order in itertools.permutations(keys):
        assert sorted(order, key=sampling.natural) == sorted(keys, key=sampling.natural)
    assert sorted(["10-0", "9-10", "9-2"], key=sampling.natural) == ["9-2", "9-10", "10-0"]
