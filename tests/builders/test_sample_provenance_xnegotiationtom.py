"""The labels of the sample edition's negotiations follow from what each utterance reveals.

The provenance file has, per utterance, the slots it reveals and its intents, in the release's English words; the
labels of every row and language are derived from it anew and compared with the sample file, read as plain JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SAMPLE = Path(__file__).resolve().parents[2] / "builders" / "sample"
LANGUAGES = ("en", "zh", "de", "fr", "ja")
LEVELS = ("high", "medium", "low")


def sample(lang: str) -> list[dict[str, Any]]:
    # The release's Chinese file is named "ch".
    path = SAMPLE / "xtom" / f"Xnegtom_{'ch' if lang == 'zh' else lang}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def dialogues() -> list[dict[str, Any]]:
    path = SAMPLE / "provenance" / "xnegotiationtom.json"
    return json.loads(path.read_text(encoding="utf-8"))["dialogues"]


def negotiation_rows() -> Iterator[tuple[str, dict[str, str], int]]:
    """(row id, fields in the provenance's own words, number of utterances) of every prefix."""
    for dialogue in dialogues():
        utterances = dialogue["utterances"]
        for number in range((len(utterances) + 1) // 2):
            prefix = utterances[: 2 * number + 2]
            pair = prefix[2 * number :]
            desire = {agent: dict.fromkeys(LEVELS, "Not Given") for agent in (1, 2)}
            for utterance in prefix:
                for reveal in utterance["reveals"]:
                    desire[utterance["agent"]][reveal["slot"]] = reveal["item"]
            fields = {}
            for agent in (1, 2):
                annotated = any(utterance["agent"] == agent for utterance in pair)
                for level in LEVELS:
                    fields[f"agent{agent}_desire_{level}"] = desire[agent][level] if annotated else "None"
                    fields[f"agent{agent}_belief_{level}"] = desire[3 - agent][level] if annotated else "None"
            for slot in (1, 2):
                there = slot <= len(pair)
                fields[f"utterance{slot}_agent"] = str(pair[slot - 1]["agent"]) if there else "None"
                fields[f"utterance{slot}_intent"] = ",".join(pair[slot - 1]["intents"]) if there else "None"
            yield f"{dialogue['dialogue']}-{number}", fields, len(prefix)


def negotiation_problems(lang: str, rows: list[dict[str, Any]]) -> list[str]:
    """Fields whose label does not stand for the derived one; a label must stand for one thing only."""
    problems: list[str] = []
    means: dict[str, dict[str, str]] = {"slot": {}, "intent": {}, "agent": {}}
    stands: dict[str, dict[str, str]] = {"slot": {}, "intent": {}, "agent": {}}
    for row, (row_id, fields, length) in zip(rows, negotiation_rows(), strict=True):
        if row["dialogue_id"] != row_id or len(row["dialogue"]) != length:
            problems.append(f"{lang} {row['dialogue_id']}: expected {row_id} with {length} utterances")
        for name, derived in fields.items():
            kind = name.rsplit("_", 1)[1] if name.startswith("utterance") else "slot"
            labels, values = row[name].split(","), derived.split(",")
            if len(labels) != len(values):
                problems.append(f"{lang} {row_id} {name}: expected {len(values)} labels")
                continue
            for label, value in zip(labels, values, strict=True):
                if (
                    means[kind].setdefault(label, value) != value
                    or stands[kind].setdefault(value, label) != label
                ):
                    problems.append(f"{lang} {row_id} {name}: {label} does not stand for {value}")
        for slot, turn in ((1, -2), (2, -1)):
            speaker = row[f"utterance{slot}_agent"]
            turn = -1 if row["utterance2_agent"] == "None" else turn
            if speaker != "None" and not row["dialogue"][turn].startswith(speaker):
                problems.append(f"{lang} {row_id}: utterance{slot} is not {speaker}'s")
    return problems


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_negotiation_label_follows_from_what_was_revealed(lang: str) -> None:
    assert negotiation_problems(lang, sample(lang)) == []


def test_the_english_negotiation_labels_are_the_provenances_own_words() -> None:
    for row, (row_id, fields, _) in zip(sample("en"), negotiation_rows(), strict=True):
        for name, derived in fields.items():
            stored = row[name].removeprefix("Person ")
            assert stored.casefold() == derived.casefold(), (row_id, name)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_tampered_negotiation_label_is_noticed(lang: str) -> None:
    rows = sample(lang)
    last = rows[2]
    assert len({last[f"agent1_desire_{level}"] for level in LEVELS}) == 3
    last["agent1_desire_high"], last["agent1_desire_low"] = (
        last["agent1_desire_low"],
        last["agent1_desire_high"],
    )
    assert negotiation_problems(lang, rows)


def test_every_intent_and_an_unanswered_utterance_occur() -> None:
    rows = [fields for _, fields, _ in negotiation_rows()]
    intents = {
        label for row in rows for slot in (1, 2) for label in row[f"utterance{slot}_intent"].split(",")
    }
    assert len(intents - {"None"}) == 9
    assert sum(row["utterance2_intent"] == "None" for row in rows) == 1
    assert any("Not Given" in row.values() for row in rows)
