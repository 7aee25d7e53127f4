"""ToMBench scores: a perfect file, constants, permutations, partial files, the paper's denominators."""

import json

import pytest
from predicted import predict
from synthetic import folder, row

from cultural_tom.problems import InputError
from cultural_tom.rows.order import shown
from cultural_tom.rows.repository import read_rows
from cultural_tom.scoring.answers import LETTERS
from cultural_tom.scoring.compare import compare
from cultural_tom.scoring.run import ScoreOptions, score
from cultural_tom.scoring.signature import Signature

FAST = ScoreOptions(resamples=0)


def write(path, records):
    path.write_text("".join(json.dumps(r) + "\n" for r in records), "utf-8")
    return path


@pytest.fixture(scope="module")
def rows(sample):
    return read_rows(sample, "tombench_en")


def figures(report):
    return {(f.group, f.name): f for f in report.configs[0].figures}


def test_a_perfect_file_scores_100_everywhere(tmp_path, sample, rows):
    path = write(tmp_path / "p.jsonl", [{"id": r["id"], "answer": LETTERS[r["gold"][0]]} for r in rows])
    report = score(path, sample, FAST)
    assert [f.value for f in report.configs[0].figures] == pytest.approx(
        [1.0] * len(report.configs[0].figures)
    )


def test_a_constant_file_scores_what_counting_gives_and_no_more_than_the_stated_constant(
    tmp_path, sample, rows
):
    path = write(tmp_path / "p.jsonl", [{"id": r["id"], "answer": "A"} for r in rows])
    found = figures(score(path, sample, FAST))
    share = sum(r["gold"] == [0] for r in rows) / len(rows)
    assert found["all", "all questions"].value == pytest.approx(share)
    assert all(f.value <= f.constant + 1e-12 for f in found.values())


def test_chance_is_the_mean_of_one_over_the_number_of_options(tmp_path, sample, rows):
    path = write(tmp_path / "p.jsonl", [{"id": rows[0]["id"], "answer": "A"}])
    expected = sum(1 / len(r["options"]) for r in rows) / len(rows)
    assert figures(score(path, sample, FAST))["all", "all questions"].chance == pytest.approx(expected)


def test_missing_rows_are_wrong_unless_partial_and_the_signature_says_so(tmp_path, sample, rows):
    path = write(tmp_path / "p.jsonl", [{"id": r["id"], "answer": LETTERS[r["gold"][0]]} for r in rows[:10]])
    whole, part = score(path, sample, FAST), score(path, sample, ScoreOptions(resamples=0, partial=True))
    assert figures(whole)["all", "all questions"].value == pytest.approx(10 / len(rows))
    assert figures(part)["all", "all questions"].value == 1
    assert whole.configs[0].missing == part.configs[0].missing == len(rows) - 10
    assert "|partial|" in str(part.signature) and "partial" not in str(whole.signature)


def test_answers_to_shown_orders_are_mapped_back_and_the_majority_counts(tmp_path, sample, rows):
    records = []
    for r in rows:
        for k in range(5):
            order = shown(r["id"], len(r["options"]), k)
            right = order.index(r["gold"][0])
            letter = right if k < 3 else (right + 1) % len(order)
            records.append({"id": r["id"], "answer": LETTERS[letter], "permutation": k})
    report = score(write(tmp_path / "p.jsonl", records), sample, FAST)
    assert figures(report)["all", "all questions"].value == 1
    assert "perm:5" in str(report.signature)


def test_no_answer_is_unparsed_and_wrong(tmp_path, sample, rows):
    records = [
        {"id": r["id"], "answer": None if i == 0 else LETTERS[r["gold"][0]]} for i, r in enumerate(rows)
    ]
    report = score(write(tmp_path / "p.jsonl", records), sample, FAST)
    assert report.configs[0].unparsed == 1
    assert figures(report)["all", "all questions"].value == pytest.approx(1 - 1 / len(rows))


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"answer": "E"}, "must be a letter A-"),
        ({"answer": "a"}, "must be a letter A-"),
        ({"answer": 0}, "must be a letter A-"),
        ({"answer": ["A"]}, "must be a letter A-"),
        ({"id": "tombench_en/nothing/1", "answer": "A"}, "is unknown"),
        ({"id": "xfantom_xx/1", "answer": "A"}, "in none of the configs"),
    ],
)
def test_wrong_answers_and_ids_stop_the_scoring_with_line_and_id(tmp_path, sample, rows, record, message):
    good = {"id": rows[0]["id"], "answer": "A"}
    path = write(tmp_path / "p.jsonl", [good, {"id": rows[1]["id"]} | record])
    with pytest.raises(InputError) as e:
        score(path, sample, FAST)
    assert message in str(e.value) and "line 2" in str(e.value)


def test_the_signature_names_data_file_edition_and_settings(tmp_path, sample):
    predict("random", "tombench_en", sample, tmp_path / "p.jsonl")
    signature = score(tmp_path / "p.jsonl", sample, FAST).signature
    assert Signature.parse(str(signature)) == signature
    for part in (
        "tombench_en@sha256:",
        "edition:sample",
        "protocol:strict",
        "gold:upstream",
        "cluster:context_id",
    ):
        assert part in str(signature)


