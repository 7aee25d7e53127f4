"""The log of a judge: what a line holds, what is taken from it again, and what is left in it after a failure."""

import fcntl
import hashlib
import json
import time

import pytest
from judge_double import Fake

from cultural_tom.problems import InputError, Unavailable
from cultural_tom.scoring import judge as module
from cultural_tom.scoring.judge import Judge, choice, messages

OPTIONS = ("Because of her.", "Because the train leaves.", "Because of coffee.", "Because his brother waits.")
PAIR = (OPTIONS[1], OPTIONS)


pytestmark = pytest.mark.usefixtures("no_keys")


def lines(log):
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()]


def test_each_judgement_is_a_line_with_all_that_it_rests_on(tmp_path):
    log = tmp_path / "a" / "b" / "log.jsonl"
    with Fake() as fake:
        Judge("m", fake.url, log)([PAIR])
    assert lines(log) == [{
        "key": Judge("m", None, None).cache_key(PAIR), "model": "m", "options": list(OPTIONS), "answer": PAIR[0], "reply": "2",
        "choice": 1,
    }]  # fmt: skip


def test_the_key_of_a_judgement_is_that_of_model_prompt_options_and_answer():
    key = Judge("m", None, None).cache_key(PAIR)
    text = json.dumps(["m", messages(PAIR)])
    assert key == hashlib.sha256(text.encode()).hexdigest()
    others = [Judge("n", None, None).cache_key(PAIR), *(Judge("m", None, None).cache_key(p) for p in
              (("x", OPTIONS), (PAIR[0], OPTIONS[::-1])))]  # fmt: skip
    assert len({key, *others}) == 4


def test_the_digest_is_that_of_the_judgements_that_were_used(tmp_path):
    pairs = [(o, OPTIONS) for o in OPTIONS]
    with Fake() as fake:
        judge = Judge("m", fake.url, tmp_path / "l")
        judge(pairs[:1])
        judge(pairs[1:3])
    used = sorted((judge.cache_key(p), str(k + 1)) for k, p in enumerate(pairs[:3]))
    assert judge.digest() == hashlib.sha256(json.dumps(used, separators=(",", ":")).encode()).hexdigest()


@pytest.mark.parametrize("log", [None, "log.jsonl"])
def test_what_is_not_judged_and_cannot_be_is_counted_with_the_step(tmp_path, log):
    place = None if log is None else tmp_path / log
    with pytest.raises(Unavailable) as e:
        Judge("m", None, place)([PAIR, PAIR, ("x", OPTIONS)])
    assert [(p.where, p.message) for p in e.value.problems] == [
        (
            str(place) if place else "--judge-log",
            "lacks 2 of 2 judgements of m; give --judge-url to ask for them",
        )
    ]


def test_every_line_that_is_no_judgement_is_named(tmp_path):
    log = tmp_path / "l"
    log.write_text(
        '{"key": "a", "reply": "1"}\n[]\n{"key": "b"}\n{"key": "c", "reply": 2}\nx\n{"key": "d", "re'
    )
    with pytest.raises(InputError) as e:
        Judge("m", None, log).read_log()
    step = "is no judgement; remove the line or name another --judge-log"
    assert [(p.where, p.message) for p in e.value.problems] == [(f"{log} line {n}", step) for n in (2, 3, 5)]
    log.write_text('{"key": "a", "reply": "1"}\n{"key": "c", "reply": 2}\n{"key": "d", "re')
    assert Judge("m", None, log).read_log() == {"a": "1", "c": "2"}
    log.write_text('{"key": "a", "reply": "1"}\nx')
    with pytest.raises(InputError, match="line 2"):
        Judge("m", None, log).read_log()


