"""Many words as one expression: it finds what an alternation of the words does, longest first."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cultural_tom.extraction.automaton import Automaton

WORDS = st.lists(st.text("ab.", min_size=1, max_size=6), min_size=1, max_size=12)


@given(WORDS, st.text("ab. ", max_size=30))
def test_it_finds_what_an_alternation_of_the_words_finds(words, text):
    plain = "|".join(map(re.escape, sorted(set(words), key=lambda w: (-len(w), w))))
    found = [m.span() for m in re.finditer(Automaton(words).expression(), text)]
    assert found == [m.span() for m in re.finditer(plain, text)]


@given(WORDS)
def test_each_word_is_read_whole(words):
    expression = re.compile(Automaton(words).expression())
    assert all(expression.fullmatch(word) for word in words)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["one"], "one"),
        (
            ["best answer", "best option", "right answer", "right option"],
            "(?:best\\ |right\\ )(?:answer|option)",
        ),
        (["an", "answer"], "an(?:swer|)"),
    ],
)
def test_what_words_have_in_common_stands_once(words, expected):
    assert Automaton(words).expression() == expected
