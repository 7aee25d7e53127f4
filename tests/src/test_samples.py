"""Repeated draws of a row: uneven numbers, gaps in the numbering, too many."""

import json

import pytest

from cultural_tom.problems import InputError
from cultural_tom.rows.repository import read_rows
from cultural_tom.scoring.answers import LETTERS, MAX_SAMPLES
from cultural_tom.scoring.run import ScoreOptions, score

QUICK = ScoreOptions(resamples=0)


def accuracy(report):
    return next(f for c in report.configs for f in c.figures if f.name == "all questions").value


def write(path, records):
    path.write_text("\n".join(map(json.dumps, records)), "utf-8")
    return path


@pytest.fixture(scope="module")
def rows(sample):
    return read_rows(sample, "tombench_en")


def records(row, pattern, numbers):
    """One record per sample; pattern says which of them are right."""
    gold = row["gold"][0]
    answer = {"1": LETTERS[gold], "0": LETTERS[(gold + 1) % len(row["options"])]}
    return [
        {"id": row["id"], "answer": answer[x], "sample": s} for x, s in zip(pattern, numbers, strict=True)
    ]


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [(("10", "111"), (0.5 + 1) / 2), (("1", "001"), (1 + 1 / 3) / 2), (("10", "10110"), (0.5 + 0.6) / 2)],
)
@pytest.mark.parametrize("step", [1, 1000, 2**28])
def test_a_rows_value_is_the_share_of_its_own_samples(sample, rows, tmp_path, patterns, expected, step):
    found = [
        r
        for row, p in zip(rows, patterns, strict=False)
        for r in records(row, p, [step * k for k in range(len(p))])
    ]
    report = score(write(tmp_path / "p.jsonl", found), sample, ScoreOptions(partial=True, resamples=0))
    assert accuracy(report) == pytest.approx(expected, abs=1e-12)


def test_more_samples_than_fit_are_refused_by_row(sample, rows, tmp_path):
    many = [{"id": rows[0]["id"], "answer": "A", "sample": k} for k in range(MAX_SAMPLES + 1)]
    with pytest.raises(InputError, match=f"more than {MAX_SAMPLES} samples"):
        score(write(tmp_path / "p.jsonl", many), sample, QUICK)
    score(write(tmp_path / "q.jsonl", many[:-1]), sample, QUICK)
