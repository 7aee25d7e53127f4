"""Worker processes that end with their run, however it ends."""

import ctypes
import gc
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn, TypeVar

from cultural_tom.problems import InputError
from cultural_tom.processes import begin_worker, workers_end_with_this

T = TypeVar("T")
R = TypeVar("R")

# Of glibc's malloc.h: how many heaps there are; the free bytes at a heap's end from which they go back to the system; the size
# from which a block is a mapping of its own, which goes back at once. Left alone, each thread that writes files has a heap,
# and the last two grow with what was ever freed: a fifth of a run's memory, for no time that could be measured.
_MALLOC = {-8: 1, -1: 1 << 20, -3: 1 << 20}


def give_memory_back() -> None:
    """Have this process, and those that it starts, keep little of what they have freed, where the C library can be told so."""
    with suppress(AttributeError, OSError, TypeError):  # another one than glibc
        tell = ctypes.CDLL(None).mallopt
        for what, value in _MALLOC.items():
            tell(what, value)


@contextmanager
def stoppable() -> Iterator[None]:
    """SIGTERM ends what is inside as Ctrl-C does, so that it clears up behind itself; the exit code is the system's, 143."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)  # a second one would break off the clearing up
    sys.exit(128 + number)


def in_order(
    work: Callable[[T], R], tasks: Sequence[T], workers: int, first: Callable[[], object]
) -> Iterator[R]:
    """What the work makes of each task, in their order. Whoever stops in the middle stops the workers too. first: what each
    worker begins with."""
    gc.freeze()  # what is here now is shared with the workers as long as nobody writes to it
    try:
        with (
            ProcessPoolExecutor(min(workers, len(tasks)), initializer=_worker, initargs=(first,)) as pool,
            workers_end_with_this(),
        ):
            # Not `map`, which cancels what waits when it is left: up to Python 3.12 the pool's own thread then ends with a
            # traceback as soon as its workers are gone.
            waiting = deque(pool.submit(work, task) for task in tasks)
            while waiting:
                yield waiting.popleft().result()
    except BrokenProcessPool:
        what = "a worker was killed, most often because memory ran out; take fewer"
        raise InputError.one("--workers", what) from None
    finally:
        gc.unfreeze()


def _worker(first: Callable[[], object]) -> None:
    begin_worker()
    first()
