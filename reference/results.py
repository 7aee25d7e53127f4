"""Predictions of baselines, scored: one line per model, config and leading figure in results.csv."""

import csv
import hashlib
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import cultural_tom as ct
from cultural_tom.problems import InputError
from cultural_tom.rows.loading import resolve
from cultural_tom.rows.repository import build_info
from cultural_tom.subsets import CONFIGS, match
from reference.baselines import BASELINES

FILE = Path(__file__).parent / "results.csv"
COLUMNS = ("edition", "config", "model", "group", "name", "metric", "value", "low", "high", "n", "contexts", "chance",
           "unparsed", "state", "predictions", "signature")  # fmt: skip
Line = dict[str, str]


def run(data: Sequence[str], out: Path, models: Sequence[str] | None, pattern: str | None) -> list[Line]:
    """Predict and score; the lines of all, with those of earlier runs for what is not run now. A model answers the configs
    that it is for; its predictions of one edition are one file, `out/<edition>/<model>.jsonl`. Raises `InputError` for an
    unknown model and for data that cannot be had."""
    unknown = set(models or ()) - {b.spec for b in BASELINES}
    if unknown:
        known = ", ".join(b.spec for b in BASELINES)
        raise InputError.one(
            "--model", f"{', '.join(sorted(unknown))}: no reference baseline; there are {known}"
        )
    made: list[Line] = []
    for source in data:
        folder = resolve(source, None)
        there = build_info(folder)
        wanted = [c.name for c in match(pattern) if c.name in there["configs"]]
        for baseline in (b for b in BASELINES if not models or b.spec in models):
            if configs := [c for c in wanted if baseline.fits(c)]:
                file = out / str(there["edition"]) / f"{baseline.spec}.jsonl"
                print(f"{there['edition']}: {baseline.spec}, {len(configs)} configs", flush=True)
                _predict(baseline.spec, configs, folder, file)
                made += _scored(baseline.spec, file, folder)
    fresh = {_key(line) for line in made}
    return [line for line in read() if _key(line) not in fresh] + made


def _predict(spec: str, configs: Sequence[str], folder: Path, out: Path) -> None:
    """By the command that the documentation tells everybody to type; where the very file is there, it says so at once."""
    out.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "cultural_tom", "predict", "--model", spec, "--config", ",".join(configs),
               "--data", str(folder), "--out", str(out)]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise InputError.one(
            f"predict --model {spec}", done.stderr.strip().splitlines()[-1] if done.stderr else "failed"
        )


def _scored(spec: str, file: Path, folder: Path) -> Iterable[Line]:
    report = ct.score(file, data=folder, resamples=0)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    for config in report.configs:
        for figure in (config[key] for key in CONFIGS[config.config].facts.headline):
            numbers = {k: getattr(figure, k) for k in ("value", "low", "high", "chance")}
            yield {
                "edition": config.edition, "config": config.config, "model": spec,
                "group": figure.group, "name": figure.name, "metric": figure.metric,
                **{k: "" if v is None else f"{100 * v:.2f}" for k, v in numbers.items()},
                "n": str(figure.n), "contexts": str(figure.clusters), "unparsed": str(config.unparsed),
                "state": config.state, "predictions": digest,
                "signature": str(report.signature),
            }  # fmt: skip


def _key(line: Line) -> tuple[str, ...]:
    return (line["edition"], line["config"], line["model"])


def read() -> list[Line]:
    if not FILE.is_file():
        return []
    with FILE.open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def write(lines: Iterable[Line]) -> None:
    """results.csv, sorted: edition, config in the order of the table of subsets, model in the order of `BASELINES`."""
    configs, models = list(CONFIGS), [b.spec for b in BASELINES]
    ordered = sorted(
        lines, key=lambda x: (x["edition"], configs.index(x["config"]), models.index(x["model"]))
    )
    with FILE.open("w", encoding="utf-8", newline="") as f:
        writer = csv.DictWriter(f, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(ordered)
