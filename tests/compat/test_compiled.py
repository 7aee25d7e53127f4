"""The wheels of a release whose extraction is compiled to C: made as `make release` makes them, they read every labelled response as
plain Python does, in two processes, and load and score as the plain wheel does."""

import json
import os
import subprocess
from pathlib import Path

import pytest
import wheels
from environments import STEPS, environments, interpreter
from rooms import ROOT, differences, made, probe, uv

import cultural_tom

NEWEST = [e for e in environments() if e.name == f"newest-{e.python}"]


def read(python):
    """What an environment reads, one line each, and the file that did."""
    run = subprocess.run(
        [python, "-m", "benchmarks.compiled", "--read"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    *found, last = run.stdout.splitlines()
    return found, json.loads(last)["file"]


@pytest.fixture(scope="session")
def sdist(tmp_path_factory):
    return wheels.sdist(ROOT, tmp_path_factory.mktemp("sdist"))


def test_each_python_has_its_wheel():
    assert [e.python for e in NEWEST] == wheels.pythons()


@pytest.mark.parametrize("environment", NEWEST, ids=lambda e: e.name)
def test_a_compiled_wheel_reads_loads_and_scores_as_the_plain_one(environment, wheel, sdist, room):
    if (problems := wheels.problems([environment.python])) and interpreter(environment.python):
        pytest.fail("\n".join(problems))
    python = made(environment, wheel, room / "venv")
    if python is None:
        pytest.skip(f"{environment.name}: NOT RUN, this machine has no Python {environment.python}")
    plain, by = read(python)
    assert by.endswith(".py") and str(room) in by and len(plain) > 5000
    own = probe(python, STEPS, room / "plain")

    (room / "out").mkdir()
    one = wheels.compiled(sdist, environment.python, room / "out")
    tag = f"cp{environment.python.replace('.', '')}"
    assert f"-{tag}-{tag}-" in one.name and wheels.LINUX in one.name
    uv("pip", "install", "-q", "--python", room / "venv", "--no-deps", "--reinstall", one)
    found, by = read(python)
    assert by.endswith(".so") and str(room) in by
    libraries = [p.read_bytes() for p in Path(by).parents[2].glob("**/*__mypyc*.so")]
    home = str(Path.home()).encode()
    assert libraries and not any(home in b or str(room).encode() in b for b in libraries), (
        "a folder of this machine"
    )
    said = subprocess.run(
        [room / "venv/bin/cultural-tom", "--version"], capture_output=True, text=True
    ).stdout
    assert said == f"cultural-tom {cultural_tom.__version__}, extraction compiled\n"
    assert [(a, b) for a, b in zip(plain, found, strict=True) if a != b] == []
    again = probe(python, STEPS, room / "compiled")
    assert [line for step in STEPS for line in differences(again[step], own[step], step)] == []
