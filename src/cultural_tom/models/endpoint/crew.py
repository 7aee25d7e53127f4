"""Several requests at once, never more than allowed."""

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")
Done = tuple[int, T | Exception]


class Crew(Generic[T]):
    """Threads that work through places, in order. They are daemons, so that Ctrl-C need not wait for a slow server."""

    def __init__(self, places: Sequence[int], size: int, work: Callable[[int], T]) -> None:
        self._todo, self._work = deque(places), work
        self._done: SimpleQueue[Done[T] | None] = SimpleQueue()
        self._size = min(size, len(places))

    def stop(self) -> None:
        """Begin nothing more; what is under way still comes."""
        self._todo.clear()

    def __iter__(self) -> Iterator[list[Done[T]]]:
        """What has come since the last time, until all is done. What a place raised stands in for its result."""
        for n in range(self._size):
            threading.Thread(target=self._run, name=f"request-{n}", daemon=True).start()
        alive = self._size
        while alive:
            come = [self._done.get()]
            while True:
                try:
                    come.append(self._done.get_nowait())
                except Empty:
                    break
            alive -= come.count(None)
            if found := [done for done in come if done is not None]:
                yield found

    def _run(self) -> None:
        try:
            while True:
                try:
                    place = self._todo.popleft()
                except IndexError:
                    return
                try:
                    self._done.put((place, self._work(place)))
                except Exception as e:
                    self._done.put((place, e))
        finally:
            self._done.put(None)
