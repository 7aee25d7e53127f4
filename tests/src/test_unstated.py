"""What answers a text that states none: the one answer in bold, how it begins, its conclusion, its only mention."""

import pytest

from cultural_tom.extraction.clean import clean
from cultural_tom.extraction.patterns import language
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, Named
from cultural_tom.extraction.unstated.order import unstated

PLACES = ("in the basket", "the red box", "the drawer", "the garden shed")
PEOPLE = ("Anna", "Ben", "Carl")
A, B, C, D = map(Named, range(4))


def read(text, options=PLACES, many=False):
    t = clean(text)
    found = unstated(t, Offered(options, language("en"), many))
    return None if found is None else (found.values, t.text[found.start : found.end], found.rule)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("He saw it. **B** then.", ((B,), "B", "bold")),
        ("Note **the drawer** and **the drawer** again", ((C,), "the drawer", "bold")),
        ("Note **C** and **the drawer**", ((C,), "the drawer", "bold")),
        ("Note **story** and **C**, she went out", ((C,), "C", "bold")),
        ("Note **A** and **C**, she went out", None),
        ("Note **nothing of it**, she went out", None),
        ("Note **Z** and no more", None),
    ],
)  # fmt: skip
def test_the_one_answer_in_bold(text, found):
    assert read(text) == found


def test_what_is_in_bold_may_name_several_where_several_are_asked_for():
    assert read("It is **Anna, Ben** I guess", PEOPLE, many=True) == ((A, B), "Anna, Ben", "bold")
    assert read("It is **Anna, Ben** and **Ben, Anna**", PEOPLE, many=True)[0] == (B, A)
    assert read("It is **Anna, Zoe** I guess", PEOPLE, many=True)[2] != "bold"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("B, because he left.", ((B,), "B", "beginning")),
        ("B because he left.", ((B,), "B", "beginning")),
        ("The drawer: he left", ((C,), "The drawer", "beginning")),
        ("(B) - he left", ((B,), "B)", "beginning")),
        ("B. He left", ((B,), "B", "beginning")),
        ("B\nHe left and came back", ((B,), "B", "beginning")),
        ("The drawer is where he looks after he left", ((C,), "The drawer", "mention")),
        ("A: he left.\nB: he stayed.\nC: no.", None),
        ("A: he left.\nA: he stayed.", ((A,), "A", "beginning")),
        ("A: not that one", None),
    ],
)  # fmt: skip
def test_a_text_that_begins_with_an_answer_and_goes_on_to_explain_it(text, found):
    assert read(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("He left. He did not see it. So B.", ((B,), "B", "conclusion")),
        ("He left. He did not see it. Therefore, the drawer", ((C,), "the drawer", "conclusion")),
        ("He left. He did not see it. So he will look in the drawer.", ((C,), "the drawer", "conclusion")),
        ("He left. He did not see it. So he will not look in the drawer.", None),
        ("So B. He left. He did not see it.", None),
        ("A, because he left. So B.", ((CLASH,), "A, because he left. So B", "conclusion")),
        ("B, because he left. So the red box.", ((B,), "the red box", "conclusion")),
    ],
)  # fmt: skip
def test_a_last_sentence_that_concludes(text, found):
    assert read(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("He looks in the drawer", ((C,), "the drawer", "mention")),
        ("He left. He looks in the drawer", ((C,), "the drawer", "mention")),
        ("He left. He came. He looks in the drawer", None),
        ("If he came he looks in the drawer", None),
        ("He looks in the drawer?", None),
        ("Maybe he looks in the drawer", None),
        ("He looks in the drawer or the red box", None),
        ("He does not look in the drawer", None),
        ("He left", None),
        ("", None),
    ],
)  # fmt: skip
def test_the_only_option_that_a_short_text_names(text, found):
    assert read(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The people who know are Anna and Ben", ((A, B), "Anna and Ben", "mention")),
        ("In the end Anna and Ben know, Carl does not", ((A, B), "Anna and Ben", "conclusion")),
        ("He left. The people who know are Anna and Ben", None),
        ("Anna. Ben too.", None),
        ("Anna and Ben, because they saw it. Carl does not know.", ((A, B), "Anna and Ben", "beginning")),
        ("Not Anna, because she left.", None),
        ("He left. So Anna and Ben know", ((A, B), "Anna and Ben", "conclusion")),
    ],
)  # fmt: skip
def test_names_are_read_as_rows(text, found):
    assert read(text, PEOPLE, many=True) == found
