"""The edition and state that the library reads from rows are those that the builders gave them."""

import pytest

from builders.engine import catalogue, sources
from cultural_tom.rows.repository import build_info, read_rows
from cultural_tom.rows.standing import standing
from cultural_tom.subsets import CONFIGS, SUBSETS


@pytest.mark.parametrize("subset", SUBSETS)
def test_the_state_of_every_recipe_follows_from_the_label_of_its_main_source(subset):
    for recipe in catalogue.builder(subset)[0].recipes:
        label = sources.source(recipe.sources[0]).label
        if recipe.file:
            label = f"{recipe.sources[0]}@supplied-0123456789ab"
        for config in recipe.configs:
            assert standing(config, ["human"], [label]).state == recipe.state, recipe


@pytest.mark.parametrize("subset", SUBSETS)
def test_the_facts_of_what_is_pinned_are_those_of_the_lock_and_the_builders(subset):
    facts, builder = SUBSETS[subset], catalogue.builder(subset)[0]
    verified = [(r, c) for r in builder.recipes if r.state == "verified" for c in r.configs]
    assert [c for _, c in verified] == list(facts.pinned)
    assert {sources.source(r.sources[0]).label for r, _ in verified} == (
        {f"{facts.paper}@{facts.commit}"} if facts.commit else set()
    )
    assert {builder.expect[c] for _, c in verified} <= {facts.rows}


def of_build(folder):
    info = build_info(folder)
    for config, entry in info["configs"].items():
        rows = read_rows(folder, config)
        found = standing(config, [r["origin"] for r in rows], [r["source"] for r in rows])
        yield config, (found.edition, found.state), (info["edition"], entry["state"])


def test_the_sample_edition_is_known_by_its_rows(sample):
    found = list(of_build(sample))
    assert len(found) == len(CONFIGS)
    assert all(here == said == ("sample", "sample") for _, here, said in found)


@pytest.mark.mirror
def test_the_full_edition_is_known_by_its_rows(full):
    found = list(of_build(full))
    assert {config: here for config, here, _ in found} == {config: said for config, _, said in found}
    assert {state for _, (_, state), _ in found} >= {"verified", "rebuilt"}
