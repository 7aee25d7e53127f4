"""Label translations and question sentences: complete, and no two labels of a language can be confused."""

import string

import pytest

from builders.engine.base import data
from builders.readers import labels

LANGUAGES = ("de", "en", "fr", "ja", "zh")
KINDS = ("items", "intentions", "levels", "agents", "speakers")


def test_the_tables_have_the_five_languages():
    assert (
        sorted(data("readers/labels.toml")) == sorted(data("readers/negotiationtom.toml")) == list(LANGUAGES)
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_language_has_the_english_labels_in_the_same_order(language, kind):
    assert list(labels.shown(language, kind)) == list(labels.shown("en", kind))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_spelling_stands_for_one_label(language, kind):
    table = data("readers/labels.toml")[language][kind]
    folded = [(labels.fold(s), label) for label, spellings in table.items() for s in spellings]
    assert len({text for text, _ in folded}) == len(set(folded))
    for label, spellings in table.items():
        assert [labels.find(language, kind, s) for s in spellings] == [(label, True)] * len(spellings)


def test_nine_intentions_and_four_items():
    assert [len(labels.shown("en", kind)) for kind in KINDS] == [4, 9, 3, 2, 2]


@pytest.mark.parametrize(
    ("language", "kind", "text", "label"),
    [
        ("fr", "intentions", "établir des relations", "Build-Rapport"),
        ("fr", "intentions", "Aucune-intention", "No-Intention"),
        ("en", "intentions", "no intention", "No-Intention"),
        ("zh", "speakers", "人物１", "1"),  # full width
        ("en", "items", "None", None),
        ("fr", "items", "Water", None),
    ],
)
def test_other_spellings_are_found_and_marked(language, kind, text, label):
    assert labels.find(language, kind, text) == (label, False)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("task", "names"),
    [
        ("belief", {"agent", "other", "not_given"}),
        ("desire", {"agent", "not_given"}),
        ("intention", {"agent"}),
    ],
)
def test_each_question_names_who_is_asked_about(language, task, names):
    sentence = data("readers/negotiationtom.toml")[language][task]
    assert {name for _, name, _, _ in string.Formatter().parse(sentence) if name} == names
