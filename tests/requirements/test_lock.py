"""The lock is what pyproject.toml asks for, by hash and from no named place; licences.csv says what comes with it."""

import re
import tomllib

import licences
import pytest
from environments import HERE, environments, pins
from packaging.requirements import Requirement

from builders.engine import card
from cultural_tom.rows.loading import SAMPLE
from cultural_tom.rows.repository import build_info

PROJECT = tomllib.loads((HERE.parent / "pyproject.toml").read_text("utf-8"))["project"]
LOCKED = licences.locked()
ASKED = [
    (part, Requirement(text))
    for part, listed in {"core": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}.items()
    for text in listed
]


def test_every_requirement_is_locked_at_a_version_that_it_allows():
    wrong = [
        f"{part}: {asked}, locked {LOCKED.get(asked.name.lower())}"
        for part, asked in ASKED
        if asked.name != PROJECT["name"]
        and not asked.specifier.contains(LOCKED.get(asked.name.lower(), "none"))
    ]
    assert wrong == [], "make lock"


def test_dev_holds_every_extra():
    (dev,) = [asked for part, asked in ASKED if part == "dev" and asked.name == PROJECT["name"]]
    assert dev.extras == PROJECT["optional-dependencies"].keys() - {"dev"}


@pytest.mark.parametrize("name", ["core.txt", "dev.txt", "docs.txt", "uv.txt", "wheels.txt"])
def test_every_locked_file_has_its_hashes(name):
    entries = re.split(r"^(?=[a-z0-9])", (HERE / name).read_text("utf-8"), flags=re.M)[1:]
    assert len(entries) == len(pins(HERE / name))
    assert [e.splitlines()[0] for e in entries if not re.search(r"--hash=sha256:[0-9a-f]{64}", e)] == []


def test_core_is_a_part_of_dev_at_the_same_versions():
    assert pins(HERE / "core.txt").items() < pins(HERE / "dev.txt").items()


def test_only_torch_is_outside_the_hashes():
    assert pins(HERE / "torch.txt").keys() == {"torch"} and "torch" not in pins(HERE / "dev.txt")


def test_no_file_names_an_index():
    for path in (p for p in HERE.rglob("*") if p.suffix in (".txt", ".in", ".toml", ".csv")):
        found = re.findall(
            r".*(?:://|--index|--extra-index|--find-links|^-[fi] ).*", path.read_text("utf-8"), re.M
        )
        assert found == [], path.name


def test_the_lowest_environment_has_the_lower_bounds():
    (lowest,) = [e for e in environments() if e.versions == "lowest" and e.python == "3.11"]
    installed = pins(lowest.file)
    bounds = {asked.name: asked.specifier for part, asked in ASKED if part == "core"}
    for name, specifier in bounds.items():
        (bound,) = specifier
        assert bound.operator == ">=", f"{name}: an upper bound binds users"
        assert specifier.contains(installed[name]) and installed[name].startswith(bound.version), name


def test_the_declared_pythons_are_those_of_the_environments():
    declared = {c.rpartition(" ")[2] for c in PROJECT["classifiers"] if ":: Python :: 3." in c}
    for versions in ("lowest", "newest"):
        assert {e.python for e in environments() if e.versions == versions and not e.without} == declared
    assert PROJECT["requires-python"] == f">={min(declared)}"


def test_every_environment_is_pinned_to_what_it_says():
    for environment in environments():
        installed = pins(environment.file)
        for text in environment.extra:
            asked = Requirement(text)
            assert asked.specifier.contains(installed[asked.name]), f"{environment.name}: {text}"


def test_the_sample_edition_was_written_with_the_locked_pyarrow():
    assert build_info(SAMPLE)["versions"]["pyarrow"] == LOCKED["pyarrow"], "make sample"


def test_the_card_names_the_versions_that_are_run():
    run = [e for e in environments() if "load" in e.steps]
    wanted = {pins(e.file)["datasets"].rpartition(".")[0] for e in run}
    named = card.loaded_with()
    assert set(re.findall(r"[2-9]\.\d+", named.partition(" and ")[0])) == wanted and len(wanted) >= 7
    assert named in (SAMPLE / "README.md").read_text("utf-8"), "make sample"


# --- licences ---

ROWS = list(licences.csv.DictReader(licences.FILE.open(encoding="utf-8", newline="")))


def test_the_list_names_what_is_locked():
    assert {row["package"]: row["version"] for row in ROWS} == LOCKED, "make licences"


def test_the_list_is_what_the_installed_packages_say(locked_environment):
    assert licences.table() == ROWS, "make licences"


@pytest.mark.parametrize("room", licences.ROOMS)
def test_the_list_has_what_other_environments_hold_and_their_lock_is_made_of_what_they_ask_for(room):
    held = pins(HERE / f"{room}.txt")
    assert {row["package"] for row in ROWS if room in row["needed_by"].split()} == held.keys()
    lines = (HERE / f"{room}.in").read_text("utf-8").splitlines()
    asked = [Requirement(t) for t in lines if t and t[0] != "#"]
    assert asked and all(r.specifier.contains(held[r.name]) for r in asked), "make lock"


def test_make_lock_writes_every_locked_file(monkeypatch):
    import lock

    written = []
    monkeypatch.setattr(lock, "compiled", lambda out, *args, **more: written.append((out, args)))
    lock.main([])
    names = {name for name, _ in written}
    assert {p.name for p in HERE.glob("*.txt")} - {"torch.txt"} <= names
    for room in licences.ROOMS:
        assert f"requirements/{room}.in" in dict(written)[f"{room}.txt"]


def test_every_package_is_needed_by_something():
    assert [row["package"] for row in ROWS if not row["needed_by"]] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["package"])
def test_its_licence_is_allowed(row):
    exception = licences.RULES["exception"].get(row["package"])
    if exception is None:
        one = row["licence"] in licences.RULES["allowed"]
        assert one or licences.is_expression(row["licence"]), row["licence"]
    else:
        assert set(row["needed_by"].split()) <= set(exception["only"]), exception["reason"]
        assert row["licence"] == exception["licence"] and exception["reason"]


def test_what_a_plain_install_brings_has_no_exception():
    core = {row["package"] for row in ROWS if {"core", "build"} & set(row["needed_by"].split())}
    assert not core & licences.RULES["exception"].keys()


@pytest.mark.parametrize("text", ["GPL-3.0-only", "MIT AND GPL-3.0-only", "MIT OR Proprietary", ""])
def test_another_licence_is_not_allowed(text):
    assert text not in licences.RULES["allowed"] and not licences.is_expression(text)
