"""The commands that people wait for: import, build, score, validate."""

import json
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Measured, command

HERE = Path(__file__).parents[1]
PYTHON = sys.executable
TOM = str(Path(PYTHON).with_name("cultural-tom"))


def mirror() -> Path | None:
    place = Path(os.environ.get("CULTURAL_TOM_MIRROR") or HERE.parent / "shared" / "upstream")
    return place if place.is_dir() else None


def measurements(folder: Path) -> Iterator[Measured]:
    """All measurements, one after the other, in `folder`. Those on real files are left out without a mirror."""
    yield command("python -c pass", [PYTHON, "-c", "pass"], 15)
    yield command("import cultural_tom", [PYTHON, "-c", "import cultural_tom"], 15, "0.1 s more than python")
    sample = folder / "sample"
    yield command("build the sample edition", _build("sample", sample))
    place = mirror()
    if place is None:
        print("no mirror: builds and scores of the full edition are not measured (set CULTURAL_TOM_MIRROR)")
        return
    full = folder / "full"
    yield command(
        "build ToMBench", _build("full", folder / "tombench", place, "tombench_*"), 3, "10 s, 500 MB"
    )
    yield command("build everything the mirror allows", _build("full", full, place), 3, "60 s, 1.5 GB")
    few, many = predictions(full, folder)
    score = ["--data", str(full), "--json"]
    yield command(
        "score 12,000 predictions, 10,000 resamples", [TOM, "score", str(few), *score], 5, "1.5 s, 300 MB"
    )
    yield command(
        "score 1,000,000 predictions, 10,000 resamples", [TOM, "score", str(many), *score], 3, "8 s, 1.5 GB"
    )
    yield validate(full, folder)


def tombench(folder: Path) -> Path | None:
    """ToMBench built from the real files; None without a mirror."""
    place = mirror()
    if place is None:
        return None
    command("build", _build("full", folder / "tombench", place, "tombench_*"), 1)
    return folder / "tombench"


def validate(full: Path, folder: Path) -> Measured:
    """The whole validation without neural metrics, nothing reused from an earlier run."""
    args = [PYTHON, "-m", "validation", "run", str(full), "--out", str(folder / "validation"), "--fresh"]
    return command("validate the full build", args, 1, "90 s, 2 GB")


def predictions(full: Path, folder: Path) -> tuple[Path, Path]:
    """12,000 and 1,000,000 predictions of random letters over the rows of the full build."""
    everything = folder / "random.jsonl"
    command(
        "predict", [TOM, "predict", "--model", "random", "--data", str(full), "--out", str(everything)], 1
    )
    lines = [json.loads(line) for line in everything.read_text("utf-8").splitlines()]
    few, many = folder / "few.jsonl", folder / "many.jsonl"
    chosen = random.Random(0).sample(lines, 12_000)
    few.write_text("".join(json.dumps(line) + "\n" for line in chosen), "utf-8")
    with many.open("w", encoding="utf-8") as f:
        for i in range(1_000_000):
            f.write(json.dumps(lines[i % len(lines)] | {"sample": i // len(lines)}) + "\n")
    return few, many


def build_full(out: Path) -> Path | None:
    """The full edition in `out`; None without a mirror."""
    place = mirror()
    if place is None:
        return None
    command("build everything the mirror allows", _build("full", out, place), 1)
    return out


def _build(edition: str, out: Path, place: Path | None = None, config: str = "") -> list[str]:
    args = [PYTHON, "-m", "builders", "build", "--edition", edition, "--out", str(out)]
    args += ["--mirror", str(place)] if place else []
    return args + (["--config", config] if config else [])
