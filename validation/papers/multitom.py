"""Multi-ToM: Table 3 from the rows, Tables 4 to 9 by arithmetic with the rows' denominators."""

from collections.abc import Iterator

from cultural_tom.subsets import ABILITY_VIEW, TASK_VIEW
from validation.papers import arithmetic
from validation.papers.built import Built, not_built
from validation.papers.cells import Cell, Published
from validation.papers.tombench import TOTALS
from validation.papers.verdict import Claim

LANGUAGES = ("en", "zh", "fr", "ru", "hi", "bn", "ar")
PARTS = {"all_tasks": TASK_VIEW, "all_abilities": ABILITY_VIEW}


def claims(pub: Published, built: Built) -> Iterator[Claim]:
    """A claim on every figure of the paper."""
    for cell in pub.cells:
        if cell.table == "text":
            yield _text(cell, built)
        elif cell.table in ("3a", "3b"):
            yield _statistic(cell, pub, built)
        else:
            yield _share(cell, built)


def _group(cell: Cell) -> str:
    return TOTALS.get(cell.item) or f"{'task' if cell.item_type == 'task' else 'category'}:{cell.item}"


def _statistic(cell: Cell, pub: Published, built: Built) -> Claim:
    wanted = [
        f"multitom_{cell.variant}_{language}"
        for language in ([cell.language] if cell.language else LANGUAGES)
    ]
    config = built.first(*wanted)
    length = cell.metric == "avg_story_length"
    if config and length:
        value = built.length(config, "asl", _group(cell), "tokens")
        if value is not None:
            rule = "unweighted mean of the rows above" if cell.item in TOTALS else "mean over questions"
            return Claim(cell, value, f"rows of {config}", f"tokens, {rule}")
    elif config:
        first = cell.metric == "stories"
        value = (
            built.count(config, "stories_by_first_question", _group(cell))
            if first
            else _questions(cell, built, config)
        )
        if value is not None:
            how = "each story under its first question" if first else "rows"
            return Claim(cell, value, f"rows of {config}", how)
    if cell.item in PARTS:
        parts = pub.all_like(cell, "item", PARTS[cell.item])
        return arithmetic.mean(cell, parts) if length else arithmetic.total(cell, parts)
    lacks = (
        built.why_no_length(config)
        if config
        else not_built([f"multitom_{cell.variant}_{cell.language or '*'}"])
    )
    return Claim(cell, missing=lacks or f"no such row in {config}")


def _questions(cell: Cell, built: Built, config: str) -> int | None:
    """Ability View is all 502 questions, Task View those of the eight task files."""
    return built.count(config, "questions", "" if cell.item == "all_abilities" else _group(cell))


def _share(cell: Cell, built: Built) -> Claim:
    """The questions are the same in all fourteen configs, so that the denominators of any of them hold."""
    config = built.first(
        f"multitom_{cell.variant}_{cell.language}", *(f"multitom_direct_{x}" for x in LANGUAGES)
    )
    n = built.count(config, "questions", _group(cell)) if config else None
    return (
        arithmetic.share(cell, n, f"n from {config}")
        if n
        else Claim(cell, missing=not_built(["multitom_direct_*"]))
    )


def _text(cell: Cell, built: Built) -> Claim:
    if cell.item == "tombench_samples":
        config = built.first("tombench_en", "tombench_zh")
    else:
        config = built.first(*(f"multitom_direct_{x}" for x in LANGUAGES))
    n = built.count(config, "questions", "") if config else None
    return Claim(
        cell,
        n,
        f"rows of {config}",
        "rows",
        missing=not_built(["multitom_direct_*, tombench_*"]) if n is None else "",
    )
