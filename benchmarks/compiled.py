"""The compiled extraction beside the plain one: every reading must be the same, and how fast each is.

make compiled                                        the wheels, and then
python -m benchmarks.compiled dist/compiled          this
"""

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.extraction import ROOT, cases
from benchmarks.extraction_speed import AT_ONCE, PASSES, logged_responses, responses, seconds
from cultural_tom.extraction import choose
from cultural_tom.extraction.many import Asked, read_many

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


def _in(folder: Path | None) -> tuple[list[str], dict[str, Any]]:
    path = os.pathsep.join(map(str, filter(None, (folder, ROOT))))
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.compiled", "--read"],
        env={**os.environ, "PYTHONPATH": path}, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    *found, rate = run.stdout.splitlines()
    return found, json.loads(rate)


def main() -> int:
    if sys.argv[1:] == ["--read"]:
        _read()
        return 0
    own_tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    wheels = list(Path(sys.argv[1]).glob(f"*-{own_tag}-*.whl")) if sys.argv[1:] else []
    if not wheels:
        print(f"no wheel of {own_tag} there: `make compiled` makes one in dist/compiled", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as unpacked:
        zipfile.ZipFile(wheels[-1]).extractall(unpacked)
        compiled, its = _in(Path(unpacked))
        plain, own = _in(None)
    if its["file"].endswith(".py") or not own["file"].endswith(".py"):
        print(f"{wheels[-1].name} is not compiled, or what is installed is", file=sys.stderr)
        return 1
    differ = sum(a != b for a, b in zip(compiled, plain, strict=True))
    print(
        f"{len(plain)} responses: {differ} read otherwise; a second of processor time {own['a second']} plain, {its['a second']} compiled"
    )
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
