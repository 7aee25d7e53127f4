"""XToM's release in small: an archive in the documented layout, made of the project's own sample items, that
a test may damage before it is written."""

import json
import zipfile

from builders.engine import catalogue, sources
from builders.engine.build import build, collect
from cultural_tom.problems import errors
from cultural_tom.subsets import config, match

Release = dict[str, list]


def release() -> Release:
    """File name -> records, for all three subsets and five languages."""
    return {
        p.name: json.loads(p.read_text("utf-8")) for p in sorted((sources.SAMPLE / "xtom").glob("*.json"))
    }


def write(folder, files: Release, *names: str):
    """XToM_DataSet.zip with those files (all by default)."""
    path = folder / "XToM_DataSet.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        for name in names or files:
            member = zipfile.ZipInfo(f"XToM_DataSet/{name}")  # with a fixed date: the same bytes each time
            z.writestr(member, json.dumps(files[name], ensure_ascii=False))
    return path


def places(folder):
    return sources.Places(folder / "cache", None, offline=True)


def read(folder, files: Release, name: str, *only: str):
    """One config of the supplied archive, with all problems."""
    path = write(folder, files, *only)
    wanted = config(name)
    recipe = catalogue.choose(wanted, "full", places(folder), {name: path})
    return collect(wanted, recipe, catalogue.Shelf("full", places(folder), {name: path}))


def build_all(folder, path, pattern: str):
    """Build configs from one supplied file into `folder/out`."""
    configs = match(pattern)
    supply = {c.name: path for c in configs}
    return build(folder / "out", configs, "full", places=places(folder), supply=supply, explicit=True)


def rules(built) -> list[str]:
    """Names of the rules of all notes; fails on an error."""
    assert errors(built.problems) == []
    return [p.rule for p in built.problems]


def wrong(built) -> list[str]:
    """The errors as lines."""
    return [str(p) for p in errors(built.problems)]


def but_for_place(rows) -> list[dict]:
    """Rows as dicts without what says where in which file they stood."""
    drop = ("source", "source_path", "source_pointer")
    return [{k: v for k, v in r.record().items() if k not in drop} for r in rows]
