"""CulturalToM-VQA: counts and the Q-matrix from the rows, where they are built; Tables 2 to 5 by arithmetic."""

from collections.abc import Iterator

from validation.engine.dataset import tag
from validation.papers import arithmetic
from validation.papers.built import Built, not_built
from validation.papers.cells import Cell, Published
from validation.papers.verdict import FITTED, Claim, cannot

CONFIG = "culturaltom_vqa_en"
SPLITS = ("culturalvqa", "cvqa", "finding_emo")


def claims(pub: Published, built: Built) -> Iterator[Claim]:
    """A claim on every figure of the paper."""
    for cell in pub.cells:
        if cell.table == "1" or cell.item_type == "dataset_statistic":
            yield _statistic(cell, pub, built)
        elif cell.metric in ("accuracy", "percent_agreement"):
            yield _share(cell, pub, built)
        elif cell.metric.endswith("_delta_vs_original"):
            yield _delta(cell, pub)
        else:
            yield cannot(cell)


def _statistic(cell: Cell, pub: Published, built: Built) -> Claim:
    if cell.item == "images_selected" and cell.subset == "all" and not built.first(CONFIG):
        return arithmetic.total(cell, pub.all_like(cell, "subset", SPLITS))
    if cell.item == "questions_generated":
        return cannot(cell)
    if not built.first(CONFIG):
        return Claim(cell, missing=not_built([CONFIG]))
    rows = [r for r in built.rows(CONFIG) if cell.subset in ("", "all", tag(r, "image_source"))]
    if cell.table == "1":
        level = cell.variant.removeprefix("level_")
        held = any(r["task"] == cell.item and tag(r, "complexity") == level for r in rows)
        return Claim(cell, int(held), f"rows of {CONFIG}", "1 if the task has a question of the level")
    images = len({r["context_id"] for r in rows})
    values = {"images": images, "questions": len(rows), "mean": len(rows) / images if images else 0.0}
    return Claim(cell, values[cell.metric], f"rows of {CONFIG}", "rows and distinct images")


def _share(cell: Cell, pub: Published, built: Built) -> Claim:
    if cell.table == "4" and cell.subset == "all":
        parts = [(part, _n(part, built)[0]) for s in SPLITS if (part := pub.like(cell, subset=s))]
        claim = arithmetic.pooled(cell, parts, FITTED) if len(parts) == len(SPLITS) else cannot(cell)
        # The parts have three decimals: with thousands of questions their right answers are known to one or two.
        return Claim(cell, claim.value, claim.basis, claim.how, slack=0.0005, missing=claim.missing)
    n, basis = _n(cell, built)
    return arithmetic.share(cell, n, basis) if n else cannot(cell)


def _n(cell: Cell, built: Built) -> tuple[int, str]:
    group = "" if cell.subset in ("", "all") else f"image_source:{cell.subset}"
    n = built.count(CONFIG, "questions", group) if built.first(CONFIG) and cell.table != "text" else None
    if n:
        return n, f"n from {CONFIG}"
    return (int(cell.n), "n that the paper states") if cell.n else (int(cell.n_inferred or 0), FITTED)


def _delta(cell: Cell, pub: Published) -> Claim:
    metric = cell.metric.removesuffix("_delta_vs_original")
    after = pub.like(cell, metric=metric)
    before = pub.like(cell, metric=metric, variant="option_order_original")
    return arithmetic.difference(cell, after, before)
