"""A model for the benchmark of runs: it sleeps as long as a machine of a given speed computes, and says something."""

import json
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cultural_tom.models.interface import Reply, Settings, Workload
from cultural_tom.prompting.request import Request

WORD = "therefore "


class Sleeping:
    """`batch` seconds a batch, in which `rate` replies a second come; with a rate of 0 no time at all."""

    def __init__(self, words: int, rate: float, batch: float, log: str) -> None:
        self.words, self.rate, self.batch, self.log = words, rate, batch, Path(log)
        self.slept, self.replies, self.first, self.cpu = 0.0, 0, 0.0, 0.0

    def identity(self) -> dict[str, Any]:
        return {"model": "sleeping", "words": self.words}

    def record(self) -> dict[str, Any]:
        return {}

    def workload(self, requests: Sequence[Request]) -> Workload:
        return Workload(len(requests), len({r.row["context_id"] for r in requests}))

    def answer(self, requests: Sequence[Request]) -> Iterator[list[tuple[int, Reply]]]:
        if not self.first:
            self.first, self.cpu = time.time(), time.process_time()
        size = max(1, int(self.rate * self.batch)) if self.rate else 64
        for start in range(0, len(requests), size):
            places = range(start, min(start + size, len(requests)))
            for i in places:  # as a model reads what it is asked
                _ = requests[i].user
            if self.rate:
                before = time.perf_counter()
                time.sleep(len(places) / self.rate)
                self.slept += time.perf_counter() - before
            self.replies += len(places)
            yield [(i, Reply(WORD * self.words + "Answer: A", new_tokens=self.words)) for i in places]

    def close(self) -> None:
        found = {"slept": self.slept, "replies": self.replies, "first": self.first, "cpu_first": self.cpu}
        self.log.write_text(json.dumps(found | {"cpu": time.process_time() - self.cpu}))


def build(name: str, settings: Settings) -> Sleeping:
    return Sleeping(*json.loads(os.environ["SLEEPING"]))
