"""Baselines that know nothing of minds: what a score must beat. Each is a rule from a request to places of options."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cultural_tom.models.interface import Reply, Settings, Workload
from cultural_tom.models.settings import refuse_others
from cultural_tom.prompting.request import Request
from cultural_tom.rows.order import uniform
from cultural_tom.subsets import SET_FORMATS, WITHOUT_SPACES

Places = tuple[int, ...]
Kind = tuple[str, int]
VERSION = 1
"""Counted up when a rule answers otherwise; part of the identity."""


def random(request: Request) -> Places:
    """A uniformly drawn answer, from the row's id, the order and the sample alone: the same in every run."""
    row, n = request.row, len(request.options)
    purpose = "random" + f"#{request.order}.{request.sample}" * bool(request.order or request.sample)
    if row["answer_format"] in SET_FORMATS:
        draw = 1 + int(uniform(row["id"], purpose) * (2**n - 1))
        return tuple(i for i in range(n) if draw >> i & 1)
    return tuple(int(uniform(row["id"], purpose, k) * n) for k in range(_slots(request)))


def longest(request: Request) -> Places:
    """The option with most characters (the first of equally long ones), in every slot."""
    return _best(request, len)


def shortest(request: Request) -> Places:
    """The option with fewest characters (the first of equally short ones), in every slot."""
    return _best(request, lambda option: -len(option))


def lexical(request: Request) -> Places:
    """The option that shares the largest part of its words (characters in Chinese and Japanese) with the context, in every
    slot."""
    unit = _units(request.row["language"])
    seen = set(unit(request.row["context"]))

    def overlap(option: str) -> float:
        words = unit(option)
        return sum(w in seen for w in words) / len(words) if words else 0.0

    return _best(request, overlap)


def last(request: Request) -> Places:
    """The option whose words the context has last (the first option where it has none), in every slot: where a thing was put
    last is where it is."""
    text = request.row["context"].lower()
    return _best(request, lambda option: text.rfind(option.lower().strip(" .")))


def first(request: Request) -> Places:
    """The option whose words the context has first, in every slot: where a thing was at the beginning."""
    text = request.row["context"].lower()

    def value(option: str) -> int:
        at = text.find(option.lower().strip(" ."))
        return -at if at >= 0 else -len(text) - 1

    return _best(request, value)


def most(request: Request) -> Places:
    """The option whose words the context has most often (the first of equally frequent ones), in every slot."""
    text = request.row["context"].lower()
    return _best(request, lambda option: text.count(option.lower().strip(" .")))


RULES: dict[str, Callable[[Request], Places]] = {
    "random": random, "longest": longest, "shortest": shortest, "lexical": lexical, "first": first, "last": last,
    "most": most,
}  # fmt: skip
COUNTED = ("majority", "constant")
"""These have seen the gold: an upper bound for answering by position."""


def build(name: str, settings: Settings) -> "Rule | Counted":
    """The baseline of that name. Raises `InputError` for options of a language model."""
    refuse_others(f"the baseline {name}", settings, {"images"})
    return Counted(name) if name in COUNTED else Rule(name, RULES[name])


class Rule:
    """A rule as a model."""

    def __init__(self, name: str, rule: Callable[[Request], Places]) -> None:
        self.name, self._rule = name, rule

    def identity(self) -> dict[str, Any]:
        return {"model": self.name, "version": VERSION}

    def record(self) -> dict[str, Any]:
        return {}

    def workload(self, requests: Sequence[Request]) -> Workload:
        return Workload(len(requests), len({r.row["context_id"] for r in requests}))

    def answer(self, requests: Sequence[Request]) -> Iterator[list[tuple[int, Reply]]]:
        yield [(i, Reply(answer=self._rule(r))) for i, r in enumerate(requests)]

    def close(self) -> None:
        pass


class Counted(Rule):
    """`majority`: the commonest gold of the config's rows with the same format and number of options, as they are stored;
    the answer follows the option wherever an order shows it. `constant`: the same letters in every order, those of `majority`
    in the stored one. Where all orders are the stored one they agree."""

    def __init__(self, name: str) -> None:
        super().__init__(name, self._commonest)
        self._gold: dict[Kind, Places] = {}

    def learn(self, rows: Sequence[Mapping[str, Any]]) -> None:
        counts: dict[Kind, Counter[Places]] = {}
        for row in rows:
            counts.setdefault(_kind(row), Counter())[tuple(row["gold"])] += 1
        self._gold = {k: min(c.items(), key=lambda item: (-item[1], item[0]))[0] for k, c in counts.items()}

    def _commonest(self, request: Request) -> Places:
        stored = self._gold[_kind(request.row)]
        if self.name == "constant":
            return stored
        shown = [request.options.index(request.row["options"][i]) for i in stored]
        return tuple(sorted(shown) if request.row["answer_format"] in SET_FORMATS else shown)


def _kind(row: Mapping[str, Any]) -> Kind:
    return row["answer_format"], len(row["options"])


def _slots(request: Request) -> int:
    return len(request.row["slots"]) or 1


def _best(request: Request, value: Callable[[str], float]) -> Places:
    values = [value(o) for o in request.options]
    return (values.index(max(values)),) * _slots(request)


def _units(language: str) -> Callable[[str], list[str]]:
    if language in WITHOUT_SPACES:
        return lambda text: [c for c in text if c.isalnum()]
    return lambda text: re.findall(r"[\w']+", text.lower())
