"""What verifying compares and says, piece by piece: options and signatures."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from test_signature_text import FULL, PLAIN

from cultural_tom.predictions.submission_file import read
from cultural_tom.problems import InputError
from cultural_tom.published import beside
from cultural_tom.scoring import verify as module
from cultural_tom.scoring.free import Free
from cultural_tom.scoring.run import ScoreOptions
from cultural_tom.scoring.signature import MAX_RESAMPLES, MAX_SEED
from cultural_tom.scoring.verify import differences, options_of, printed


def said(problems):
    return [(p.where, p.message) for p in problems]


# --- options


def test_the_options_are_those_of_the_signature():
    assert options_of(PLAIN) == ScoreOptions(resamples=1000, seed=7)
    assert options_of(replace(PLAIN, ci=90, gold="audit", partial=True)) == ScoreOptions(
        "strict", "audit", True, 90, 1000, 7
    )


def test_a_judge_comes_from_the_signature_and_its_url_and_log_from_the_caller():
    log = Path("log.jsonl")
    free = options_of(FULL, "http://localhost/v1", log).free
    assert free == Free("judge", "m", "http://localhost/v1", log)
    assert options_of(replace(FULL, extract="4+free-f1-1")).free == Free("f1")
    assert options_of(FULL).paper_reading == "boxed" and options_of(FULL).protocol == "paper"


@pytest.mark.parametrize(
    ("field", "name", "good", "bad", "span"),
    [
        ("ci", "ci", (1, 99), (0, 100), "1 to 99"),
        ("resamples", "boot", (0, MAX_RESAMPLES), (-1, MAX_RESAMPLES + 1), "0 to 1000000"),
        ("seed", "seed", (0, MAX_SEED), (-1, MAX_SEED + 1), "0 to 9223372036854775807"),
    ],
)
def test_numbers_that_no_score_has_are_refused_with_their_span(field, name, good, bad, span):
    for value in good:
        assert getattr(options_of(replace(PLAIN, **{field: value})), field) == value
    for value in bad:
        with pytest.raises(InputError) as e:
            options_of(replace(PLAIN, **{field: value}))
        assert said(e.value.problems) == [(f"signature, {name}", f"{value} is not within {span}")]


def test_words_that_no_score_has_are_refused_with_the_known_ones_and_all_at_once():
    with pytest.raises(InputError) as e:
        options_of(replace(PLAIN, ci=0, protocol="x", gold="y", reading="z"))
    assert e.value.title == "this is no signature of cultural-tom"
    assert said(e.value.problems) == [
        ("signature, ci", "0 is not within 1 to 99"),
        ("signature, protocol", "'x' is unknown; known: strict, paper"),
        ("signature, gold", "'y' is unknown; known: upstream, audit"),
        ("signature, reading", "'z' is unknown; known: plain, boxed, think, think+boxed"),
    ]


# --- two signatures

OTHERS = {
    "version": ("9.9", "the version of cultural-tom"), "predictions": ("0" * 16, "the predictions file (sha256)"),
    "edition": ("sample", "edition"), "state": ("verified", "the state of the data"), "protocol": ("paper", "protocol"),
    "gold": ("audit", "gold"), "extract": ("99", "the reading of responses"), "permutations": (9, "the number of option orders"),
    "samples": (9, "the number of samples"), "partial": (True, "partial"), "cluster": ("row", "the cluster"),
    "ci": (90, "ci"), "resamples": (9, "resamples"), "seed": (9, "seed"), "reading": ("boxed", "reading"),
}  # fmt: skip


@pytest.mark.parametrize("field", OTHERS)
def test_a_part_that_differs_is_named_with_what_is_here_and_what_was_said(field):
    value, name = OTHERS[field]
    claimed = replace(PLAIN, **{field: value})
    ((where, message),) = said(differences(claimed, replace(PLAIN, figures="other")))
    assert where == f"signature, {field}"
    text = f"{name} is {getattr(PLAIN, field)!r} here, the signature says {value!r}"
    hint = "; figures may differ between versions: pip install 'cultural-tom==9.9' to recompute this one"
    if field == "extract":
        hint = (
            "; the responses were read by version 99 of the extraction, which this version no longer has: score the "
            "predictions anew, or verify with the version of cultural-tom that the signature names"
        )
    assert message == text + (hint if field in ("version", "extract") else "")


def test_equal_signatures_have_no_difference():
    assert differences(PLAIN, PLAIN) == [] and differences(FULL, FULL) == []


def test_the_digest_alone_says_what_may_be_wrong_and_what_to_do():
    ((where, message),) = said(differences(replace(PLAIN, figures="00"), PLAIN))
    assert where == "signature, figures"
    assert message == (
        "the digest says '00', recomputed with the options of this signature it is 'fedcba9876543210': a part of the "
        "signature was edited after the scoring (protocol, gold, partial, ci, boot, seed), or its figures were computed by "
        "other code; --report FILE.json names the figures that differ"
    )


@pytest.mark.parametrize("part", ["record", "prompt"])
def test_the_digest_is_not_blamed_where_the_record_of_the_submission_differs(part):
    ((where, _),) = said(differences(replace(FULL, figures="00", **{part: "00"}), FULL))
    assert where == f"signature, {part}"


@pytest.mark.parametrize(
    ("log", "place"), [(None, "the judge"), (Path("log.jsonl"), "the log log.jsonl")], ids=str
)
def test_other_judgements_name_the_log_or_the_judge(log, place):
    ((where, message),) = said(differences(replace(FULL, judged="00"), FULL, log))
    assert where == "signature, judged"
    assert message == (
        "the judgements (sha256) is 'aaaabbbbccccdddd' here, the signature says '00'; "
        f"{place} gives other replies than those that were scored: use the log of that run"
    )
    ((_, message),) = said(differences(FULL, replace(FULL, judged=""), log))
    assert message == "the judgements (sha256) is missing here, the signature says 'aaaabbbbccccdddd'"


NOTHING = {"record": "the record of the submission (sha256)", "prompt": "the prompts"}


@pytest.mark.parametrize("part", NOTHING)
def test_a_record_that_is_missing_here_is_asked_for_and_one_that_the_signature_has_not_is_told(part):
    with_it, what = replace(PLAIN, **{part: "ab"}), NOTHING[part]
    name = "; name the record with --submission FILE"
    for claimed, found, message in (
        (with_it, PLAIN, f"{what} is missing here, the signature says 'ab'{name}"),
        (PLAIN, with_it, f"{what} is 'ab' here, the signature names none"),
        (with_it, replace(PLAIN, **{part: "cd"}), f"{what} is 'cd' here, the signature says 'ab'"),
    ):
        assert said(differences(claimed, found)) == [(f"signature, {part}", message)]


@pytest.mark.parametrize(
    ("claimed", "found", "old"),
    [("4+free-f1-1", "4+free-cosine-1", None), ("4+free-judge-1:a+b", "4+free-judge-1:a+c", None), ("4", "4+free-f1-1", None),
     ("3+free-f1-1", "4+free-f1-1", "3"), ("3+free-judge-1:a+b", "4", "3")],
)  # fmt: skip
def test_another_way_to_match_free_answers_is_no_other_version_of_the_extraction(claimed, found, old):
    (problem,) = differences(replace(PLAIN, extract=claimed), replace(PLAIN, extract=found))
    text = f"the reading of responses is {found!r} here, the signature says {claimed!r}"
    hint = f"; the responses were read by version {old} of the extraction, "
    assert problem.message.startswith(text + hint) if old else problem.message == text


def test_what_a_release_knows_of_the_rows_that_were_scored_is_told(monkeypatch):
    """Of configs that the signature names; of others there is nothing to know."""
    asked = []
    knows = {"xtomi_de": "they are of release 1.0.0", "xtomi_zh": ""}
    monkeypatch.setattr(module, "since", lambda *args: asked.append(args) or knows[args[1]])
    claimed = replace(PLAIN, data="xtomi_de@sha256:11,xtomi_zh@sha256:22")
    found = replace(PLAIN, data="xtomi_de@sha256:33,xtomi_zh@sha256:44,xtomi_fr@sha256:55")
    step = "; use the data of that release"
    assert said(differences(claimed, found, folder=Path("data"))) == [
        ("signature, xtomi_de", f"the rows here are sha256:33, the signature says sha256:11: they are of release 1.0.0{step}"),
        ("signature, xtomi_zh", f"the rows here are sha256:44, the signature says sha256:22{step}"),
        ("signature, xtomi_fr", f"the rows here are sha256:55, the signature says nothing{step}"),
    ]  # fmt: skip
    assert asked == [(Path("data"), "xtomi_de", "11"), (Path("data"), "xtomi_zh", "22")]


def test_rows_that_differ_are_named_config_by_config():
    claimed = replace(PLAIN, data="xtomi_en@sha256:00,xtomi_de@sha256:11,xtomi_zh@sha256:22")
    found = replace(PLAIN, data="xtomi_en@sha256:00,xtomi_zh@sha256:33,xtomi_fr@sha256:44")
    step = "; use the data of that release"
    assert said(differences(claimed, found)) == [
        ("signature, xtomi_de", f"the rows here are not among the predictions, the signature says sha256:11{step}"),
        ("signature, xtomi_zh", f"the rows here are sha256:33, the signature says sha256:22{step}"),
        ("signature, xtomi_fr", f"the rows here are sha256:44, the signature says nothing{step}"),
    ]  # fmt: skip


# --- the whole


class Scored:
    """Stands for a report: what scoring again gives."""

    def __init__(self, signature, **more):
        self.signature, self.more = signature, more

    def as_dict(self):
        return {"signature": str(self.signature), "published": None, **{"configs": ()} | self.more}


@pytest.fixture
def again(monkeypatch):
    """Scoring again gives FULL, and notes what it was asked for."""
    asked = []
    monkeypatch.setattr(module, "score", lambda *args: asked.append(args) or Scored(FULL, value=(1, 2)))
    return asked


def test_a_signature_that_holds_returns_the_report_of_its_options(again):
    log = Path("log.jsonl")
    found = module.verify(
        f"signature: {FULL}", "p.jsonl", Path("data"), judge_url="http://localhost", judge_log=log
    )
    assert isinstance(found, Scored)
    assert again == [("p.jsonl", Path("data"), options_of(FULL, "http://localhost", log), None, None)]


@pytest.fixture
def recorded(tmp_path):
    """Predictions, and two records of them: one beside them, one elsewhere."""
    predictions, elsewhere = tmp_path / "p.jsonl", tmp_path / "elsewhere.yaml"
    predictions.write_text('{"id": "xtomi_en/1", "answer": "A"}\n')
    text = f"predictions: {{sha256: {sha256(predictions.read_bytes()).hexdigest()}}}\n"
    lying = predictions.with_name("p.jsonl.submission.yaml")
    for path, run in ((lying, 1), (elsewhere, 2)):
        path.write_text(f"{text}run: {run}\n")
    return predictions, lying, elsewhere


def test_the_record_counts_where_the_signature_has_one_or_one_is_named(again, recorded):
    """A signature that was made without a record holds without it, whatever lies beside the predictions now."""
    predictions, lying, elsewhere = recorded
    with_one = replace(FULL, record="00")
    for claimed, named, expected in (
        (FULL, None, None), (FULL, elsewhere, elsewhere), (with_one, None, lying), (with_one, elsewhere, elsewhere)
    ):  # fmt: skip
        try:
            module.verify(str(claimed), predictions, Path("data"), record=named)
        except InputError as e:
            assert claimed is with_one and [p.where for p in e.problems] == ["signature, record"]
        source, _, _, made, _ = again.pop()
        assert made == (None if expected is None else read(expected))
        assert source == predictions if made is None else source.path == predictions


def test_the_data_is_asked_what_it_knows_of_the_rows_that_were_scored(again, monkeypatch):
    monkeypatch.setattr(module, "since", lambda folder, *_: f"{folder} knows")
    with pytest.raises(InputError, match="the signature says sha256:00: the data knows; use"):
        module.verify(str(replace(FULL, data="xtomi_en@sha256:00")), "p.jsonl", Path("the data"))


MODEL = "GPT-4-1106"
EMPTY = {"options": {"gold": "upstream", "partial": False, "protocol": "strict", "free": None}, "configs": []}


def test_printed_results_are_those_of_the_model_that_the_report_names_or_of_none():
    assert printed(None, EMPTY) is None
    assert printed({"model": MODEL}, EMPTY) == beside(EMPTY, MODEL) != beside(EMPTY)
    for saved in ({"model": None}, {}, "", [], 0):
        assert printed(saved, EMPTY) == beside(EMPTY)


@pytest.mark.parametrize(
    ("model", "message"), [(["x"], "is no name: ['x']"), (5, "is no name: 5"), ("", None)]
)
def test_a_model_that_is_no_name_or_in_no_table_is_named_by_its_place(model, message):
    with pytest.raises(InputError) as e:
        printed({"model": model}, EMPTY)
    if message is None:
        with pytest.raises(InputError) as told:
            beside(EMPTY, model)
        message = told.value.problems[0].message
    assert said(e.value.problems) == [("report.published.model", message)]


def test_a_wrong_model_is_told_beside_all_other_differences(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "score", lambda *args: Scored(FULL, **EMPTY, value=1))
    path = tmp_path / "r.json"
    path.write_text(
        json.dumps({"signature": str(FULL), **EMPTY, "value": 2, "published": {"model": "no one's"}})
    )
    with pytest.raises(InputError) as e:
        module.verify(str(replace(FULL, samples=9)), "p.jsonl", Path("data"), path)
    assert [p.where for p in e.value.problems] == [
        "signature, samples", "report.published.model", "report, signature", "report.value", "report.published"
    ]  # fmt: skip
    path.write_text(
        json.dumps({"signature": str(FULL), **EMPTY, "value": 1, "published": beside(EMPTY, MODEL)})
    )
    module.verify(str(FULL), "p.jsonl", Path("data"), path)


def test_differences_of_signature_and_report_are_named_together(again, tmp_path):
    path, log = tmp_path / "r.json", Path("log.jsonl")
    path.write_text(json.dumps({"signature": str(PLAIN), "configs": [], "published": None, "value": [1, 3]}))
    claimed = str(replace(FULL, judged="00", samples=9))
    with pytest.raises(InputError) as e:
        module.verify(claimed, "p.jsonl", Path("data"), path, judge_log=log)
    assert e.value.title == "the signature does not hold: 4 differences"
    assert [p.where for p in e.value.problems] == [
        "signature, samples", "signature, judged", "report, signature", "report.value[1]"
    ]  # fmt: skip
    assert "the log log.jsonl gives other replies" in e.value.problems[1].message


def test_a_saved_report_of_the_same_score_has_no_difference(again, tmp_path):
    path = tmp_path / "r.json"
    path.write_text(json.dumps(Scored(FULL, value=[1, 2]).as_dict()))
    module.verify(str(FULL), "p.jsonl", Path("data"), path)
