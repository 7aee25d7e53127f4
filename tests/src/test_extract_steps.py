"""Shortcuts of extraction: none hides what an expression would find, and steps grow linearly with the text."""

import os
import re
import subprocess
import sys
from itertools import product

import pytest

from benchmarks.extraction_speed import OPTIONS, PIECES
from cultural_tom.extraction.characters import lower, plain
from cultural_tom.extraction.clean import READ_LAST
from cultural_tom.extraction.patterns import language, languages
from cultural_tom.extraction.phrases import Keys, Scan, any_of, is_word
from cultural_tom.extraction.read import extract
from cultural_tom.extraction.statements.marked import _ALL, _CALLED, _without_calls

AROUND = (
    ("", ""),
    ("x ", " x"),
    ("x. ", ", x"),
    ("是", "的"),
    ("x", ""),
    ("", "x"),
    ("و", " "),
    ("'", "'"),
    ("é ", "।"),
)


@pytest.mark.parametrize("name", languages())
def test_no_shortcut_hides_what_the_expression_of_a_list_finds(name, monkeypatch):
    listed: list[tuple[Scan, list[str]]] = []

    def made(scan, pattern, phrases, *more, **named):
        listed.append((scan, list(phrases)))
        init(scan, pattern, phrases, *more, **named)

    init = Scan.__init__
    monkeypatch.setattr(Scan, "__init__", made)
    language.__wrapped__(name)
    assert listed
    for scan, phrases in listed:
        for phrase in {lower(plain(p)) for p in phrases}:
            found = 0
            for before, after in AROUND:
                low = before + phrase + after
                expected = [m.span() for m in scan.pattern.finditer(low)]
                assert [m.span() for m in scan.find(low)] == expected, low
                assert scan.may(low) or not expected, low
                found += bool(expected)
            assert found, phrase


def test_keys_are_whole_words_in_every_script():
    keys = Keys()
    keys.add(("answer", "ответ", "الحل", "答案", "ans"))
    assert keys.within("the answers, an answer") == {"answer"}
    assert keys.within("x ответ: ответ。") == {"ответ"}
    assert keys.within("x الحل") == {"الحل"}
    assert keys.within("banswer, answers") == frozenset()
    assert keys.within("最终答案是B,ans\x00\ufffe\ud800") == {"答案", "ans"}


def test_in_arabic_a_key_is_found_with_what_is_written_onto_it():
    scan = Scan(lambda: re.compile(any_of(["الحل"], arabic=True)), ["الحل"], Keys(), arabic=True)
    assert [m[0] for m in scan.find("هذا والحل ب")] == ["والحل"]
    assert scan.may("والحل") and not scan.may("حالحل")


def test_a_word_that_is_a_key_and_another_key_with_what_is_written_onto_it_is_both():
    phrases = ["اختيار", "أوصي باختيار"]
    scan = Scan(lambda: re.compile(any_of(phrases, arabic=True)), phrases, Keys(), arabic=True)
    assert scan._keys_of["باختيار"] == {"اختيار", "باختيار"}  # whichever of them comes last
    assert [m[0] for m in scan.find("اوصي باختيار b, باختيار c")] == ["اوصي باختيار", "باختيار"]


def test_words_with_more_letters_than_there_are_bytes_are_still_found():
    letters = [c for c in map(chr, range(0x0100, 0x09FF)) if is_word(c)]
    many = ["".join(letters[k : k + 4]) for k in range(0, 800, 4)]
    keys = Keys()
    keys.add(many)
    assert all(word in keys.within(f"x {word}.") for word in many)


MARKS = (
    r"\boxed{B}", "[[B]]", "<answer>B</answer>", "<answer>", "B</answer>", "<answer value='B'/>", "[answer] B", "\n[final answer]: B",
    ". [verdict] B", "submit('B')", 'submit(answer="B")', "submit[ 'B' ]", "vote( 'B')", "submıt('B')", "final_answer('B')", "finish[B]", "select('B')", " ", "\n", "a",
)  # fmt: skip


def test_marks_are_looked_for_with_all_expressions_where_a_call_may_stand():
    for pieces in product(MARKS, repeat=3):
        text = plain("".join(pieces))
        every = [(m.span(), m.lastgroup) for m in _ALL.finditer(text)]
        if not _CALLED.search(lower(text)):
            assert [(m.span(), m.lastgroup) for m in _without_calls(text)] == every, text


def test_a_call_with_a_name_counts_beside_another_mark():
    row = {"answer_format": "choice", "options": ["box", "bag"], "language": "en"}
    answer = extract("<x>I am sure.</x> submit(answer='B')", **row)
    assert (answer.indices, answer.rule) == ((1,), "marked")


def steps(response: str, **row: object) -> int:
    """How many functions, of Python and of its expressions and strings, are called to read the response."""
    count = 0

    def profile(frame: object, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(profile)
    try:
        extract(response, **row)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("piece", PIECES)
def test_steps_grow_no_faster_than_the_text(piece):
    for answer_format, name in (("choice", "en"), ("choices", "zh")):
        row = {"answer_format": answer_format, "options": OPTIONS[0], "language": name}
        extract(piece, **row)  # what is made on first use is made now
        half, whole = (steps(piece * (length // len(piece)), **row) for length in (READ_LAST // 2, READ_LAST))
        assert whole <= 2.1 * half + 100


SEEDS = """
from cultural_tom.extraction.read import extract
arabic = ["سعيد في البيت", "حزينة جدا", "لا أحد يعرف"]
for said, options, language in (
    ("we are leaning towardsB と C / B, advise against B.", ["A", "B", "C"], "en"),
    ("أنصح باختيار B", arabic, "ar"),
    ("أنصحكم باختيار: حزينة جدا", arabic, "ar"),
):
    found = extract(said, answer_format="choice", options=options, language=language)
    print(found.indices, found.reason, found.rule, found.span)
"""


def test_no_reading_depends_on_the_order_of_a_set():
    """Python orders the strings of a set by a seed that each process draws."""
    said = {
        subprocess.run(
            [sys.executable, "-c", SEEDS], env={**os.environ, "PYTHONHASHSEED": str(seed)}, capture_output=True, text=True, check=True
        ).stdout
        for seed in (0, 1, 2, 3)
    }  # fmt: skip
    assert len(said) == 1
