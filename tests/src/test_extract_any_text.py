"""What must hold for any text: extraction never raises, gives an answer within the options or a known reason, and reads back what it writes."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from test_extract import NEEDS, PEOPLE, SLOTS, choice, names, slots

from cultural_tom.extraction.read import REASONS, canonical, extract, languages


@given(st.text(), st.sampled_from(languages()), st.sampled_from(["choice", "choices", "names", "slots"]))
@settings(max_examples=400, deadline=None)
def test_any_text_gives_an_answer_within_the_options_or_a_known_reason(text, lang, answer_format):
    used = SLOTS if answer_format == "slots" else []
    answer = extract(text, answer_format=answer_format, options=NEEDS, slots=used, language=lang)
    if answer.indices is None:
        assert answer.reason in REASONS
        return
    assert answer.reason == ""
    assert all(0 <= i < 4 for i in answer.indices)
    if answer_format in ("choice", "slots"):
        assert len(answer.indices) == (len(used) or 1)
    else:
        assert list(answer.indices) == sorted(set(answer.indices))


PIECES = ["A", "B", "(c)", "the answer is ", "not ", "[[", "]]", "D", " or ", "\n", "<think>", "</think>", "**", "the red box",
          r"\boxed{", "}", "答案", "ب", "٢", ", ", "high", "Water", "is correct", "<answer>", "wait", ". ", "Nora", "1. ", "(X) ", "AA. "]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=25), st.sampled_from(languages()))
@settings(max_examples=400, deadline=None)
def test_mixtures_of_answer_like_pieces_never_raise(pieces, lang):
    text = "".join(pieces)
    for read in (choice(text, lang=lang), names(text, lang), slots(text, lang)):
        assert read.parsed or read.reason in REASONS


SIGNS = ["?", "-", "…", "。", "()", "1", "A", "Agree"]


@given(
    st.lists(st.sampled_from(SIGNS), min_size=2, max_size=4, unique=True),
    st.lists(st.sampled_from([*PIECES, *SIGNS]), max_size=6),
    st.sampled_from(["choice", "choices", "names"]),
    st.sampled_from(languages()),
)
@example(["Agree", "?"], ["?"], "choice", "en")
@example(["A", "1"], ["1. A\n", "9" * 5000], "choice", "en")
@example(["A", "1"], ["1. A\n²"], "choice", "en")
@settings(max_examples=400, deadline=None)
def test_options_that_are_signs_never_make_it_raise(options, pieces, answer_format, lang):
    said = extract("".join(pieces), answer_format=answer_format, options=options, language=lang)
    assert said.parsed or said.reason in REASONS


@given(st.sampled_from(languages()), st.sampled_from(["choice", "choices", "names", "slots"]), st.data())
@settings(deadline=None)
def test_the_canonical_form_is_read_back_in_every_language(lang, answer_format, data):
    index = st.integers(0, 3)
    some = {"choice": st.tuples(index), "slots": st.tuples(index, index, index)}
    indices = data.draw(some.get(answer_format, st.sets(index).map(lambda s: tuple(sorted(s)))))
    used = SLOTS if answer_format == "slots" else []
    text = canonical(indices, answer_format=answer_format, options=PEOPLE, slots=used)
    assert (
        extract(text, answer_format=answer_format, options=PEOPLE, slots=used, language=lang).indices
        == indices
    )


@given(st.text(st.characters(exclude_characters="<>[]|◁▷"), max_size=80), st.sampled_from("ABCD"))
@settings(deadline=None)
def test_what_is_thought_changes_nothing(thought, letter):
    assert choice(f"<think>{thought}</think>{letter}") == choice(letter)


@pytest.mark.parametrize(
    "piece",
    [
        "<think>",
        "</think>",
        "[[",
        "[[A]] ",
        r"\boxed{",
        "{",
        "*",
        "~~",
        "<answer>",
        "the answer is ",
        "A ",
        "no ",
        "< ",
        "ﷺ",
        "a, ",
    ],
)
def test_a_megabyte_of_one_piece_is_survived(piece):
    text = piece * (1_000_000 // len(piece))
    for answer in (choice(text), names(text), slots(text, "zh")):
        assert answer.parsed or answer.reason in REASONS


@pytest.mark.parametrize(
    "response",
    [
        "A. " * 40 + "x",
        '"abcde"' * 3000 + " is correct",
        "(abcde)" * 3000 + " is correct",
        "[the box] " * 3000 + "?",
    ],
    ids=["marks with a tail that fails", "quotations", "brackets", "square brackets"],
)
@pytest.mark.parametrize("answer_format", ["choice", "choices"])
def test_pieces_with_a_tail_that_fails_are_survived(response, answer_format):
    options = ["the box", "the bag", "the jar", "the hat"]
    assert extract(response, answer_format=answer_format, options=options, language="en").reason in (
        "",
        *REASONS,
    )
