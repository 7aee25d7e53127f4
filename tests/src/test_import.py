"""A bare import is cheap, and the rooms of the house do not lean on each other."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = {
    "numpy",
    "pyarrow",
    "datasets",
    "torch",
    "transformers",
    "pandas",
    "scipy",
    "pydantic",
    "huggingface_hub",
    "sklearn",
}


def test_a_bare_import_pulls_in_no_heavy_module():
    code = "import sys, cultural_tom; print(*sorted(m.split('.')[0] for m in sys.modules))"
    loaded = set(
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.split()
    )
    assert not loaded & HEAVY


def test_scoring_needs_neither_datasets_nor_torch():
    code = "import sys, cultural_tom.score.run, cultural_tom.report; print(*sorted(m.split('.')[0] for m in sys.modules))"
    loaded = set(
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.split()
    )
    assert not loaded & {"datasets", "torch", "transformers", "pandas", "huggingface_hub", "sklearn", "scipy"}


@pytest.mark.parametrize(
    ("room", "forbidden"),
    [
        ("src", {"builders", "validation", "tests"}),
        ("builders", {"validation", "tests"}),
        ("validation", {"builders", "tests"}),
    ],
)
def test_rooms_import_only_what_the_house_allows(room, forbidden):
    for path in (ROOT / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [a.name for a in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                names = [node.module]
            assert not {n.split(".")[0] for n in names} & forbidden, f"{path} imports {names}"
