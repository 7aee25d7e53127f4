"""Errata: one mechanism for all subsets, which repairs exactly what was found, and says so. And the audit's tables."""

import copy
import csv

import pytest

from builders.engine import audit, errata
from builders.engine.base import HERE, data
from cultural_tom.rows.audit import AUDIT_STATUSES, COLUMNS
from cultural_tom.subsets import SUBSETS

FILES = sorted(p.stem for p in (HERE / "errata").glob("*.toml"))
SHAPES = {
    "erratum": ({"rule", "record", "found", "use", "reason"}, {"times", "fields"}),
    "known": ({"rule", "reason"}, {"records", "language"}),
}
RECORD = {"story": "A bird, a bird.", "more": [{"text": "bird"}, 7], "other": "bird"}


@pytest.fixture
def entries(monkeypatch):
    """Made-up entries in place of a subset's file."""
    made = {"erratum": [], "known": []}
    monkeypatch.setattr(errata, "_entries", lambda subset, kind: made[kind])
    return made


def erratum(**changes):
    return {"rule": "r", "record": "1", "found": "bird", "use": "fish", "reason": "why", "times": 3} | changes


@pytest.mark.parametrize("subset", FILES)
@pytest.mark.parametrize("kind", SHAPES)
def test_every_file_has_the_one_shape(subset, kind):
    needed, possible = SHAPES[kind]
    for entry in data(f"errata/{subset}.toml").get(kind, []):
        assert needed <= entry.keys() <= needed | possible, entry


def test_a_text_is_replaced_in_the_fields_asked_for_and_the_record_given_stays(entries):
    entries["erratum"] = [erratum()]
    given = copy.deepcopy(RECORD)
    record, (note,) = errata.repaired("x", "1", given, "here", ["story", "more"])
    assert record == {"story": "A fish, a fish.", "more": [{"text": "fish"}, 7], "other": "bird"}
    assert given == RECORD
    assert (note.where, note.message, note.severity, note.rule) == ("here", "why", "note", "r")


def test_an_erratum_may_name_its_fields_and_stands_once_if_it_does_not_say(entries):
    entries["erratum"] = [erratum(fields=["other"])]
    del entries["erratum"][0]["times"]
    record, (note,) = errata.repaired("x", "1", RECORD, "here", ["story"])
    assert record == RECORD | {"other": "fish"} and note.severity == "note"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"times": 2}, "erratum expects 'bird' 2 times, found it 3 times"),
        ({"times": 4}, "erratum expects 'bird' 4 times, found it 3 times"),
        ({"found": "cat"}, "erratum expects 'cat' 3 times, found it 0 times"),
        ({"fields": ["gone"]}, "erratum expects 'bird' 3 times in 'gone', found it 0 times"),
    ],
)
def test_an_erratum_that_does_not_fit_is_an_error_and_repairs_nothing(entries, changes, message):
    entries["erratum"] = [erratum(**changes)]
    record, (problem,) = errata.repaired("x", "1", RECORD, "here", ["story", "more"])
    assert record == RECORD
    assert (problem.where, problem.message, problem.severity) == ("here", message, "error")


def test_a_second_repair_of_the_same_record_is_refused(entries):
    entries["erratum"] = [erratum()]
    once, _ = errata.repaired("x", "1", RECORD, "here", ["story", "more"])
    _, (problem,) = errata.repaired("x", "1", once, "here", ["story", "more"])
    assert problem.severity == "error"


def test_other_records_are_left_alone(entries):
    entries["erratum"] = [erratum()]
    assert errata.repaired("x", "2", RECORD, "here", ["story"]) == (RECORD, [])


@pytest.mark.parametrize(
    ("entry", "key", "language", "count"),
    [
        ({}, "1", "en", 1),
        ({"records": ["1"]}, "1", "en", 1),
        ({"records": ["1"]}, "2", "en", 0),
        ({"language": "en"}, "1", "en", 1),
        ({"language": "en"}, "1", "zh", 0),
    ],
)
def test_a_known_defect_is_noted_for_its_records_in_its_language(entries, entry, key, language, count):
    entries["known"] = [{"rule": "r", "reason": "why"} | entry]
    found = list(errata.known("x", key, "here", language))
    assert [(n.where, n.message, n.severity, n.rule) for n in found] == [("here", "why", "note", "r")] * count


def test_a_subset_without_a_file_has_no_errata():
    assert errata.repaired("xtomi", "1", RECORD, "here", ["story"]) == (RECORD, [])
    assert list(errata.known("xtomi", "1", "here")) == []


@pytest.mark.parametrize("path", sorted(audit.FOLDER.glob("*.csv")), ids=lambda p: p.stem)
def test_every_audit_table_is_of_a_subset_and_has_the_columns_and_statuses(path):
    lines = list(csv.DictReader(path.open(encoding="utf-8", newline="")))
    assert path.stem in SUBSETS and tuple(lines[0]) == COLUMNS
    assert {line["status"] for line in lines} <= set(AUDIT_STATUSES)
