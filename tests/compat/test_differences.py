"""The comparison behind `make compat` sees what differs, and an absent Python is known to be absent."""

import sys

import pytest
from environments import interpreter
from rooms import differences

LOCKED = {
    "signature": "s:1",
    "figures": [{"value": 0.25, "n": 4, "low": None}, {"value": 1e-9, "n": 4, "low": 0.0}],
}


def changed(key, value):
    figures = [dict(figure) for figure in LOCKED["figures"]]
    figures[1][key] = value
    return LOCKED | {"figures": figures}


def test_the_last_digits_of_a_float_are_no_difference():
    assert differences(LOCKED, LOCKED) == differences(changed("value", 1e-9 * (1 + 1e-14)), LOCKED) == []


@pytest.mark.parametrize(
    "found",
    [
        changed("value", 1.000001e-9),
        changed("value", None),
        changed("n", 5),
        changed("low", 1e-15),
        LOCKED | {"signature": "s:2"},
        LOCKED | {"more": 1},
        {"signature": "s:1"},
        LOCKED | {"figures": LOCKED["figures"][:1]},
    ],
)
def test_anything_else_is_named(found):
    assert len(differences(found, LOCKED)) == 1


def test_a_python_that_is_not_here_is_none_and_not_another_one():
    here = "{}.{}".format(*sys.version_info)
    assert interpreter(here) and interpreter("3.99") is None
