"""Which data some rows are: their edition and state, taken from the rows themselves.

build.json can be edited by anyone who has the folder. What a row says of its origin and source is part of the
content hash, which the signature carries, so another word there is another signature."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from cultural_tom.problems import InputError, Problem, raise_errors
from cultural_tom.rows.repository import BUILD_FILE, data_file
from cultural_tom.subsets import CONFIGS

# Origins that are an edition of their own; every other one is the full edition's.
EDITIONS = {"project_written": "sample", "generated": "generated"}


STATES = {
    "verified": "every row names the paper's own release as its source. That is the rows' own word, which the content "
    "hash in the signature binds; nothing here compares them with the release",
    "rebuilt": "made from another upstream's pinned file by the paper's rule, not the paper's own selection",
    "importer": "made from a file that the user supplied",
    "sample": "the project's own items, not the papers' data",
    "generated": "made by a grammar, not the papers' data",
}
"""What each state rests on, in words."""


@dataclass(frozen=True)
class Standing:
    """edition: sample, full or generated. state: of the full edition `verified` (from the subset's own release at a
    pinned commit), `rebuilt` (from another upstream's), `importer` (from a file that the user supplied); else the
    edition's name."""

    edition: str
    state: str


def standing(config: str, origins: Iterable[str], sources: Iterable[str]) -> Standing:
    """The standing of a config with these values in the columns `origin` and `source`. Raises `InputError` for rows
    of several editions.

    >>> standing("xtomi_en", ["templated"], ["tomi@dea2bca"])
    Standing(edition='full', state='rebuilt')
    """
    editions = sorted({EDITIONS.get(o, "full") for o in set(origins)})
    if len(editions) != 1:
        what = f"has rows of several editions ({', '.join(editions)})" if editions else "has no rows"
        raise InputError.one(config, f"{what}; build or download it again")
    if editions != ["full"]:
        return Standing(editions[0], editions[0])
    labels = [label.partition("@") for label in set(sources)]
    if any(revision.startswith("supplied") for _, _, revision in labels):
        return Standing("full", "importer")
    own = CONFIGS[config].facts.paper
    return Standing("full", "verified" if all(key == own for key, _, _ in labels) else "rebuilt")


class Rows(Protocol):
    """What `check` needs of a config's rows: the columns `origin` and `source`, and their content hash."""

    @property
    def columns(self) -> dict[str, list[Any]]: ...

    @property
    def content(self) -> str: ...


def check(folder: Path, info: Mapping[str, Any], tables: Mapping[str, Rows]) -> dict[str, Standing]:
    """The standing of each config. Raises `InputError` wherever build.json (`info`) says something else of a config
    than its rows do: their content hash, edition or state."""
    found, problems = {}, []
    for config, rows in tables.items():
        entry = info["configs"][config]
        where = str(folder / data_file(config))
        try:
            found[config] = standing(config, rows.columns["origin"], rows.columns["source"])
        except InputError as e:
            problems += e.problems
            continue
        for what, said, here in (
            ("content hash", entry["content"], rows.content),
            ("edition", info["edition"], found[config].edition),
            ("state", entry["state"], found[config].state),
        ):
            if said != here:
                message = f"holds rows of the {what} {here!r}, {BUILD_FILE} says {said!r}; build or download it again"
                problems.append(Problem(where, message))
    raise_errors(problems, f"{folder} holds other rows than its {BUILD_FILE} says")
    return found
