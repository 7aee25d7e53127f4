"""The built wheel in each environment of requirements/environments.toml: what it loads, and every figure that it
prints, is what the development environment (the lock) gives.

`pytest tests/compat --compat all`, or `--compat ci` for those marked so. An environment whose Python is not on this
machine is skipped, by name."""

import sys
import sysconfig

import pytest
from environments import STEPS, environments
from rooms import differences, made, probe, uv


@pytest.fixture(scope="session")
def locked(wheel, tmp_path_factory):
    """What the wheel gives with the locked versions: those of the environment that runs these tests."""
    root = tmp_path_factory.mktemp("locked")
    uv("venv", "-q", "--python", sys.executable, root / "venv")
    uv("pip", "install", "-q", "--python", root / "venv", "--no-deps", wheel)
    # Its packages, without the checkout that is among them: a path file brings a folder, not its path files.
    site = next((root / "venv/lib").glob("python*/site-packages"))
    (site / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    found = probe(root / "venv/bin/python", STEPS, root / "work")
    assert str(root) in found["where"], "it is the wheel that runs"
    return found


@pytest.mark.parametrize("environment", environments(), ids=lambda e: e.name)
def test_it_gives_what_the_locked_versions_give(environment, wheel, locked, room):
    python = made(environment, wheel, room / "venv")
    if python is None:
        pytest.skip(f"{environment.name}: NOT RUN, this machine has no Python {environment.python}")
    found = probe(python, environment.steps, room / "work")
    assert str(room / "venv") in found["where"], "it is the wheel that runs"
    assert found["versions"]["python"].startswith(environment.python + ".")
    assert {p: found["versions"][p] for p in environment.without} == dict.fromkeys(environment.without)
    print(" ".join(f"{name} {version}" for name, version in found["versions"].items() if version))
    wrong = [line for step in environment.steps for line in differences(found[step], locked[step], step)]
    assert wrong == [], f"with {found['versions']}"
