"""The wheels of a release whose extraction is compiled to C: made as `make release` makes them, they read every labelled response as
plain Python does, in two processes too, and load and score as the plain wheel does."""

import json
import os
import subprocess
import sys
import tomllib

import pytest
import wheels
from environments import STEPS, environments
from test_environments import ROOT, differences, made, probe, uv

import cultural_tom

HOOK = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"][
    "wheel"
]["hooks"]["mypyc"]
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
    out = tmp_path_factory.mktemp("sdist")
    uv("build", "-q", "--sdist", "--no-build-isolation", "--python", sys.executable, "-o", out, ROOT)
    return next(out.glob("*.tar.gz"))


def test_each_python_has_its_wheel_and_what_is_installed_from_a_checkout_stays_plain():
    assert [e.python for e in NEWEST] == wheels.pythons() and HOOK["enable-by-default"] is False


@pytest.mark.parametrize("environment", NEWEST, ids=lambda e: e.name)
def test_a_compiled_wheel_reads_loads_and_scores_as_the_plain_one(environment, wheel, sdist, room):
    python = made(environment, wheel, room / "venv")
    if python is None:
        pytest.skip(f"{environment.name}: NOT RUN, this machine has no Python {environment.python}")
    plain, by = read(python)
    assert by.endswith(".py") and str(room) in by and len(plain) > 5000
    own = probe(python, STEPS, room / "plain")

    (room / "out").mkdir()
    tag = f"cp{environment.python.replace('.', '')}"
    one = wheels.compiled(sdist, environment.python, room / "out")
    assert f"-{tag}-{tag}-" in one.name and "manylinux_2_17_" in one.name, (
        "it runs on Linux of 2014 and later"
    )
    uv("pip", "install", "-q", "--python", room / "venv", "--no-deps", "--reinstall", one)
    found, by = read(python)
    assert by.endswith(".so") and str(room) in by
    said = subprocess.run(
        [room / "venv/bin/cultural-tom", "--version"], capture_output=True, text=True
    ).stdout
    assert said == f"cultural-tom {cultural_tom.__version__}, extraction compiled\n"
    assert [(a, b) for a, b in zip(plain, found, strict=True) if a != b] == []
    again = probe(python, STEPS, room / "compiled")
    assert [line for step in STEPS for line in differences(again[step], own[step], step)] == []
