"""What must hold in every report of every config, strict and paper: on the sample edition and on made-up rows."""

import json
import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from synthetic import folder, rows_of

from cultural_tom.predictions.record import answer_of as answer
from cultural_tom.rows.repository import read_rows
from cultural_tom.scoring.run import ScoreOptions, score
from cultural_tom.subsets import CONFIGS, SUBSETS

FIRST = [next(s.configs).name for s in SUBSETS.values()]
NEVER_PERFECT = ("fact right, belief wrong", "fact wrong, belief right", "both wrong")


def options(protocol="strict", **more):
    return ScoreOptions(protocol=protocol, resamples=0, **more)


def predictions(path, rows, choose):
    """A predictions file; `choose(row)` gives option indices, or None for no answer."""
    lines = []
    for r in rows:
        indices = choose(r)
        lines.append({"id": r["id"], "answer": None if indices is None else answer(r, indices)})
    path.write_text("".join(json.dumps(x) + "\n" for x in lines), "utf-8")
    return path


def guess(r, draw):
    """A random answer of the row's form, right about half of the time."""
    n = len(r["options"])
    if draw.random() < 0.5:
        return r["gold"]
    if draw.random() < 0.1:
        return None
    if r["answer_format"] in ("choices", "names"):
        return sorted(draw.sample(range(n), draw.randint(1, min(3, n))))
    return [draw.randrange(n) for _ in range(len(r["slots"]) or 1)]


def figures(report):
    (config,) = report.configs
    return {(f.group, f.name, f.metric): f for f in config.figures}


@pytest.mark.parametrize("protocol", ["strict", "paper"])
@pytest.mark.parametrize("config", CONFIGS)
def test_a_perfect_file_scores_100_and_nothing_else(config, protocol, sample, tmp_path):
    rows = read_rows(sample, config)
    report = score(predictions(tmp_path / "p.jsonl", rows, lambda r: r["gold"]), sample, options(protocol))
    found = figures(report)
    assert found
    per_agent = config.startswith("xnegotiationtom") and protocol == "paper"
    for (group, name, metric), f in found.items():
        if name in NEVER_PERFECT:
            assert f.value == 0
        elif per_agent and metric == "exact_match":
            agents = [name[-1]] if name.startswith("agent") else ["1", "2"]
            annotated = [r for r in rows if r["task"] == group and r["tags"][0][-1] in agents]
            prefixes = {r["parallel_id"].rsplit("/", 2)[0] for r in rows}
            assert f.n == len(prefixes) * len(agents)
            assert f.value == pytest.approx(len(annotated) / f.n)
        else:
            assert f.value == pytest.approx(1), name


@pytest.mark.parametrize("config", CONFIGS)
def test_a_constant_file_scores_what_counting_gives_and_the_best_one_what_is_stated(config, sample, tmp_path):
    rows = read_rows(sample, config)
    wanted = {tuple(r["gold"]) for r in rows}
    stated, reached = {}, {}
    for constant in wanted:
        own = predictions(
            tmp_path / "c.jsonl", rows,
            lambda r, c=constant: c if max(c) < len(r["options"]) and fits(r, c) else None,
        )  # fmt: skip
        found = figures(score(own, sample, options()))
        right = sum(tuple(r["gold"]) == constant for r in rows)
        if ("all", "all questions", "accuracy") in found:
            assert found["all", "all questions", "accuracy"].value == pytest.approx(right / len(rows))
        for key, f in found.items():
            if f.constant is not None:
                stated[key] = f.constant
                reached[key] = max(reached.get(key, 0), f.value)
    assert stated
    for key, value in stated.items():
        assert reached[key] <= value + 1e-12, key


def fits(r, c):
    return (
        len(c) == (len(r["slots"]) or 1)
        if r["answer_format"] in ("choice", "slots")
        else len(c) == len(set(c))
    )


