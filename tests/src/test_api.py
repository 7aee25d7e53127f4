"""The door from Python: the numbers of the command line, from whatever predictions are held in."""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from datasets import Dataset, IterableDataset
from typer.testing import CliRunner

import cultural_tom as ct
from cultural_tom.api.lookup import UnknownKey
from cultural_tom.commands.app import app
from cultural_tom.predictions.json_lines import digest
from cultural_tom.predictions.submission import submitted
from cultural_tom.rows.loading import SAMPLE
from cultural_tom.scoring import run
from cultural_tom.scoring.compare import compare as compare_below
from cultural_tom.scoring.free import Free

RUNNER = CliRunner(env={"COLUMNS": "100"})
FAST = {"data": "sample", "resamples": 50}


def command(*args):
    done = RUNNER.invoke(app, [*map(str, args), "--data", "sample", "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def mixed(config):
    """Records of every kind: answers, responses, none, option orders and samples."""
    out = []
    for i, row in enumerate(ct.load(config, "sample")):
        letter = "ABCD"[i % len(row["options"]) % 4]
        if row["answer_format"] == "choice" and i % 3:
            out.append({"id": row["id"], "answer": letter})
        elif i % 7 == 5:
            out.append({"id": row["id"], "answer": None})
        else:
            out.append({"id": row["id"], "response": f"Ünsicher … Answer: {letter}"})
        if i % 4 == 1:
            out.append({"id": row["id"], "response": "(b)", "permutation": 1})
            out.append({"id": row["id"], "response": "hm", "permutation": 1, "sample": 2})
    return out


CONFIGS = ["xfantom_fr", "xnegotiationtom_ja", "tactfultom_en", "multitom_cultural_ar"]
RECORDS = [r for config in CONFIGS for r in mixed(config)]
KEYS = ["id", "answer", "response", "permutation", "sample"]


def frame(records=RECORDS):
    return pd.DataFrame(records, columns=KEYS)


SOURCES = {
    "list": lambda path: RECORDS,
    "generator": lambda path: (dict(r) for r in RECORDS),
    "tuple": lambda path: tuple(RECORDS),
    "path": lambda path: path,
    "str": str,
    "parquet": lambda path: parquet(path.with_suffix(".parquet")),
    "frame": lambda path: frame(),
    "frame with nullable columns": lambda path: frame().convert_dtypes(),
    "frame with object columns": lambda path: frame().astype(object),
    "frame with arrow columns": lambda path: frame().convert_dtypes(dtype_backend="pyarrow"),
    "frame with another index": lambda path: frame().set_index(np.arange(len(RECORDS)) * 3 + 7),
    "records of a frame": lambda path: frame().astype({"permutation": "Int64", "sample": "Int64"}).to_dict("records"),
    "dataset": lambda path: Dataset.from_list([{key: r.get(key) for key in KEYS} for r in RECORDS]),
    "dataset, selected": lambda path: SOURCES["dataset"](path).select(range(len(RECORDS))),
    "dataset, as numpy": lambda path: SOURCES["dataset"](path).with_format("numpy"),
    "dataset, streaming": lambda path: IterableDataset.from_generator(lambda: iter(RECORDS)),
    "numpy values": lambda path: [
        {k: np.str_(v) if isinstance(v, str) else np.int64(v) if isinstance(v, int) else v for k, v in r.items()}
        for r in RECORDS
    ],
}  # fmt: skip


def parquet(path):
    pq.write_table(pa.Table.from_pylist([{key: r.get(key) for key in KEYS} for r in RECORDS]), path)
    return path


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "p.jsonl"
    assert ct.save_predictions(RECORDS, path) == len(RECORDS)
    return path


@pytest.fixture(scope="module")
def by_command(saved):
    return {
        "score": command("score", saved, "--resamples", 50),
        "paper": command(
            "score", saved, "--resamples", 0, "--protocol", "paper", "--gold", "audit", "--partial"
        ),
        "check": command("check", saved),
    }


def but_for(document, *keys):
    return {k: v for k, v in document.items() if k not in keys}


@pytest.mark.parametrize("kind", SOURCES)
def test_every_kind_of_source_gives_the_figures_and_the_signature_of_the_command_line(
    saved, by_command, kind
):
    report = ct.score(SOURCES[kind](saved), **FAST)
    found = json.loads(json.dumps(report.as_dict()))
    if kind == "parquet":  # a file's own bytes are what its signature names
        own = "predictions:" + submitted(saved.with_suffix(".parquet")).digest[:16]
        # ... and the digest of the figures binds those parts too
        mine, expected = (
            s.rpartition("|figures:")[0] for s in (found["signature"], by_command["score"]["signature"])
        )
        parts = [own if p.startswith("predictions:") else p for p in expected.split("|")]
        assert mine.split("|") == parts
        found["signature"] = by_command["score"]["signature"]
    assert but_for(found, "file") == but_for(by_command["score"], "file")


@pytest.mark.parametrize("kind", ["list", "path", "frame", "dataset"])
def test_check_extract_and_verify_take_them_alike(saved, by_command, kind):
    counts = ct.check(SOURCES[kind](saved), data="sample")
    expected = {c.pop("config"): c for c in json.loads(json.dumps(by_command["check"]["configs"]))}
    assert {n: {k: getattr(c, k) for k in expected[n]} for n, c in counts.items()} == expected
    assert sum(c.predictions for c in counts.values()) == len(RECORDS)
    signature = by_command["score"]["signature"]
    assert ct.verify(signature, SOURCES[kind](saved), data="sample").as_dict()["configs"]
    answers = ct.extract(SOURCES[kind](saved), data="sample")
    assert [a["id"] for a in answers] == [r["id"] for r in RECORDS]
    assert [f.value for c in ct.score(answers, **FAST).configs for f in c.figures] == [
        f["value"] for c in by_command["score"]["configs"] for f in c["figures"]
    ]


def test_options_mean_what_they_mean_on_the_command_line(by_command):
    report = ct.score(RECORDS, data="sample", resamples=0, protocol="paper", gold="audit", partial=True)
    assert but_for(json.loads(json.dumps(report.as_dict())), "file") == but_for(by_command["paper"], "file")
    assert {"protocol:paper", "gold:audit", "partial", "boot:0"} <= set(str(report.signature).split("|"))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"protocol": "paper"},
        {"gold": "audit"},
        {"partial": True},
        {"resamples": 7},
        {"seed": 3},
        {"free": "f1"},
    ],
    ids=str,
)
def test_options_reach_scoring_and_its_signature(saved, options):
    """The functions against the scoring beneath them, and not against the commands, which go through the functions."""
    options = {"resamples": 50, **options}
    free = Free(options["free"]) if "free" in options else None
    wanted = run.ScoreOptions(**{**options, "free": free})
    report = ct.score(RECORDS, data="sample", **options)
    expected = run.score(saved, SAMPLE, wanted)
    assert report.options == wanted and report.signature == expected.signature
    assert but_for(report.as_dict(), "file") == but_for(expected.as_dict(), "file")
    other = [{"id": r["id"], "answer": None} for r in RECORDS if not r.get("permutation")]
    pairs = ct.compare(saved, other, data="sample", names=("p", "b"), **options).pairs
    assert [p.differences for p in pairs] == [
        p.differences for p in compare_below([saved, other], SAMPLE, wanted)
    ]


