"""How long to wait: between attempts, for what a server asks for, and for one's own turn."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from math import isfinite

LONGEST_ASKED = 60.0
"""Seconds: a server that asks for more is asked again after these."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds that only go forwards, and how to let them pass."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], object] = time.sleep


@dataclass(frozen=True, slots=True)
class Backoff:
    """attempts: how often one request is tried in all. pause: seconds before the second attempt, at most; doubled for each
    one after that, up to `longest`."""

    attempts: int = 6
    pause: float = 1.0
    longest: float = 60.0

    def wait(self, failures: int, asked: float, draw: float) -> float:
        """Seconds after this many failures (1, 2, ...). `draw` is uniform in [0, 1): the whole wait is drawn, so that
        requests which failed together do not come back together. What the server asked for is waited for in full.

        >>> Backoff().wait(3, 0, 0.5), Backoff().wait(30, 0, 0.5), Backoff().wait(1, 20, 0.5)
        (2.0, 30.0, 20.5)
        """
        if asked:
            return asked + draw * self.pause
        return draw * min(self.longest, self.pause * 2.0 ** min(failures - 1, 60))


def retry_after(headers: Mapping[str, str], now: float) -> float:
    """Seconds that a server asks to wait, at most `LONGEST_ASKED`; 0 where it asks for nothing that can be read.

    now: seconds since 1970. Read are `retry-after-ms` and `Retry-After` as seconds or as a date (RFC 9110, 10.2.3).

    >>> retry_after({"retry-after": "Thu, 01 Jan 1970 00:00:07 GMT"}, 2.0), retry_after({"retry-after": "1e9"}, 0)
    (5.0, 60.0)
    """
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name, "")[:64].strip()
        try:
            seconds = float(value) * unit
        except ValueError:
            seconds = _until(value, now) if unit == 1.0 else 0.0
        if isfinite(seconds) and seconds > 0:
            return min(LONGEST_ASKED, seconds)
    return 0.0


def _until(date: str, now: float) -> float:
    try:
        moment = parsedate_to_datetime(date)
    except (ValueError, TypeError, IndexError, OverflowError):
        return 0.0
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() - now


class Limiter:
    """Turns, so that in any minute no more requests begin, and no more tokens are sent, than allowed; one for all threads.

    Each request puts off the next one by its share of a minute (a token bucket that holds one request): nothing is saved
    up while a server is slow, so no burst follows. A `pause` holds everybody back."""

    def __init__(self, clock: Clock, requests: float | None = None, tokens: float | None = None) -> None:
        self._clock, self._requests, self._tokens = clock, requests, tokens
        self._free_requests = self._free_tokens = self._paused = clock.now()
        self._lock = threading.Lock()

    def turn(self, tokens: int = 0) -> None:
        """Wait until a request of about so many tokens may begin."""
        while True:
            begin = self._book(tokens)
            while (left := begin - self._clock.now()) > 0:
                self._clock.sleep(left)
            if self._paused <= begin:
                return
            # A pause came in between: queue up again, else all who waited would begin at its end together.

    def _book(self, tokens: int) -> float:
        with self._lock:
            begin = max(self._clock.now(), self._free_requests, self._free_tokens, self._paused)
            if self._requests:
                self._free_requests = begin + 60 / self._requests
            if self._tokens:
                self._free_tokens = begin + 60 * tokens / self._tokens
            return begin

    def correct(self, more: int) -> None:
        """A request that had its turn took so many tokens more (or fewer, if negative) than was said."""
        if self._tokens:
            with self._lock:
                self._free_tokens += 60 * more / self._tokens

    def pause(self, seconds: float) -> None:
        """Nobody begins for so many seconds."""
        with self._lock:
            self._paused = max(self._paused, self._clock.now() + seconds)
