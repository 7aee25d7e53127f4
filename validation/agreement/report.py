"""The check `agreement`: figures for validation.json from a folder of annotation files."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from cultural_tom.problems import InputError, Problem
from cultural_tom.subsets import CONFIGS
from validation.agreement import mqm, statistics
from validation.agreement.files import RATING_COLUMNS, read
from validation.engine.dataset import Dataset
from validation.engine.results import CheckOptions, Figure, Result

NAME = "agreement"
OFF = "agreement was not asked for: --annotations FOLDER (CSV files; docs/validation-similarity.md)"


def check(dataset: Dataset, options: CheckOptions) -> Result:
    """Figures of every CSV file in the folder: MQM files (by their columns) and files of labels."""
    result = Result(NAME)
    if options.annotations is None:
        result.skipped.append(OFF)
        return result
    files = sorted(options.annotations.glob("*.csv"))
    problems = [] if files else [Problem(str(options.annotations), "has no CSV file")]
    for path in files:
        try:
            result.figures.extend(figures(path))
        except InputError as e:
            problems += e.problems
    if problems:
        raise InputError(problems, "The annotation files cannot be used")
    return result


def figures(path: Path) -> Iterator[Figure]:
    """The figures of one file; each statistic with its interval as `<name>_low` and `<name>_high`."""
    header = path.read_text("utf-8-sig", errors="replace").split("\n", 1)[0].strip().split(",")
    how = f"percentile bootstrap over items, {statistics.RESAMPLES} resamples, seed {statistics.SEED}"
    if set(mqm.COLUMNS) <= set(header):
        weights = mqm.read_weights()
        for scores in mqm.read(path, weights):
            q = mqm.quality(scores, weights.threshold)
            rows: list[tuple[str, float | None, float | None, float | None]] = []
            rows.append(("mqm_oqs", q.oqs, *q.oqs_interval))
            rows.append(("mqm_pass_rate", q.pass_rate, *q.pass_rate_interval))
            rows += [(f"mqm_pass_{a.statistic}", a.value, a.low, a.high) for a in q.agreement]
            for name, value, low, high in rows:
                unit = "points" if name == "mqm_oqs" else "share" if name == "mqm_pass_rate" else "agreement"
                yield from _figures(
                    scores.group, name, unit, (value, low, high), q.items, f"{path.name}; {how}"
                )
    elif set(RATING_COLUMNS) <= set(header):
        for group in read([path]):
            for a in statistics.agreement(group):
                told = f"{path.name}; {a.source}; {how}" + (f"; {a.note}" if a.note else "")
                yield from _figures(
                    group.group, a.statistic, "agreement", (a.value, a.low, a.high), a.items, told
                )
    else:
        expected = f"{','.join(RATING_COLUMNS)} or {','.join(mqm.COLUMNS)}"
        raise InputError.one(f"{path} line 1", f"the header fits no annotation file; expected {expected}")


def _figures(
    group: Mapping[str, str],
    name: str,
    unit: str,
    values: tuple[float | None, float | None, float | None],
    n: int,
    how: str,
) -> Iterator[Figure]:
    config = f"{group.get('subset', '')}_{group.get('language', '')}"
    known = config if config in CONFIGS else ""
    rest = {k: v for k, v in group.items() if not (known and k in ("subset", "language"))}
    told = ",".join(f"{k}:{v}" for k, v in rest.items())
    for suffix, value in zip(("", "_low", "_high"), values, strict=True):
        yield Figure(known, name + suffix, told, value, unit, n, how)