def test_always_no_is_the_stated_constant_where_yes_and_no_are_shuffled(sample, tmp_path):
    rows = [r for r in read_rows(sample, "tactfultom_en") if r["task"] == "comprehension"]
    assert {r["options"][r["gold"][0]] for r in rows} == {"No"}
    path = predictions(tmp_path / "p.jsonl", rows, lambda r: [r["options"].index("No")])
    found = figures(score(path, sample, options()))["question type", "comprehension", "accuracy"]
    assert found.value == found.constant == 1


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(FIRST), st.sampled_from(["strict", "paper"]))
def test_the_order_of_predictions_and_of_rows_changes_nothing(seed, config, protocol):
    draw = random.Random(seed)
    rows = rows_of(config, 6, seed)
    chosen = {r["id"]: guess(r, draw) for r in rows}
    with tempfile.TemporaryDirectory() as name:
        path = Path(name)
        one = folder(path / "one", {config: rows})
        mixed = draw.sample(rows, len(rows))
        two = folder(path / "two", {config: mixed})
        files = [
            predictions(path / f"{i}.jsonl", r, lambda r: chosen[r["id"]])
            for i, r in enumerate((rows, mixed))
        ]
        first = score(files[0], one, options(protocol))
        same = score(files[1], one, options(protocol))
        other = score(files[1], two, options(protocol))
    assert figures(first) == figures(same)
    a, b = figures(first), figures(other)
    assert a.keys() == b.keys()
    for key, f in a.items():
        for part in ("value", "low", "high", "n", "clusters", "chance", "constant"):
            assert getattr(f, part) == (
                None if getattr(b[key], part) is None else pytest.approx(getattr(b[key], part))
            )


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(FIRST))
def test_joint_scores_are_at_most_the_least_part_and_counts_add_up(seed, config):
    draw = random.Random(seed)
    rows = rows_of(config, 6, seed)
    chosen = {r["id"]: guess(r, draw) for r in rows}
    with tempfile.TemporaryDirectory() as name:
        data = folder(Path(name) / "data", {config: rows})
        path = predictions(Path(name) / "p.jsonl", rows, lambda r: chosen[r["id"]])
        found = figures(score(path, data, options()))
    right = {r["id"]: chosen[r["id"]] == r["gold"] for r in rows}
    contexts = {r["context_id"] for r in rows}
    whole = sum(all(right[r["id"]] for r in rows if r["context_id"] == c) for c in contexts)
    joint = found["context", "all questions of a context", "joint"]
    assert joint.value == pytest.approx(whole / len(contexts)) and joint.n == len(contexts)
    subset = CONFIGS[config].subset
    for group in ("task", "class", "level", "lie type", "complexity"):
        members = [f for (g, n, m), f in found.items() if g == group and m == "accuracy" and n != "average"]
        if members:
            assert sum(f.n for f in members) == len(rows)
            assert sum(f.value * f.n for f in members) == pytest.approx(sum(right.values()))
    if subset == "xfantom":
        pairs = [f for (g, _, _), f in found.items() if g == "belief and fact"]
        assert len(pairs) == 4 and sum(f.value for f in pairs) == pytest.approx(1)
        assert {f.n for f in pairs} == {sum(r["task"] == "belief" for r in rows)}
        sets = found["set", "all questions of a set", "joint"]
        assert sets.value <= found["set", "all beliefs of a set", "joint"].value
        facts = found["fact", "fact", "accuracy"]
        assert sets.value <= facts.value + 1e-12 and sets.n == facts.n
    if subset == "tactfultom":
        least = min(found["question type", t, "accuracy"].value for t in ("comprehension", "justification"))
        assert found["together", "comprehension and justification", "joint"].value <= least + 1e-12


@pytest.mark.parametrize("config", FIRST)
def test_several_samples_are_averaged_and_never_more_than_their_best(config, tmp_path):
    rows = rows_of(config, 6)
    data = folder(tmp_path / "data", {config: rows})
    single = []
    lines = []
    for sample in range(3):
        draw = random.Random(sample)
        chosen = {r["id"]: guess(r, draw) for r in rows}
        single.append(
            figures(
                score(
                    predictions(tmp_path / "s.jsonl", rows, lambda r, c=chosen: c[r["id"]]), data, options()
                )
            )
        )
        for r in rows:
            own = chosen[r["id"]]
            lines.append({"id": r["id"], "sample": sample, "answer": None if own is None else answer(r, own)})
    path = tmp_path / "all.jsonl"
    path.write_text("".join(json.dumps(x) + "\n" for x in lines), "utf-8")
    together = figures(score(path, data, options()))
    for key, f in together.items():
        if "f1" not in key[2]:
            assert f.value == pytest.approx(sum(s[key].value for s in single) / 3), key


def test_the_paper_protocol_reads_responses_as_the_paper_does(tmp_path):
    data = folder(
        tmp_path / "data", {"tombench_en": rows_of("tombench_en"), "xfantom_de": rows_of("xfantom_de")}
    )
    lines = [{"id": r["id"], "response": "I cannot say."} for r in rows_of("tombench_en")]
    lines += [{"id": r["id"], "response": "(b), not (a)"} for r in rows_of("xfantom_de")]
    path = tmp_path / "p.jsonl"
    path.write_text("".join(json.dumps(x) + "\n" for x in lines), "utf-8")
    paper, strict = (score(path, data, options(p)) for p in ("paper", "strict"))
    share = sum(r["gold"] == [0] for r in rows_of("tombench_en")) / len(rows_of("tombench_en"))
    assert paper.configs[0].figures[0].value == pytest.approx(share)
    assert paper.configs[1].figures[0].value == 1
    assert strict.configs[0].unparsed == len(rows_of("tombench_en"))
    assert {f.value for f in strict.configs[0].figures} == {0}
    assert strict.configs[1].figures[0].value < 1