@pytest.mark.parametrize(
    ("rest", "kept"),
    [("", ""), ('{"key": "d", "re', ""), ('{"key": "d", "reply": "1"}', '{"key": "d", "reply": "1"}\n')],
)
def test_the_log_goes_on_after_the_last_whole_judgement(tmp_path, rest, kept):
    """A last line without its line end is whole if it can be read; half a line goes, once there is something to write."""
    log = tmp_path / "l"
    first = '{"key": "a", "reply": "é"}\n'
    log.write_text(first + rest, "utf-8")
    with Fake() as fake:
        judge = Judge("m", fake.url, log)
        assert judge.read_log() == {"a": "é"} | ({"d": "1"} if kept else {})
        assert log.read_text("utf-8") == first + rest
        judge([PAIR])
    text = log.read_text("utf-8")
    assert (
        text.startswith(first + kept + '{"key": "')
        and len(text.splitlines()) == len((first + kept).splitlines()) + 1
    )


def test_a_folder_is_no_log(tmp_path):
    with pytest.raises(InputError) as e:
        Judge("m", None, tmp_path).read_log()
    assert [(p.where, p.message) for p in e.value.problems] == [(f"--judge-log {tmp_path}", "is a folder; name a file")]  # fmt: skip


def test_a_log_that_another_run_adds_to_is_left_alone(tmp_path):
    log = tmp_path / "l"
    log.write_text('{"key": "a", "reply": "1"}\n')
    message = "another run adds to it at the moment, or has since it was read; run again, or name another"
    judge = Judge("m", "http://localhost/v1", log)
    judge.read_log()
    with log.open("a") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(InputError) as held:
            judge._open_log()
    with log.open("a") as other:
        other.write("more")
    with pytest.raises(InputError) as grown:
        judge._open_log()
    for e in (held, grown):
        assert [(p.where, p.message) for p in e.value.problems] == [(f"--judge-log {log}", message)]
    assert log.read_text().endswith("more")


def test_a_failure_leaves_what_was_judged_in_the_log(tmp_path):
    pairs = [(o, OPTIONS) for o in OPTIONS]
    log = tmp_path / "l"

    def reply(shown):
        return "3" if shown["answer"] == OPTIONS[2] else "x"

    with Fake(reply=reply) as fake:
        assert Judge("m", fake.url, log)(pairs[2:3]) == {pairs[2]: 2}
        fake.script = [(400, "no")] * 9
        with pytest.raises(InputError, match="HTTP 400"):
            Judge("m", fake.url, log)(pairs)
    assert [e["answer"] for e in lines(log)] == [OPTIONS[2]]


def test_after_a_refusal_what_has_not_begun_is_not_asked():
    """A key that is refused costs a few requests, not one for each answer."""
    pairs = [(f"answer {n}", OPTIONS) for n in range(200)]
    with Fake([(401, "no")], reply=lambda shown: time.sleep(0.05) or "0") as fake:
        with pytest.raises(InputError, match="HTTP 401"):
            Judge("m", fake.url, None)(pairs)
        assert len(fake.requests) < len(pairs)


def test_no_more_are_asked_at_once_than_there_are_workers(monkeypatch):
    monkeypatch.setattr(module, "WORKERS", 1)
    asking, most = [], []

    def reply(shown):
        asking.append(shown)
        time.sleep(0.01)
        most.append(len(asking))
        asking.remove(shown)
        return "1"

    pairs = [(f"answer {n}", OPTIONS) for n in range(6)]
    with Fake(reply=reply) as fake:
        assert Judge("m", fake.url, None)(pairs) == dict.fromkeys(pairs, 0)
    assert most == [1] * 6


@pytest.mark.parametrize(
    ("reply", "n", "expected"),
    [("1", 4, 0), ("4", 4, 3), ("0", 4, None), ("5", 4, None), (" 2 \n", 4, 1), ("10", 12, 9), ("<think>3</think> 2", 4, 1), ("012", 20, None)],
)  # fmt: skip
def test_a_reply_is_a_number_of_an_option(reply, n, expected):
    assert choice(reply, n) == expected
