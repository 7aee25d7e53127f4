"""The environments of environments.toml, and the versions that each is pinned to."""

import os
import re
import shutil
import subprocess
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
STEPS = ("load", "hub", "score", "compare")
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.M)


@dataclass(frozen=True)
class Environment:
    """One row of environments.toml; what each field means stands there."""

    name: str
    python: str
    versions: str
    extra: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    steps: tuple[str, ...] = STEPS
    ci: bool = False

    @property
    def file(self) -> Path:
        return HERE / "compat" / f"{self.name}.txt"


def environments() -> list[Environment]:
    """All of them, in the file's order. A key or value that means nothing raises."""
    found = []
    for entry in tomllib.loads((HERE / "environments.toml").read_text("utf-8"))["environment"]:
        entry["extra"] = entry.pop("with", [])
        one = Environment(**entry | {"steps": tuple(entry.get("steps", STEPS))})
        if one.versions not in ("lowest", "newest") or not set(one.steps) <= set(STEPS):
            raise ValueError(f"environments.toml: {one}")
        found.append(one)
    return found


def pins(file: Path) -> dict[str, str]:
    """The versions of a locked file, by the package's normal name."""
    return {
        re.sub(r"[._-]+", "-", name).lower(): version
        for name, version in _PIN.findall(file.read_text("utf-8"))
    }


def interpreter(version: str) -> str | None:
    """A Python of this version, CPython with its lock: on PATH, or the newest of pyenv's; None if there is none."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    on_path = shutil.which(f"python{version}")
    own = sorted(
        pyenv.glob(f"{version}.*/bin/python"), key=lambda p: [*map(int, re.findall(r"\d+", p.parts[-3]))]
    )
    said = "import sys; print(sys.implementation.name, '%d.%d' % sys.version_info[:2] + sys.abiflags)"
    for candidate in [*([on_path] if on_path else []), *map(str, reversed(own))]:
        # pyenv's shim on PATH is there for versions that are installed but not chosen, and then fails.
        done = subprocess.run([candidate, "-c", said], capture_output=True, text=True)
        if done.stdout.strip() == f"cpython {version}":
            return candidate
    return None