def test_files_of_one_name_are_told_apart_by_their_folders(saved, tmp_path):
    (tmp_path / "p.jsonl").write_bytes(saved.read_bytes())
    found = ct.compare(saved, tmp_path / "p.jsonl", data="sample", resamples=0)
    assert {(p.a, p.b) for p in found.pairs} == {(str(saved), str(tmp_path / "p.jsonl"))}


def test_compare_gives_the_differences_of_the_command_line(saved, tmp_path):
    other = [dict(r, answer="A") if isinstance(r.get("answer"), str) else r for r in RECORDS]
    ct.save_predictions(other, tmp_path / "b.jsonl")
    expected = command("compare", saved, tmp_path / "b.jsonl", "--resamples", 50)["pairs"]
    for a, b in ((RECORDS, other), (saved, tmp_path / "b.jsonl"), (frame(), frame(other)), (saved, other)):
        found = ct.compare(a, b, **FAST)
        assert [d.__dict__ for d in found.differences] == [d for p in expected for d in p["differences"]]
        assert [but_for(p, "a", "b", "differences") for p in json.loads(json.dumps([p.__dict__ for p in found.pairs], default=str))] == [
            but_for(p, "a", "b", "differences") for p in expected
        ]  # fmt: skip
    assert [(p.a, p.b) for p in found.pairs][:1] == [("p", "b")]
    assert [(p.a, p.b) for p in ct.compare(RECORDS, other, **FAST).pairs][:1] == [("a", "b")]
    named = ct.compare(saved, other, other, names=("base", "new", "newer"), **FAST)
    assert {(p.a, p.b) for p in named.pairs} == {("base", "new"), ("base", "newer")}


def test_the_written_form_is_the_hashed_form(saved, tmp_path):
    lines = saved.read_bytes().splitlines(keepends=True)
    assert [json.loads(line) for line in lines] == [dict(r) for r in RECORDS]
    assert digest(submitted(RECORDS).predictions) == submitted(saved).digest
    odd = [
        {"id": "xtomi_en/1", "response": "half \ud800 \u2028 \x00 \n 😀", "sample": 0, "permutation": None}
    ]
    ct.save_predictions(odd, tmp_path / "odd.jsonl")
    (line,) = (tmp_path / "odd.jsonl").read_bytes().split(b"\n")[:-1]
    assert json.loads(line) == {"id": "xtomi_en/1", "response": odd[0]["response"]}
    assert submitted(odd).digest == submitted(tmp_path / "odd.jsonl").digest


