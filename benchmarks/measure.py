"""Whole commands from outside: wall time, CPU time and peak memory as the operating system counts them."""

import os
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Measured:
    """Medians over the runs: seconds of wall and CPU time; the largest peak memory in MiB."""

    name: str
    wall: float
    cpu: float
    peak: float
    runs: int
    limit: str = ""

    def cells(self) -> list[str]:
        return [
            self.name,
            f"{self.wall:.2f}",
            f"{self.cpu:.2f}",
            f"{self.peak:.0f}",
            str(self.runs),
            self.limit,
        ]


def command(name: str, args: Sequence[str], runs: int = 3, limit: str = "") -> Measured:
    """Run a command `runs` times after one warm-up, its output thrown away; a failure stops the benchmark."""
    _once(args)
    results = [_once(args) for _ in range(runs)]
    walls, cpus, peaks = zip(*results, strict=True)
    return Measured(name, median(walls), median(cpus), max(peaks), runs, limit)


def _once(args: Sequence[str]) -> tuple[float, float, float]:
    start = time.perf_counter()
    process = subprocess.Popen(args, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(map(str, args))} ended with {process.returncode}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
