"""All comparisons with official scripts, from the mirror and the sample edition."""

import tempfile
from pathlib import Path

import run_fantom
import run_random
import run_tactfultom
import run_tactfultom_free
import run_tombench
from results import Parity

from builders.engine.build import build
from builders.engine.sources import Places
from cultural_tom.subsets import match

SAMPLE = Path(__file__).parents[2] / "src" / "cultural_tom" / "sample_edition"
CONFIGS = ("tombench_en", "tombench_zh", "tactfultom_en")


def full(mirror: Path, folder: Path) -> Path:
    """The real editions whose scripts there are."""
    configs = [config for name in CONFIGS for config in match(name)]
    build(folder / "data", configs, "full", places=Places(folder / "cache", mirror, offline=True))
    return folder / "data"


def everything(mirror: Path, data: Path, folder: Path, seed: int = 1) -> list[Parity]:
    """`data` as `full` builds it; `folder` for what the scripts write."""

    def fresh() -> Path:
        return Path(tempfile.mkdtemp(dir=folder))

    return [
        *(p for config in CONFIGS[:2] for p in run_tombench.parity(mirror, data, fresh(), config, seed)),
        *run_tactfultom.parity(mirror, data, fresh(), seed),
        run_tactfultom_free.parity(mirror, data, fresh(), seed),
        *run_fantom.parity(mirror, SAMPLE, fresh(), seed),
        *run_random.parity(mirror, fresh(), seed),
    ]