def test_what_predict_writes_is_that_form_too(tmp_path):
    RUNNER.invoke(app, ["predict", "--model", "random", "--config", "xnegotiationtom_fr,tactfultom_en", "--data", "sample", "--out", str(tmp_path / "p.jsonl")])  # fmt: skip
    records = [json.loads(line) for line in (tmp_path / "p.jsonl").read_text("utf-8").splitlines()]
    assert submitted(records).digest == submitted(tmp_path / "p.jsonl").digest


def test_figures_are_found_by_name():
    report = ct.score(mixed("xfantom_fr"), **FAST)
    figure = report["belief", "first order"]
    assert figure is report["Belief", "first_order"] is report["belief", "first order", "accuracy"]
    assert figure is report["xfantom_fr"]["belief", "first order"] and 0 <= figure.value <= 1
    assert figure == next(f for f in report.configs[0].figures if f.name == "first order")


@pytest.mark.parametrize("config", ct.CONFIGS)
def test_every_figure_of_every_config_has_a_name_of_its_own(config):
    report = ct.score([{"id": row["id"], "answer": None} for row in ct.load(config, "sample")], data="sample", resamples=0)  # fmt: skip
    for figure in report.configs[0].figures:
        assert report[figure.group, figure.name, figure.metric] is figure


@pytest.mark.parametrize(
    ("key", "says"),
    [
        (("belief", "first ordr"), "did you mean ['belief', 'first order']"),
        (("belief", "zzz"), "there is no figure ['belief', 'zzz']"),
        (("belief", "first order", "f1"), "its metrics are: accuracy"),
        (("nothing", "at all"), "its groups are: belief, fact"),
        ("belief", "'belief' is a group of figures"),
        ("xfantom_rf", "did you mean 'xfantom_fr'"),
        (("belief",), "[group, name] or [group, name, metric]"),
        (("belief", 3), "[group, name] or [group, name, metric]"),
        (0, "there is no config 0"),
        (None, "there is no config None"),
    ],
    ids=str,
)
def test_a_key_that_names_nothing_is_answered_with_the_nearest(key, says):
    report = ct.score(mixed("xfantom_fr"), data="sample", resamples=0)
    with pytest.raises(UnknownKey) as e:
        report[key]
    assert says in str(e.value) and isinstance(e.value, KeyError) and isinstance(e.value, ct.InputError)
    assert len(e.value.problems) == 1


def test_an_ambiguous_key_says_what_is_missing():
    report = ct.score(RECORDS, data="sample", resamples=0)
    with pytest.raises(
        UnknownKey, match=r"has 4 configs; name one first: report\['xfantom_fr'\]\[group, name\]"
    ):
        report["belief", "first order"]
    with pytest.raises(UnknownKey, match="has several metrics: micro_f1, macro_f1"):
        report["xnegotiationtom_ja"]["intention", "intention"]
    assert report["xnegotiationtom_ja"]["intention", "intention", "macro_f1"].metric == "macro_f1"


