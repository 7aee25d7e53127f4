"""XToM: Table 6 and the word counts of Table 1 from the rows; Tables 1 and 7 to 11 by arithmetic."""

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache

from cultural_tom.subsets import SUBSETS, WITHOUT_SPACES
from validation.papers import arithmetic
from validation.papers.built import Built, not_built
from validation.papers.cells import Cell, Published
from validation.papers.verdict import FITTED, Claim, cannot

LANGUAGES = ("en", "zh", "de", "fr", "ja")
TARGETS = ("zh", "de", "ja", "fr")
OWN = tuple(subset.name for subset in SUBSETS.values() if subset.paper == "xtom")
_ORDERS = ("belief_first_order", "belief_second_order")
PARTS: dict[str, dict[str, tuple[str, ...]]] = {
    "all_questions": {
        "xfantom": ("belief", "fact"),
        "xtomi": ("belief", "reality"),
        "xnegotiationtom": ("belief", "desire", "intention"),
    },
    "belief": {"xfantom": _ORDERS, "xtomi": _ORDERS},
    "belief_second_order": {"xfantom": ("belief_second_order_acyclic", "belief_second_order_cyclic")},
}
# The paper's word for a kind of question: the group of the check `counts`.
GROUP = {"belief": "task:belief", "desire": "task:desire", "intention": "task:intention", "fact": "task:fact",
         "reality": "task:reality", "belief_first_order": "belief_order:1", "belief_second_order": "belief_order:2",
         "belief_second_order_acyclic": "question_type:second_order_acyclic",
         "belief_second_order_cyclic": "question_type:second_order_cyclic"}  # fmt: skip


def claims(pub: Published, built: Built) -> Iterator[Claim]:
    """A claim on every figure of the paper."""
    for cell in pub.cells:
        if cell.table in ("6", "text"):
            yield _count(cell, pub, built)
        elif cell.table == "1":
            yield _quality(cell, pub, built)
        elif cell.table == "7":
            yield _kappa(cell, pub)
        elif cell.table == "10" and cell.metric == "exact_match":
            yield _two_agents(cell, built)
        elif cell.table in ("8", "9", "11"):
            yield _share(cell, pub, built)
        else:
            yield cannot(cell)


def _configs(subset: str, built: Built) -> list[str]:
    return [c for language in LANGUAGES if (c := built.first(f"{subset}_{language}"))]


def _size(
    subset: str, item: str, built: Built, languages: tuple[str, ...] = LANGUAGES
) -> tuple[int | None, str]:
    """Questions of a kind in one language, from the first of these languages that is built, and its config."""
    config = built.first(*(f"{subset}_{x}" for x in languages))
    return (built.count(config, "questions", GROUP.get(item, "")) if config else None), config


def _count(cell: Cell, pub: Published, built: Built) -> Claim:
    """Questions and stories of the three subsets, and their sums."""
    if cell.table == "text" and cell.subset == "all" and cell.item in ("questions", "stories"):
        wanted = [c for c in pub.cells if c.table == "text" and c.item == cell.item and c.subset in OWN]
        return arithmetic.total(cell, wanted)
    if cell.table == "text" and cell.subset in OWN and cell.item in ("questions_per_language", "stories"):
        config = built.first(*(f"{cell.subset}_{x}" for x in LANGUAGES))
        if not config:
            return Claim(cell, missing=not_built([f"{cell.subset}_*"]))
        return _counted(cell, _of_one_language(cell, built, config), [config], built)
    if cell.metric != "questions":
        return cannot(cell)
    configs = _configs(cell.subset, built)
    found = [built.count(c, "questions", GROUP.get(cell.item, "")) for c in configs]
    sizes = [n for n in found if n is not None]
    parts = PARTS.get(cell.item, {}).get(cell.subset, ()) if cell.table == "6" else ()
    if not sizes:
        missing = Claim(cell, missing=not_built([f"{cell.subset}_*"]))
        return arithmetic.total(cell, pub.all_like(cell, "item", parts)) if parts else missing
    if len(sizes) == len(LANGUAGES):
        return _counted(cell, sum(sizes), configs, built)
    return _counted(
        cell, sizes[0] * len(LANGUAGES), configs[:1], built, f"{sizes[0]} rows times five languages"
    )


def _of_one_language(cell: Cell, built: Built, config: str) -> int | None:
    """Questions, or stories: a ToMi story, a FANToM conversation, the dialogue up to an utterance."""
    if cell.item == "questions_per_language":
        return built.count(config, "questions", "")
    return (
        _prefixes(built, config) if cell.subset == "xnegotiationtom" else built.count(config, "stories", "")
    )


