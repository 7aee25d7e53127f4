"""The papers' printed results beside a score: only where they compare, and always as printed."""

import json
from collections import Counter

import pytest
from predicted import predict

from cultural_tom.problems import InputError
from cultural_tom.published import PAPERS, beside, items, rows
from cultural_tom.report.scores_page import page
from cultural_tom.scoring.run import ScoreOptions, score
from cultural_tom.subsets import CONFIGS, SUBSETS


def document(sample, tmp_path, pattern, verified=True, **options):
    """A report on the sample edition; `verified` calls its configs what a full, verified build would."""
    path = tmp_path / "p.jsonl"
    predict("random", pattern, sample, path)
    made = json.loads(json.dumps(score(path, sample, ScoreOptions(resamples=0, **options)).as_dict()))
    for c in made["configs"] if verified else []:
        c["edition"], c["state"] = "full", "verified"
    return made


def cell(found, config, group, name, metric="accuracy"):
    return next(
        f
        for f in found["figures"]
        if (f["config"], f["group"], f["name"], f["metric"]) == (config, group, name, metric)
    )


def test_the_sample_edition_gets_a_sentence_and_no_figure(sample, tmp_path):
    found = beside(document(sample, tmp_path, "tombench_zh", verified=False))
    assert found["figures"] == []
    assert "tombench_zh (sample edition, sample)" in found["note"]


@pytest.mark.parametrize("options", [{"gold": "audit"}, {"partial": True}])
def test_another_gold_or_a_part_of_the_rows_gets_a_sentence(sample, tmp_path, options):
    found = beside(document(sample, tmp_path, "tombench_zh", **options))
    assert found["figures"] == []
    assert "upstream's gold" in found["note"]


def test_tombench_human_best_and_chosen_are_those_of_table_2(sample, tmp_path):
    found = beside(document(sample, tmp_path, "tombench_zh"), "GPT-4-1106")
    task = cell(found, "tombench_zh", "task", "false_belief_task")
    printed = [
        r
        for r in rows("tombench")
        if (r["item"], r["language"], r["table"]) == ("false_belief_task", "zh", "2")
    ]
    human = next(float(r["value"]) for r in printed if r["model"] == "Human")
    models = [float(r["value"]) for r in printed if r["model"] not in ("Human", "LLM Grand Mean")]
    assert task["human"] == pytest.approx(human / 100)
    assert task["best"] == pytest.approx(max(models) / 100)
    assert task["models"] == len(models) == 20
    assert task["chosen"] == pytest.approx(
        max(float(r["value"]) for r in printed if r["model"] == "GPT-4-1106") / 100
    )
    assert task["source"] == "tombench, Table 2"


def test_human_figures_stay_in_the_language_that_humans_answered(sample, tmp_path):
    found = beside(document(sample, tmp_path, "tombench_en"))
    assert all(f["human"] is None for f in found["figures"])


def test_multitom_variants_are_not_mixed(sample, tmp_path):
    found = beside(document(sample, tmp_path, "multitom_direct_ar,multitom_cultural_ar"))
    direct = cell(found, "multitom_direct_ar", "category", "emotion")
    cultural = cell(found, "multitom_cultural_ar", "category", "emotion")
    assert (direct["best"], direct["median"]) != (cultural["best"], cultural["median"])


def test_what_a_protocol_measures_otherwise_has_no_printed_value(sample, tmp_path):
    strict = beside(document(sample, tmp_path, "tombench_en,xnegotiationtom_fr"))
    paper = beside(document(sample, tmp_path, "tombench_en,xnegotiationtom_fr", protocol="paper"))
    keys = [{(f["config"], f["group"], f["name"]) for f in found["figures"]} for found in (strict, paper)]
    assert ("tombench_en", "category", "desire") in keys[1] - keys[0]
    assert ("xnegotiationtom_fr", "belief", "belief") in keys[1] - keys[0]


def test_free_answers_are_beside_the_column_of_free_answers(sample, tmp_path):
    made = document(sample, tmp_path, "tactfultom_en", protocol="paper")
    choice = beside(made)
    made["options"]["free"] = "free-cosine-1"
    free = beside(made)
    made["options"]["free"] = "free-f1-1"
    f1 = beside(made)
    pick = [{(f["group"], f["name"]): f["best"] for f in found["figures"]} for found in (choice, free, f1)]
    key = next(k for k in pick[0] if k[0].startswith("class") and k[1] == "justification")
    assert pick[0][key] != pick[1][key]
    assert key not in pick[2]


@pytest.mark.parametrize("protocol", ["strict", "paper"])
@pytest.mark.parametrize("subset", SUBSETS)
def test_every_subset_has_printed_values_and_every_line_of_the_map_finds_its_figure(
    sample, tmp_path, subset, protocol
):
    configs = [c.name for c in SUBSETS[subset].configs]
    found = beside(document(sample, tmp_path, ",".join(configs), protocol=protocol))
    if (subset, protocol) == ("tactfultom", "strict"):
        assert found["figures"] == []  # Table 6 rests on 84 conversations: the paper protocol has them
        return
    wanted = {
        (i["group"], i["name"], i["metric"])
        for i in items()
        if i["subset"] == subset and i["protocol"] in ("", protocol)
    }
    got = {(f["group"], f["name"], f["metric"]) for f in found["figures"]}
    assert got <= wanted
    if subset != "tactfultom":  # the sample has one class only
        assert got == wanted
    assert all(0 <= f["best"] <= 1 for f in found["figures"] if f["best"] is not None)


def test_an_unknown_model_is_refused_with_the_nearest(sample, tmp_path):
    with pytest.raises(InputError, match="GPT-4o"):
        beside(document(sample, tmp_path, "xtomi_fr"), "gpt-4o")


def test_the_tables_hold_each_printed_cell_once_and_as_percent():
    for paper in PAPERS:
        found = rows(paper)
        keys = Counter(tuple(v for k, v in r.items() if k not in ("value", "n")) for r in found)
        assert max(keys.values()) == 1
        assert all(0 <= float(r["value"]) <= 100 for r in found)
        assert {r["language"] for r in found} <= {c.language for c in CONFIGS.values()}
    assert [len(rows(p)) for p in PAPERS] == [674, 1174, 1299, 929, 60]


def test_the_page_says_printed_and_not_recomputed(sample, tmp_path):
    made = document(sample, tmp_path, "xtomi_fr")
    made["published"] = beside(made)
    html = page(made)
    assert "Printed in the papers" in html
    assert "not recomputed here" in html
    assert "xtom, Table 9" in html
