"""Wheels whose extraction is compiled to C: one for each Python that the library is made for, for every Linux that can run it.

UV=FILE python requirements/wheels.py OUT [PYTHON ...]                  an sdist of the checkout, and wheels of it
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from environments import HERE, environments, interpreter

UV = os.environ.get("UV", "uv")
ROOT = HERE.parent
EPOCH = "1580601600"
"""The time of every file in a wheel, as hatchling has it: two builds are to be the same."""


def pythons() -> list[str]:
    """The Pythons of environments.toml, "3.11" the first."""
    return sorted({e.python for e in environments()}, key=lambda v: [*map(int, v.split("."))])


def problems(wanted: Iterable[str]) -> list[str]:
    """Why wheels cannot be compiled here, all of it."""
    if sys.platform != "linux":
        return [f"wheels are compiled on Linux, this is {sys.platform}"]
    found = [
        f"no Python {v} on this machine; its wheel is compiled with it" for v in wanted if not interpreter(v)
    ]
    if not shutil.which(os.environ.get("CC", "cc")):
        found.append("no C compiler on this machine (cc, or CC)")
    return found


def compiled(sdist: Path, python: str, out: Path) -> Path:
    """The wheel of an sdist for one Python, in `out`; takes minutes, and a C compiler. Raises `SystemExit` with what a step printed that failed."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        room, raw = Path(place) / "tools", Path(place) / "raw"
        tools = room / "bin"
        env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
        env |= {
            "HATCH_BUILD_HOOK_ENABLE_MYPYC": "1",
            "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
            "SOURCE_DATE_EPOCH": EPOCH,
            "VIRTUAL_ENV": str(room),
        }
        _run(env, UV, "venv", "--python", interpreter(python) or python, room)
        _run(env, UV, "pip", "install", "--require-hashes", "--no-deps", "-r", HERE / "wheels.txt")
        _run(
            env,
            UV,
            "build",
            "--wheel",
            "--no-build-isolation",
            "--python",
            tools / "python",
            "-o",
            raw,
            sdist,
        )
        (one,) = raw.glob("*.whl")
        before = set(out.glob("*.whl"))
        _run(env, tools / "auditwheel", "repair", "--wheel-dir", out, one)
    (made,) = set(out.glob("*.whl")) - before
    print(f"{made.name}: {time.monotonic() - began:.0f} s", file=sys.stderr)
    return made


def _run(env: dict[str, str], *command: str | Path) -> None:
    done = subprocess.run([*map(str, command)], env=env, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")


def main(args: Sequence[str]) -> None:
    if not args or args[0].startswith("-"):
        raise SystemExit(__doc__)
    out, wanted = Path(args[0]), list(args[1:]) or pythons()
    if found := problems(wanted):
        raise SystemExit("\n".join(found))
    out.mkdir(parents=True, exist_ok=True)
    for old in (*out.glob("*.whl"), *out.glob("*.tar.gz")):
        old.unlink()
    _run(
        dict(os.environ),
        UV,
        "build",
        "--sdist",
        "--no-build-isolation",
        "--python",
        sys.executable,
        "-o",
        out,
        ROOT,
    )
    (sdist,) = out.glob("*.tar.gz")
    for python in wanted:
        print(f"compiling for Python {python} (minutes) ...", file=sys.stderr)
        compiled(sdist, python, out)


if __name__ == "__main__":
    main(sys.argv[1:])
