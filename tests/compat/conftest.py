"""These tests make virtual environments, so they run only when asked for: `make compat`."""

import shutil
import subprocess
import sys

import pytest
from rooms import ROOT

MADE = ("test_environments.py", "test_compiled.py")


def pytest_ignore_collect(collection_path, config):
    asked = config.getoption("--compat")
    return True if asked is None and collection_path.name in MADE else None


def pytest_collection_modifyitems(config, items):
    """With `--compat ci` only the environments marked so are left; one without its Python is then the only skip."""
    if config.getoption("--compat") == "ci":
        callspecs = {item: getattr(item, "callspec", None) for item in items}
        out = [
            i
            for i, c in callspecs.items()
            if c and "environment" in c.params and not c.params["environment"].ci
        ]
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    out = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", out, ROOT], check=True)
    return next(out.glob("*.whl"))


@pytest.fixture
def room(tmp_path):
    """A folder for one environment, gone after its test: it holds half a gigabyte."""
    yield tmp_path
    shutil.rmtree(tmp_path)
