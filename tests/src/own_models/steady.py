"""A model for tests: its words follow from the request alone. It notes whom it was asked in the file named by STEADY_LOG,
takes STEADY_SLEEP seconds for each, and hands on batches of five."""

import os
import time
from pathlib import Path

from cultural_tom.models.interface import Reply, Workload

LOG, SLEEP, BATCH = Path(os.environ["STEADY_LOG"]), float(os.environ.get("STEADY_SLEEP", "0.004")), 5


class Steady:
    def identity(self):
        return {"model": "steady", "version": os.environ.get("STEADY_VERSION", "1")}

    def record(self):
        return {"device": "none"}

    def workload(self, requests):
        return Workload(len(requests), len({r.row["context_id"] for r in requests}))

    def answer(self, requests):
        # The last first: what is fast for a model is not the order of the rows.
        for start in range(len(requests) - BATCH, -BATCH, -BATCH):
            batch = []
            for place in range(max(start, 0), start + BATCH):
                request = requests[place]
                with LOG.open("a") as f:
                    f.write(f"{request.row['id']}#{request.order}#{request.sample}\n")
                time.sleep(SLEEP)
                letter = "ABCD"[int(request.digest, 16) % len(request.options) % 4]
                text = f"Überlegung {request.digest[:6]} … Answer: {letter}"
                batch.append((place, Reply(text, prompt_tokens=10, new_tokens=3)))
            yield batch

    def close(self):
        pass


def build(name, settings):
    return Steady()
