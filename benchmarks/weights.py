"""Grow the trees by which extraction weighs what no rule reads (src/cultural_tom/extraction/weighing).

    python -m benchmarks.weights [--write]

They are grown on the labelled responses of real models for building (benchmarks.logged) whose texts are on this machine, each option
that a response names being one row. Printed is how often what is weighed is right where whole sources are left out in turn; over all
responses, most of which rules read before they are weighed.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cultural_tom.extraction.read import own_words
from cultural_tom.extraction.weighing.signs import SIGNS, signs
from cultural_tom.extraction.weighing.trees import as_trees

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "src"))

ROOT = Path(__file__).resolve().parents[1]
WEIGHTS = ROOT / "src" / "cultural_tom" / "extraction" / "weighing" / "weights.json"
TREES, RATE, LEAVES, FEWEST, RIDGE = 100, 0.1, 8, 30, 2.0
FOLDS, SEED = 6, 3
DIGITS = 5
LEASTS = (0.9, 0.93, 0.95, 0.96, 0.98, 0.99)


class Row(NamedTuple):
    """An option that a response names."""

    response: int
    source: str
    signs: list[float]
    right: bool


def cases() -> Iterator[tuple[str, str, Sequence[str], str, Sequence[int] | None]]:
    """Source, response, options, language and label of each response to a question that asks for one option."""
    import logged

    place = logged.place()
    if place is None:
        raise SystemExit("no logged texts here: set CULTURAL_TOM_LOGS (tests/src/logged_outputs/README.md)")
    lacking = set(logged.absent(place))
    labels = [x for x in logged.labels("build") if x.format == "choice" and x.source not in lacking]
    for source in dict.fromkeys(x.source for x in labels):
        texts = logged.texts(place, source)
        for label in (x for x in labels if x.source == source and x.key in texts):
            response, options = texts[label.key]
            yield source, response, options, label.language, label.indices


def rows() -> list[Row]:
    found = []
    for number, (source, response, options, language, label) in enumerate(cases()):
        read = own_words(response, options=options, language=language)
        for index, (told, _) in signs(*read).items() if read else ():
            found.append(Row(number, source, [float(x) for x in told], label == [index]))
    return found


def grown(of: Sequence[Row]) -> dict[str, Any]:
    """The trees as `weights.json` has them."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    model = HistGradientBoostingClassifier(
        max_iter=TREES, learning_rate=RATE, max_leaf_nodes=LEAVES, min_samples_leaf=FEWEST, l2_regularization=RIDGE,
        early_stopping=False, random_state=0,
    )  # fmt: skip
    model.fit([r.signs for r in of], [r.right for r in of])
    trees = [[_node(n) for n in grove[0].nodes] for grove in model._predictors]
    return {"signs": list(SIGNS), "base": _short(float(model._baseline_prediction[0, 0])), "trees": trees}


def _node(node: Any) -> list[float]:
    if node["is_leaf"]:
        return [_short(float(node["value"]))]
    return [
        int(node["feature_idx"]),
        _short(float(node["num_threshold"])),
        int(node["left"]),
        int(node["right"]),
    ]


def _short(number: float) -> float:
    return float(f"{number:.{DIGITS}g}")


def left_out(of: Sequence[Row]) -> Iterator[tuple[float, bool]]:
    """For each response its likeliest option's probability by trees that never saw its source, and whether it is right."""
    sources = sorted({r.source for r in of})
    random.Random(SEED).shuffle(sources)
    fold = {source: k % FOLDS for k, source in enumerate(sources)}
    for k in range(FOLDS):
        trees = as_trees(grown([r for r in of if fold[r.source] != k]))
        best: dict[int, tuple[float, bool]] = {}
        for r in (r for r in of if fold[r.source] == k):
            best[r.response] = max(best.get(r.response, (0.0, False)), (trees.probability(r.signs), r.right))
        yield from best.values()


def main(argv: list[str] | None = None) -> None:
    args = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    args.add_argument("--write", action="store_true", help="write weights.json")
    chosen = args.parse_args(argv)
    of = rows()
    print(
        f"{len({r.response for r in of})} responses of {len({r.source for r in of})} sources, {len(of)} options named"
    )
    told = list(left_out(of))
    for least in LEASTS:
        hits = [right for p, right in told if p >= least]
        print(
            f"at least {least}: {len(hits)} weighed, {sum(hits)} right ({100 * sum(hits) / max(1, len(hits)):.1f} %)"
        )
    if chosen.write:
        data = grown(of)
        trees = ",\n".join(json.dumps(tree, separators=(",", ":")) for tree in data.pop("trees"))
        head = json.dumps(data, ensure_ascii=False, indent=1).rstrip("\n}")
        WEIGHTS.write_text(f'{head},\n "trees": [\n{trees}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
