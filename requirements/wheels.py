"""Wheels whose extraction is compiled to C: one for each Python that the library is made for, for every Linux that can run it.

UV=FILE python requirements/wheels.py OUT [PYTHON ...]                  an sdist of the checkout, and wheels of it

cibuildwheel is made for this and needs containers, which the machine of a release may lack; what they would keep out is kept out here: flags and
folders of the machine, and a glibc that is too new (auditwheel refuses the wheel then)."""

import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from environments import HERE, environments, interpreter

UV = os.environ.get("UV", "uv")
ROOT = HERE.parent
EPOCH = "1580601600"
"""The time of every file in a wheel, as hatchling has it: two builds are to be the same."""
LINUX = f"manylinux_2_17_{platform.machine()}"
"""Linux with glibc 2.17 (2012) or newer."""
_KEPT = ("CC", "HOME", "LANG", "PATH", "SSL_CERT_DIR", "SSL_CERT_FILE", "TMPDIR")
_SMOKE = """
from cultural_tom.extraction import choose, read
assert choose.__file__.endswith(".so"), choose.__file__
assert read.extract("The answer is B", answer_format="choice", options=["box", "bag"], language="en").indices == (1,)
"""


def pythons() -> list[str]:
    """The Pythons of environments.toml, "3.11" the first."""
    return sorted({e.python for e in environments()}, key=lambda v: [*map(int, v.split("."))])


def problems(wanted: Sequence[str]) -> list[str]:
    """Why wheels for these Pythons cannot be compiled here, all of it."""
    if wanted and sys.platform != "linux":
        return [f"wheels are compiled on Linux, this is {sys.platform}"]
    found = []
    if wanted and not shutil.which(UV):
        found.append(f"no uv at {UV!r}: `make compiled` and `make release` bring their own")
    if wanted and not shutil.which(_compiler()[0]):
        found.append(f"no C compiler {_compiler()[0]!r}: install one, or name it in CC")
    for version in wanted:
        python = interpreter(version) if version in pythons() else None
        if version not in pythons():
            found.append(f"{version} is none of {', '.join(pythons())}")
        elif python is None:
            found.append(
                f"no Python {version} on PATH or in pyenv: install it, its wheel is compiled with it"
            )
        elif not _header(python).is_file():
            found.append(
                f"Python {version} has no {_header(python)}: install what its packages are built with"
            )
    return found


def sdist(root: Path, out: Path, *more: str) -> Path:
    """The sdist of a tree, and what `more` asks of `python -m build`, in `out`."""
    command = ("-m", "build", "--no-isolation", "--sdist", *more, "--outdir", str(out), str(root))
    _run(environment(), sys.executable, *command)
    return next(out.glob("*.tar.gz"))


def compiled(source: Path, python: str, out: Path) -> Path:
    """The wheel of an sdist for one Python, in `out`; takes minutes. Raises `SystemExit` with what a step printed that failed."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        room, raw, repaired = (Path(place) / name for name in ("room", "raw", "repaired"))
        tools = room / "bin"
        # pyenv's own LDSHARED would put its folder into every library, to be searched wherever that is loaded.
        env = environment() | {
            "HATCH_BUILD_HOOK_ENABLE_MYPYC": "1",
            "LDSHARED": shlex.join([*_compiler(), "-shared"]),
            "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        }
        install = (UV, "pip", "install", "--no-deps", "--python", room)
        build = (UV, "build", "--wheel", "--no-build-isolation", "--python", tools / "python", "-o", raw)
        repair = (tools / "auditwheel", "repair", "--plat", LINUX, "--wheel-dir", repaired)
        _run(env, UV, "venv", "--no-python-downloads", "--python", interpreter(python) or python, room)
        _run(env, *install, "--require-hashes", "--no-build", "-r", HERE / "wheels.txt")
        _run(env, *build, source)
        _run(env, *repair, *raw.glob("*.whl"))
        (made,) = repaired.glob("*.whl")
        _run(env, *install, made)
        _run(env, tools / "python", "-I", "-c", _SMOKE)
        shutil.move(made, out / made.name)
    print(f"{made.name}: {time.monotonic() - began:.0f} s", file=sys.stderr)
    return out / made.name


def environment() -> dict[str, str]:
    """What of this process's environment a build may see: no flags of compilers, no other Python's folders."""
    kept = {
        k: v
        for k, v in os.environ.items()
        if k in _KEPT or k.startswith("UV_") or k.lower().endswith("_proxy")
    }
    return kept | {"SOURCE_DATE_EPOCH": EPOCH}


def _compiler() -> list[str]:
    named = os.environ.get("CC") or "cc"
    try:
        return shlex.split(named) or ["cc"]
    except ValueError:  # a quotation without its end: the name of no program
        return [named]


def _header(python: str) -> Path:
    asked = [python, "-c", "import sysconfig; print(sysconfig.get_paths()['include'])"]
    return Path(subprocess.run(asked, capture_output=True, text=True).stdout.strip()) / "Python.h"


def _run(env: dict[str, str], *command: str | Path) -> None:
    try:
        done = subprocess.run([*map(str, command)], env=env, capture_output=True, text=True)
    except OSError as e:
        raise SystemExit(f"{shlex.join(map(str, command))}\n{e}") from None
    if done.returncode:
        raise SystemExit(f"{shlex.join(map(str, command))}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")


def main(args: Sequence[str]) -> None:
    if not args or not args[0] or args[0].startswith("-"):
        raise SystemExit(__doc__)
    out, wanted = Path(args[0]), list(args[1:]) or pythons()
    found = problems(wanted)
    if out.exists() and not out.is_dir():
        found.append(f"{out} is no folder")
    if found:
        raise SystemExit(
            "\n".join([f"nothing is compiled: {len(found)} problem(s)", *(f"  {p}" for p in found)])
        )
    with tempfile.TemporaryDirectory() as place:
        source = sdist(ROOT, Path(place))
        for python in wanted:
            print(f"compiling for Python {python} (minutes) ...", file=sys.stderr)
            compiled(source, python, Path(place))
        out.mkdir(parents=True, exist_ok=True)
        for old in (*out.glob("cultural_tom-*.whl"), *out.glob("cultural_tom-*.tar.gz")):
            old.unlink()
        for made in sorted(Path(place).iterdir()):
            shutil.move(made, out / made.name)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