def test_a_submission_compared_with_itself_differs_nowhere(tmp_path, sample):
    for name in ("a", "b"):
        predict("lexical", "tombench_en", sample, tmp_path / f"{name}.jsonl")
    (pair,) = compare([tmp_path / "a.jsonl", tmp_path / "b.jsonl"], sample, ScoreOptions(resamples=100))
    assert (pair.only_a, pair.only_b, pair.mcnemar) == (0, 0, 1.0)
    assert all(d.difference == 0 and d.p in (1.0, None) and d.boot_low in (0, None) for d in pair.differences)


def test_a_config_that_one_file_lacks_is_left_out_and_said_so(tmp_path, sample):
    predict("random", "tombench_*", sample, tmp_path / "both.jsonl")
    predict("random", "tombench_en", sample, tmp_path / "one.jsonl")
    said = []
    pairs = compare([tmp_path / "both.jsonl", tmp_path / "one.jsonl"], sample, FAST, note=said.append)
    assert [p.config for p in pairs] == ["tombench_en"]
    assert said == ["not compared, since not all submissions answer them: tombench_zh"]


def test_a_difference_is_the_difference_of_the_scores(tmp_path, sample):
    for name in ("random", "majority"):
        predict(name, "tombench_en", sample, tmp_path / f"{name}.jsonl")
    paths = [tmp_path / "random.jsonl", tmp_path / "majority.jsonl"]
    (pair,) = compare(paths, sample, FAST)
    a, b = (figures(score(p, sample, FAST)) for p in paths)
    for d in pair.differences:
        assert (d.a, d.b) == (
            pytest.approx(a[d.group, d.name].value),
            pytest.approx(b[d.group, d.name].value),
        )


@pytest.mark.mirror
def test_the_papers_denominators_are_those_of_tables_2_and_22(tmp_path, full):
    predict("random", "tombench_zh", full, tmp_path / "p.jsonl")
    strict, paper = (
        figures(score(tmp_path / "p.jsonl", full, ScoreOptions(protocol=p, resamples=0)))
        for p in ("strict", "paper")
    )
    tasks = {"ambiguous_story_task": (200, 100), "false_belief_task": (600, 100), "hinting_test": (103, 93),
             "persuasion_story_task": (100, 100), "scalar_implicature_task": (200, 100), "strange_story_task": (407, 201),
             "unexpected_outcome_test": (300, 100), "faux_pas_recognition_test": (560, 140)}  # fmt: skip
    for task, (questions, stories) in tasks.items():
        assert paper["task", task].n == questions
        assert paper["coherent", task].n == stories
    assert strict["coherent", "faux_pas_recognition_test"].n == 141
    assert [sum(group == f"ability: {c}" for group, _ in paper) for c in ("desire", "belief")] == [4 + 2, 6]
    assert sum(group == "ability: desire" for group, _ in strict) == 4


def test_the_paper_counts_one_ability_of_desire_twice_and_none_of_belief(tmp_path):
    desire, belief = "desires_influence_on_actions_emotions", "second_order_beliefs"
    made = []
    for category, ability, labels in (
        ("desire", desire, "xy"), ("desire", "multiple_desires", "m"),
        ("belief", belief, "vw"), ("belief", "sequence_false_beliefs", "s"),
    ):  # fmt: skip
        for label in labels:
            for k in range(3):
                tags = [f"category:{category}", f"raw:{label}"]
                key = f"{ability}/{label}/{k}"
                made.append(
                    row("tombench_en", key, key, "hinting_test", ["a", "b"], [0], ability=ability, tags=tags)
                )
    data = folder(tmp_path / "data", {"tombench_en": made})
    right = {"y": 3, "v": 3, "w": 0, "x": 0, "m": 3, "s": 3}
    said = [
        {"id": r["id"], "answer": "A" if int(r["id"][-1]) < right[r["id"].split("/")[-2]] else "B"}
        for r in made
    ]
    path = write(tmp_path / "p.jsonl", said)
    paper = figures(score(path, data, ScoreOptions(protocol="paper", resamples=0)))
    strict = figures(score(path, data, FAST))
    assert paper["category", "desire"].value == pytest.approx((0 + 1 + 1) / 3)
    assert (
        paper["ability: desire", desire].value
        == strict["ability: desire", desire].value
        == pytest.approx(0.5)
    )
    assert strict["category", "desire"].value == pytest.approx(0.75)
    assert paper["category", "belief"].value == strict["category", "belief"].value == pytest.approx(0.75)
    assert paper["category", "average"].value == pytest.approx((2 / 3 + 0.75) / 2)


@pytest.mark.parametrize("options", [ScoreOptions(protocol="papr"), ScoreOptions(gold="mine")], ids=str)
def test_an_unknown_protocol_or_gold_is_no_silent_default(tmp_path, sample, rows, options):
    path = write(tmp_path / "p.jsonl", [{"id": rows[0]["id"], "answer": "A"}])
    with pytest.raises(InputError, match="known"):
        score(path, sample, options)
