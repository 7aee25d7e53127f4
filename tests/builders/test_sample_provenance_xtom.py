"""The gold of the sample edition's xtomi and xfantom items follows from how the items were made.

The provenance files say who does and who hears what; each rule here is written anew, from the task's
definition, and its answer is compared with the sample file of every language. The files are read as plain JSON.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SAMPLE = Path(__file__).resolve().parents[2] / "builders" / "sample"
LANGUAGES = ("en", "zh", "de", "fr", "ja")
# The release names its Chinese files differently for each subset.
FILES = {
    "xtomi": {lang: f"XToMi_{'ch' if lang == 'zh' else lang}.json" for lang in LANGUAGES},
    "xfantom": {lang: f"Xfantom_{'cn' if lang == 'zh' else lang}.json" for lang in LANGUAGES},
}
UNKNOWN = "unknown"
SPEAKER = re.compile(r"^([^:：]+)[:：]\s*(.+)$")


def sample(subset: str, lang: str) -> list[dict[str, Any]]:
    return json.loads((SAMPLE / "xtom" / FILES[subset][lang]).read_text(encoding="utf-8"))


def provenance(subset: str) -> dict[str, Any]:
    return json.loads((SAMPLE / "provenance" / f"{subset}.json").read_text(encoding="utf-8"))


# --- xtomi: open containers --------------------------------------------------------------------------------


def container_gold(story: dict[str, Any], key: str) -> int:
    """Index of the container that answers `key`, from the story's events alone."""
    where: dict[str, str] = {}
    room = start = now = None
    saw: list[tuple[frozenset[str], int]] = []  # who was in the object's room, and what was to be seen there
    for event in story["events"]:
        kind = event["event"]
        if kind == "enter":
            assert event["agent"] not in where, f"story {story['id']}: {event} while in a room"
            where[event["agent"]] = event["room"]
        elif kind == "exit":
            assert where.pop(event["agent"]) == event["room"], f"story {story['id']}: {event} from elsewhere"
        elif kind == "place":
            room, start, now = event["room"], event["container"], event["container"]
        elif kind == "move":
            assert where[event["agent"]] == room == event["room"], f"story {story['id']}: {event} from afar"
            now = event["container"]
        else:
            assert kind == "distractor", f"story {story['id']}: unknown event {kind}"
        if now is not None:
            saw.append((frozenset(agent for agent, place in where.items() if place == room), now))
    assert start is not None and now is not None
    if key == "memory":
        return int(start)
    if key == "reality":
        return int(now)
    asked = set(story["questions"][key]["asked"])
    assert len(asked) == (1 if key.startswith("first_order") else 2)
    return [container for present, container in saw if asked <= present][-1]


def xtomi_problems(rows: list[dict[str, Any]], stories: list[dict[str, Any]], lang: str) -> list[str]:
    """What in `rows` does not follow from `stories`."""
    problems = []
    if [row["id"] for row in rows] != [story["id"] for story in stories]:
        problems.append(f"{lang}: other stories than the provenance has")
    for row, story in zip(rows, stories, strict=False):
        if list(row["question_types"]) != list(story["questions"]):
            problems.append(f"{lang} {row['id']}: other questions than the provenance has")
            continue
        reality = container_gold(story, "reality")
        for key, question in row["question_types"].items():
            where = f"{lang} {row['id']} {key}"
            gold = container_gold(story, key)
            if question["answer"] != question["containers"][gold] or story["questions"][key]["gold"] != gold:
                problems.append(f"{where}: the gold should be container {gold}")
            if key.endswith("_tom") and (gold == reality) != key.endswith("_no_tom"):
                problems.append(f"{where}: the key and the gold disagree about a false belief")
            words = story["container_words"][lang]
            if any(word not in text for word, text in zip(words, question["containers"], strict=True)):
                problems.append(f"{where}: the options do not name {words}")
            for agent in story["questions"][key]["asked"]:
                if story["names"][lang][agent] not in question["question"]:
                    problems.append(f"{where}: the question does not name {agent}")
    return problems


