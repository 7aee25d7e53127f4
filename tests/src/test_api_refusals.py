"""Bad input to every Python entry point: one clear `InputError` with all problems, and nothing half-written."""

import pandas as pd
import pytest
from datasets import Dataset, DatasetDict

import cultural_tom as ct

ROW = "xtomi_en/9087/reality"
GOOD = [{"id": ROW, "answer": "A"}]
SIGNATURE = str(ct.score(GOOD, data="sample", resamples=0).signature)


class Bad:
    def __repr__(self):
        return "<bad>"


def raising():
    yield from GOOD
    raise ConnectionError("the model is gone")


def reader_error():
    yield GOOD[0]
    raise ct.InputError.one("my model", "is of no use")


def endless():
    found = []  # a list that holds itself
    found.append(found)
    return [{"id": ROW, "answer": found}]


def many(n):
    return [{"id": f"xtomi_en/none/{i}", "answer": "A"} for i in range(n)]


# What predictions are not, made anew for each entry point: (source, what the message says).
PREDICTIONS = {
    "None": (lambda: None, "must be a path, an iterable of dicts"),
    "a number": (lambda: 5, "must be a path"),
    "bytes": (lambda: b'{"id": 1}', "must be a path"),
    "a function": (lambda: raising, "must be a path"),
    "an object": (Bad, "must be a path"),
    "empty list": (list, "holds no prediction"),
    "empty generator": (lambda: iter(()), "holds no prediction"),
    "a dict of answers": (lambda: {ROW: "A"}, "is a dict, got"),
    "a dict of columns": (lambda: {"id": [ROW], "answer": ["A"]}, "is a dict, got"),
    "one record": (lambda: GOOD[0], "is one record; put it into a list"),
    "a DatasetDict": (lambda: DatasetDict(test=Dataset.from_list(GOOD)), "is a DatasetDict; name a split: source['test']"),
    "a list of strings": (lambda: ["A", "B"], "record 2: must be a dict such as"),
    "a list of lists": (lambda: [[ROW, "A"]], "record 1: must be a dict such as"),
    "a list of None": (lambda: [None], "record 1: must be a dict such as"),
    "the rows themselves": (lambda: ct.load("xtomi_en", "sample"), "has unknown columns"),
    "rows as dicts": (lambda: list(ct.load("xtomi_en", "sample")), "has unknown keys"),
    "no id": (lambda: [{"answer": "A"}], "record 1: needs an id (a string), got the keys ['answer']"),
    "id of a wrong type": (lambda: [{"id": 7, "answer": "A"}], "record 1: needs an id (a string), got 7"),
    "NaN as id": (lambda: [{"id": float("nan"), "answer": "A"}], "needs an id (a string), got None"),
    "neither": (lambda: [{"id": ROW}], "needs an answer, or a response to read one out of"),
    "both": (lambda: [{"id": ROW, "answer": "A", "response": "A"}], "has both answer and response; one of the two is read"),
    "unknown keys": (lambda: [{"id": ROW, "answer": "A", "score": 1, 3: 4}], "has unknown keys [3, 'score']"),
    "a response of a wrong type": (lambda: [{"id": ROW, "response": 5}], "response must be a string, got 5"),
    "bytes as response": (lambda: [{"id": ROW, "response": b"A"}], "response must be a string"),
    "a long response": (lambda: [{"id": ROW, "response": "x" * 10_000_001}], "is longer than 10000000 bytes"),
    "a set as answer": (lambda: [{"id": ROW, "answer": {"A"}}], "answer must be a letter, a list of letters or names"),
    "an object as answer": (lambda: [{"id": ROW, "answer": Bad()}], "or None, got <bad>"),
    "a dict as answer": (lambda: [{"id": ROW, "answer": {"a": 1}}], "answer must be a letter, a list of"),
    "infinity as answer": (lambda: [{"id": ROW, "answer": float("inf")}], "answer must be a letter, a list of letters or names, or None, got inf"),
    "a dict in a list": (lambda: [{"id": ROW, "answer": ["A", {}]}], "answer must be a letter, a list of letters"),
    "a number as answer": (lambda: [{"id": ROW, "answer": 0}], "answer 0 must be a letter A-B"),
    "a list that holds itself": (endless, "is nested too deeply"),
    "a letter too far": (lambda: [{"id": ROW, "answer": "Z"}], "answer 'Z' must be a letter A-B"),
    "a permutation in words": (lambda: [{"id": ROW, "answer": "A", "permutation": "1"}], "permutation must be a whole number"),
    "half a sample": (lambda: [{"id": ROW, "answer": "A", "sample": 0.5}], "sample must be a whole number"),
    "True as sample": (lambda: [{"id": ROW, "answer": "A", "sample": True}], "sample must be a whole number"),
    "a sample below 0": (lambda: [{"id": ROW, "answer": "A", "sample": -1}], "sample must be a whole number"),
    "twice": (lambda: GOOD * 2, "record 2: id 'xtomi_en/9087/reality' was already answered in record 1"),
    "an unknown id": (lambda: [{"id": "xtomi_en/9087/realty", "answer": "A"}], "the nearest is 'xtomi_en/9087/reality'"),
    "an unknown config": (lambda: [{"id": "xtomi_xx/1", "answer": "A"}], "its ids begin with 'xtomi_xx'"),
    "many": (lambda: many(12_000), "and 9994 others: id is of no row of xtomi_en at hand"),
    "a generator that raises": (raising, "record 2: could not be had: ConnectionError: the model is gone"),
    "a generator that raises our own": (reader_error, "my model: is of no use"),
    "a frame without id": (lambda: pd.DataFrame({"answer": ["A"]}), "needs a column id, the ids of the rows; got ['answer']"),
    "a frame with id as index": (lambda: pd.DataFrame(GOOD).set_index("id"), "it is the index: use frame.reset_index()"),
    "a frame of other columns": (lambda: pd.DataFrame({"a": [1]}), "needs a column answer or response"),
    "a frame with more columns": (lambda: pd.DataFrame(GOOD).assign(score=1), "has unknown columns ['score']"),
    "a frame with a column twice": (lambda: pd.DataFrame([[ROW, "A", "B"]], columns=["id", "answer", "answer"]),
                                    "has several columns of one name: ['answer']"),
    "an empty frame": (lambda: pd.DataFrame(columns=["id", "answer"]), "holds no prediction"),
    "half a permutation in a frame": (lambda: pd.DataFrame([{**GOOD[0], "permutation": 0.5}]), "must be a whole number from 0 to 2147483647, got 0.5"),
    "a series": (lambda: pd.Series(["A"]), "record 1: must be a dict"),
    "a dataset without id": (lambda: Dataset.from_list([{"answer": "A"}]), "needs a column id"),
    "an empty dataset": (lambda: Dataset.from_dict({"id": [], "answer": []}), "holds no prediction"),
    "no such file": (lambda: "nowhere/p.jsonl", "nowhere/p.jsonl: is no file; expected JSON Lines or Parquet"),
    "a folder": (lambda: ".", "is a folder; name a file in it"),
    "an empty path": (lambda: "", "is a folder; name a file in it"),
    "a path with a NUL": (lambda: "a\0b", "is no "),
    "a path of bytes": (lambda: BytesPath(), "is no path"),
}  # fmt: skip


