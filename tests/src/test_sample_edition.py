"""The sample edition that travels in the package is what the builders make, and loads from an installed wheel."""

import os
from pathlib import Path
from typing import Any

import pytest
from test_wheel import environment, run

import cultural_tom
from builders.engine.build import build
from builders.engine.check import check
from cultural_tom.rows.loading import SAMPLE
from cultural_tom.rows.repository import build_info
from cultural_tom.subsets import CONFIGS, match

__all__ = ["environment"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the builders make."""
    out = tmp_path_factory.mktemp("made") / "sample"
    build(out, match(None), "sample")
    return out


def files(folder: Path) -> dict[Path, bytes]:
    return {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def without_bytes(folder: Path) -> dict[str, Any]:
    """build.json but for what the Parquet writer's version decides."""
    info = build_info(folder)
    del info["versions"]["pyarrow"]
    for entry in info["configs"].values():
        del entry["sha256"]
    return info


def test_its_rows_are_those_that_the_builders_make(made: Path):
    """With any pyarrow: the content hashes in build.json are those of the rows."""
    assert without_bytes(made) == without_bytes(SAMPLE), "rebuild it with `make sample`"
    assert check(SAMPLE) == []


def test_its_bytes_are_those_that_the_builders_make(made: Path):
    """With the pyarrow that wrote it, which is the lock's (tests/requirements); in CI no other will do."""
    wrote, here = (build_info(folder)["versions"]["pyarrow"] for folder in (SAMPLE, made))
    if wrote != here:
        reason = f"pyarrow {here} is installed: the sample edition was written with {wrote}, bytes are not compared"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    new, kept = files(made), files(SAMPLE)
    assert new.keys() == kept.keys()
    assert [str(p) for p in new if new[p] != kept[p]] == [], "rebuild it with `make sample`"


def test_it_is_at_most_2_megabytes_images_included():
    assert sum(p.stat().st_size for p in SAMPLE.rglob("*") if p.is_file()) <= 2_000_000


@pytest.mark.parametrize("config", CONFIGS)
def test_every_config_loads_by_name(config):
    rows = cultural_tom.load(config, edition="sample")
    assert rows.num_rows >= 12 and rows[0]["origin"] == "project_written"


def test_all_33_configs_load_from_an_installed_wheel_away_from_the_checkout(environment: Path):
    code = (
        "import cultural_tom as t\n"
        "print(sum(t.load(c, edition='sample').num_rows > 0 for c in t.CONFIGS), t.__file__)\n"
        "from datasets import load_dataset\n"
        "from cultural_tom.rows.loading import SAMPLE\n"
        "print(sum(load_dataset(str(SAMPLE), c, split='test').num_rows > 0 for c in t.CONFIGS))\n"
    )
    by_load, by_datasets = run(environment, "-c", code).split("\n")[:2]
    assert by_load.split()[0] == "33" and str(environment) in by_load and by_datasets == "33"
