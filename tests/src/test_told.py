"""The one option that a sentence names in full, by letter and words, in the place of what was asked for."""

import pytest

from cultural_tom.extraction.clean import clean
from cultural_tom.extraction.patterns import language
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named
from cultural_tom.extraction.unstated.told import told

PLACES = ("the blue bag", "the red box", "the green jar")


def read(response, options=PLACES):
    found = told(clean(response), Offered(options, language("en"), False))
    return found and (found.values, clean(response).text[found.start : found.end])


@pytest.mark.parametrize(
    ("response", "words"),
    [
        ("He came late. The largest of them is (B) the red box.", "(B) the red box"),
        ("The largest of them is B. the red box. He came late.", "B. the red box"),
        ("The largest of them is:\n(B) the red box\nHe came late.", "(B) the red box"),
        ("The largest is (B) the red box, and later it is (B) the red box.", "(B) the red box"),
        ("A is small. The largest of them is (B) the red box.", "(B) the red box"),
        ("The largest of them:\n(B) the red box\nHe came late.", "(B) the red box"),
        ("The largest of them is:\n(B) the red box\nB: so he said.", "(B) the red box"),  # labelled once more
        (
            "He saw (A) the blue bag. It is small. It is old.\nThe largest is:\n(B) the red box\nHe came.",
            "(B) the red box",
        ),
        ("C) The largest is (B) the red box.", "(B) the red box"),
        # What another sentence denies, doubts or plans is not this one's.
        ("He did not come. The largest of them is (B) the red box. It is not small.", "(B) the red box"),
        ("The largest of them is (B) the red box. Perhaps he came late.", "(B) the red box"),
        ("The largest of them is (B) the red box. Let us look at it now.", "(B) the red box"),
    ],
)
def test_it_is_read_behind_a_copula_or_on_the_line_below_a_colon(response, words):
    assert read(response) == ((Named(1),), words)


@pytest.mark.parametrize(
    "response",
    [
        "",
        "The largest of them is (B).",  # the letter alone
        "The largest of them is the red box.",  # the words alone
        "He likes (B) the red box.",  # no copula
        "The largest is (B) the red box that he had seen before he left.",  # its clause goes on
        "The largest is (B) the green jar.",  # the words of another
        "The largest is (B) the red box. The smallest is (C) the green jar.",  # two
        "The scale is: 2 - the red box. It is large.",  # what a scale means is no answer
        "(A) the blue bag is small.\nThe largest:\n(B) the red box\nHe came.",
        "The largest is (B) the red box or (C) the green jar.",
        "The largest are:\n(B) the red box\n(C) the green jar",  # a list
        "(A) the blue bag\nThe largest is:\n(B) the red box",
        "He said:\n(A) the blue bag is small. It is nice.\nHe saw it. It is green. The largest:\n(B) the red box\nHe came.",
        "The largest is:\n(B) the red box\n(C) something",  # labelled, with words of its own
        "He went.\nThe largest is (B) the red box.\nC) He came.\nHe left.",
        "The largest is (B) the red box. (C) the green jar is small.",
        "(A) the blue bag is small and the largest is (B) the red box.",
        "The largest is (B) the red box, C is small.",
        "The largest is not (B) the red box.",
        "The largest is (B) the red box, not the bag.",
        "Let us see that the largest is (B) the red box.",
        "The largest might be (B) the red box.",
        "If he had stayed, the largest is (B) the red box.",
        "Is it true that the largest is (B) the red box?",
        "I am not sure that the largest is (B) the red box.",
    ],
)
def test_it_is_nothing_where_it_is_listed_or_in_doubt_or_not_alone(response):
    assert read(response) is None


def test_a_letter_and_two_more_are_no_words():
    assert read("The largest is B yy.", ("xx", "yy")) is None
    assert read("The largest is (B) yy.", ("xx", "yy")) == ((Named(1),), "(B) yy")


def test_places_that_are_too_many_are_not_looked_at():
    said = "The largest of them is (B) the red box. "
    assert read(said + "(B) " * 39) == ((Named(1),), "(B) the red box")
    assert read(said + "(B) " * 40) is None
