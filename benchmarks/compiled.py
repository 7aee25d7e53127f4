"""The compiled extraction beside the plain one: every reading must be the same, and how fast each is.

make compiled                                        the wheels, and then
python -m benchmarks.compiled dist/compiled          this
"""

import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.extraction import ROOT, cases
from benchmarks.extraction_speed import AT_ONCE, PASSES, logged_responses, responses, seconds
from cultural_tom.extraction import choose
from cultural_tom.extraction.many import Asked, read_many
from requirements.environments import interpreter

_TAG = re.compile(r"-cp(\d)(\d+)-")
TESTS = ROOT / "tests" / "src"


def _texts() -> Iterator[dict[str, Any]]:
    """The labelled responses, the forms, those written to mislead, and the logged ones where their texts are."""
    yield from cases()
    for name in ("extract_forms", "extract_hard"):
        yield from map(json.loads, (TESTS / f"{name}.jsonl").read_text("utf-8").splitlines())
    for response, fields in logged_responses():
        yield {"response": response, **fields}


def _read() -> None:
    """What this process reads, one line each, and behind it the rate."""
    asked = [
        Asked(c["response"], c["answer_format"], c["options"], c.get("slots", ()), c["language"])
        for c in _texts()
    ]
    for found in read_many(asked, AT_ONCE):
        print(json.dumps([found.indices, found.reason, found.rule, found.span]))
    items = responses()
    seconds(items)
    best = min(seconds(items) for _ in range(PASSES))
    print(json.dumps({"file": choose.__file__, "a second": round(len(items) / best)}))


def _in(python: str, package: Path) -> tuple[list[str], dict[str, Any]]:
    """What a Python reads with the package in this folder. What else is imported is of the environment that runs this, and plain Python."""
    path = os.pathsep.join(map(str, (package, ROOT, sysconfig.get_paths()["purelib"])))
    run = subprocess.run(
        [python, "-m", "benchmarks.compiled", "--read"],
        env={**os.environ, "PYTHONPATH": path}, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    *found, rate = run.stdout.splitlines()
    return found, json.loads(rate)


def _compare(wheel: Path) -> int:
    """How many responses the wheel reads otherwise than its Python does without it."""
    major, minor = _TAG.search(wheel.name).groups()
    python = interpreter(f"{major}.{minor}")
    with tempfile.TemporaryDirectory() as unpacked:
        zipfile.ZipFile(wheel).extractall(unpacked)
        compiled, its = _in(python, Path(unpacked))
    plain, own = _in(python, ROOT / "src")
    if its["file"].endswith(".py") or not own["file"].endswith(".py"):
        sys.exit(f"{wheel.name} is not compiled, or src is")
    differ = sum(a != b for a, b in zip(compiled, plain, strict=True))
    print(
        f"Python {major}.{minor}, {len(plain)} responses: {differ} read otherwise; "
        f"a second of processor time {own['a second']} plain, {its['a second']} compiled"
    )
    return differ


def main() -> int:
    if sys.argv[1:] == ["--read"]:
        _read()
        return 0
    wheels = sorted(w for w in Path(*sys.argv[1:2]).glob("*.whl") if _TAG.search(w.name))
    if not wheels:
        print("no compiled wheel there: `make compiled` makes them in dist/compiled", file=sys.stderr)
        return 1
    return 1 if sum(map(_compare, wheels)) else 0


if __name__ == "__main__":
    sys.exit(main())
