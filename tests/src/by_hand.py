"""Tables and answers made by hand, without files: for tests of what scoring computes from them."""

import numpy as np
from synthetic import row

from cultural_tom.scoring.answers import Answers, Rules
from cultural_tom.scoring.measure import Scored
from cultural_tom.scoring.table import COLUMNS, Table


def rows(*golds, config="tombench_en", n=4, context=lambda i: i, **columns):
    """One choice row for each gold; a column given as a list has one value for each row."""
    made = []
    for i, gold in enumerate(golds):
        own = {k: v[i] if type(v) is list and len(v) == len(golds) else v for k, v in columns.items()}
        options = own.pop("options", [f"o{x}" for x in range(n)])
        gold = [gold] if isinstance(gold, int) else list(gold)
        made.append(row(config, f"r{i}", f"c{context(i)}", own.pop("task", "task"), options, gold, **own))
    return made


def table(made, config="tombench_en"):
    return Table(config, [r["id"] for r in made], {c: [r[c] for r in made] for c in COLUMNS})


def scored(made, given, keep=None, gold=None, rules=Rules(), config="tombench_en"):  # noqa: B008
    """given: for each row a list of answers as (sample, order, indices or None); one that is no list is sample 0 in
    order 0."""
    t = table(made, config)
    listed = [g if isinstance(g, list) else [(0, 0, g)] for g in given]
    kept = np.ones(len(made), bool) if keep is None else np.array(keep, bool)
    return Scored(t, Answers(t, listed, rules=rules), gold or t.gold, kept)


def leaf_value(leaf):
    return leaf.num.sum() / leaf.den.sum()
