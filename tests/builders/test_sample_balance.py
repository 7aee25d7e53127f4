"""The sample edition as a whole: nothing can be answered from position or length, and languages agree.

"Within chance" is one-sided: at most two standard errors above what an answer that looks at nothing would get.
`longest` is held against the uniform guess. `majority` has seen the gold, so it is held against what it gets
when every row's options stand in a random order (drawn from a fixed seed). Negotiations have the paper's fixed
label lists, so that a position is a meaning there; their limit is the constant answer's share.
"""

import json
import random
from collections import Counter, defaultdict
from math import sqrt
from statistics import mean, stdev

import pytest

from builders.base import snake
from builders.sources import SAMPLE
from cultural_tom import baselines
from cultural_tom.files import read_rows
from cultural_tom.order import permutation
from cultural_tom.subsets import CONFIGS, SUBSETS

SHUFFLED = [name for name in SUBSETS if name != "xnegotiationtom"]
BY_ID = {"xtomi", "xfantom", "tactfultom", "culturaltom_vqa"}
LETTERS = "ABCD"
PARALLEL = ("task", "ability", "question_type", "belief_order", "answer_format", "slots", "tags")


def subset_rows(sample, subset):
    return [read_rows(sample, c.name) for c in SUBSETS[subset].configs]


def uniform_chance(row):
    """The probability that a uniformly drawn answer is right: one option, or a non-empty set of them."""
    n = len(row["options"])
    return 1 / n if row["answer_format"] == "choice" else 1 / (2**n - 1)


def hits(name, rows):
    return sum(list(a) == r["gold"] for a, r in zip(baselines.BASELINES[name](rows), rows, strict=True))


def reordered(row, draw):
    """The row with its options in a random order."""
    order = draw.sample(range(len(row["options"])), len(row["options"]))
    return {**row, "gold": sorted(order[g] for g in row["gold"])}


@pytest.mark.parametrize("subset", SHUFFLED)
def test_the_longest_option_is_right_no_more_often_than_a_guess(sample, subset):
    rows = [r for config in subset_rows(sample, subset) for r in config]
    chances = [uniform_chance(r) for r in rows]
    found, limit = hits("longest", rows), sum(chances) + 2 * sqrt(sum(p * (1 - p) for p in chances))
    print(f"longest, {subset}: {found} of {len(rows)} right, a guess {sum(chances):.1f}, limit {limit:.1f}")
    assert found <= limit


@pytest.mark.parametrize("subset", SHUFFLED)
def test_the_best_fixed_position_is_right_no_more_often_than_in_a_random_order(sample, subset):
    configs, draw = subset_rows(sample, subset), random.Random(subset)
    found = sum(hits("majority", rows) for rows in configs)
    null = [sum(hits("majority", [reordered(r, draw) for r in rows]) for rows in configs) for _ in range(200)]
    limit = mean(null) + 2 * stdev(null)
    total = sum(map(len, configs))
    print(
        f"majority, {subset}: {found} of {total} right, in a random order {mean(null):.1f}, limit {limit:.1f}"
    )
    assert found <= limit


@pytest.mark.parametrize("config", [c.name for c in SUBSETS["xnegotiationtom"].configs])
@pytest.mark.parametrize("baseline", ["majority", "longest"])
def test_a_constant_answer_is_right_in_at_most_a_quarter_of_the_negotiation_rows(sample, config, baseline):
    """A published sanity check of the real file: always "not given" is right in 18 % of its belief questions."""
    rows = read_rows(sample, config)
    for answer_format in ("slots", "choices"):
        asked = [r for r in rows if r["answer_format"] == answer_format]
        assert hits(baseline, asked) <= len(asked) / 4


def test_the_two_measures_notice_a_biased_sample(sample):
    """If the right option were always first, or always longest, both tests above would fail."""
    rows = [{**r, "gold": [0]} for r in read_rows(sample, "tombench_en")]
    draw = random.Random(0)
    null = [hits("majority", [reordered(r, draw) for r in rows]) for _ in range(50)]
    assert hits("majority", rows) > mean(null) + 2 * stdev(null)
    telling = [
        {**r, "options": [o + "!" * 99 * (i in r["gold"]) for i, o in enumerate(r["options"])]} for r in rows
    ]
    assert hits("longest", telling) == len(rows)


