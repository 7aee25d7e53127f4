"""ToMBench: Tables 1 and 18 from the rows; Tables 2, 3, 21 and 22 by arithmetic with the rows' denominators."""

from collections.abc import Iterator

from cultural_tom.subsets import ABILITY_VIEW, TASK_VIEW
from validation.engine.dataset import tag
from validation.papers import arithmetic
from validation.papers.built import Built, not_built
from validation.papers.cells import Cell, Published
from validation.papers.verdict import Claim, cannot

CONFIGS = ("tombench_zh", "tombench_en")
TOTALS = {"all_tasks": "view:task", "all_abilities": "view:ability"}
# Its 100 questions carry two raw labels, which the paper averages (dossier: with the labels' 76 and 24 questions).
TWO_LABELS = "desires_influence_on_actions_emotions"
RAW = ("desires_influence_on_actions", "desires_influence_on_emotions_beliefs")


def claims(pub: Published, built: Built) -> Iterator[Claim]:
    """A claim on every figure of the paper."""
    for cell in pub.cells:
        yield _statistic(cell, pub, built) if cell.table in ("1", "18") else _result(cell, pub, built)


def _statistic(cell: Cell, pub: Published, built: Built) -> Claim:
    if cell.metric == "final_agreement":
        return _agreement(cell, pub)
    config = built.first(f"tombench_{cell.language}") if cell.language else built.first(*CONFIGS)
    if not config:
        return Claim(cell, missing=not_built(CONFIGS))
    kind = {"task": "task", "ability_group": "category", "ability": "ability"}.get(cell.item_type)
    group = TOTALS.get(cell.item) or f"{kind}:{cell.item}"
    basis = f"rows of {config}"
    if cell.metric == "avg_story_length":
        unit = "characters" if cell.language == "zh" else "words"
        rule = "mean of the eight tasks" if group == "view:task" else "mean over questions"
        return _claim(cell, built.length(config, "asl", group, unit), basis, f"{unit}, {rule}")
    if cell.metric == "questions":
        if cell.item in TOTALS:
            return _claim(cell, _questions(built, config, cell.item), basis, "rows")
        return _claim(cell, built.count(config, "questions", group), basis, "rows")
    summed = cell.item in TOTALS or kind == "category"
    name, how = (
        ("stories_summed", "sum over rows of the table") if summed else ("stories", "distinct stories")
    )
    return _claim(cell, built.count(config, name, group), basis, how)


def _questions(built: Built, config: str, item: str) -> int | None:
    if item == "all_abilities":
        return built.count(config, "questions", "")
    found = [built.count(config, "questions", f"task:{task}") for task in TASK_VIEW]
    return sum(n for n in found if n is not None) if any(found) else None


def _claim(cell: Cell, value: float | None, basis: str, how: str) -> Claim:
    return Claim(
        cell,
        value,
        basis,
        how,
        missing="" if value is not None else f"no such row in {basis.removeprefix('rows of ')}",
    )


def _agreement(cell: Cell, pub: Published) -> Claim:
    """Agreement of the totals and groups is a mean of printed ones; that of tasks and abilities is not in the data."""
    if cell.item == "all_tasks":
        parts = pub.all_like(cell, "item", TASK_VIEW)
    elif cell.item in ABILITY_VIEW and cell.table == "1":
        parts = [
            c for c in pub.cells if c.table == "18" and c.subset == cell.item and c.metric == cell.metric
        ]
    elif cell.item == "all_abilities":
        return arithmetic.mean(cell, pub.all_like(cell, "item", ABILITY_VIEW))
    else:
        return cannot(cell)
    questions = [pub.like(part, metric="questions") for part in parts or []]
    weights = [q.value for q in questions if q]
    return arithmetic.mean(
        cell, parts, weights, f"mean of {len(weights)} printed figures, weighted by questions"
    )


def _result(cell: Cell, pub: Published, built: Built) -> Claim:
    if not cell.text:
        return Claim(cell)
    if cell.table == "text":
        return _text(cell, pub, built)
    if cell.model == "LLM Grand Mean":
        models = list(
            dict.fromkeys(
                c.model for c in pub.cells if c.table == "2" and c.model not in ("Human", cell.model)
            )
        )
        parts = [p for m in models if (p := pub.like(cell, model=m))]
        return arithmetic.mean(cell, parts, what=f"mean of {len(parts)} models")
    if cell.item == "all_tasks_macro_average" and cell.variant != "drop":
        return arithmetic.mean(cell, pub.all_like(cell, "item", TASK_VIEW))
    if cell.item == "all_ability_groups_macro_average":
        return arithmetic.mean(
            cell, pub.all_like(cell, "item", ABILITY_VIEW, metric="accuracy_macro_over_abilities")
        )
    if cell.variant == "drop":
        before = pub.like(cell, variant="original", metric="accuracy")
        after = pub.like(cell, variant="coherent", metric="story_level_accuracy")
        return arithmetic.difference(cell, before, after)
    if cell.table == "3":
        return _group(cell, pub)
    return _share(cell, pub, built)


