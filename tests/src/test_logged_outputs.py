"""The corpus of logged outputs is well formed. What the extraction makes of it is measured elsewhere."""

import json
from collections import Counter

import logged
import pytest
from logged_collect import READERS

from cultural_tom.extraction import VERSION

LABELS = logged.labels()
PENDING = logged.pending()
SOURCES = logged.sources()
DRAWS = logged.draws()
LETTERS_OF_A_BARE_ANSWER = 3


@pytest.fixture(scope="module", params=DRAWS)
def texts(request):
    folder = logged.place()
    if folder is None:
        pytest.skip("needs the logged texts: CULTURAL_TOM_LOGS, made by logged_collect.py, or ../shared/logs")
    if not logged.labels(draw=request.param):
        pytest.skip(f"draw {request.param} has no labels yet")
    if lacking := logged.absent(folder, draw=request.param):
        pytest.skip(f"{folder} lacks the texts of {', '.join(lacking)}, made by logged_collect.py")
    return list(logged.logged(folder, draw=request.param))


def test_each_source_says_where_it_is_under_what_licence_and_for_what():
    assert list(range(1, len(DRAWS) + 1)) == DRAWS
    for name, source in SOURCES.items():
        assert source.get("draw", 2) > 1, name  # the first set names none
        fields = {"repository", "commit", "licence", "role", "task"}
        assert set(source) - {"draw", "questions", "questions_commit", "reader", "unseen_until"} == fields, (
            name
        )
        assert source["role"] in ("build", "measure")
        # a source that rules are built on now was measured by the version that had not seen it
        first_measured = source.get("draw", 1) + 1
        assert "unseen_until" not in source or source["role"] == "build", name
        assert first_measured <= source.get("unseen_until", VERSION), name
        assert source.get("unseen_until", 0) < VERSION, name
        assert len(source["commit"]) == 40
        assert len(source.get("questions_commit", "")) == (40 if "questions" in source else 0), name
    assert {x.source for x in [*LABELS, *PENDING]} == set(SOURCES)
    assert {source.get("reader", name) for name, source in SOURCES.items()} == set(READERS)


def test_a_repository_has_one_role():
    roles = {(s["repository"], s["role"], s.get("draw", 1)) for s in SOURCES.values()}
    assert len({s["repository"] for s in SOURCES.values()}) == len(roles)


def test_most_sources_and_every_language_were_held_out_when_they_were_first_measured():
    held_out = [n for n, source in SOURCES.items() if source["role"] == "measure" or "unseen_until" in source]
    assert len(held_out) >= 0.6 * len(SOURCES)
    languages = {x.language for x in LABELS} | {x.written for x in LABELS}
    measured = [x for x in LABELS if x.source in held_out]
    assert {x.language for x in measured} | {x.written for x in measured} == languages


def test_the_corpus_is_as_large_as_it_says():
    assert len(LABELS) >= 1500
    assert len({x.model for x in LABELS}) >= 20


def test_a_record_is_labelled_once():
    assert [key for key, count in Counter(x.key for x in [*LABELS, *PENDING]).items() if count > 1] == []


def test_what_waits_for_labels_is_for_measuring_and_has_none():
    for x in PENDING:
        assert SOURCES[x.source]["role"] == "measure", x.key
        assert (x.first, x.second, x.third, x.settled, x.remark) == ("",) * 5, x.key
        assert x.format in ("choice", "choices") and x.options >= 2, x.key
        assert len(x.sha256) == len(x.options_sha256) == 64, x.key


def test_labels_name_options_that_are_there_and_one_where_one_is_asked_for():
    for x in LABELS:
        assert x.format in ("choice", "choices")
        assert x.options >= 2, x.key
        assert x.first, x.key
        assert x.settled, x.key
        for reading in (x.first, x.second, x.third, x.settled):
            if reading in (logged.NONE, ""):  # empty: not read a second time yet
                continue
            assert list(reading) == sorted(set(reading)), x.key
            assert logged.LETTERS.index(reading[-1]) < x.options, x.key
            assert x.format == "choices" or len(reading) == 1, x.key


def test_what_readings_differ_on_is_settled_in_writing():
    for x in LABELS:
        readings = {reading for reading in (x.first, x.second, x.third, x.settled) if reading}
        assert len(readings) == 1 or x.remark, x.key


def test_texts_are_the_labelled_ones(texts):
    draw = SOURCES[texts[0].label.source].get("draw", 1)
    assert [x.label for x in texts] == logged.labels(draw=draw)
    assert all(len(x.options) == x.label.options for x in texts)


def test_few_responses_are_a_bare_letter(texts):
    bare = sum(len(x.response.strip()) <= LETTERS_OF_A_BARE_ANSWER for x in texts)
    assert bare <= 0.2 * len(texts)


def one_source(tmp_path, monkeypatch, response):
    label = next(x for x in LABELS if x.source == "acegpt")
    monkeypatch.setattr(logged, "labels", lambda role=None, draw=None: [label])
    row = {"path": label.path, "record": label.record, "response": response, "options": ["a"] * label.options}
    (tmp_path / "acegpt.jsonl").write_text(json.dumps(row) + "\n", "utf-8")


def test_another_text_than_the_labelled_one_is_refused(tmp_path, monkeypatch):
    one_source(tmp_path, monkeypatch, "B")
    with pytest.raises(ValueError, match="is another text"):
        list(logged.logged(tmp_path))


def test_a_missing_source_is_named(tmp_path, monkeypatch):
    one_source(tmp_path, monkeypatch, "B")
    (tmp_path / "acegpt.jsonl").unlink()
    with pytest.raises(LookupError, match="lacks the texts of acegpt"):
        list(logged.logged(tmp_path))


def test_a_missing_record_is_named(tmp_path, monkeypatch):
    one_source(tmp_path, monkeypatch, "B")
    (tmp_path / "acegpt.jsonl").write_text("", "utf-8")
    with pytest.raises(LookupError, match=r"acegpt\.jsonl lacks eval_results"):
        list(logged.logged(tmp_path))
