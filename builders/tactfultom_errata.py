"""Repairs of TactfulToM conversations (errata/tactfultom.toml): a text found in one conversation becomes another,
exactly as often as written there, so that a changed upstream cannot be repaired twice or wrongly."""

from collections.abc import Iterator
from typing import Any

from builders.base import data
from cultural_tom.problems import Problem


def repaired(record: dict[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """The conversation with its errata applied to questions and context (the record itself stays as it is), and
    a note for each erratum, or an error for one that does not fit."""
    facts = data("errata/tactfultom.toml")
    touched = ["full_context", *data("tactfultom.toml")["lists"]]
    problems: list[Problem] = []
    for e in facts["erratum"]:
        if e["set_id"] != record["set_id"]:
            continue
        parts = {key: _replace(record[key], e["found"], e["use"]) for key in touched}
        times = sum(n for _, n in parts.values())
        where = f"conversation {e['set_id']}"
        if times != e["times"]:
            problems.append(
                Problem(where, f"erratum expects {e['found']!r} {e['times']} times, found it {times} times")
            )
        else:
            problems.append(Problem(where, e["reason"], "note", e["rule"]))
        record = record | {key: value for key, (value, _) in parts.items()}
    return record, problems


def known(set_id: str) -> Iterator[Problem]:
    """A note for each known defect of a conversation that is left as it is."""
    for k in data("errata/tactfultom.toml")["known"]:
        if set_id in k.get("sets", [set_id]):
            yield Problem(f"conversation {set_id}", k["reason"], "note", k["rule"])


def _replace(value: Any, found: str, use: str) -> tuple[Any, int]:
    """`value` with `found` replaced in every string inside it, and how often."""
    if isinstance(value, str):
        return value.replace(found, use), value.count(found)
    if isinstance(value, list):
        pairs = [_replace(v, found, use) for v in value]
        return [v for v, _ in pairs], sum(n for _, n in pairs)
    if isinstance(value, dict):
        named = {k: _replace(v, found, use) for k, v in value.items()}
        return {k: v for k, (v, _) in named.items()}, sum(n for _, n in named.values())
    return value, 0
