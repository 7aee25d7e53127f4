"""modules.toml covers what `make mutants` is for, planted.toml plants what can be planted, and both name tests that there are."""

import tomllib
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
SOURCE = TESTS.parent / "src" / "cultural_tom"
MODULES = tomllib.loads((Path(__file__).parent / "modules.toml").read_text("utf-8"))["modules"]
COVERED = (
    "scoring/**/*.py",
    "predictions/*.py",
    "rows/*.py",
    "extraction/choose.py",
    "extraction/read.py",
    "extraction/statements/asides.py",
    "extraction/statements/placed.py",
    "extraction/taken_back.py",
    "extraction/unstated/told.py",
)
ELSEWHERE = {"rows/hub.py"}  # the network


def has_code(path: Path) -> bool:
    """Whether there is anything to mutate: functions."""
    return "def " in path.read_text("utf-8")


def test_every_module_of_the_scoring_core_is_listed_and_no_other():
    there = {p.relative_to(SOURCE).as_posix() for g in COVERED for p in SOURCE.glob(g) if has_code(p)}
    assert set(MODULES) == there - ELSEWHERE


@pytest.mark.parametrize("module", MODULES)
def test_every_module_has_tests_and_they_exist(module):
    assert MODULES[module]
    assert [t for t in MODULES[module] if not (TESTS / t).is_file()] == []


@pytest.mark.parametrize(
    "defect", tomllib.loads((Path(__file__).parent / "planted.toml").read_text("utf-8"))["defect"]
)
def test_every_planted_defect_has_one_place_and_its_tests_exist(defect):
    assert (SOURCE / defect["module"]).read_text("utf-8").count(defect["old"]) == 1
    assert defect["tests"]
    for test in defect["tests"]:
        file, _, name = test.partition("::")
        assert f"def {name}(" in (TESTS / file).read_text("utf-8")
