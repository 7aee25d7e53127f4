"""The arguments that the functions share: what is allowed, and the options that they make."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from cultural_tom.predictions.submission import Submission
from cultural_tom.problems import InputError, Problem, did_you_mean, raise_errors
from cultural_tom.scoring.decisions import Decisions
from cultural_tom.scoring.decisions import read as read_decisions
from cultural_tom.scoring.free import KINDS, Free
from cultural_tom.scoring.run import ScoreOptions
from cultural_tom.scoring.signature import GOLDS, MAX_RESAMPLES, MAX_SEED, PROTOCOLS, READINGS
from cultural_tom.visible import short

Protocol = Literal["strict", "paper"]
PaperReading = Literal["plain", "boxed", "think", "think+boxed"]
Gold = Literal["upstream", "audit"]
FreeKind = Literal["cosine", "f1", "judge"]


def options(
    protocol: Any,
    paper_reading: Any,
    gold: Any,
    partial: Any,
    resamples: Any,
    seed: Any,
    free: Any,
    model: Any,
) -> ScoreOptions:
    """The options of a score, but for the matching of free answers. Raises `InputError` with everything that is wrong
    with them, and with `free` and the judge's name."""
    problems = [
        Problem(name, f"got {short(value)}; use {' or '.join(map(repr, known))}{did_you_mean(value, known)}")
        for name, value, known in (
            ("protocol", protocol, PROTOCOLS),
            ("paper_reading", paper_reading, READINGS),
            ("gold", gold, GOLDS),
        )
        if not isinstance(value, str) or value not in known
    ]
    if not problems and paper_reading != READINGS[0] and protocol != "paper":
        problems.append(Problem("paper_reading", f"{paper_reading!r} is for protocol='paper'"))
    if not isinstance(partial, bool):
        problems.append(Problem("partial", f"must be True or False, got {short(partial)}"))
    for name, value, most in (("resamples", resamples, MAX_RESAMPLES), ("seed", seed, MAX_SEED)):
        if type(value) is not int or not 0 <= value <= most:
            problems.append(Problem(name, f"must be a whole number from 0 to {most}, got {short(value)}"))
    problems += [] if free is None else wrong_matching(free, model)
    raise_errors(problems)
    return ScoreOptions(
        protocol=protocol,
        paper_reading=paper_reading,
        gold=gold,
        partial=partial,
        resamples=resamples,
        seed=seed,
    )


def matching(
    kind: str | None,
    url: str | None,
    model: str,
    log: str | os.PathLike[str] | None,
    submission: Submission,
) -> Free | None:
    """How free answers are matched, by arguments that `options` has found right. The log of a judge is beside the predictions file if no other is named."""
    if kind is None:
        return None
    if url is not None and not isinstance(url, str):
        raise InputError.one("judge_url", f"must be an address, got {short(url)}")
    if kind != "judge":
        return Free(kind)
    place = judge_log(submission, log)
    if place is None:
        raise InputError.one(
            "judge_log", "must name a file (all judgements, also the cache): these predictions are in no file"
        )
    return Free(kind, model, url, place)


def wrong_matching(kind: object, model: object) -> Iterable[Problem]:
    if kind not in KINDS:
        return [Problem("free", f"got {short(kind)}; use {', '.join(KINDS)}{did_you_mean(kind, KINDS)}")]
    if kind == "judge" and (not isinstance(model, str) or not model):
        return [Problem("judge_model", "is needed (and judge_url, unless all judgements are in the log)")]
    return []


def record(named: str | os.PathLike[str] | None) -> Path | None:
    """The record of a submission that is named, if one is."""
    if named is None:
        return None
    if not isinstance(named, str | os.PathLike) or not isinstance(os.fspath(named), str):
        raise InputError.one("submission", f"must be the name of a file, got {short(named)}")
    return Path(named)


def decisions(named: str | os.PathLike[str] | None) -> Decisions | None:
    """What was decided about unparsed responses, if a file is named."""
    if named is None:
        return None
    if not isinstance(named, str | os.PathLike) or not isinstance(os.fspath(named), str):
        raise InputError.one("decisions", f"must be the name of a file, got {short(named)}")
    return read_decisions(Path(named))


def judge_log(submission: Submission, log: str | os.PathLike[str] | None) -> Path | None:
    """The file of judgements: the one named, else `<predictions file>.judge.jsonl`, else none."""
    if log is not None:
        if not isinstance(log, str | os.PathLike) or not isinstance(os.fspath(log), str):
            raise InputError.one("judge_log", f"must be the name of a file, got {short(log)}")
        return Path(log)
    path = submission.path
    return None if path is None else path.parent / f"{path.name}.judge.jsonl"


def workers(given: Any, submission: Submission) -> int:
    """How many processes read the responses; None: what their number is worth. Raises `InputError` for what is no such number."""
    if given is None:
        from cultural_tom.extraction.many import default_workers

        return default_workers(sum(p.response is not None for p in submission.predictions))
    if type(given) is not int or given < 1:
        message = (
            f"must be a whole number from 1, or None for what the responses are worth, got {short(given)}"
        )
        raise InputError.one("workers", message)
    return given
