"""What is read does not depend on how many processes read, or in which order."""

import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from itertools import count, islice
from multiprocessing import active_children
from multiprocessing.connection import wait
from pathlib import Path

import pytest

import cultural_tom as ct
from cultural_tom.api.readings import readings
from cultural_tom.extraction import many
from cultural_tom.extraction.many import Asked, default_workers, read_many
from cultural_tom.problems import InputError
from cultural_tom.processes import interrupt_waits

KEYS = ("response", "answer_format", "options", "slots", "language")
FORMS = [
    Asked(*(form[key] for key in KEYS))
    for form in map(
        json.loads, Path(__file__).with_name("extract_forms.jsonl").read_text("utf-8").splitlines()
    )
]


def parts(answers):
    return [(a.indices, a.reason, a.rule, a.span) for a in answers]


@pytest.fixture(scope="module")
def expected():
    return parts(read_many(FORMS))


@pytest.mark.parametrize(
    ("workers", "forms", "chunk"), [(1, FORMS[::-1], 50), (2, FORMS, 500), (3, FORMS, 37)]
)
def test_processes_read_what_one_reads(workers, forms, chunk, expected, monkeypatch):
    monkeypatch.setattr(many, "CHUNK", chunk)
    assert parts(read_many(forms, workers)) == (expected if forms is FORMS else expected[::-1])


def test_as_many_replies_are_taken_ahead_as_the_processes_need_and_no_more(monkeypatch):
    monkeypatch.setattr(many, "CHUNK", 10)
    taken = count()
    asked = (Asked(f"{next(taken)} Answer: B", "choice", ("box", "bag"), (), "en") for _ in range(10**9))
    found = read_many(asked, 2)
    assert [a.indices for a in islice(found, 25)] == [(1,)] * 25
    assert next(taken) <= 25 + 2 * many.AHEAD * 10 + 10
    found.close()


def test_a_reply_that_is_no_unicode_text_comes_through():
    asked = Asked("\ud800 Answer: B", "choice", ("box", "bag"), (), "en")
    assert parts(read_many([asked], 2)) == parts(read_many([asked]))


def test_long_replies_go_in_smaller_chunks_and_no_process_is_left_where_nobody_wants_the_rest():
    taken, said = count(), "x" * (many.CHARACTERS // 4)
    asked = (
        Asked(f"{next(taken)} {said}\nAnswer: B", "choice", ("box", "bag"), (), "en") for _ in range(10**9)
    )
    found = read_many(asked, 2)
    assert next(found).indices == (1,)
    assert next(taken) <= 4 * 2 * many.AHEAD + 1
    started = active_children()
    assert len(started) == 2
    found.close()
    for (
        process
    ) in started:  # the pool waits for them as well, so their own `is_alive` may never learn of their end
        assert wait([process.sentinel], 30)


def test_a_process_that_is_killed_is_one_clear_error():
    def asked():
        for k in range(10**6):
            if k == 3 * many.CHUNK * many.AHEAD:
                own = active_children()
                assert len(own) == 2
                for process in own:
                    process.kill()
            yield Asked("Answer: B", "choice", ("box", "bag"), (), "en")

    with pytest.raises(InputError, match="workers: a process that reads responses was ended"):
        for _ in read_many(asked(), 2):
            pass


@pytest.mark.skipif(
    not hasattr(os, "killpg"), reason="Windows has no groups of processes, which a terminal signals together"
)
def test_processes_end_with_the_one_that_started_them_and_ctrl_c_is_for_that_one_alone():
    code = """
import signal
from itertools import repeat
from cultural_tom.extraction.many import Asked, read_many
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell switches off for what it runs in the background
    for k, _ in enumerate(read_many(repeat(Asked("Answer: B", "choice", ("box", "bag"), (), "en")), 2)):
        if k == 2000:
            print("reads", flush=True)
"""
    for sent, said in ((signal.SIGKILL, ""), (signal.SIGINT, "KeyboardInterrupt")):
        run = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )  # fmt: skip
        try:
            assert run.stdout.readline() == "reads\n"
            if sent == signal.SIGKILL:
                run.kill()
            else:
                os.killpg(run.pid, sent)  # as a terminal does
            _, errors = run.communicate(timeout=60)  # waits for whoever holds the pipes: the processes, too
        finally:
            with suppress(ProcessLookupError):
                os.killpg(run.pid, signal.SIGKILL)
        assert said in errors and errors.count("Traceback") == bool(said)


def test_the_default_is_one_process_for_few_replies_and_a_core_each_for_many(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(4), raising=False)
    assert [default_workers(n) for n in (0, many.WORTH - 1, many.WORTH)] == [1, 1, 4]
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(64), raising=False)
    assert default_workers(10**6) == many.MOST


@pytest.fixture(scope="module")
def said():
    rows = [row for config in ("xtomi_en", "tombench_zh", "xfantom_fr") for row in ct.load(config, "sample")]
    words = (
        "Answer: B",
        "所以答案是A。",
        "Je ne sais pas.",
        "A or B",
        "Wait. The answer is (c), as she saw it.",
    )
    return [
        {"id": row["id"], "response": words[(k + p) % len(words)], "permutation": p}
        for k, row in enumerate(rows)
        for p in range(2)
    ]


def test_a_score_is_the_same_from_any_number_of_processes(said):
    one, two = (ct.score(said, data="sample", resamples=50, workers=n) for n in (1, 2))
    assert str(one.signature) == str(two.signature) and one.as_dict() == two.as_dict()
    assert str(ct.score(said, data="sample", resamples=50, workers=None).signature) == str(one.signature)


def test_readings_are_the_same_from_any_number_of_processes(said):
    one, two = (readings(said, data="sample", workers=n) for n in (1, 2))
    assert one == two and any(r.reason for r in one.readings) and any(r.rule for r in one.readings)


@pytest.mark.parametrize("workers", [0, -1, True, "2", 1.5])
def test_what_is_no_number_of_processes_is_refused(said, workers):
    with pytest.raises(InputError, match="workers: must be a whole number from 1, or None"):
        ct.score(said, data="sample", workers=workers)


def test_ctrl_c_waits_until_processes_are_started_whichever_thread_is_given_it():
    go, started = threading.Event(), False

    def given_it():
        go.wait()
        signal.raise_signal(signal.SIGINT)

    other = threading.Thread(target=given_it)
    other.start()  # before the mask, which a thread inherits
    own = signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # which a shell switches off for the background
    try:
        with pytest.raises(KeyboardInterrupt), interrupt_waits():
            go.set()
            other.join()
            started = True
        assert started and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, own)