class BytesPath:
    def __fspath__(self):
        return b"p.jsonl"


ENTRIES = {
    "check": lambda source, out: ct.check(source, data="sample"),
    "score": lambda source, out: ct.score(source, data="sample"),
    "compare, first": lambda source, out: ct.compare(source, GOOD, data="sample"),
    "compare, second": lambda source, out: ct.compare(GOOD, source, data="sample"),
    "verify": lambda source, out: ct.verify(SIGNATURE, source, data="sample"),
    "extract": lambda source, out: ct.extract(source, data="sample"),
    "save_predictions": lambda source, out: ct.save_predictions(source, out / "deep/p.jsonl"),
}
# Written predictions are checked record by record; whether the data has such a row, and what answers it, is not asked.
WITHOUT_DATA = {"a number as answer", "a letter too far", "an unknown id", "an unknown config",
                "many"}  # fmt: skip

HOW_MANY = {
    "a list of strings": 2,
    "rows as dicts": 19,
    "the rows themselves": 2,
    "a frame of other columns": 3,
    "many": 10_001,
}


CASES = [(n, e) for n in PREDICTIONS for e in ENTRIES if not (e == "save_predictions" and n in WITHOUT_DATA)]


@pytest.mark.parametrize(("name", "entry"), CASES)
def test_what_is_no_submission_is_one_clear_error(tmp_path, monkeypatch, name, entry):
    monkeypatch.chdir(tmp_path)
    make, says = PREDICTIONS[name]
    with pytest.raises(ct.InputError) as e:
        ENTRIES[entry](make(), tmp_path)
    if says.startswith("record"):
        which = {"compare, first": "a ", "compare, second": "b "}.get(entry, "")
        says = f"{which.strip()}, {says}" if "could not be had" in says and which else which + says
    assert says in str(e.value), str(e.value)
    assert len(e.value.problems) == HOW_MANY.get(name, 1)
    assert len(str(e.value)) < 4000
    assert list(tmp_path.iterdir()) == []