def test_a_comparison_is_narrowed_down_by_config_and_by_submission():
    found = ct.compare(RECORDS, RECORDS, RECORDS[: len(RECORDS) // 2], **FAST)
    assert found.notes and "not compared" in found.notes[0]
    with pytest.raises(UnknownKey, match="narrow them down first"):
        found["belief", "first order"]
    one = found["xfantom_fr"]["b"]
    assert len(one.pairs) == 1 and one["belief", "first order"].difference == 0
    with pytest.raises(UnknownKey, match="did you mean 'xfantom_fr'"):
        found["xfantom_rf"]
    with pytest.raises(UnknownKey, match="there is no figure"):
        one["belief", "order"]


def test_frames_have_one_row_per_figure_and_per_difference():
    report = ct.score(RECORDS, **FAST)
    table = report.to_pandas()
    assert len(table) == sum(len(c.figures) for c in report.configs)
    assert list(table.columns[:7]) == ["config", "edition", "state", "group", "name", "metric", "value"]
    assert table.attrs["signature"] == str(report.signature)
    first = report.configs[0].figures[0]
    assert table.loc[0, "value"] == first.value and table["low"].dtype == float
    compared = ct.compare(RECORDS, RECORDS, **FAST)
    table = compared.to_pandas()
    assert len(table) == len(compared.differences) and set(table["b"]) == {"b"}
    assert list(table.columns[:11]) == ["config", "edition", "state", "a", "b", "group", "name", "metric", "value_a", "value_b", "difference"]  # fmt: skip


def test_without_pandas_the_message_names_it(monkeypatch):
    report = ct.score(mixed("xfantom_fr"), data="sample", resamples=0)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ct.InputError, match="pip install pandas"):
        report.to_pandas()


@pytest.mark.parametrize("name", ["report.html", "deep/er/report.json"])
def test_a_report_is_saved_as_the_command_saves_it(saved, tmp_path, name):
    ct.score(saved, **FAST).save(tmp_path / "python" / name)
    out = tmp_path / "shell" / name
    command("score", saved, "--resamples", 50, "--out", out)
    assert (tmp_path / "python" / name).read_bytes() == out.read_bytes()


def test_reports_are_short_in_a_notebook():
    report, compared = ct.score(RECORDS, **FAST), ct.compare(RECORDS, RECORDS, **FAST)
    for shown, part in (
        (repr(report), str(report.signature)),
        (repr(compared), "xfantom_fr: b against a, 25 rows"),
    ):
        assert part in shown and len(shown.splitlines()) <= 12
    assert "sample edition" in repr(report) and "25 rows" in repr(report["xfantom_fr"])


def test_an_answer_is_extracted_as_scoring_does():
    row = ct.load("xtomi_en", "sample")[0]
    assert ct.extract("Answer: B", row) == ct.Answer((1,))
    other = [k for k in range(1, 9) if ct.extract("Answer: B", row, permutation=k) == ct.Answer((0,))]
    k = other[0]
    scored = [ct.score([{"id": row["id"], "response": "Answer: B", "permutation": n}], data="sample", resamples=0).scored[0].answers.given[0] for n in (0, k)]  # fmt: skip
    assert scored == [[(0, 0, (1,))], [(0, k, (0,))]]
    again = ct.extract(
        [{"id": row["id"], "response": "Answer: B", "permutation": k, "sample": 3}], data="sample"
    )
    assert again == [{"id": row["id"], "answer": "B", "permutation": k, "sample": 3}]
    pandas_row = ct.load("xtomi_en", "sample").to_pandas().iloc[0].to_dict()
    assert ct.extract("Answer: B", pandas_row).indices == (1,)


def test_a_judge_writes_its_log_beside_the_file_and_needs_one_named_in_memory(tmp_path):
    path = tmp_path / "p.jsonl"
    records = [r for r in RECORDS if r["id"].startswith("tactfultom")]
    ct.save_predictions(records, path)
    with pytest.raises(ct.InputError, match=r"p\.jsonl\.judge\.jsonl: lacks"):
        ct.score(path, data="sample", free="judge", judge_model="m")
    with pytest.raises(ct.InputError, match="judge_log: must name a file"):
        ct.score(records, data="sample", free="judge", judge_model="m")
    with pytest.raises(ct.InputError, match="judge_model: is needed"):
        ct.score(records, data="sample", free="judge")


def test_printed_results_are_laid_beside():
    report = ct.score(mixed("xfantom_fr"), data="sample", resamples=0, with_published=True)
    assert "No printed results" in report.published["note"]


def test_names_come_by_every_way_of_importing():
    code = "from cultural_tom import *; from cultural_tom import score as s; print(score is s, sorted(k for k in globals() if k[0] != '_'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for name in ("score", "compare", "check", "verify", "extract", "load", "save_predictions", "InputError"):
        assert name in ct.__all__ and name in dir(ct) and f"'{name}'" in done.stdout
        assert getattr(ct, name).__doc__
    assert done.stdout.startswith("True")
    with pytest.raises(AttributeError, match="no attribute 'scor'"):
        _ = ct.scor


def test_every_public_name_is_declared_for_type_checkers():
    text = Path(ct.__file__).read_text("utf-8").partition("if TYPE_CHECKING:")[2]
    assert [n for n in ct._PUBLIC if f"import {n} as {n}\n" not in text] == []


@pytest.mark.parametrize(
    "name", ["check", "score", "compare", "verify", "extract", "load", "save_predictions"]
)
def test_docstrings_say_what_comes_in_what_goes_out_and_what_is_raised(name):
    doc = getattr(ct, name).__doc__
    for word in ("Returns", "InputError", ">>> "):
        assert word in doc


def test_the_page_names_every_function_and_nothing_else():
    page = (Path(__file__).parents[2] / "docs/python.md").read_text("utf-8")
    assert set(re.findall(r"ct\.(\w+)", page)) <= set(ct.__all__)
    functions = {n for n in ct.__all__ if n.islower() and callable(getattr(ct, n))}
    assert functions == set(re.findall(r"^\| `ct\.(\w+)\(", page, re.MULTILINE))
    for word, owner in (("report", ct.Report), ("comparison", ct.Comparison)):
        named = re.findall(rf"`{word}\.(\w+)\(", page)
        assert named and all(hasattr(owner, n) for n in named)
