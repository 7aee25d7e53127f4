"""Random rows, files of words and batch outputs: a result or an `InputError`, never another exception."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cultural_tom as ct
from cultural_tom.predictions import json_lines
from cultural_tom.problems import InputError
from cultural_tom.prompting.batch import batch_line
from cultural_tom.prompting.collect import from_batch
from cultural_tom.prompting.fields import FIELDS
from cultural_tom.prompting.words import read_own
from cultural_tom.rows.loading import SAMPLE
from cultural_tom.rows.repository import read_rows

fuzzed = settings(max_examples=150, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))  # fmt: skip
ROW = read_rows(SAMPLE, "xtomi_en")[0]
TEXT = st.text(max_size=8) | st.sampled_from(
    ["xtomi_en/1#0#0", "a#1#" + "9" * 5000, "a#٣#0", "length", "text", "{reply}"]
)
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda v: st.lists(v, max_size=3) | st.dictionaries(TEXT, v, max_size=3),
    max_leaves=5,
)


def shaped(**fields):
    """A record in which each field may have its right shape, any other, or be missing."""
    return st.fixed_dictionaries({}, optional={k: v | VALUE for k, v in fields.items()})


PARTS = st.lists(shaped(type=st.just("text"), text=TEXT), max_size=2)
MESSAGE = shaped(content=TEXT | PARTS, refusal=TEXT)
CHOICES = st.lists(shaped(message=MESSAGE, finish_reason=TEXT), max_size=2)
RESPONSE = shaped(status_code=st.just(200), body=shaped(choices=CHOICES))
LINE = shaped(custom_id=st.sampled_from(["xtomi_en/1#0#0", "xtomi_en/2#1#0"]), response=RESPONSE, error=VALUE)


@fuzzed
@given(lines=st.lists(LINE | VALUE, max_size=4))
def test_any_output_of_a_batch(tmp_path_factory, lines):
    folder = tmp_path_factory.mktemp("batch")
    path = folder / "o.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    try:
        found = from_batch([path])
    except InputError as e:
        assert e.problems
        return
    json_lines.write(folder / "p.jsonl", found.predictions, "--out")
    assert len(list(json_lines.records(folder / "p.jsonl"))) == len(found.predictions) > 0


@fuzzed
@given(content=st.binary(max_size=40) | st.dictionaries(st.sampled_from([*FIELDS, "name", "x"]) | TEXT, TEXT | st.integers(), max_size=4))  # fmt: skip
def test_any_file_of_words(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("words") / "w.toml"
    if isinstance(content, dict):
        content = "\n".join(f"{k} = {json.dumps(v)}" for k, v in content.items()).encode()
    path.write_bytes(content)
    try:
        own = read_own(path)
    except InputError as e:
        assert e.problems
        return
    assert all(isinstance(t, str) for t in own.texts.values())


@fuzzed
@given(row=st.fixed_dictionaries({}, optional={k: st.just(ROW[k]) | VALUE for k in ROW} | {"image": VALUE}), style=st.sampled_from(["direct", "cot", "scene"]))  # fmt: skip
def test_any_row(row, style):
    try:
        asked = list(ct.prompts([row], style, permutations=2))
    except InputError as e:
        assert e.problems
        return
    assert len(asked) == 2 and all(row["question"] in r.user for r in asked)


def test_a_picture_of_any_mode_is_encoded():
    from PIL import Image

    row = read_rows(SAMPLE, "culturaltom_vqa_en")[0]
    for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "YCbCr", "F", "I;16"):
        (r,) = ct.prompts([row | {"image": Image.new(mode, (2, 2))}])
        assert (
            batch_line(r, "m", None, None, None)["body"]["messages"][1]["content"][0]["type"] == "image_url"
        )


@pytest.mark.parametrize("options", [[], ["x"] * 27, ["a", 3]])
def test_options_that_no_letters_can_name_are_refused(options):
    with pytest.raises(InputError, match="needs 1 to 26 options"):
        list(ct.prompts([ROW | {"options": options}]))
