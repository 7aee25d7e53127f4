"""`make release`: the sdist of a tagged commit, its plain wheel, and one for each Python whose extraction is compiled (wheels.py), all
built twice and equal byte for byte, with their SHA256SUMS. An installer takes the compiled one where it runs, else the plain one.

Nothing is built from a tree that is not the commit, under a version that is not the tag's, or with a changelog that does not
say when the release was made. `make citation` writes CITATION.cff and .zenodo.json from works.toml."""

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import wheels

from cultural_tom.citing.formats import root_files
from cultural_tom.citing.works import library

ROOT = Path(__file__).parents[1]
OUT = Path("dist/package")
HEADING = re.compile(r"(?m)^## (\S+) \(([^)]*)\)")
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def problems(root: Path, version: str) -> Iterator[str]:
    """Everything that stands in the way of a release of this tree."""
    dirty = _git(root, "status", "--porcelain").splitlines()
    if dirty:
        yield f"the tree is dirty: {len(dirty)} file(s), the first {dirty[0][3:]}; commit or remove them"
    tags = [t for t in _git(root, "tag", "--points-at", "HEAD").split() if re.match(r"v\d", t)]
    if f"v{version}" not in tags:
        held = ", ".join(tags) or "none"
        yield f"the version is {version} (src/cultural_tom/__init__.py), the tags of this commit are: {held}; expected v{version}"
    yield from _changelog(root, version)
    for name, text in root_files():
        path = root / name
        if not path.is_file() or path.read_text("utf-8") != text:
            yield f"{name} is not what works.toml says; make citation"


def _changelog(root: Path, version: str) -> Iterator[str]:
    found = HEADING.search((root / "CHANGELOG.md").read_text("utf-8"))
    if found is None:
        yield "CHANGELOG.md has no heading '## VERSION (DATE)'"
    elif found[1] != version:
        yield f"CHANGELOG.md begins with {found[1]}, the version is {version}"
    elif not DATE.fullmatch(found[2]):
        yield f"CHANGELOG.md says {version} ({found[2]}); expected the day, such as (2026-11-21)"
    elif found[2] != library().date:
        yield f"CHANGELOG.md says {found[2]}, works.toml {library().date}; one day in both, then make citation"


def built(root: Path, outs: Sequence[Path], pythons: Sequence[str]) -> None:
    """Build the sdist and all wheels once into each of these folders, at the same time."""
    with ThreadPoolExecutor(len(outs)) as each:
        sources = list(each.map(lambda out: wheels.sdist(root, out, "--wheel"), outs))
        for python in pythons:  # one after the other, so that what fails is told when it does
            list(each.map(wheels.compiled, sources, [python] * len(outs), outs))


def digests(out: Path) -> dict[str, str]:
    """The sha256 of each file by its name."""
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(out.iterdir())}


def release(root: Path, version: str, out: Path, pythons: Sequence[str]) -> str:
    """Check, build twice, compare, and leave the files in `out`; the text of their SHA256SUMS. pythons: those to compile for."""
    found = [*problems(root, version), *wheels.problems(pythons)]
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        found.append(f"{out} is no folder: it is written anew")
    if found:
        raise SystemExit("\n".join([f"no release: {len(found)} problem(s)", *(f"  {p}" for p in found)]))
    with tempfile.TemporaryDirectory() as place:
        outs = [Path(place) / name for name in ("first", "second")]
        built(root, outs, pythons)
        first, second = map(digests, outs)
        if first != second:
            differ = ", ".join(
                sorted(n for n in first.keys() | second.keys() if first.get(n) != second.get(n))
            )
            raise SystemExit(f"no release: two builds differ in {differ}")
        sums = "".join(f"{digest}  {name}\n" for name, digest in first.items())
        (outs[0] / "SHA256SUMS").write_text(sums, "utf-8")
        beside = out.with_name(out.name + ".new")  # whole, before the one of before goes
        shutil.rmtree(beside, ignore_errors=True)
        shutil.copytree(outs[0], beside)
        if out.exists():
            shutil.rmtree(out)
        beside.rename(out)
    return sums


def _git(root: Path, *args: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *args], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"git {' '.join(args)}: {done.stderr.strip()}")
    return done.stdout


def main() -> None:
    from cultural_tom import __version__

    if "--citation" in sys.argv[1:]:
        for name, text in root_files():
            (ROOT / name).write_text(text, "utf-8")
        return
    if sys.argv[1:]:
        raise SystemExit(__doc__)
    print(release(ROOT, __version__, ROOT / OUT, wheels.pythons()), end="")


if __name__ == "__main__":
    main()
