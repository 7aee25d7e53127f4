"""The sample's invented rater files are complete and agree with each other and with their README."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "builders" / "sample" / "annotations"
WEIGHT = {"neutral": 0, "minor": 1, "major": 5, "critical": 25}
DIMENSIONS = {
    "accuracy", "terminology", "linguistic_conventions", "style", "locale_conventions",
    "audience_appropriateness", "design_and_markup", "custom",
}  # fmt: skip
RATERS = {"r1", "r2", "r3"}


def read(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def test_every_item_was_counted_by_all_three_raters_and_every_language_has_thirty_items() -> None:
    raters, items = defaultdict(set), defaultdict(set)
    for row in read("mqm_xtom.csv"):
        raters[row["item_id"]].add(row["rater"])
        items[row["language"]].add(row["item_id"])
        assert row["dimension"] in DIMENSIONS and row["severity"] in WEIGHT and int(row["count"]) >= 0
        assert row["item_id"].startswith(f"{row['subset']}_{row['language']}/")
    assert all(found == RATERS for found in raters.values())
    assert set(items) == {"zh", "de", "fr", "ja"} and min(map(len, items.values())) >= 30


def test_the_words_of_an_item_are_the_same_in_all_its_rows() -> None:
    words = defaultdict(set)
    for row in read("mqm_xtom.csv"):
        words[row["item_id"]].add(int(row["words"]))
    assert all(len(found) == 1 for found in words.values())


def test_pass_and_fail_follow_from_the_same_raters_counts() -> None:
    penalty: Counter[tuple[str, str]] = Counter()
    words = {}
    for row in read("mqm_xtom.csv"):
        penalty[row["item_id"], row["rater"]] += int(row["count"]) * WEIGHT[row["severity"]]
        words[row["item_id"]] = int(row["words"])
    labels = {(row["item_id"], row["rater"]): row["label"] for row in read("passfail_xtom.csv")}
    assert set(labels) == {(item, rater) for item in words for rater in RATERS}
    for (item, rater), label in labels.items():
        score = 100 * (1 - penalty[item, rater] / words[item])
        assert label == ("pass" if score >= 95 else "fail"), (item, rater, score)
    assert Counter(labels.values()).keys() == {"pass", "fail"}


@pytest.mark.parametrize(
    ("dimension", "table"),
    [
        ("answer_validity", (31, 2, 1, 6)),
        ("complexity_level", (30, 3, 2, 5)),
        ("cultural_appropriateness", (38, 1, 1, 0)),
        ("distractor_quality", (27, 3, 3, 7)),
        ("image_necessity", (24, 5, 4, 7)),
    ],
)
def test_the_two_raters_of_the_image_questions_agree_as_the_readme_says(
    dimension: str, table: tuple[int, ...]
) -> None:
    labels = {
        (row["item_id"], row["rater"]): row["label"]
        for row in read("quality_vqa.csv")
        if row["dimension"] == dimension
    }
    pairs = Counter((labels[str(item), "r1"], labels[str(item), "r2"]) for item in range(40))
    cells = [("yes", "yes"), ("yes", "no"), ("no", "yes"), ("no", "no")]
    assert tuple(pairs[cell] for cell in cells) == table and len(labels) == 80
    assert "| {} | {} | {} | {} | {} |".format(dimension, *table) in (FOLDER / "README.md").read_text("utf-8")


def test_the_readme_says_that_the_files_are_invented() -> None:
    assert "INVENTED" in (FOLDER / "README.md").read_text(encoding="utf-8").splitlines()[0]
