"""The sample edition that travels in the package is what the builders make, and loads from an installed wheel."""

from pathlib import Path

import pytest
from test_wheel import environment, run

import cultural_tom
from builders.build import build
from builders.check import check
from cultural_tom.loading import SAMPLE
from cultural_tom.subsets import CONFIGS, match

__all__ = ["environment"]


def test_it_equals_what_the_builders_make(tmp_path):
    build(tmp_path / "sample", match(None), "sample")
    made = {
        p.relative_to(tmp_path / "sample"): p.read_bytes()
        for p in (tmp_path / "sample").rglob("*")
        if p.is_file()
    }
    kept = {p.relative_to(SAMPLE): p.read_bytes() for p in SAMPLE.rglob("*") if p.is_file()}
    assert made.keys() == kept.keys()
    assert [str(p) for p in made if made[p] != kept[p]] == [], "rebuild it with `make sample`"
    assert check(SAMPLE) == []


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
        "from cultural_tom.loading import SAMPLE\n"
        "print(sum(load_dataset(str(SAMPLE), c, split='test').num_rows > 0 for c in t.CONFIGS))\n"
    )
    by_load, by_datasets = run(environment, "-c", code).split("\n")[:2]
    assert by_load.split()[0] == "33" and str(environment) in by_load and by_datasets == "33"
