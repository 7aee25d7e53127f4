"""`make lock`: resolve pyproject.toml into the files of this folder. No file names an index.

UV=FILE python requirements/lock.py [--upgrade | --upgrade-package NAME ...]
"""

import os
import subprocess
import sys
import tomllib

from environments import HERE, Environment, environments

ROOT = HERE.parent
UV = os.environ.get("UV", "uv")
# One resolution for every system and Python that we have; it stays as it was unless it must move.
LOCK = ("--universal", "--python-version", "3.11", "--fork-strategy", "fewest", "--generate-hashes",
        "--annotation-style", "line", "-c", "requirements/torch.txt",
        # torch: requirements/README.md. The other one is for Python inside a browser.
        "--no-emit-package", "torch", "--no-emit-package", "httpx2-jsfetch")  # fmt: skip


def compiled(out: str, *args: str, wanted: str = "") -> None:
    """One file of pins. wanted: requirements beside those of the files in args, one a line."""
    command = [
        UV,
        "pip",
        "compile",
        "-q",
        "--custom-compile-command",
        "make lock",
        "-o",
        f"requirements/{out}",
        *args,
    ]
    subprocess.run(command, cwd=ROOT, input=wanted, text=True, check=True)
    print(f"requirements/{out}")


def direct() -> list[str]:
    """Names of the library's own requirements."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    return [requirement.split(">=")[0] for requirement in listed]


def lowest_or_newest(environment: Environment, more: list[str]) -> None:
    how = ["pyproject.toml", "-", "--python-version", environment.python, "--no-build", "--no-annotate"]
    if environment.versions == "lowest":
        # Kept pins of these would hide a bound that was lowered since.
        how += [
            "--resolution",
            "lowest-direct",
            *(arg for name in direct() for arg in ("--upgrade-package", name)),
        ]
    compiled(f"compat/{environment.name}.txt", *how, *more, wanted="\n".join(environment.extra))


def main(more: list[str]) -> None:
    (HERE / "compat").mkdir(exist_ok=True)
    both = ("pyproject.toml", "requirements/install.in")
    compiled("uv.txt", "-", "--universal", "--generate-hashes", *more, wanted="uv")
    compiled("docs.txt", "requirements/docs.in", *LOCK[:-4], *more)
    compiled("dev.txt", *both, "--all-extras", *LOCK, *more)
    compiled("core.txt", *both, "--extra", "build", "-c", "requirements/dev.txt", *LOCK, *more)
    compiled("wheels.txt", "requirements/wheels.in", "-c", "requirements/dev.txt", *LOCK, *more)
    for environment in environments():
        lowest_or_newest(environment, more)


if __name__ == "__main__":
    main(sys.argv[1:])