def told_wrongly(story: dict[str, Any], text: str, lang: str) -> list[str]:
    """Events that the line of the story which should tell them does not tell."""
    lines, words, problems = text.split("\n"), story["container_words"][lang], []
    if len(lines) != 1 + max(event["line"] for event in story["events"]):
        problems.append("other number of lines")
    for event in story["events"]:
        line = lines[event["line"]]
        if event["event"] in ("place", "move"):
            if words[event["container"]] not in line or words[1 - event["container"]] in line:
                problems.append(f"line {event['line']} does not tell {event}")
        elif any(word in line for word in words):
            problems.append(f"line {event['line']} names a container without need")
        # A pronoun may stand for the agent of the line before.
        near = "\n".join(lines[max(0, event["line"] - 1) : event["line"] + 1])
        if "agent" in event and story["names"][lang][event["agent"]] not in near:
            problems.append(f"line {event['line']} does not name {event['agent']}")
    return problems


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_xtomi_gold_follows_from_the_events(lang: str) -> None:
    assert xtomi_problems(sample("xtomi", lang), provenance("xtomi")["stories"], lang) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_xtomi_story_tells_its_events_line_by_line(lang: str) -> None:
    for row, story in zip(sample("xtomi", lang), provenance("xtomi")["stories"], strict=True):
        assert told_wrongly(story, row["story"], lang) == [], (lang, row["id"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_tampered_xtomi_gold_is_noticed(lang: str) -> None:
    rows, stories = sample("xtomi", lang), provenance("xtomi")["stories"]
    for index, row in enumerate(rows):
        for key, question in row["question_types"].items():
            changed = copy.deepcopy(rows)
            other = next(text for text in question["containers"] if text != question["answer"])
            changed[index]["question_types"][key]["answer"] = other
            problems = xtomi_problems(changed, stories, lang)
            assert len(problems) == 1 and f"{lang} {row['id']} {key}" in problems[0]


def test_a_removed_exit_changes_a_derived_gold() -> None:
    story = provenance("xtomi")["stories"][0]
    before = container_gold(story, "first_order_1_tom")
    story["events"] = [e for e in story["events"] if e.get("agent") != "kai" or e["room"] == "kitchen"]
    story["events"] = [e for e in story["events"] if not (e["event"] == "exit" and e["agent"] == "kai")]
    assert container_gold(story, "first_order_1_tom") != before


# --- xfantom: who was there when it was told ---------------------------------------------------------------


def is_present(conversation: dict[str, Any], speaker: str, turn: int) -> bool:
    return any(first <= turn <= last for first, last in conversation["presence"][speaker])


def believed(conversation: dict[str, Any], information: dict[str, Any], subjects: list[str]) -> str:
    """The value told last while every one of `subjects` was there, or `unknown`."""
    heard = [
        telling["value"]
        for telling in sorted(information["tellings"], key=lambda telling: telling["turn"])
        if all(is_present(conversation, subject, telling["turn"]) for subject in subjects)
    ]
    return heard[-1] if heard else UNKNOWN


def says_only(text: str, value: str, other: str, wording: dict[str, str]) -> bool:
    return wording[value] in text and wording[other] not in text


def expected_type(subjects: list[str], about: str, accessible: bool) -> str:
    """Cyclic: what one thinks another believes about one's own matter."""
    if len(subjects) == 1:
        return "first-order"
    if accessible:
        return "second-order:accessible"
    return "second-order:cyclic" if subjects[0] == about else "second-order:acyclic"


def question_sets() -> Iterator[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]]:
    """(conversation, its piece of information, question set), in the order of the sample file."""
    for conversation in provenance("xfantom")["conversations"]:
        pieces = {piece["id"]: piece for piece in conversation["information"]}
        for question_set in conversation["sets"]:
            yield conversation, pieces[question_set["information"]], question_set


def xfantom_problems(rows: list[dict[str, Any]], lang: str) -> list[str]:
    """What in `rows` does not follow from the conversations' presence and tellings."""
    problems = []
    for row, (conversation, piece, made) in zip(rows, question_sets(), strict=True):
        where, names, wording = f"{lang} {row['set_id']}", conversation["names"][lang], piece["wording"][lang]
        if row["set_id"] != made["set_id"]:
            problems.append(f"{where}: expected set {made['set_id']}")
        final = piece["tellings"][-1]["value"]
        fact = row["factQA"]
        if not says_only(fact["correct_answer"], final, made["fact"]["wrong"], wording):
            problems.append(f"{where} fact: the correct answer should say {final}")
        if not says_only(fact["wrong_answer"], made["fact"]["wrong"], final, wording):
            problems.append(f"{where} fact: the wrong answer should say {made['fact']['wrong']}")
        for number, (item, rule) in enumerate(zip(row["beliefQAs"], made["beliefs"], strict=True)):
            at, value = f"{where} belief {number}", believed(conversation, piece, rule["subjects"])
            access = "accessible" if value == final else "inaccessible"
            if rule["correct"] != value or not says_only(
                item["correct_answer"], value, rule["wrong"], wording
            ):
                problems.append(f"{at}: the correct answer should say {value}")
            if not says_only(item["wrong_answer"], rule["wrong"], value, wording):
                problems.append(f"{at}: the wrong answer should say {rule['wrong']}")
            if (item["question_type"], item["missed_info_accessibility"]) != (f"tom:belief:{access}", access):
                problems.append(f"{at}: should be {access}")
            if item["tom_type"] != expected_type(rule["subjects"], piece["about"], access == "accessible"):
                problems.append(f"{at}: has the wrong tom_type {item['tom_type']}")
            for subject in rule["subjects"]:
                texts = (item["question"], item["correct_answer"], item["wrong_answer"])
                if any(names[subject] not in text for text in texts):
                    problems.append(f"{at}: does not name {subject}")
            if lang == "en" and f"does {names[rule['subjects'][0]]}" not in item["question"]:
                problems.append(f"{at}: lacks 'does <name>'")
        knows = [s for s in conversation["speakers"] if believed(conversation, piece, [s]) == final]
        missed = [s for s in conversation["speakers"] if s not in knows]
        if (made["knows"], made["missed_by"]) != (knows, missed):
            problems.append(f"{where}: the provenance names other knowers")
        for kind in ("answerability", "infoAccessibility"):
            for item in row[f"{kind}QA_list"]:
                if item["correct_answer"] != [names[s] for s in knows]:
                    problems.append(f"{where} {kind} list: should be {knows}")
                if item["wrong_answer"] != [names[s] for s in missed]:
                    problems.append(f"{where} {kind} list: the wrong names should be {missed}")
            for item, speaker in zip(row[f"{kind}QAs_binary"], conversation["speakers"], strict=True):
                answer = "yes" if speaker in knows else "no"
                if item["correct_answer"] != answer or names[speaker] not in item["question"]:
                    problems.append(f"{where} {kind} binary: {speaker} should be {answer}")
    return problems


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_xfantom_gold_follows_from_who_was_present(lang: str) -> None:
    assert xfantom_problems(sample("xfantom", lang), lang) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_swapped_xfantom_answer_is_noticed(lang: str) -> None:
    rows = sample("xfantom", lang)
    for index, row in enumerate(rows):
        for path in [("factQA",), *(("beliefQAs", number) for number in range(len(row["beliefQAs"])))]:
            changed = copy.deepcopy(rows)
            item = changed[index]
            for step in path:
                item = item[step]
            item["correct_answer"], item["wrong_answer"] = item["wrong_answer"], item["correct_answer"]
            problems = xfantom_problems(changed, lang)
            assert problems and all(f"{lang} {row['set_id']}" in problem for problem in problems)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_speakers_speak_only_while_present_and_tell_what_the_provenance_says(lang: str) -> None:
    rows = {row["conv_id"]: row for row in sample("xfantom", lang)}
    for conversation in provenance("xfantom")["conversations"]:
        turns = rows[conversation["conv_id"]]["full_context"].split("\n")
        assert len(turns) == conversation["turns"]
        first, last = conversation["short_turns"]
        assert rows[conversation["conv_id"]]["short_context"].split("\n") == turns[first : last + 1]
        ids = {name: speaker for speaker, name in conversation["names"][lang].items()}
        spoken = []
        for number, turn in enumerate(turns):
            match = SPEAKER.match(turn)
            assert match, turn
            spoken.append(ids[match[1]])
            assert is_present(conversation, spoken[-1], number), (lang, conversation["conv_id"], number)
        assert set(spoken) == set(conversation["speakers"])
        for speaker, ranges in conversation["presence"].items():
            # Who leaves says so in the last turn of a range; who comes back speaks in the first.
            for start, end in ranges:
                assert start == 0 or spoken[start] == speaker, (conversation["conv_id"], speaker, start)
                assert end == len(turns) - 1 or spoken[end] == speaker, (
                    conversation["conv_id"],
                    speaker,
                    end,
                )
        for piece in conversation["information"]:
            assert all(t["turn"] <= last for t in piece["tellings"]), "told outside the short context"
            for telling in piece["tellings"]:
                assert piece["wording"][lang][telling["value"]] in turns[telling["turn"]], (lang, telling)


def test_the_rule_of_each_belief_names_the_turns_that_were_missed() -> None:
    for conversation, piece, made in question_sets():
        for rule in made["beliefs"]:
            heard, missed = None, []
            for telling in piece["tellings"]:
                absent = [s for s in rule["subjects"] if not is_present(conversation, s, telling["turn"])]
                if absent:
                    missed.append({"turn": telling["turn"], "absent": absent})
                else:
                    heard = telling["turn"]
            assert rule["rule"] == {"last_heard_by_all_in_turn": heard, "missed": missed}, made["set_id"]


# --- both: not answerable by length ------------------------------------------------------------------------


def choice_pairs(subset: str, lang: str) -> list[tuple[str, str]]:
    """(right, wrong) text of each evaluated two-way question."""
    pairs = []
    for row in sample(subset, lang):
        if subset == "xtomi":
            for key, item in row["question_types"].items():
                if key == "reality" or (key.endswith("_tom") and not key.endswith("_no_tom")):
                    wrong = next(text for text in item["containers"] if text != item["answer"])
                    pairs.append((item["answer"], wrong))
        else:
            beliefs = [i for i in row["beliefQAs"] if i["question_type"] == "tom:belief:inaccessible"]
            pairs += [(item["correct_answer"], item["wrong_answer"]) for item in [row["factQA"], *beliefs]]
    return pairs


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("subset", "at_least"), [("xtomi", 16), ("xfantom", 14)])
def test_length_does_not_tell_the_right_answer(subset: str, at_least: int, lang: str) -> None:
    pairs = choice_pairs(subset, lang)
    assert len(pairs) >= at_least
    longer = sum((len(right) > len(wrong)) + (len(right) == len(wrong)) / 2 for right, wrong in pairs)
    assert 0.4 <= longer / len(pairs) <= 0.6, (subset, lang, longer, len(pairs))
    mean = [sum(map(len, texts)) / len(pairs) for texts in zip(*pairs, strict=True)]
    assert 0.85 <= mean[0] / mean[1] <= 1.15, (subset, lang, mean)


def test_the_kinds_of_questions_all_occur() -> None:
    xtomi = [key for row in sample("xtomi", "en") for key in row["question_types"]]
    assert {"first_order_1_tom", "second_order_0_tom", "second_order_1_tom", "reality", "memory"} <= set(
        xtomi
    )
    xfantom = [item["tom_type"] for row in sample("xfantom", "en") for item in row["beliefQAs"]]
    assert {"first-order", "second-order:cyclic", "second-order:acyclic"} <= set(xfantom)
