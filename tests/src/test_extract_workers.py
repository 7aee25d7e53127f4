"""What is read does not depend on how many processes read, or in which order."""

import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from cultural_tom.extraction.read import extract

FORMS = [
    json.loads(line)
    for line in Path(__file__).with_name("extract_forms.jsonl").read_text(encoding="utf-8").splitlines()
]


def read(form):
    found = extract(**{k: form[k] for k in ("response", "answer_format", "options", "slots", "language")})
    return found.indices, found.reason, found.rule, found.span


@pytest.fixture(scope="module")
def expected():
    return list(map(read, FORMS))


@pytest.mark.parametrize(("workers", "forms", "chunk"), [(1, FORMS[::-1], 50), (3, FORMS, 37)])
def test_processes_read_what_one_reads(workers, forms, chunk, expected):
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(read, forms, chunksize=chunk))
    assert found == (expected if forms is FORMS else expected[::-1])
