"""The denominators that the papers print, from the configs built of the real files."""

import json

import pytest

from cultural_tom.predictions.record import answer_of as answer
from cultural_tom.rows.repository import build_info, read_rows
from cultural_tom.scoring.run import ScoreOptions, score

pytestmark = pytest.mark.mirror
MULTITOM = {
    "unexpected_outcome_test": 54, "scalar_implicature_task": 36, "persuasion_story_task": 18, "false_belief_task": 108,
    "ambiguous_story_task": 36, "hinting_test": 20, "strange_story_task": 72, "faux_pas_recognition_test": 97,
    "emotion": 70, "desire": 32, "intention": 61, "knowledge": 50, "belief": 164, "non_literal_communication": 125,
}  # fmt: skip
# TactfulToM, class by class: n of the released file within the paper's 84 conversations. Where the printed
# tables had more items in class 2 (lie ability 18, information list 9 and binary 20), the release has fewer.
TACTFULTOM = {
    "comprehension": (36, 9, 7, 16, 16), "justification": (36, 9, 7, 16, 16), "fact_reason": (36, 9, 7, 16, 16),
    "fact_truth": (22, 5, 4, 16, 11), "belief": (696, 168, 132, 384, 324), "lie_ability": (78, 28, 8, 38, 27),
    "lie_detectability_list": (36, 9, 7, 16, 16), "lie_detectability_binary": (108, 27, 21, 48, 48),
    "info_accessibility_list": (58, 14, 4, 32, 27), "info_accessibility_binary": (154, 28, 15, 90, 81),
    "answerability_list": (58, 14, 11, 32, 27), "answerability_binary": (174, 42, 33, 96, 81),
}  # fmt: skip


def perfect(full, config, tmp_path, protocol):
    """The figures of a perfect file, by group and name and metric."""
    rows = read_rows(full, config)
    path = tmp_path / "p.jsonl"
    path.write_text(
        "".join(json.dumps({"id": r["id"], "answer": answer(r, r["gold"])}) + "\n" for r in rows), "utf-8"
    )
    (found,) = score(path, full, ScoreOptions(protocol=protocol, resamples=0)).configs
    return {(f.group, f.name, f.metric): f for f in found.figures}


@pytest.mark.parametrize("protocol", ["strict", "paper"])
@pytest.mark.parametrize("config", ["multitom_direct_en", "multitom_direct_zh"])
def test_multitom_has_the_questions_of_table_3(full, config, protocol, tmp_path):
    found = perfect(full, config, tmp_path, protocol)
    assert {n: f.n for (g, n, _), f in found.items() if g in ("task", "category")} == MULTITOM
    if protocol == "strict":
        assert found["view", "task view", "accuracy"].n == 441
        assert found["coherent", "faux_pas_recognition_test", "coherent"].n == 25


def test_tactfultom_has_the_items_of_84_conversations_class_by_class(full, tmp_path):
    found = perfect(full, "tactfultom_en", tmp_path, "paper")
    for kind, per_class in TACTFULTOM.items():
        assert tuple(found[f"class {c}", kind, "accuracy"].n for c in range(5)) == per_class, kind
        assert found["84 conversations", kind, "accuracy"].n == sum(per_class)
    for kind, n in (("comprehension", (34, 27, 23)), ("belief_second_order", (594, 477, 207))):
        assert tuple(found[f"level {x}", kind, "accuracy"].n for x in (1, 2, 3)) == n


def test_tactfultom_strict_has_all_4254_items_of_100_conversations(full, tmp_path):
    found = perfect(full, "tactfultom_en", tmp_path, "strict")
    assert found["all", "all questions", "accuracy"].n == 4254
    assert found["together", "comprehension and justification", "joint"].n == 100
    assert sum(found["class", str(c), "accuracy"].n for c in range(5)) == 4254


def test_tactfultom_constants_are_those_that_the_golds_allow(full, tmp_path):
    found = perfect(full, "tactfultom_en", tmp_path, "strict")
    expected = {"comprehension": 1.0, "info_accessibility_binary": 261 / 446, "answerability_binary": 2 / 3,
                "lie_detectability_binary": 2 / 3}  # fmt: skip
    for kind, value in expected.items():
        assert found["question type", kind, "accuracy"].constant == pytest.approx(value), kind


def test_xnegotiationtom_counts_600_minds_of_which_586_can_be_right(full, tmp_path):
    if build_info(full)["configs"]["xnegotiationtom_en"]["rows"] != 1760:
        pytest.fail("xnegotiationtom_en must have 586 + 586 + 588 rows")
    paper = perfect(full, "xnegotiationtom_en", tmp_path, "paper")
    for task in ("belief", "desire"):
        own = paper[task, task, "exact_match"]
        assert (own.n, own.value) == (600, pytest.approx(586 / 600))
        assert [paper[task, f"agent {a}", "exact_match"].n for a in "12"] == [300, 300]
    strict = perfect(full, "xnegotiationtom_en", tmp_path, "strict")
    assert strict["belief", "belief", "exact_match"].n == 586
    assert strict["intention", "intention", "micro_f1"].n == 588


def test_xtomi_has_647_questions_in_the_published_parts(full, tmp_path):
    found = perfect(full, "xtomi_en", tmp_path, "paper")
    parts = [found["belief", n, "accuracy"].n for n in ("first order", "second order", "average")]
    assert (*parts, found["reality", "reality", "accuracy"].n) == (123, 224, 347, 300)
