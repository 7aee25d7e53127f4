"""Our figures beside scikit-learn's and lm-eval's metric functions, on the same rows in one run."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from cultural_tom.scoring.figures import Plan, evaluate, mean_leaf

ROWS, CLUSTERS, OPTIONS = 12_000, 3_000, 4


def figures() -> list[list[str]]:
    """One line per figure: name, ours and theirs, and the seconds each took."""
    from lm_eval.api.metrics import acc_fn, bootstrap_stderr, f1_score, mean
    from sklearn.metrics import accuracy_score
    from sklearn.metrics import f1_score as sk_f1

    rng = np.random.default_rng(0)
    gold = rng.integers(0, OPTIONS, ROWS)
    answer = np.where(rng.random(ROWS) < 0.6, gold, rng.integers(0, OPTIONS, ROWS))
    codes = rng.integers(0, CLUSTERS, ROWS)
    right = (gold == answer).astype(float)
    pairs = list(zip(gold.tolist(), answer.tolist(), strict=True))

    def ours(resamples: int) -> Any:
        plan = Plan(CLUSTERS)
        plan.add(
            "", "", "", mean_leaf(right, np.ones(ROWS, bool), codes, CLUSTERS, right * 0, np.zeros((1, ROWS)))
        )
        return evaluate(plan, resamples=resamples)[0]

    lines = [
        _line("accuracy", lambda: ours(0).value, {
            "scikit-learn": lambda: accuracy_score(gold, answer),
            "lm-eval": lambda: mean([acc_fn(float(r)) for r in right]),
        }),
        _line("macro F1 (4 letters)", lambda: _macro_f1(gold, answer), {
            "scikit-learn": lambda: sk_f1(gold, answer, average="macro"),
        }),
        _line("F1 of one label", lambda: _f1(gold == 1, answer == 1), {
            "lm-eval": lambda: f1_score([(int(g == 1), int(a == 1)) for g, a in pairs]),
        }),
        _line("standard error, bootstrap of 10,000 (ours: clustered, with both intervals)",
              lambda: (ours(10_000).boot_high - ours(0).value) / 1.96, {
            "lm-eval (rows, 1,000 resamples)": lambda: bootstrap_stderr(mean, right.tolist(), 1000),
        }),
    ]  # fmt: skip
    return [cell for group in lines for cell in group]


def _macro_f1(gold: Any, answer: Any) -> float:
    return float(np.mean([_f1(gold == k, answer == k) for k in range(OPTIONS)]))


def _f1(gold: Any, answer: Any) -> float:
    """From the sufficient statistics of a label: what a leaf holds."""
    return float(2 * (gold & answer).sum() / (gold.sum() + answer.sum()))


def _line(name: str, ours: Callable[[], float], theirs: dict[str, Callable[[], float]]) -> list[list[str]]:
    out = []
    for who, compute in {"cultural-tom": ours, **theirs}.items():
        start = time.perf_counter()
        value = float(compute())
        out.append(
            [name if who == "cultural-tom" else "", who, f"{value:.6f}", f"{time.perf_counter() - start:.4f}"]
        )
    return out
