"""Worker processes that end with their run, however it ends."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait


@contextmanager
def workers_end_with_this() -> Iterator[None]:
    """Where what is inside is left by an exception, or nobody wants the rest of it, the processes that it has started are stopped."""
    others = multiprocessing.active_children()
    try:
        yield
    except BaseException:
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
        raise


def begin_worker() -> None:
    """What a worker begins with: Ctrl-C is for the parent, which stops its workers; and a worker whose parent is gone goes too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(parent: int) -> None:
    wait([parent])
    os._exit(1)


@contextmanager
def interrupt_waits() -> Iterator[None]:
    """Processes that are started within never see Ctrl-C, not even while they begin; this one sees it a moment later. The mask, which Windows
    lacks, is what they inherit; here another thread may be given the signal, so it is noted as well, and given once more at the end."""
    came: list[int] = []
    handler = signal.getsignal(signal.SIGINT)
    notes = callable(handler) and threading.current_thread() is threading.main_thread()
    if notes:
        signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    masks = hasattr(signal, "pthread_sigmask")
    own = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masks else set()
    try:
        yield
    finally:
        if masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, own)
        if notes:
            signal.signal(signal.SIGINT, handler)
        if came:
            signal.raise_signal(signal.SIGINT)
