"""The row: one model, one schema."""

import pyarrow as pa
import pytest
from pydantic import ValidationError

from cultural_tom.files import to_table
from cultural_tom.order import permutation
from cultural_tom.problems import InputError
from cultural_tom.row import ImageRow, Row, schema
from cultural_tom.subsets import CONFIGS, SUBSETS, config, match

GOOD = {
    "id": "tombench_en/a/1", "parallel_id": "tombench/a/1", "context_id": "tombench/a/story_1", "subset": "tombench",
    "language": "en", "task": "false_belief_task", "context": "Ana puts the key away.", "question": "Where is the key?",
    "options": ["box", "bag"], "gold": [1], "source": "s", "source_path": "p", "source_pointer": "line 1",
    "source_sha256": "0" * 64, "origin": "human", "licence": "MIT",
}  # fmt: skip


def test_model_and_schema_have_the_same_columns():
    assert schema().names == list(Row.model_fields)
    image = ImageRow(**GOOD | {"id": "culturaltom_vqa_en/1", "subset": "culturaltom_vqa"})
    assert schema(image=True).names == list(image.record())


def test_model_and_schema_have_the_same_types():
    row = Row(**GOOD | {"tags": ["a:b"], "belief_order": 2})
    assert pa.Table.from_pylist([row.record()], schema=schema()).to_pylist() == [row.record()]
    nullable = {
        name for name, f in Row.model_fields.items() if type(None) in getattr(f.annotation, "__args__", ())
    }
    assert nullable == {"belief_order"}


def test_the_table_carries_the_features_that_datasets_would_write():
    from datasets import Dataset

    table = to_table("tombench_en", [Row(**GOOD).record()])
    assert Dataset(table).features.arrow_schema.names == schema().names


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"gold": [2]}, "outside the 2 options"),
        ({"gold": []}, "must be one index"),
        ({"options": ["box", "box"]}, "the same option twice"),
        ({"options": ["box", " "]}, "an option is empty"),
        ({"options": ["box"], "gold": [0]}, "at least 2"),
        ({"context": " "}, "context is empty"),
        ({"id": "nothing/1"}, "known config"),
        ({"language": "fr"}, "must be those of tombench_en"),
        ({"task": "False Belief"}, "lower_snake"),
        ({"answer_format": "slots"}, "one index per slot"),
        ({"answer_format": "names", "gold": [1, 0]}, "sorted"),
        ({"audit_status": "disputed"}, "go together"),
        ({"audit_status": "corrected", "audit_reason": "x"}, "needs audit_gold"),
        ({"source_sha256": "0"}, "64 hex"),
        ({"tags": ["level"]}, "key:value"),
        ({"origin": "found"}, "Input should be"),
    ],
)
def test_a_wrong_row_is_refused_with_the_reason(change, message):
    with pytest.raises(ValidationError, match=message):
        Row(**GOOD | change)


def test_all_problems_of_a_row_are_named_at_once():
    with pytest.raises(ValidationError) as e:
        Row(**GOOD | {"gold": [7], "context": "", "tags": ["x"]})
    for part in ("outside", "context is empty", "key:value"):
        assert part in str(e.value)


def test_a_repeated_option_is_allowed_where_the_audit_names_it():
    row = Row(
        **GOOD
        | {
            "options": ["box", "box"],
            "audit_status": "disputed",
            "audit_reason": "upstream repeats an option",
        }
    )
    assert row.audit_gold == []


def test_there_are_33_configs_of_seven_subsets():
    assert (len(CONFIGS), len(SUBSETS)) == (33, 7)


def test_an_unknown_config_is_answered_with_the_nearest():
    with pytest.raises(InputError, match="xfantom_fr"):
        config("xfantm_fr")


@pytest.mark.parametrize(
    ("pattern", "count"),
    [(None, 33), ("xfantom_*", 5), ("tombench_en,xtomi_*", 6), ("multitom_cultural_*", 7)],
)
def test_patterns_select_configs(pattern, count):
    assert len(match(pattern)) == count


def test_permutations_depend_on_the_row_alone_and_reach_every_order():
    assert permutation("a/1", 4, "options") == permutation("a/1", 4, "options")
    assert len({tuple(permutation(f"a/{i}", 3, "options")) for i in range(200)}) == 6
