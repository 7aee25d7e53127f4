"""Random bytes, JSON, tables and edits at every door: the outcome is a result or an `InputError` of few words, never
another exception. Derandomised; `FUZZ_EXAMPLES` sets how many examples (more of them, and not the same ones, by hand)."""

import io
import json
import os
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from predicted import predict
from synthetic import folder, rows_of

import cultural_tom as ct
from cultural_tom.predictions.submission import submitted
from cultural_tom.rows.repository import BUILD_FILE, data_file

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "0"))
fuzzed = settings(
    max_examples=EXAMPLES or 60,
    derandomize=not EXAMPLES,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
CONFIG = "xfantom_fr"
ROWS = rows_of(CONFIG, 2)
IDS = st.sampled_from([ROWS[0]["id"], ROWS[1]["id"], "xtomi_en/1", CONFIG, ""])
TEXT = st.text(st.characters(), max_size=12) | st.sampled_from(
    ["A", "B", "Answer: B", "\ud800", "\0", "é" * 9]
)
SCALAR = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | TEXT | st.just(10**4000)
VALUE = st.recursive(
    SCALAR, lambda v: st.lists(v, max_size=3) | st.dictionaries(TEXT, v, max_size=3), max_leaves=5
)
KEY = st.sampled_from(["id", "answer", "response", "permutation", "sample", "respnse", "Id"]) | TEXT
RECORD = st.dictionaries(KEY, VALUE, max_size=5) | st.fixed_dictionaries(
    {"id": IDS | VALUE},
    optional={"answer": VALUE, "response": TEXT | VALUE, "permutation": VALUE, "sample": VALUE},
)
MAGIC = st.sampled_from(
    [b"", b"PAR1", b"\xef\xbb\xbf", b"{", b"[", b'{"id": "', b"id,answer\n", b"PK\x03\x04", b"\xff\xfe"]
)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return folder(tmp_path_factory.mktemp("data"), {CONFIG: ROWS})


def outcomes(source, data):
    """What each door makes of predictions: the names of those that took them."""
    signature = str(ct.score([{"id": ROWS[0]["id"], "answer": "A"}], data=data, resamples=0).signature)
    doors = {
        "submitted": lambda: submitted(source),
        "check": lambda: ct.check(source, data=data),
        "score": lambda: ct.score(source, data=data, resamples=0),
        "extract": lambda: ct.extract(source, data=data),
        "compare": lambda: ct.compare(source, source, data=data, names=["x", "y"], resamples=0),
        "verify": lambda: ct.verify(signature, source, data=data),
    }
    took = []
    for door, call in doors.items():
        try:
            call()
            took.append(door)
        except ct.InputError as e:
            assert e.problems and len(str(e)) < 12_000
            assert str(e).count("\n") <= 21
    return took


def same_at_all_doors(took):
    """Who checks, scores too; `submitted` keeps the problems and `verify` has another signature."""
    found = set(took) - {"submitted", "verify"}
    assert found in (set(), {"check", "score", "extract", "compare"}), found


@given(head=MAGIC, rest=st.binary(max_size=300))
@fuzzed
def test_random_bytes_as_predictions(data, tmp_path_factory, head, rest):
    path = tmp_path_factory.mktemp("p") / "p.jsonl"
    path.write_bytes(head + rest)
    same_at_all_doors(outcomes(path, data))


@given(records=st.lists(RECORD | VALUE, max_size=4))
@fuzzed
def test_random_records_have_the_same_fate_in_a_file_and_in_memory(data, tmp_path_factory, records):
    path = tmp_path_factory.mktemp("p") / "p.jsonl"
    try:
        path.write_text("".join(json.dumps(r) + "\n" for r in records))
    except ValueError:  # a number of 5,001 digits, which Python does not write
        path = None
    in_memory = outcomes(records, data)
    same_at_all_doors(in_memory)
    if path and "NaN" not in path.read_text() and "[{" not in path.read_text()[:2]:
        assert outcomes(path, data) == in_memory or _whole_document(path)


def _whole_document(path):
    """A first record that is a list is taken for one document, which is refused as such."""
    return path.read_text().lstrip().startswith("[")


@st.composite
def tables(draw, names):
    kinds = [
        (pa.string(), st.none() | st.sampled_from(["A", ROWS[0]["id"], ""])),
        (pa.int64(), st.none() | st.integers(-3, 2**40)),
        (pa.float64(), st.none() | st.floats()),
        (pa.bool_(), st.none() | st.booleans()),
        (pa.binary(), st.none() | st.binary(max_size=3)),
        (pa.null(), st.none()),
        (pa.list_(pa.string()), st.none() | st.lists(st.none() | st.sampled_from(["A", "B"]), max_size=2)),
        (pa.list_(pa.int32()), st.none() | st.lists(st.none() | st.integers(-1, 9), max_size=2)),
        (pa.struct([("a", pa.string())]), st.none() | st.just({"a": "x"})),
        (pa.timestamp("ns"), st.none() | st.integers(-(2**62), 2**62)),
        (pa.map_(pa.string(), pa.int8()), st.none() | st.just([("a", 1)])),
        (pa.decimal128(5, 2), st.none()),
    ]
    n, columns = draw(st.integers(0, 3)), {}
    for name in draw(st.lists(names, max_size=5, unique=True)):
        kind, values = draw(st.sampled_from(kinds))
        columns[name] = pa.array(draw(st.lists(values, min_size=n, max_size=n)), kind)
    return pa.table(columns)


@given(
    table=tables(KEY.filter(lambda k: k.isprintable())),
    cut=st.none() | st.integers(0, 400),
    flip=st.none() | st.integers(4, 4000),
)
@fuzzed
def test_random_parquet_as_predictions(data, tmp_path_factory, table, cut, flip):
    path = tmp_path_factory.mktemp("p") / "p.parquet"
    path.write_bytes(damaged(table, cut, flip))
    same_at_all_doors(outcomes(path, data))


def damaged(table, cut, flip):
    """A table as Parquet, `cut` bytes from its end left out and one byte changed."""
    out = io.BytesIO()
    pq.write_table(table, out)
    content = bytearray(out.getvalue())
    if flip is not None:
        content[flip % len(content)] ^= 0x55
    return bytes(content[: len(content) - cut] if cut else content)


def read_by_all(data, tmp_path):
    for read in (
        lambda: ct.score([{"id": ROWS[0]["id"], "answer": "A"}], data=data, resamples=0),
        lambda: ct.load(CONFIG, data),
        lambda: predict("lexical", CONFIG, data, tmp_path / "out.jsonl"),
    ):
        try:
            read()
        except ct.InputError as e:
            assert e.problems


COLUMN = st.sampled_from(sorted(ROWS[0]))


@given(other=tables(COLUMN), cut=st.none() | st.integers(0, 400), flip=st.none() | st.integers(4, 20_000))
@fuzzed
def test_random_columns_in_a_data_folder(data, tmp_path_factory, other, cut, flip):
    """The rows with some columns put in place of their own, cut and with a byte changed."""
    tmp = tmp_path_factory.mktemp("d")
    shutil.copytree(data, tmp / "data")
    path = tmp / "data" / data_file(CONFIG)
    table = pq.read_table(path)
    if len(other):
        table = table.slice(0, len(other))
        for name in other.column_names:
            table = table.set_column(table.schema.get_field_index(name), name, other.column(name))
    path.write_bytes(damaged(table, cut, flip))
    read_by_all(tmp / "data", tmp)


@given(build=st.binary(max_size=60) | VALUE | st.fixed_dictionaries({"edition": VALUE, "configs": VALUE | st.dictionaries(
    st.sampled_from([CONFIG, "x"]), VALUE | st.fixed_dictionaries({"content": TEXT, "rows": st.integers(), "sha256": TEXT, "state": TEXT, "sources": VALUE}))}))  # fmt: skip
@fuzzed
def test_random_build_json(data, tmp_path_factory, build):
    tmp = tmp_path_factory.mktemp("d")
    shutil.copytree(data, tmp / "data")
    try:
        content = build if isinstance(build, bytes) else json.dumps(build).encode()
    except ValueError:
        content = b"1" * 5001
    (tmp / "data" / BUILD_FILE).write_bytes(content)
    read_by_all(tmp / "data", tmp)
