"""`make licences`: licences.csv, every locked package with its licence and what of this project needs it.

Licences are read from the installed packages' metadata (allowed.toml says how); an unreadable one ends it.
"""

import csv
import io
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata, requires, version
from typing import Any

from environments import HERE, pins
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FILE = HERE / "licences.csv"
COLUMNS = ("package", "version", "licence", "needed_by")
RULES: dict[str, Any] = tomllib.loads((HERE / "allowed.toml").read_text("utf-8"))
PROJECT: dict[str, Any] = tomllib.loads((HERE.parent / "pyproject.toml").read_text("utf-8"))["project"]
SYSTEMS = ({"sys_platform": "linux", "platform_system": "Linux"}, {"sys_platform": "darwin", "platform_system": "Darwin"},
           {"sys_platform": "win32", "platform_system": "Windows"})  # fmt: skip
ROOMS = ("docs", "wheels")
"""What makes the site and what compiles wheels: each is installed in an environment of its own."""
PYTHONS = tuple({"python_version": v, "python_full_version": f"{v}.0"} for v in ("3.11", "3.12", "3.13"))


def locked() -> dict[str, str]:
    """Every package that make installs, and its version."""
    files = ("core.txt", "dev.txt", "torch.txt", "uv.txt", *(f"{room}.txt" for room in ROOMS))
    return dict(sorted((name, v) for file in files for name, v in pins(HERE / file).items()))


def differing() -> list[str]:
    """Locked packages that are not installed, or at another version. (Those read by hand need not be, nor those of other environments.)"""
    found = []
    elsewhere = {name for room in ROOMS for name in pins(HERE / f"{room}.txt")} - {*pins(HERE / "dev.txt")}
    elsewhere |= {*RULES["by_hand"]}
    for name, wanted in locked().items():
        try:
            installed = version(name).partition("+")[0]
        except PackageNotFoundError:
            installed = wanted if name in elsewhere else "not installed"
        if installed != wanted:
            found.append(f"{name} {installed}, locked {wanted}")
    return found


def licence(name: str) -> str:
    """SPDX expression of an installed package. Raises `ValueError`, naming what its metadata say instead."""
    if name in RULES["by_hand"]:
        return str(RULES["by_hand"][name])
    if name in RULES["exception"]:
        return str(RULES["exception"][name]["licence"])
    said = list(_said(metadata(name)))
    known = [RULES["written"].get(text, text) for text in said]
    wanted: str | None = next(
        (text for text in known if text in RULES["allowed"] or is_expression(text)), None
    )
    if wanted is None:
        raise ValueError(f"{name}: its metadata say {said}; name it in requirements/allowed.toml")
    return wanted


def _said(of: PackageMetadata) -> Iterator[str]:
    yield from of.get_all("License-Expression") or []
    # The field may hold the licence's whole text: its first line is its name, or nothing that is looked for.
    yield from [text.strip().partition("\n")[0] for text in of.get_all("License") or []]
    for classifier in of.get_all("Classifier") or []:
        if classifier.startswith("License :: OSI Approved :: "):
            yield classifier.rpartition(" :: ")[2]


def is_expression(text: str) -> bool:
    """Whether all of an SPDX expression is allowed."""
    parts = re.split(r"\s+(?:AND|OR)\s+", text.replace("(", "").replace(")", ""))
    return len(parts) > 1 and all(part in RULES["allowed"] for part in parts)


def needed_by() -> dict[str, list[str]]:
    """For each package the parts of this project that reach it: core, make, the rooms, and the extras."""
    roots = {"core": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}
    install = (HERE / "install.in").read_text("utf-8").splitlines()
    roots["make"] = ["uv", *(line for line in install if line and not line.startswith("#"))]
    reached: dict[str, list[str]] = {}
    for part, listed in roots.items():
        for name in sorted(_closure([Requirement(text) for text in listed])):
            reached.setdefault(name, []).append(part)
    for room in ROOMS:  # installed elsewhere: it holds what it needs, and nothing else
        for name in pins(HERE / f"{room}.txt"):
            reached.setdefault(name, []).append(room)
    return reached


def _closure(start: list[Requirement]) -> set[str]:
    done: set[tuple[str, frozenset[str]]] = set()
    queue = list(start)
    while queue:
        requirement = queue.pop()
        name = canonicalize_name(requirement.name)
        node = (name, frozenset(requirement.extras))
        if node in done:
            continue
        done.add(node)
        if name == PROJECT["name"]:
            extras = PROJECT["optional-dependencies"]
            queue += [Requirement(text) for extra in requirement.extras for text in extras[extra]]
            continue
        queue += [r for r in _requirements(name) if _applies(r, requirement.extras)]
    return {name for name, _ in done if name != PROJECT["name"]}


def _requirements(name: str) -> list[Requirement]:
    try:
        return [Requirement(text) for text in requires(name) or []]
    except PackageNotFoundError:
        return []


def _applies(requirement: Requirement, extras: set[str]) -> bool:
    """On any of our systems and Pythons, with any of the extras that were asked for."""
    if requirement.marker is None:
        return True
    wanted = [
        {**system, **python, "extra": extra}
        for system in SYSTEMS
        for python in PYTHONS
        for extra in ("", *extras)
    ]
    return any(requirement.marker.evaluate(environment) for environment in wanted)


def table() -> list[dict[str, str]]:
    """The rows of licences.csv. Raises `ValueError` with every package whose licence cannot be told."""
    rows, problems, parts = [], [], needed_by()
    for name, v in locked().items():
        try:
            said = licence(name)
        except (ValueError, PackageNotFoundError) as e:
            problems.append(str(e))
            continue
        rows.append(dict(zip(COLUMNS, (name, v, said, " ".join(parts.get(name, []))), strict=True)))
    if problems:
        raise ValueError("\n".join(problems))
    return rows


def text(rows: list[dict[str, str]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


if __name__ == "__main__":
    if wrong := differing():
        sys.exit(f"this environment is not the lock's: {'; '.join(wrong)}; run make test, then make licences")
    FILE.write_text(text(table()), "utf-8")
    print(FILE.name)