def _counted(cell: Cell, n: int | None, configs: list[str], built: Built, how: str = "rows") -> Claim:
    """A count from the rows. Rebuilt rows were chosen to have the paper's counts: that they have one proves nothing
    about the paper; that they cannot have it does."""
    rebuilt = [c for c in configs if built.state(c) == "rebuilt"]
    if rebuilt and cell.text and n == cell.value:
        told = f"the rows of {', '.join(rebuilt)} are rebuilt and were chosen to have the paper's counts, so that having this one ({n}) proves nothing"
        return Claim(cell, missing=told)
    return Claim(cell, n, f"rows of {', '.join(configs)}", how)


def _prefixes(built: Built, config: str) -> int:
    return len({str(r["parallel_id"]).split("/")[1] for r in built.rows(config)})


def _quality(cell: Cell, pub: Published, built: Built) -> Claim:
    if cell.metric == "avg_word_count":
        config = built.first(f"{cell.subset}_{cell.language}")
        value = (
            built.length(config, "mean_context", "", "words")
            if config and cell.language not in WITHOUT_SPACES
            else None
        )
        return (
            Claim(cell, value, f"rows of {config}", "words of the story, mean over questions")
            if value
            else cannot(cell)
        )
    if cell.metric != "bertscore_f1":
        return cannot(cell)
    return _harmonic(
        cell,
        *(pub.like(cell, item=f"bertscore_{x}", metric=f"bertscore_{x}") for x in ("precision", "recall")),
    )


def _harmonic(cell: Cell, p: Cell | None, r: Cell | None) -> Claim:
    """A mean of F1 values is at most the harmonic mean of the mean precision and the mean recall."""
    if p is None or r is None:
        return cannot(cell)
    bound = 2 * p.value * r.value / (p.value + r.value)
    return Claim(cell, bound, "printed cells", f"harmonic mean of {p.text} and {r.text}", p.step / 2)


def _kappa(cell: Cell, pub: Published) -> Claim:
    if cell.subset == "all" and cell.language == "all":
        parts = [c for c in pub.cells if c.table == "7" and c.subset != "all" and c.language != "all"]
        return arithmetic.mean(cell, parts)
    if cell.subset == "all":
        return arithmetic.mean(cell, pub.all_like(cell, "subset", OWN))
    return (
        arithmetic.mean(cell, pub.all_like(cell, "language", TARGETS))
        if cell.language == "all"
        else cannot(cell)
    )


def _share(cell: Cell, pub: Published, built: Built) -> Claim:
    parts = PARTS.get(cell.item, {}).get(cell.subset, ())
    if not parts:
        n, basis = _n(cell, built)
        return arithmetic.share(cell, n, basis)
    if not cell.text:
        return Claim(cell)
    found = [
        (part, _n(part, built)[0] if part else 0) for part in (pub.like(cell, item=item) for item in parts)
    ]
    return arithmetic.pooled(cell, found, _n(cell, built)[1])


def _n(cell: Cell, built: Built) -> tuple[int, str]:
    """The denominator: from the rows, or else the one that the paper states or its cells fit."""
    n, config = _size(cell.subset, cell.item, built, (cell.language, *LANGUAGES))
    if n:
        return n, f"n from {config}"
    return (int(cell.n), "n of Table 6") if cell.n else (int(cell.n_inferred), FITTED)


def _two_agents(cell: Cell, built: Built) -> Claim:
    """The paper's exact match: the mean of two per-agent accuracies, each rounded, over all beginnings of dialogues."""
    if not cell.text:
        return Claim(cell)
    config = built.first(f"xnegotiationtom_{cell.language}")
    if config or cell.language != "zh":
        config = config or built.first(*(f"xnegotiationtom_{x}" for x in LANGUAGES))
        n, basis = (
            (_prefixes(built, config), f"n from {config}") if config else (int(cell.n_inferred) // 2, FITTED)
        )
    else:
        n, basis = int(cell.n_inferred) // 2, FITTED
    pairs = _means(n)
    at = bisect_left(pairs, (cell.value, 0, 0))
    value, a, b = min(pairs[max(0, at - 1) : at + 1], key=lambda p: abs(p[0] - cell.value))
    how = f"mean of {a}/{n} and {b}/{n}, each rounded"
    return Claim(cell, value, basis, how, chance=min(1.0, len(pairs) * cell.step / cell.scale))


@cache
def _means(n: int) -> list[tuple[float, int, int]]:
    """The possible means of two rounded percentages k/n, in order, each with one pair that gives it."""
    rounded = [round(100 * k / n, 2) for k in range(n + 1)]
    found: dict[float, tuple[int, int]] = {}
    for total in range(2 * n + 1):
        # Pairs of one total differ by rounding only, and by which remainders meet: three neighbours show all.
        for a in range(max(0, total // 2 - 3), min(n, total // 2 + 3) + 1):
            if 0 <= total - a <= n:
                found.setdefault(round((rounded[a] + rounded[total - a]) / 2, 4), (a, total - a))
    return sorted((value, *pair) for value, pair in found.items())
