"""A model in memory and a run with it, for tests of what a run does."""

from cultural_tom.inference import predict as running
from cultural_tom.inference.bare import requests
from cultural_tom.inference.progress import Progress
from cultural_tom.inference.run import Plan
from cultural_tom.models.interface import Reply, Workload
from cultural_tom.rows.loading import SAMPLE


class Model:
    """Answers every request with what `reply` makes of it, in batches. asked: the ids, in the order asked."""

    def __init__(self, reply=lambda request: Reply("Answer: A"), version=1, batch=5, **more):
        self.reply, self.version, self.batch, self.more = reply, version, batch, more
        self.asked, self.closed = [], False

    def identity(self):
        return {"model": "in memory", "version": self.version}

    def record(self):
        return self.more

    def workload(self, requests):
        return Workload(len(requests), 1)

    def answer(self, requests):
        for start in range(0, len(requests), self.batch):
            places = range(start, min(start + self.batch, len(requests)))
            self.asked += [requests[i].row["id"] for i in places]
            yield [(i, self.reply(requests[i])) for i in places]

    def close(self):
        self.closed = True


def plan(folder, configs="xtomi_fr", orders=1, samples=1, limit=None, make=None, data=SAMPLE):
    def made(rows):
        return (make or requests)(rows, orders=orders, samples=samples)

    return Plan(data, tuple(configs.split(",")), made, folder / "p.jsonl", orders, samples, limit)


def go(folder, model, **how):
    """Run it all; what `predict` returns."""
    return running.predict(plan(folder, **how), lambda: model, Progress(0, quiet=True))
