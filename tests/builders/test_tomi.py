"""ToMi's own files: a small one that the test writes, damages one by one, and the real archive."""

from collections import Counter

import pytest

from builders.engine import sources
from builders.engine.base import File, Files
from builders.readers import tomi
from cultural_tom.problems import Problem
from cultural_tom.subsets import config

STORY = [
    "Petra entered the shed.",
    "Bram entered the shed.",
    "The kite is in the tin.",
    "Bram exited the shed.",
    "Bram likes the drum",
    "Petra moved the kite to the sack.",
]
ASKED = [
    ("Where was the kite at the beginning?", "tin", "memory"),
    ("Where will Petra look for the kite?", "sack", "first_order_0_no_tom"),
    ("Where does Petra think that Bram searches for the kite?", "tin", "second_order_0_tom"),
    ("Where is the kite really?", "sack", "reality"),
    ("Where will Bram look for the kite?", "tin", "first_order_1_tom"),
    ("Where does Bram think that Petra searches for the kite?", "tin", "second_order_1_tom"),
]


def written(story=STORY, asked=ASKED):
    """The lines of a .txt and a .trace file for one story."""
    lines, trace = [], []
    for question, answer, kind in asked:
        lines += [f"{n} {line}" for n, line in enumerate([*story, f"{question}\t{answer}\t1"], 1)]
        trace.append(f"enter_agent_0,agent_0_moves_obj,{kind},false_belief")
    return lines, trace


def files(lines, trace):
    """The train split as given; the other two with one whole story each."""
    out = []
    for split in tomi.SPLITS:
        text, events = (lines, trace) if split == "train" else written()
        for name, content in ((f"fb_all_{split}.txt", text), (f"fb_all_{split}.trace", events)):
            data = "".join(line + "\n" for line in content).encode()
            out.append(File(f"{tomi.FOLDER}/{name}", "tomi@test", name, "CC-BY-NC-4.0", data))
    return Files(out)


def problems(lines, trace):
    return [str(p) for p in tomi.stories(files(lines, trace)) if isinstance(p, Problem)]


def test_a_story_has_its_text_containers_and_six_questions():
    story = next(iter(tomi.stories(files(*written()))))
    assert (story.key, story.containers, story.story_type) == ("train-0", ("tin", "sack"), "false_belief")
    assert story.text == "\n".join(STORY)
    assert [(q.question, q.answer, q.kind) for q in story.questions] == ASKED
    assert [q.line for q in story.questions] == [7, 14, 21, 28, 35, 42]


def test_two_stories_are_told_apart():
    (one, trace), (other, more) = written(), written([line.replace("kite", "rope") for line in STORY])
    found = list(tomi.stories(files(one + other, trace + more)))
    assert [s.key for s in found] == ["train-0", "train-1", "val-0", "test-0"]


def changed(index, line):
    lines, trace = written()
    lines[index] = line
    return lines, trace


DAMAGES = {
    "a line without its number": (changed(2, "The kite is in the tin."), "must be numbered 1 to 7"),
    "an answer that is missing": (changed(6, "7 Where was the kite at the beginning?\t\t1"), "must be question, answer and 1"),
    "an unknown kind": ((written()[0], ["a,b,third_order_0_tom,x", *written()[1][1:]]), "no known kind of question"),
    "a trace line too few": ((written()[0], written()[1][:-1]), "has 5 lines for the 6 questions"),
    "the end cut off": ((written()[0][:-1], written()[1]), "ends with 6 line(s) that have no question"),
    "five questions": (written(asked=ASKED[:-1]), "a story has the questions"),
    "no move": (written(STORY[:-1]), "places its object once and moves it once"),
    "two moves": (written([*STORY, "Petra moved the kite to the box."]), "places its object once and moves it once"),
    "an answer that is no container": (
        written(asked=[*ASKED[:5], (ASKED[5][0], "box", ASKED[5][2])]),
        "second_order_1_tom: 'box'",
    ),
    "a false belief that is true": (
        written(asked=[*ASKED[:5], (ASKED[5][0], "sack", ASKED[5][2])]),
        "second_order_1_tom: 'sack'",
    ),
    "a reality that was": (
        written(asked=[*ASKED[:3], (ASKED[3][0], "tin", "reality"), *ASKED[4:]]),
        "reality: 'tin'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_named_with_file_and_line(name):
    (lines, trace), message = DAMAGES[name]
    found = problems(lines, trace)
    assert any(message in p for p in found), found
    assert all("fb_all_train" in p for p in found)


@pytest.mark.mirror
def test_the_real_archive_has_17982_questions_of_2997_stories(mirror, tmp_path):
    places = sources.Places(tmp_path, mirror, offline=True)
    stories = list(tomi.stories(Files(sources.files("tomi", places))))
    assert not [s for s in stories if isinstance(s, Problem)]
    assert Counter(s.split for s in stories) == {"train": 999, "val": 999, "test": 999}
    types = ("true_belief", "false_belief", "second_order_false_belief")
    assert Counter(s.story_type for s in stories) == dict.fromkeys(types, 999)
    assert Counter(q.kind for s in stories for q in s.questions) == {
        "memory": 2997,
        "reality": 2997,
        "first_order_0_no_tom": 2997,
        "first_order_1_tom": 1204,
        "first_order_1_no_tom": 1793,
        "second_order_0_tom": 774,
        "second_order_0_no_tom": 2223,
        "second_order_1_tom": 774,
        "second_order_1_no_tom": 2223,
    }


def test_a_source_that_allows_less_than_the_paper_is_built_and_says_so():
    from builders.subsets import xtomi

    items = list(xtomi.rows(files(*written()), config("xtomi_en")))
    notes = [p for p in items if isinstance(p, Problem)]
    assert [p.rule for p in notes] == ["counts_not_reached"]
    assert str(notes[0]) == (
        "rebuild: the source allows 3 contexts (the paper: 300), 3 first-order (the paper: 123), "
        "6 second-order (the paper: 224)"
    )
    assert len(items) - 1 == 3 + 3 + 6
