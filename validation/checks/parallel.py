"""The same items in every language and variant: keys, gold, number of options, and labels."""

from collections.abc import Iterator
from typing import Any

from validation.checks.structure import upstream_gold
from validation.engine.dataset import Dataset, tag
from validation.engine.results import CheckOptions, Figure, Finding, Result, worst

NAME = "parallel"
SAME = ("task", "ability", "question_type", "belief_order", "answer_format")
REFERENCE = "en"
By = dict[str, dict[str, dict[str, Any]]]


def check(dataset: Dataset, options: CheckOptions) -> Result:
    """Compare the configs of each subset with the one that is English (or the first), made the same way.

    A `rebuilt` config holds other items than the papers' selection and is compared with rebuilt ones only."""
    result = Result(NAME)
    for names in dataset.subsets().values():
        groups: dict[bool, list[str]] = {}
        for name in names:
            groups.setdefault(dataset.state(name) == "rebuilt", []).append(name)
        for group in groups.values():
            _group(dataset, group, result)
    return result


def _group(dataset: Dataset, names: list[str], result: Result) -> None:
    rows: By = {name: {r["parallel_id"]: r for r in dataset.rows(name)} for name in names}
    first = next((n for n in names if dataset.config(n).language == REFERENCE), names[0])
    everything = set().union(*(set(r) for r in rows.values()))
    for name in names:
        lost = sorted(everything - set(rows[name]))
        if lost:
            shown = ", ".join(lost[:5]) + (" ..." if len(lost) > 5 else "")
            result.findings.append(
                _error(name, name, f"lacks {len(lost)} items that sister configs have: {shown}")
            )
        if name == first:
            continue
        shared = [(rows[first][key], rows[name][key]) for key in rows[first] if key in rows[name]]
        found = [f for a, b in shared for f in _pair(name, a, b)]
        result.findings.extend(found)
        same = sum(upstream_gold(a) == upstream_gold(b) for a, b in shared)
        result.figures.append(
            Figure(name, "same_gold", f"with:{first}", same / len(shared) if shared else None, "share", len(shared),
                   "gold equal up to the order of the options")
        )  # fmt: skip


def _pair(config: str, a: dict[str, Any], b: dict[str, Any]) -> Iterator[Finding]:
    where = f"{b['id']}, {a['id']}"
    severity = "note" if a["audit_status"] else worst(b)
    for column in SAME:
        if a[column] != b[column]:
            yield Finding(
                config, NAME, "error", where, f"{column} is {b[column]!r} here and {a[column]!r} there"
            )
    if len(a["options"]) != len(b["options"]):
        yield Finding(
            config, NAME, severity, where, f"{len(b['options'])} options here, {len(a['options'])} there"
        )
    elif upstream_gold(a) != upstream_gold(b):
        yield Finding(
            config,
            NAME,
            severity,
            where,
            f"gold is upstream's option {upstream_gold(b)} here and {upstream_gold(a)} there",
        )
    if a["context_id"] != b["context_id"]:
        yield Finding(
            config, NAME, "error", where, f"context_id is {b['context_id']} here and {a['context_id']} there"
        )
    for key in ("level", "class", "order", "set", "view", "complexity", "agent"):
        if tag(a, key) != tag(b, key):
            yield Finding(
                config, NAME, "error", where, f"tag {key} is {tag(b, key)!r} here and {tag(a, key)!r} there"
            )


def _error(config: str, where: str, message: str) -> Finding:
    return Finding(config, NAME, "error", where, message)
