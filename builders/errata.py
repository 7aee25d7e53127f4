"""Documented repairs of upstream records: data in errata/<subset>.toml, applied here, never by silence.

An erratum replaces one field's exact value in one record. It is refused when the value found is not
the value it was written for, so a changed upstream cannot be repaired twice or wrongly.
"""

from collections.abc import Iterator
from typing import Any

from builders.base import HERE, data
from cultural_tom.problems import Problem


def of(subset: str) -> list[dict[str, Any]]:
    """The errata of a subset: file, line (from 0), field, found, use, reason, rule."""
    name = f"errata/{subset}.toml"
    return list(data(name).get("erratum", [])) if (HERE / name).exists() else []


def repair(subset: str, file: str, line: int, record: dict[str, Any]) -> Iterator[Problem]:
    """Apply the errata for this record in place; yield a note for each, an error for one that does not fit."""
    for e in of(subset):
        if (e["file"], e["line"]) != (file, line):
            continue
        where, field = f"{file} line {line + 1}", e["field"]
        if record.get(field) != e["found"]:
            yield Problem(where, f"erratum for {field!r} expects {e['found']!r}, found {record.get(field)!r}")
        else:
            record[field] = e["use"]
            yield Problem(where, e["reason"], "note", e["rule"])


def known(subset: str, file: str, line: int, language: str) -> Iterator[Problem]:
    """A note for each known defect of this record that is left as it is."""
    for k in data(f"errata/{subset}.toml").get("known", []):
        if f"{file}#{line}" in k["rows"] and k.get("language", language) == language:
            yield Problem(f"{file} line {line + 1}", k["reason"], "note", k["rule"])


def known_twice(subset: str) -> dict[tuple[str, str], str]:
    """Records whose id the release is known to have twice, by (language, id): the first one counts."""
    name = f"errata/{subset}.toml"
    entries = data(name).get("twice", []) if (HERE / name).exists() else []
    return {(e["language"], e["id"]): e["reason"] for e in entries}
