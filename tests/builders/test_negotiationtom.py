"""The record of NegotiationToM: which questions it gives, in any language."""

import pytest

from builders.readers import negotiationtom
from builders.readers.negotiationtom import Prefix
from cultural_tom.problems import Problem

TURNS = ["Person 1: Hi, wood?", "Person 2: Water, please.", "Person 1: Deal."]


def record(turns=TURNS[:2], **changes):
    """A whole record in English; `agent1=None` takes that agent's labels away."""
    fields = {"dialogue_id": "5-0", "dialogue": list(turns)}
    for agent in (1, 2):
        labels = changes.pop(f"agent{agent}", ("Firewood", "Not Given", "Water")) or ("None",) * 3
        for mind in ("belief", "desire"):
            for slot, label in zip(("high", "medium", "low"), labels, strict=True):
                fields[f"agent{agent}_{mind}_{slot}"] = label
    fields |= {
        "utterance1_agent": "Person 1",
        "utterance1_intent": "Build-Rapport,Describe-Need",
        "utterance2_agent": "Person 2",
        "utterance2_intent": "No-Intention",
    }
    return Prefix.model_validate(fields | changes)


def questions(prefix, language="en"):
    found = list(negotiationtom.questions(prefix, language, "file"))
    return [q for q in found if not isinstance(q, Problem)], [q for q in found if isinstance(q, Problem)]


def test_a_whole_record_gives_six_questions():
    asked, problems = questions(record())
    assert problems == []
    assert [q.key for q in asked] == [
        "belief/agent_1",
        "desire/agent_1",
        "belief/agent_2",
        "desire/agent_2",
        "intention/utterance_1",
        "intention/utterance_2",
    ]


def test_slots_are_high_medium_low_and_not_given_is_an_answer():
    belief = questions(record())[0][0]
    assert belief.options == ["Not given", "Water", "Food", "Firewood"]
    assert [belief.options[g] for g in belief.gold] == ["Firewood", "Not given", "Water"]
    assert belief.premise == "Person 1"
    assert "Person 1" in belief.question and "Person 2" in belief.question and "Not given" in belief.question


def test_intentions_are_a_sorted_set_and_the_premise_is_the_turn():
    one, two = questions(record())[0][-2:]
    assert [one.options[g] for g in one.gold] == ["Build-Rapport", "Describe-Need"]
    assert (one.premise, one.agent, two.premise, two.agent) == (TURNS[0], 1, TURNS[1], 2)
    assert len(one.options) == 9


def test_on_an_odd_turn_the_first_utterance_is_the_last_turn():
    asked, problems = questions(record(TURNS, agent2=None, utterance2_agent="None", utterance2_intent="None"))
    assert [(q.key, q.premise) for q in asked if q.task == "intention"] == [
        ("intention/utterance_1", TURNS[2])
    ]
    assert [q.key for q in asked if q.task != "intention"] == ["belief/agent_1", "desire/agent_1"]
    assert [(p.severity, p.rule) for p in problems] == [("note", "not_annotated")] * 2


def test_two_turns_of_one_speaker_are_both_his():
    asked, problems = questions(
        record([TURNS[1], TURNS[0], "Person 1: Well?"], agent2=None, utterance2_agent="Person 1")
    )
    assert [(q.agent, q.premise) for q in asked if q.task == "intention"] == [
        (1, TURNS[0]),
        (1, "Person 1: Well?"),
    ]
    assert [p.rule for p in problems] == ["not_annotated"]


def test_a_missing_label_may_be_null():
    prefix = record(TURNS, utterance2_agent=None, utterance2_intent=None)
    assert len(prefix.utterances()) == 1


def test_the_turn_says_who_speaks():
    asked, problems = questions(record(utterance1_agent="Person 2"))
    assert [q.agent for q in asked if q.task == "intention"] == [1, 2]
    (note,) = problems
    assert (note.severity, note.rule) == ("note", "speaker_from_dialogue")
    assert "utterance1_agent is 'Person 2'" in note.message


WRONG = {
    "an unknown item": (
        record(agent1=("Wood", "Food", "Water")),
        "'Wood' is none of the en labels: Not given, Water",
    ),
    "half a triple": (record(agent1=("None", "Food", "Water")), "'None' is none of the en labels"),
    "an unknown intention": (
        record(utterance1_intent="Build-Rapport,Flirt"),
        "'Flirt' is none of the en labels",
    ),
    "an empty intention": (record(utterance1_intent=",Build-Rapport"), "'' is none of the en labels"),
    "an unknown speaker": (
        record(["Hi, wood?", TURNS[1]]),
        "turn 1 begins with no known speaker: 'Hi, wood?'",
    ),
    "two intents for one turn": (
        record(TURNS[:1]),
        "2 utterances have intents, but the dialogue has 1 turn(s)",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_read_is_an_error(name):
    prefix, message = WRONG[name]
    found = [str(p) for p in questions(prefix)[1] if p.severity == "error"]
    assert found
    assert all(message in line for line in found), found


@pytest.mark.parametrize(
    ("turn", "language", "expected"),
    [
        ("agent_2: Hi: you", "en", "Person 2: Hi: you"),
        ("Person 1: Hi", "en", "Person 1: Hi"),
        ("Hi there", "en", "Hi there"),
    ],
)
def test_speaker_tags_are_written_as_in_the_release(turn, language, expected):
    assert negotiationtom.with_tags(turn, language) == expected


@pytest.mark.parametrize(
    ("turn", "language", "expected"),
    [
        ("人物1：你好", "zh", 1),
        ("人物2:你好", "zh", 2),
        ("Personne 2 : Oui", "fr", 2),
        ("Anna: Hi", "en", None),
    ],
)
def test_speakers_are_known_in_every_language_and_width(turn, language, expected):
    assert negotiationtom.speaker(turn, language) == expected
