"""Every figure of every protocol is what it was, to six digits; `make golden` after a change that is meant."""

import pytest
from golden import HERE, KEY, VALUES, changes, dump, tables

from cultural_tom.subsets import CONFIGS


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return tables(tmp_path_factory.mktemp("golden"))


def test_no_figure_has_changed(found):
    told = [
        line
        for name, table in found.items()
        for line in changes(name, (HERE / name).read_text("utf-8"), table)
    ]
    shown = "\n".join(told[:40])
    assert not told, (
        f"{len(told)} difference(s); if they are meant: make golden, and look at them in git diff\n{shown}"
    )


def test_all_configs_protocols_and_golds_are_there_and_nothing_else(found):
    keys = {key[:3] for name, table in found.items() if name != "other.tsv" for key in table}
    assert keys == {(p, g, c) for p in ("strict", "paper") for g in ("upstream", "audit") for c in CONFIGS}
    assert {f.name for f in HERE.glob("*.tsv")} == found.keys()


def test_the_made_up_submission_shows_what_it_must(found):
    """Else a golden report would be golden of nothing: the golds differ, the protocols differ, no figure is 0 or 1 alone."""
    value = {
        key: cells[0] for name, table in found.items() if name != "other.tsv" for key, cells in table.items()
    }
    for subset in ("tombench_en", "xnegotiationtom_fr"):
        for a, b in (
            (("strict", "upstream"), ("strict", "audit")),
            (("strict", "upstream"), ("paper", "upstream")),
        ):
            both = [(v, value.get((*b, *k[2:]))) for k, v in value.items() if k[:3] == (*a, subset)]
            assert any(x != y and y is not None for x, y in both), (subset, a, b)
    assert sum("." in v for v in value.values()) > len(value) / 2
    counts = {c: found["other.tsv"][(f"/configs/{c}/counts",)] for c in CONFIGS}
    for none in ("missing=0", "unparsed=0"):
        some = {CONFIGS[c].subset for c, cells in counts.items() if none not in cells}
        assert some == {c.subset for c in CONFIGS.values()}, none


@pytest.mark.parametrize("column", VALUES)
def test_a_change_of_any_column_is_named_with_its_figure(found, column):
    name, at = "xtomi.tsv", VALUES.index(column)
    whole = ("n", "clusters", "few_contexts")
    key, cells = next((k, c) for k, c in found[name].items() if "." in c[at] or column in whole)
    if column == "few_contexts":
        other = "False" if cells[at] == "True" else "True"
    else:
        other = f"{float(cells[at]) + (0.00001 if '.' in cells[at] else 1)}"
    moved = (*cells[:at], other, *cells[at + 1 :])
    (told,) = changes(name, dump(name, found[name]), found[name] | {key: moved})
    assert all(word in told for word in (*key, column, cells[at]))


def test_new_lost_and_renamed_figures_and_columns_are_named(found):
    name = "xtomi.tsv"
    stored, table = dump(name, found[name]), dict(found[name])
    key, _ = table.popitem()
    assert list(changes(name, stored, table)) == [f"{name}: {' | '.join(key)}: is gone"]
    assert list(changes(name, dump(name, table), found[name])) == [f"{name}: {' | '.join(key)}: is new"]
    assert any(
        "has the columns" in line
        for line in changes(name, stored.replace("clusters", "contexts"), found[name])
    )
    assert len(KEY) == 6


def test_a_unit_in_the_last_digit_is_rounding_and_two_are_not(found):
    name = "other.tsv"
    (path,), cells = next((k, c) for k, c in found[name].items() if "fleiss" in k[0] and "." in c[0])
    for units, told in ((1, 0), (2, 1)):
        moved = {**found[name], (path,): (f"{float(cells[0]) + units * 1e-6:.6f}",)}
        assert len(list(changes(name, dump(name, found[name]), moved))) == told
