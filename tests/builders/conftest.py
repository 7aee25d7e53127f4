"""A copy of the sample edition to change, and fixtures of the tests that push: a Hub on loopback, the real client, and two builds that
differ in one gold."""

import shutil

import pytest
from hub_double import Hub
from hub_worker import Worker
from pushing import first_ids
from releases import ORG, TOKEN, rewritten, with_other_gold

from builders.engine.build import build
from cultural_tom.rows.loading import SAMPLE
from cultural_tom.subsets import match


@pytest.fixture
def copy(tmp_path):
    shutil.copytree(SAMPLE, tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture(scope="module")
def served():
    return Hub({TOKEN: (ORG,), "hf_of_somebody_else": ("me",)})


@pytest.fixture(scope="module")
def worker(served, tmp_path_factory):
    with served.serve() as endpoint:
        made = Worker(endpoint, tmp_path_factory.mktemp("hub") / "home", HF_TOKEN=TOKEN)
        yield made
        made.close()


@pytest.fixture
def empty(served):
    """Before and after each test, a Hub without a repository."""
    served.repos.clear()
    served.blobs.clear()
    served.hook, served.large = None, False
    yield
    served.hook = None


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    root = tmp_path_factory.mktemp("built")
    build(root / "first", match("tombench_*"), "sample")
    (row_id, *_) = first_ids(root / "first")
    rewritten(root / "first", root / "second", {"tombench_en": with_other_gold(row_id)})
    return root
