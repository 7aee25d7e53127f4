"""What can be built here, config by config: never guessed."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from builders.engine import catalogue, sources
from cultural_tom.problems import Problem, Unavailable, raise_errors
from cultural_tom.rows.loading import SAMPLE
from cultural_tom.rows.repository import build_info
from cultural_tom.subsets import SUBSETS, Config


@dataclass(frozen=True)
class Status:
    """state: what the config is once built from its pinned or supplied files. ready: the files are here, and the
    pinned ones have the lock's sha256.
    rows: how many there will be (verified, rebuilt) or the paper describes. sample: rows in the sample
    edition. missing, source and supply: the first file that is not here or has changed, whose it is, and how
    to give it."""

    config: str
    state: str
    ready: bool
    rows: int
    sample: int
    missing: str = ""
    source: str = ""
    supply: str = ""


def status(configs: list[Config], places: sources.Places, supply: Mapping[str, Path]) -> list[Status]:
    """The status of each config; `InputError` names every supplied file that is not there."""
    absent = sorted({path for path in supply.values() if not path.is_file()})
    raise_errors(Problem(str(path), "is no file; --supply takes CONFIG=FILE") for path in absent)
    return [_one(c, places, supply) for c in configs]


def lacking(config: Config, places: sources.Places, supply: Mapping[str, Path]) -> str:
    """Which file a config lacks and how to give it, in words without any path of this machine."""
    found = _one(config, places, supply)
    return f"needs {found.missing} of source {found.source}; {found.supply}"


def _one(config: Config, places: sources.Places, supply: Mapping[str, Path]) -> Status:
    paper = SUBSETS[config.subset].rows
    sample = build_info(SAMPLE)["configs"][config.name]["rows"]
    try:
        recipe = catalogue.choose(config, "full", places, supply)
    except Unavailable:
        first = catalogue.recipes(config)[0]
        source = sources.source(first.sources[0])
        wanted = catalogue.wanted_file(config, first)
        return Status(config.name, first.state, False, paper, sample, wanted, source.key, source.supply)
    rows = catalogue.builder(config.subset)[0].expect.get(config.name, paper)
    needed = [sources.source(s) for s in recipe.sources]
    absent = [(s.key, f.path) for s in needed for f in sources.missing(s, places)]
    absent += [(s.key, f"{f.path} (has changed)") for s in needed for f in sources.damaged(s, places)]
    if absent:
        key, path = absent[0]
        more = f" and {len(absent) - 1} more" if len(absent) > 1 else ""
        return Status(
            config.name,
            recipe.state,
            False,
            rows,
            sample,
            path + more,
            key,
            f"--mirror DIR, or `fetch {key}`",
        )
    return Status(config.name, recipe.state, True, rows, sample)
