"""How many rows and stories there are, by every category the papers count."""

from collections.abc import Callable, Iterable
from typing import Any

from cultural_tom.subsets import TASK_VIEW
from validation.engine.dataset import Dataset, Rows, tag
from validation.engine.results import CheckOptions, Figure, Result

NAME = "counts"
TAGS = (
    "category",
    "class",
    "level",
    "lie",
    "format",
    "fact",
    "paper84",
    "complexity",
    "image_source",
    "region",
    "agent",
    "view",
)
COLUMNS = ("task", "ability", "question_type", "answer_format", "origin", "audit_status")


def check(dataset: Dataset, options: CheckOptions) -> Result:
    """Counts of the configs in view: questions, stories (distinct contexts) and distinct story texts."""
    result = Result(NAME)
    for config in dataset.configs:
        rows = dataset.rows(config)
        result.figures.extend(_counts(config, rows))
        subset = dataset.config(config).subset
        if subset == "multitom":
            result.figures.extend(_first_question(config, rows))
        elif subset == "tombench":
            result.figures.extend(_summed(config, rows))
    return result


def _counts(config: str, rows: Rows) -> Iterable[Figure]:
    yield from _both(config, "", rows)
    for column in COLUMNS:
        yield from _by(config, column, rows, lambda r, c=column: r[c])  # type: ignore[misc]
    yield from _by(
        config, "belief_order", rows, lambda r: "" if r["belief_order"] is None else str(r["belief_order"])
    )
    for name in TAGS:
        yield from _by(config, name, rows, lambda r, t=name: tag(r, t))  # type: ignore[misc]
    if tag_rows := [r for r in rows if tag(r, "class")]:
        yield from _by(
            config, "class_task", tag_rows, lambda r: f"{tag(r, 'class')}/{r['task']}/{r['answer_format']}"
        )
    yield from _options(config, rows)


def _options(config: str, rows: Rows) -> Iterable[Figure]:
    by_size = _by(config, "options", rows, lambda r: str(len(r["options"])))
    yield from (f for f in by_size if f.name == "questions")


def _by(config: str, kind: str, rows: Rows, value: Callable[[dict[str, Any]], str]) -> Iterable[Figure]:
    groups: dict[str, Rows] = {}
    for row in rows:
        if got := value(row):
            groups.setdefault(got, []).append(row)
    for name in sorted(groups):
        yield from _both(config, f"{kind}:{name}", groups[name])


def _both(config: str, group: str, rows: Rows) -> Iterable[Figure]:
    yield Figure(config, "questions", group, len(rows), "count", len(rows), "rows")
    stories = len({r["context_id"] for r in rows})
    yield Figure(
        config, "stories", group, stories, "count", len(rows), "distinct context_id with a row in the group"
    )
    if not group:
        texts = len({r["context"] for r in rows})
        yield Figure(config, "story_texts", group, texts, "count", len(rows), "distinct context texts")


def _first_question(config: str, rows: Rows) -> Iterable[Figure]:
    """Multi-ToM's own way (Table 3): a story counts once, under the category of its first question."""
    first: dict[str, dict[str, Any]] = {}
    for row in rows:
        first.setdefault(row["context_id"], row)
    method = "distinct context_id, each under its first question"
    groups: dict[str, int] = {}
    for row in first.values():
        for group in (f"category:{tag(row, 'category')}", f"task:{row['task']}"):
            groups[group] = groups.get(group, 0) + 1
    groups["view:ability"] = sum(n for g, n in groups.items() if g.startswith("category:"))
    groups["view:task"] = sum(n for g, n in groups.items() if g.removeprefix("task:") in TASK_VIEW)
    for group, count in sorted(groups.items()):
        yield Figure(config, "stories_by_first_question", group, count, "count", len(rows), method)


def _summed(config: str, rows: Rows) -> Iterable[Figure]:
    """ToMBench's own way (Tables 1 and 18): a category's stories are the sum over its abilities, so that a
    story whose questions ask for two abilities counts twice; a view's are the sum over its rows."""
    abilities: dict[tuple[str, str], set[str]] = {}
    tasks: dict[str, set[str]] = {}
    for row in rows:
        abilities.setdefault((tag(row, "category"), row["ability"]), set()).add(row["context_id"])
        if row["task"] in TASK_VIEW:
            tasks.setdefault(row["task"], set()).add(row["context_id"])
    groups: dict[str, int] = {"view:task": sum(map(len, tasks.values()))}
    for (category, _), stories in abilities.items():
        groups[f"category:{category}"] = groups.get(f"category:{category}", 0) + len(stories)
    groups["view:ability"] = sum(map(len, abilities.values()))
    for group, count in sorted(groups.items()):
        yield Figure(
            config, "stories_summed", group, count, "count", len(rows), "sum over abilities or tasks"
        )