def test_all_problems_are_listed_at_once_with_their_records():
    records = [*GOOD, "x", {"id": ROW, "answer": "A"}, {"id": "xtomi_en/none", "answer": "A"}, {"id": "xtomi_en/9087/reality", "answer": "Q", "sample": 1}]  # fmt: skip
    with pytest.raises(ct.InputError) as e:
        ct.score(records, data="sample")
    assert [p.where for p in e.value.problems] == ["record 2", "record 3", "record 4", f"record 5 ({ROW})"]


def test_what_a_generator_raised_is_the_cause():
    with pytest.raises(ct.InputError) as e:
        ct.score(raising(), data="sample")
    assert isinstance(e.value.__cause__, ConnectionError)


def test_being_interrupted_is_no_wrong_input():
    def stopped():
        yield GOOD[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ct.score(stopped(), data="sample")


DATA = {
    "None": (None, "data: is not named; expected 'sample'"),
    "a number": (3, "data: got 3; expected 'sample'"),
    "empty": ("", "data: got ''; expected 'sample'"),
    "bytes": (b"sample", "data: got b'sample'; expected 'sample'"),
    "no folder": ("./none", "./none: there is no such folder"),
    "a typing error": ("sampel", "did you mean 'sample'?"),
    "a folder that is no data": (".", "is no dataset repository"),
    "a path with a NUL": ("a\0b", "is "),
    "a very long name": ("x" * 5000, "is "),
}
WITH_DATA = {
    "load": lambda data: ct.load("xtomi_en", data),
    "check": lambda data: ct.check(GOOD, data=data),
    "score": lambda data: ct.score(GOOD, data=data),
    "compare": lambda data: ct.compare(GOOD, GOOD, data=data),
    "verify": lambda data: ct.verify(SIGNATURE, GOOD, data=data),
    "extract": lambda data: ct.extract(GOOD, data=data),
}


@pytest.mark.parametrize("entry", WITH_DATA)
@pytest.mark.parametrize("name", DATA)
def test_what_is_no_data_is_one_clear_error(tmp_path, monkeypatch, name, entry):
    monkeypatch.chdir(tmp_path)
    data, says = DATA[name]
    with pytest.raises(ct.InputError) as e:
        WITH_DATA[entry](data)
    assert len(e.value.problems) == 1
    assert says in str(e.value) or (entry == "extract" and data is None and "or data=..." in str(e.value))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"protocol": "loose"}, "protocol: got 'loose'; use 'strict' or 'paper'"),
        ({"protocol": None}, "protocol: got None"),
        ({"gold": ["audit"]}, "gold: got ['audit']; use 'upstream' or 'audit'"),
        ({"partial": "no"}, "partial: must be True or False, got 'no'"),
        ({"resamples": -1}, "resamples: must be a whole number from 0 to 1000000, got -1"),
        ({"resamples": 1.5}, "resamples: must be a whole number"),
        ({"resamples": None}, "resamples: must be a whole number"),
        ({"seed": 2**63}, "seed: must be a whole number"),
        ({"seed": "x", "gold": 1}, "2 problems"),
        ({"free": "cosin"}, "free: got 'cosin'; use cosine, f1, judge"),
        ({"free": ["f1"]}, "free: got ['f1']"),
        ({"free": "judge", "judge_model": 5}, "judge_model: is needed"),
        ({"revision": "v1"}, "revision='v1' is for repositories"),
        ({"revision": 5}, "revision: must be a tag, branch or commit, got 5"),
    ],
    ids=str,
)
@pytest.mark.parametrize("entry", ["score", "compare"])
def test_what_is_no_option_is_one_clear_error(arguments, says, entry):
    with pytest.raises(ct.InputError) as e:
        ct.score(GOOD, data="sample", **arguments) if entry == "score" else ct.compare(GOOD, GOOD, data="sample", **arguments)  # fmt: skip
    assert says in str(e.value)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: ct.load("xtomi_rf", "sample"), "did you mean"),
        (lambda: ct.load(None, "sample"), "config: must be a name such as 'xfantom_fr', got None"),
        (lambda: ct.load(["xtomi_fr"], "sample"), "config: must be a name"),
        (lambda: ct.load("xtomi_fr", "sample", edition="ful"), "holds the sample edition, not the ful edition"),
        (lambda: ct.compare(data="sample"), "needs at least two submissions, got 0"),
        (lambda: ct.compare(GOOD, data="sample"), "needs at least two submissions, got 1"),
        (lambda: ct.compare(GOOD, GOOD, data="sample", names=["x"]), "names: must be 2 different names"),
        (lambda: ct.compare(GOOD, GOOD, data="sample", names=["x", "x"]), "names: must be 2 different names"),
        (lambda: ct.compare(GOOD, GOOD, data="sample", names="xy"), "names: must be 2 different names"),
        (lambda: ct.compare(GOOD, GOOD, data="sample", names=5), "names: must be 2 different names"),
        (lambda: ct.compare(GOOD, GOOD, data="sample", names=[1, None]), "names: must be 2 different names"),
        (lambda: ct.compare(GOOD, [{"id": "xtomi_fr/9087/reality", "answer": "A"}], data="sample"), "no config in common (a: xtomi_en; b: xtomi_fr)"),
        (lambda: ct.verify("", GOOD, data="sample"), "this is no signature"),
        (lambda: ct.verify(None, GOOD, data="sample"), "this is no signature"),
        (lambda: ct.verify(SIGNATURE, [{"id": ROW, "answer": "B"}], data="sample"), "the predictions file (sha256)"),
        (lambda: ct.verify(SIGNATURE, GOOD, data="sample", report="none.json"), "cannot be read as a JSON report"),
        (lambda: ct.verify(SIGNATURE, GOOD, data="sample", report=5), "report: must be the file of a JSON report, got 5"),
        (lambda: ct.extract("B"), "needs the row of a response, or data=... for predictions"),
        (lambda: ct.extract(None, {"id": "x"}), "response: must be a string"),
        (lambda: ct.extract("B", "row"), "row: must be a row of the data, a dict"),
        (lambda: ct.extract("B", {}), "row: needs options (list), got None"),
        (lambda: ct.extract("B", {**ct.load("xtomi_en", "sample")[0], "language": "xx"}), "language"),
        (lambda: ct.extract("B", {**ct.load("xtomi_en", "sample")[0], "answer_format": "essay"}), "no answer format 'essay'"),
        (lambda: ct.extract("B", {**ct.load("xtomi_en", "sample")[0], "options": [1, 2]}), "row: needs options"),
        (lambda: ct.extract("B", ct.load("xtomi_en", "sample")[0], permutation="1"), "permutation: must be a whole number"),
        (lambda: ct.save_predictions(GOOD, None), "path: expected the name of a file, got None"),
        (lambda: ct.save_predictions(GOOD, ""), "path: expected the name of a file, got ''"),
        (lambda: ct.save_predictions(GOOD, "."), "path .: is a folder; name a file"),
        (lambda: ct.score(GOOD, data="sample").save("report.txt"), "must end in .json or .html"),
        (lambda: ct.score(GOOD, data="sample").save(None), "save: expected the name of a file, got None"),
        (lambda: ct.score(GOOD, data="sample", with_published=True, published_model="no such"), "no such"),
    ],
)  # fmt: skip
def test_every_other_wrong_call_is_one_clear_error(tmp_path, monkeypatch, call, says):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ct.InputError) as e:
        call()
    assert says in str(e.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["dir.json", "file/report.html", "file/p.jsonl"])
def test_what_cannot_be_written_leaves_nothing_behind(tmp_path, name):
    (tmp_path / "dir.json").mkdir()
    (tmp_path / "file").write_text("")
    before = sorted(tmp_path.rglob("*"))
    write = ct.save_predictions if name.endswith("l") and "html" not in name else lambda _, path: ct.score(GOOD, data="sample").save(path)  # fmt: skip
    with pytest.raises(ct.InputError):
        write(GOOD, tmp_path / name)
    assert sorted(tmp_path.rglob("*")) == before


def test_the_hint_for_columns_that_are_too_many_names_those_that_are_there():
    frame = pd.DataFrame({"id": ["a"], "answer": ["A"], "model": ["x"]})
    with pytest.raises(ct.InputError) as e:
        ct.score(frame, data="sample")
    assert e.value.problems[0].message.endswith("; select them: frame[['id', 'answer']]")
