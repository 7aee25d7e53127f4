"""Story lengths by the papers' own rules (found by recomputing every cell; docs/validation.md has them)."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from cultural_tom.subsets import TASK_VIEW
from validation.checks.missing import Missing
from validation.checks.speakers import TURN
from validation.checks.tokens import banglabert_tokenizer, jieba_tokenizer, xlmr_tokenizer
from validation.engine.dataset import Dataset, Rows, tag
from validation.engine.results import CheckOptions, Figure, Result

NAME = "length"
FIELDS = ("context", "question")
Measure = Callable[[str], float]


def check(dataset: Dataset, options: CheckOptions) -> Result:
    """Average lengths of the configs in view. A tokenizer that is not here is named in `skipped`."""
    result = Result(NAME)
    for config in dataset.configs:
        rows = dataset.rows(config)
        result.figures.extend(_plain(config, rows))
        subset = dataset.config(config).subset
        if subset == "tombench":
            result.figures.extend(_tombench(config, rows))
        elif subset == "multitom":
            try:
                result.figures.extend(_multitom(config, rows, options))
            except Missing as e:
                result.skipped.append(f"average story length of {config}: {e}")
        elif subset == "tactfultom":
            result.figures.extend(_turns(config, rows))
    return result


def words(text: str) -> int:
    return len(text.split())


def _plain(config: str, rows: Rows) -> Iterator[Figure]:
    """For every config: characters and words between white space, over rows and over distinct stories."""
    for field in FIELDS:
        texts = [r[field] for r in rows]
        for unit, measure in (("characters", len), ("words", words)):
            yield Figure(
                config, f"mean_{field}", "", _mean(texts, measure), unit, len(texts), "mean over rows"
            )
    texts = list({r["context"] for r in rows})
    for unit, measure in (("characters", len), ("words", words)):
        lengths = [measure(t) for t in texts]
        for name, value in zip(
            ("p05", "p25", "p50", "p75", "p95"), np.percentile(lengths, [5, 25, 50, 75, 95]), strict=True
        ):
            yield Figure(
                config, f"story_{name}", "", float(value), unit, len(texts), "percentile of distinct stories"
            )


def _mean(texts: Iterable[str], measure: Measure) -> float:
    known: dict[str, float] = {}
    return float(np.mean([known.setdefault(t, measure(t)) if t not in known else known[t] for t in texts]))


def by_group(rows: Rows, key: Callable[[dict[str, Any]], str]) -> dict[str, Rows]:
    out: dict[str, Rows] = {}
    for row in rows:
        if name := key(row):
            out.setdefault(name, []).append(row)
    return out


def _tombench(config: str, rows: Rows) -> Iterator[Figure]:
    """ToMBench, Tables 1 and 18: characters for zh, words between white space for en, mean over questions.
    Task View is the plain mean of the eight tasks; Ability View and categories are means over questions."""
    zh = config.endswith("_zh")
    measure, unit = (len, "characters") if zh else (words, "words")
    rule = "mean over questions"

    def cell(group: str, members: Rows) -> Figure:
        return _asl(config, group, _mean([r["context"] for r in members], measure), unit, len(members), rule)

    tasks = [cell(f"task:{t}", m) for t, m in by_group(rows, _task).items()]
    yield from tasks
    yield from (cell(f"ability:{a}", m) for a, m in by_group(rows, lambda r: r["ability"]).items())
    yield from (cell(f"category:{c}", m) for c, m in by_group(rows, lambda r: tag(r, "category")).items())
    if tasks:
        n = sum(f.n for f in tasks)
        yield _asl(config, "view:task", _mean_of(tasks), unit, n, "unweighted mean of the tasks")
    yield cell("view:ability", rows)


def _task(row: dict[str, Any]) -> str:
    """The task of a row in the papers' Task View; empty if it is in none."""
    return str(row["task"]) if row["task"] in TASK_VIEW else ""


def _multitom(config: str, rows: Rows, options: CheckOptions) -> Iterator[Figure]:
    """Multi-ToM, Table 3: jieba tokens for zh, BanglaBERT tokens for bn, XLM-RoBERTa pieces for the others,
    mean over questions; both views are unweighted means of their rows."""
    language = config.rpartition("_")[2]
    if language == "zh":
        tokenizer = jieba_tokenizer()
    elif language == "bn":
        tokenizer = banglabert_tokenizer(options)
    else:
        tokenizer = xlmr_tokenizer(options)
    rule = f"mean over questions, {tokenizer.name}"
    groups = {"task": by_group(rows, _task), "category": by_group(rows, lambda r: tag(r, "category"))}
    for kind, view in (("task", "view:task"), ("category", "view:ability")):
        cells = [
            _asl(
                config,
                f"{kind}:{name}",
                _mean([r["context"] for r in members], tokenizer.count),
                "tokens",
                len(members),
                rule,
            )
            for name, members in groups[kind].items()
        ]
        yield from cells
        if cells:
            n = sum(f.n for f in cells)
            yield _asl(
                config, view, _mean_of(cells), "tokens", n, f"unweighted mean of the {len(cells)} rows above"
            )


def _turns(config: str, rows: Rows) -> Iterator[Figure]:
    """TactfulToM, Table 1: turns per conversation; a turn is a line that begins with a speaker in bold."""
    for group, members in (("", rows), ("paper84:yes", [r for r in rows if tag(r, "paper84") == "yes"])):
        conversations = {r["context_id"]: r["context"] for r in members}
        if conversations:
            turns = [sum(1 for m in TURN.finditer(text) if m["bold"]) for text in conversations.values()]
            method = "lines that begin with a speaker in bold"
            yield Figure(
                config, "turns", group, float(np.mean(turns)), "turns per conversation", len(turns), method
            )


def _asl(config: str, group: str, value: float, unit: str, n: int, method: str) -> Figure:
    return Figure(config, "asl", group, value, unit, n, method)


def _mean_of(figures: list[Figure]) -> float:
    return float(np.mean([f.value for f in figures if isinstance(f.value, float)]))
