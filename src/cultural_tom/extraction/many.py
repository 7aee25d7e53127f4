"""Many replies read one after the other, in one process or in several: the answers are the same, in the same order."""

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import current_process, get_context
from typing import Any, NamedTuple

from cultural_tom.extraction.answer import Answer, Reason, Rule
from cultural_tom.extraction.read import extract
from cultural_tom.problems import InputError
from cultural_tom.processes import begin_worker, interrupt_waits, workers_end_with_this

CHUNK, CHARACTERS = 500, 1_000_000
"""How many replies go to a process at once, and from how many characters on no further one."""
AHEAD = 3
"""Chunks under way for each process: so much is in memory besides what the caller holds."""
WORTH = 20_000
"""From so many replies on several processes take less time than one; each has its expressions to make first."""
MOST = 8
BROKEN = (
    "a process that reads responses was ended: take fewer, or 1, where memory is short; "
    'a script that asks for more than one needs `if __name__ == "__main__":`'
)
_Found = tuple[tuple[int, ...] | None, Reason, Rule, tuple[int, int] | None]


class Asked(NamedTuple):
    """A reply, and the row that it is to: the arguments of `extract`."""

    response: str
    answer_format: str
    options: Sequence[str]
    slots: Sequence[str]
    language: str


def default_workers(replies: int) -> int:
    """How many processes read so many replies: one, or one for each core from `WORTH` on, `MOST` at most.

    >>> default_workers(100)
    1
    """
    if replies < WORTH or current_process().daemon:  # which may start none
        return 1
    own = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(own or 1, MOST)


def read_many(asked: Iterable[Asked], workers: int = 1) -> Iterator[Answer]:
    """The answer to each, in their order; memory does not grow with their number. workers: processes that read (spawned, so a script
    that calls this needs `if __name__ == "__main__":`). Raises what `extract` raises, and `InputError` where a process is ended from outside.

    >>> [a.indices for a in read_many([Asked("Answer: B", "choice", ["box", "bag"], (), "en")])]
    [(1,)]
    """
    if workers <= 1:
        yield from map(_read, asked)
        return
    left = iter(asked)
    under_way: deque[Future[list[_Found]]] = deque()
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=begin_worker)
    try:
        with workers_end_with_this():
            while True:
                while len(under_way) < workers * AHEAD and (chunk := _chunk(left)):
                    with interrupt_waits():
                        under_way.append(pool.submit(_read_all, chunk))
                if not under_way:
                    break
                for found in under_way.popleft().result():
                    yield Answer(*found)
    except BrokenProcessPool:
        raise InputError.one("workers", BROKEN) from None
    finally:
        # It is waited for, its processes being stopped or done: a pool that still ends while Python does may print an error.
        pool.shutdown(cancel_futures=True)


def _chunk(left: Iterator[Asked]) -> list[tuple[Any, ...]]:
    """The next replies, as they go to another process: `CHUNK` of them, fewer where they are long."""
    out, length = [], 0
    for asked in islice(left, CHUNK):
        out.append(_packed(asked))
        length += len(asked.response)
        if length >= CHARACTERS:
            break
    return out


def _read(asked: Asked) -> Answer:
    response, answer_format, options, slots, language = asked
    return extract(response, answer_format=answer_format, options=options, slots=slots, language=language)


def _packed(asked: Asked) -> tuple[Any, ...]:
    """As it goes to another process: a reply as bytes, since one that is pickled as it is keeps a second copy of itself."""
    return asked.response.encode("utf-8", "surrogatepass"), *asked[1:]


def _read_all(chunk: list[tuple[Any, ...]]) -> list[_Found]:
    answers = (_read(Asked(said.decode("utf-8", "surrogatepass"), *row)) for said, *row in chunk)
    return [(a.indices, a.reason, a.rule, a.span) for a in answers]
