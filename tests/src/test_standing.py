"""Edition and state of rows, and what is said where build.json says something else."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from cultural_tom.problems import InputError
from cultural_tom.rows.repository import data_file
from cultural_tom.rows.standing import EDITIONS, Standing, check, standing

HERE = Path("data")


@pytest.mark.parametrize(
    ("config", "origins", "sources", "expected"),
    [
        ("tombench_en", ["human"], ["tombench@4f491f0"], ("full", "verified")),
        ("tombench_en", ["human", "templated"], ["tombench@1", "tombench@2"], ("full", "verified")),
        ("xtomi_en", ["templated"], ["tomi@dea2bca"], ("full", "rebuilt")),
        ("xtomi_en", ["templated"], ["tomi@dea2bca", "xtom@1"], ("full", "rebuilt")),
        ("xtomi_en", ["templated"], ["xtom"], ("full", "verified")),
        ("xtomi_de", ["human"], ["xtom@1", "xtom@supplied-012345678901"], ("full", "importer")),
        ("xtomi_de", ["human"], ["supplied@1"], ("full", "rebuilt")),
        ("tombench_en", ["project_written"], ["tombench@supplied-0"], ("sample", "sample")),
        ("tombench_en", ["generated", "generated"], ["grammar"], ("generated", "generated")),
    ],
)
def test_edition_and_state_follow_from_origins_and_sources(config, origins, sources, expected):
    assert standing(config, origins, sources) == Standing(*expected)
    assert EDITIONS == {"project_written": "sample", "generated": "generated"}


@pytest.mark.parametrize(
    ("origins", "message"),
    [
        ([], "has no rows; build or download it again"),
        (["human", "project_written"], "has rows of several editions (full, sample); build or download it again"),
        (["generated", "project_written", "human"], "has rows of several editions (full, generated, sample); build or download it again"),
    ],
)  # fmt: skip
def test_rows_of_several_editions_or_none_are_refused(origins, message):
    with pytest.raises(InputError) as e:
        standing("xtomi_en", origins, ["x"])
    assert [(p.where, p.message) for p in e.value.problems] == [("xtomi_en", message)]


def rows(content="c" * 64, origin="templated", source="xtom@1"):
    return SimpleNamespace(columns={"origin": [origin], "source": [source]}, content=content)


def said(content="c" * 64, state="verified"):
    return {"content": content, "state": state}


def test_rows_that_are_what_build_json_says_have_their_standing():
    info = {
        "edition": "full",
        "configs": {"xtomi_en": said(), "xtomi_fr": said("d" * 64, "rebuilt"), "other": {}},
    }
    found = check(HERE, info, {"xtomi_en": rows(), "xtomi_fr": rows("d" * 64, source="tomi@1")})
    assert found == {"xtomi_en": Standing("full", "verified"), "xtomi_fr": Standing("full", "rebuilt")}


def test_a_content_hash_is_compared_in_the_digits_that_a_signature_has():
    info = {"edition": "full", "configs": {"xtomi_en": said("c" * 16 + "d" * 48)}}
    assert check(HERE, info, {"xtomi_en": rows()})
    info = {"edition": "full", "configs": {"xtomi_en": said("c" * 15 + "d" * 49)}}
    with pytest.raises(
        InputError, match=r"content hash 'cccccccccccccccc', build\.json says 'cccccccccccccccd'"
    ):
        check(HERE, info, {"xtomi_en": rows()})


def test_every_word_that_is_another_is_named_with_its_file_all_at_once():
    info = {
        "edition": "sample",
        "configs": {"xtomi_en": said("d" * 64, "rebuilt"), "xtomi_fr": said(), "xtomi_de": said()},
    }
    with pytest.raises(InputError) as e:
        check(HERE, info, {"xtomi_en": rows(), "xtomi_fr": rows(origin="project_written"), "xtomi_de": SimpleNamespace(
            columns={"origin": [], "source": []}, content="c" * 64)})  # fmt: skip
    assert e.value.title == f"{HERE} holds other rows than its build.json says"
    step = "; build or download it again"
    english, french = (str(HERE / data_file(c)) for c in ("xtomi_en", "xtomi_fr"))
    assert [(p.where, p.message) for p in e.value.problems] == [
        (english, f"holds rows of the content hash {'c' * 16!r}, build.json says {'d' * 16!r}{step}"),
        (english, f"holds rows of the edition 'full', build.json says 'sample'{step}"),
        (english, f"holds rows of the state 'verified', build.json says 'rebuilt'{step}"),
        (french, f"holds rows of the state 'sample', build.json says 'verified'{step}"),
        ("xtomi_de", f"has no rows{step}"),
    ]
