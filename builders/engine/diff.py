"""What changed between two builds: per config and per column, because "47 rows differ in context" can be
acted on and a list of 47 ids cannot."""

from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from cultural_tom.rows.repository import build_info, read_rows


@dataclass
class ConfigDiff:
    """`changed` counts rows per column; the ids are listed under `examples` (at most five per column)."""

    config: str
    rows: tuple[int, int] = (0, 0)
    added: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    changed: dict[str, int] = field(default_factory=dict)
    examples: dict[str, list[str]] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        return not (self.added or self.removed or self.changed)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def diff(old: Path, new: Path) -> list[ConfigDiff]:
    """The configs that differ, in name order; configs whose content hash is equal are not opened."""
    before, after = build_info(old)["configs"], build_info(new)["configs"]
    out = []
    for name in sorted(set(before) | set(after)):
        if name in before and name in after and before[name]["content"] == after[name]["content"]:
            continue
        out.append(_config(name, old if name in before else None, new if name in after else None))
    return [d for d in out if not d.empty]


def _config(name: str, old: Path | None, new: Path | None) -> ConfigDiff:
    a = {r["id"]: r for r in read_rows(old, name)} if old else {}
    b = {r["id"]: r for r in read_rows(new, name)} if new else {}
    result = ConfigDiff(name, (len(a), len(b)), [i for i in b if i not in a], [i for i in a if i not in b])
    counts: Counter[str] = Counter()
    for row_id in a.keys() & b.keys():
        for column in a[row_id].keys() | b[row_id].keys():
            if a[row_id].get(column) != b[row_id].get(column):
                counts[column] += 1
                result.examples.setdefault(column, []).append(row_id)
    result.changed = dict(sorted(counts.items()))
    result.examples = {c: sorted(ids)[:5] for c, ids in sorted(result.examples.items())}
    return result
