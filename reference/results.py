"""Predictions of baselines, scored: one line per model, config and leading figure in results.csv, and one per file of
predictions in submissions.csv, with its sha256 and signature."""

import csv
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import cultural_tom as ct
from cultural_tom.problems import InputError
from cultural_tom.rows.loading import resolve
from cultural_tom.rows.repository import build_info
from cultural_tom.subsets import CONFIGS
from reference.baselines import BASELINES

FILE = Path(__file__).parent / "results.csv"
COLUMNS = ("edition", "config", "model", "group", "name", "metric", "value", "low", "high", "n", "contexts", "chance",
           "unparsed", "state")  # fmt: skip
SUBMISSIONS = FILE.with_name("submissions.csv")
OF_A_FILE = ("edition", "model", "lines", "sha256", "signature")
Line = dict[str, str]


def run(data: Sequence[str], out: Path, models: Sequence[str] | None) -> tuple[list[Line], list[Line]]:
    """Predict and score; the lines of both files, with those of earlier runs for the models that are not run now. A model answers the configs
    that it is for; its predictions of one edition are one file, `out/<edition>/<model>.jsonl`. Raises `InputError` for an
    unknown model and for data that cannot be had."""
    unknown = set(models or ()) - {b.spec for b in BASELINES}
    if unknown:
        known = ", ".join(b.spec for b in BASELINES)
        raise InputError.one(
            "--model", f"{', '.join(sorted(unknown))}: no reference baseline; there are {known}"
        )
    made: list[Line] = []
    files: list[Line] = []
    for source in data:
        folder = resolve(source, None)
        there = build_info(folder)
        wanted = list(there["configs"])
        for baseline in (b for b in BASELINES if not models or b.spec in models):
            if configs := [c for c in wanted if baseline.fits(c)]:
                file = out / str(there["edition"]) / f"{baseline.spec}.jsonl"
                print(f"{there['edition']}: {baseline.spec}, {len(configs)} configs", flush=True)
                _predict(baseline.spec, configs, folder, file)
                lines, own = scored(baseline.spec, file, folder)
                made += lines
                files.append(own)
    fresh = {(x["edition"], x["model"]) for x in files}

    def kept(path: Path) -> list[Line]:
        return [x for x in read(path) if (x["edition"], x["model"]) not in fresh]

    return kept(FILE) + made, kept(SUBMISSIONS) + files


def _predict(spec: str, configs: Sequence[str], folder: Path, out: Path) -> None:
    """By the command that the documentation tells everybody to type; where the very file is there, it says so at once."""
    out.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-c", "from cultural_tom.commands.app import main; main()", "predict", "--model", spec, "--config", ",".join(configs),
               "--data", str(folder), "--out", str(out)]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise InputError.one(
            f"predict --model {spec}", done.stderr.strip().splitlines()[-1] if done.stderr else "failed"
        )


def scored(spec: str, file: Path, folder: Path) -> tuple[list[Line], Line]:
    """The lines of the figures, and that of the file. The record beside the file holds times, which are others in every
    run, so what is scored is the predictions without it: the signature can be made again to the letter."""
    lines = file.read_text("utf-8").splitlines()
    report = ct.score((json.loads(line) for line in lines), data=folder, resamples=0)
    own = {
        "edition": report.configs[0].edition, "model": spec, "lines": str(len(lines)),
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(), "signature": str(report.signature),
    }  # fmt: skip
    found = []
    for config in report.configs:
        facts = CONFIGS[config.config].facts
        for figure in (report[config.config][key] for key in facts.headline):
            numbers = {k: getattr(figure, k) for k in ("value", "low", "high", "chance")}
            found.append({
                "edition": config.edition, "config": config.config, "model": spec,
                "group": figure.group, "name": figure.name, "metric": figure.metric,
                **{k: "" if v is None else f"{100 * v:.2f}" for k, v in numbers.items()},
                "n": str(figure.n), "contexts": str(figure.clusters), "unparsed": str(config.unparsed),
                "state": config.state,
            })  # fmt: skip
    return found, own


def read(path: Path = FILE) -> list[Line]:
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def write(lines: Iterable[Line], submissions: Iterable[Line]) -> None:
    """Both files, sorted: edition, config in the order of the table of subsets, model in the order of `BASELINES`."""
    configs, models = list(CONFIGS), [b.spec for b in BASELINES]

    def order(x: Mapping[str, str]) -> tuple[str, int, int]:
        return x["edition"], configs.index(x["config"]) if "config" in x else 0, models.index(x["model"])

    for path, columns, found in ((FILE, COLUMNS, lines), (SUBMISSIONS, OF_A_FILE, submissions)):
        with path.open("w", encoding="utf-8", newline="") as f:
            writer = csv.DictWriter(f, columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(sorted(found, key=order))