def _group(cell: Cell, pub: Published) -> Claim:
    """The mean over a group's abilities in Table 21; desire as the paper does it, with one ability twice."""
    names = dict.fromkeys(c.item for c in pub.cells if c.table == "21" and c.subset == cell.item)
    parts = pub.all_like(cell, "item", names, table="21", subset=cell.item, metric="accuracy")
    if parts is None:
        return Claim(cell, missing=f"Table 21 is not legible for all {len(names)} abilities of the group")
    weights = [2.0 if name == TWO_LABELS else 1.0 for name in names]
    what = f"mean of {len(parts)} abilities of Table 21"
    return arithmetic.mean(cell, parts, weights, what + (", one of them twice" if 2.0 in weights else ""))


def _share(cell: Cell, pub: Published, built: Built) -> Claim:
    config = built.first(f"tombench_{cell.language}", *CONFIGS)
    if not config:
        return Claim(cell, missing=not_built(CONFIGS))
    if cell.item == TWO_LABELS:
        return _two_labels(cell, pub, built, config)
    group = f"{'ability' if cell.table == '21' else 'task'}:{cell.item}"
    if cell.variant == "coherent":
        n: int | None = _paper_stories(built, config, cell.item)
    else:
        n = built.count(config, "questions", group)
    return (
        arithmetic.share(cell, n, f"n from {config}")
        if n
        else Claim(cell, missing=f"{config} has no {cell.item}")
    )


def _paper_stories(built: Built, config: str, task: str) -> int:
    """Stories as the paper counts them: where upstream cuts one in two, its rows carry the tag `paper_story`."""
    rows = [r for r in built.rows(config) if r["task"] == task]
    return len({tag(r, "paper_story") or r["context_id"] for r in rows})


def _two_labels(cell: Cell, pub: Published, built: Built, config: str) -> Claim:
    """The mean of the shares of two raw labels whose right answers add to those of the same questions in Table 2."""
    sizes = built.tally(config, lambda r: tag(r, "raw"))
    a, b = (sizes[name] for name in RAW)
    whole = pub.like(cell, table="2", subset="", item="persuasion_story_task")
    if not a or not b or whole is None:
        return Claim(cell, missing="the same questions in Table 2 are not legible")
    k = arithmetic.right(whole, a + b)
    pairs = [(i, k - i) for i in range(a + 1) if 0 <= k - i <= b]
    i, j = min(pairs, key=lambda p: abs(50 * (p[0] / a + p[1] / b) - cell.value))
    how = f"mean of {i}/{a} and {j}/{b}; {k} right in Table 2"
    chance = len(pairs) * cell.step / cell.scale
    return Claim(cell, 50 * (i / a + j / b), f"n from {config}", how, chance=chance)


def _text(cell: Cell, pub: Published, built: Built) -> Claim:
    config = built.first(*CONFIGS)
    if cell.metric == "questions" and config:
        n = _questions(built, config, "all_abilities" if cell.item == "samples" else "all_tasks")
        return _claim(cell, n, f"rows of {config}", "rows")
    if cell.item == "knowledge_pretend_play_links" and config:
        n = built.count(config, "questions", f"ability:{cell.item}")
        return arithmetic.share(cell, n, f"n from {config}") if n else cannot(cell)
    table, metric = {"all_tasks_macro_average": ("2", "accuracy"),
                     "all_ability_groups_macro_average": ("3", "accuracy_macro_over_groups")}.get(cell.item, ("", ""))  # fmt: skip
    variant = ""
    if cell.metric == "coherent_test_drop":
        return arithmetic.total(cell, _found(pub, "22", "drop", cell.item, "accuracy_drop", "Human"))
    if cell.metric == "human_minus_best_model_coherent":
        table, metric, variant = "22", "story_level_accuracy", "coherent"
        # Four of the twenty model rows of Table 22 are cut off, among them the best ones with CoT.
    if not table:
        return cannot(cell)
    human = _found(pub, table, variant, cell.item, metric, "Human")
    models = [
        c
        for c in _found(pub, table, variant, cell.item, metric)
        if c.model not in ("Human", "LLM Grand Mean")
    ]
    best = max(models, key=lambda c: c.value, default=None)
    return arithmetic.difference(cell, human[0] if human else None, best)


def _found(pub: Published, table: str, variant: str, item: str, metric: str, model: str = "") -> list[Cell]:
    return [
        c for c in pub.cells
        if (c.table, c.variant, c.item, c.metric) == (table, variant, item, metric) and c.text and model in ("", c.model)
    ]  # fmt: skip