def test_every_text_config_has_at_least_twelve_questions_and_the_images_two_each(sample):
    for name, config in CONFIGS.items():
        rows = read_rows(sample, name)
        assert len(rows) >= 12 and len({r["question"] + r["context"] + r["premise"] for r in rows}) >= 12, (
            name
        )
        if config.subset == "culturaltom_vqa":
            assert len({r["image"]["bytes"] for r in rows}) >= 6
            assert min(Counter(r["context_id"] for r in rows).values()) >= 2


def source_gold(row):
    """The gold as places in the order of the source: the shuffle by row id undone."""
    if row["subset"] not in BY_ID:
        return row["gold"]
    order = permutation(row["id"], len(row["options"]), "options")
    return sorted(order[g] for g in row["gold"])


@pytest.mark.parametrize("subset", [s.name for s in SUBSETS.values() if len(list(s.configs)) > 1])
def test_parallel_items_agree_in_options_format_roles_and_gold(sample, subset):
    versions = defaultdict(list)
    for rows in subset_rows(sample, subset):
        for row in rows:
            versions[row["parallel_id"]].append(row)
    for parallel_id, rows in versions.items():
        assert len(rows) == len(list(SUBSETS[subset].configs)), parallel_id
        for column in PARALLEL:
            assert len({str(r[column]) for r in rows}) == 1, (parallel_id, column)
        assert len({len(r["options"]) for r in rows}) == 1, parallel_id
        assert len({tuple(source_gold(r)) for r in rows}) == 1, (parallel_id, [source_gold(r) for r in rows])
        assert len({r["id"].split("/", 1)[1] for r in rows}) == 1, parallel_id


def test_the_direct_versions_of_multitom_in_english_and_chinese_are_tombench_rows(sample):
    for language in ("en", "zh"):
        there = {(r["context"], r["question"]): r for r in read_rows(sample, f"tombench_{language}")}
        for row in read_rows(sample, f"multitom_direct_{language}"):
            twin = there[row["context"], row["question"]]
            assert (row["options"], row["gold"]) == (twin["options"], twin["gold"]), row["id"]


def test_cultural_versions_are_stories_of_their_own(sample):
    for language in SUBSETS["multitom"].languages:
        direct, cultural = (read_rows(sample, f"multitom_{v}_{language}") for v in ("direct", "cultural"))
        assert not {r["context"] for r in direct} & {r["context"] for r in cultural}


def test_every_kind_of_question_occurs(sample):
    rows = [r for name in CONFIGS for r in read_rows(sample, name)]
    kinds = {(r["subset"], r["task"], r["question_type"]) for r in rows}
    assert {r["belief_order"] for r in rows} == {None, 0, 1, 2}
    assert {r["answer_format"] for r in rows} == {"choice", "choices", "slots", "names"}
    assert {t for s, t, _ in kinds if s == "xtomi"} == {"belief", "reality"}
    xfantom = {q for s, _, q in kinds if s == "xfantom"}
    assert xfantom == {"fact", "first_order", "second_order_cyclic", "second_order_acyclic"}
    assert {t for s, t, _ in kinds if s == "xnegotiationtom"} == {"belief", "desire", "intention"}
    assert any(len(r["gold"]) > 1 for r in rows if r["answer_format"] == "choices")
    assert any(len(r["gold"]) > 1 for r in rows if r["answer_format"] == "names")
    assert len({t for s, t, _ in kinds if s == "tactfultom"}) == 9
    assert len({t for s, t, _ in kinds if s == "culturaltom_vqa"}) == 6
    abilities = {r["ability"] for r in rows if r["subset"] in ("tombench", "multitom")}
    assert {"location_false_beliefs", "content_false_beliefs", "second_order_beliefs"} <= abilities


@pytest.mark.parametrize(("subset", "place"), [("tombench", "line"), ("multitom", "row")])
def test_the_gold_of_the_provenance_is_the_gold_of_the_data(sample, subset, place):
    stories = json.loads((SAMPLE / "provenance" / f"{subset}.json").read_text("utf-8"))["stories"]
    expected = {}
    for story in stories:
        for question in story["questions"]:
            name = question[place] if subset == "multitom" else f"{snake(story['file'])}/{question[place]}"
            expected[f"{subset}/{name}"] = LETTERS.index(question["gold"])
    for config in SUBSETS[subset].configs:
        assert {r["parallel_id"]: r["gold"][0] for r in read_rows(sample, config.name)} == expected


def test_the_sources_and_the_build_are_small(sample):
    for folder in (SAMPLE, sample):
        assert sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()) <= 2_000_000
