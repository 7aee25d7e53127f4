"""A builder that is broken on purpose: each defect must be an error of at least one check."""

from collections.abc import Callable
from pathlib import Path

import pytest
from small_builds import Rows, changed, tomi, write

from cultural_tom.problems import InputError
from validation.engine.registry import select
from validation.engine.results import CheckOptions
from validation.engine.run import run_checks

Tables = dict[str, Rows]


def errors(folder: Path, out: Path) -> set[str]:
    """Names of the checks that find an error."""
    report = run_checks(folder, out, select(""), CheckOptions()).report
    return {
        name
        for name, check in report["checks"].items()
        if any(f["severity"] == "error" for f in check["findings"])
    }


def good() -> Tables:
    return {"xtomi_en": tomi("en"), "xtomi_de": tomi("de")}


def shift_gold(tables: Tables) -> None:
    tables["xtomi_de"] = changed(tables["xtomi_de"], gold=lambda r: [(r["gold"][0] + 1) % 2])


def shift_gold_everywhere(tables: Tables) -> None:
    for config in tables:
        tables[config] = changed(tables[config], gold=lambda r: [(r["gold"][0] + 1) % 2])


def swap_languages(tables: Tables) -> None:
    texts = ("context", "question")
    en, de = tables["xtomi_en"], tables["xtomi_de"]
    pairs = list(zip(en, de, strict=True))
    tables["xtomi_en"] = [a | {k: b[k] for k in texts} for a, b in pairs]
    tables["xtomi_de"] = [b | {k: a[k] for k in texts} for a, b in pairs]


def truncate_one_row(tables: Tables) -> None:
    tables["xtomi_en"][4]["context"] = tables["xtomi_en"][4]["context"][:50]


def duplicate_story(tables: Tables) -> None:
    for config, rows in tables.items():
        tables[config] = rows + changed(
            rows[:3],
            id=lambda r: r["id"].replace("/0/", "/999/"),
            parallel_id=lambda r: r["parallel_id"].replace("/0/", "/999/"),
            context_id="xtomi/999",
        )


def lose_a_row(tables: Tables) -> None:
    tables["xtomi_de"] = tables["xtomi_de"][1:]


def leave_one_untranslated(tables: Tables) -> None:
    tables["xtomi_de"][:3] = changed(tables["xtomi_de"][:3], context=tables["xtomi_en"][0]["context"])


def test_a_sound_build_has_no_errors(tmp_path: Path) -> None:
    assert errors(write(tmp_path / "data", good()), tmp_path / "out") == set()


@pytest.mark.parametrize(
    ("damage", "caught_by"),
    [
        (shift_gold, {"parallel"}),
        (shift_gold_everywhere, {"audit"}),
        (swap_languages, {"language"}),
        (truncate_one_row, {"structure"}),
        (duplicate_story, {"duplicates"}),
        (lose_a_row, {"parallel"}),
        (leave_one_untranslated, {"translation"}),
    ],
)
def test_a_broken_builder_is_caught(
    damage: Callable[[Tables], None], caught_by: set[str], tmp_path: Path
) -> None:
    tables = good()
    damage(tables)
    assert caught_by <= errors(write(tmp_path / "data", tables), tmp_path / "out")


def test_a_story_truncated_in_all_its_rows_is_caught_by_its_length(tmp_path: Path) -> None:
    tables = good()
    tables["xtomi_de"][:3] = changed(tables["xtomi_de"][:3], context=lambda r: r["context"][:33])
    report = run_checks(
        write(tmp_path / "data", tables), tmp_path / "out", select("translation,structure"), CheckOptions()
    ).report
    found = {(n, f["where"]) for n, c in report["checks"].items() for f in c["findings"]}
    assert ("translation", "xtomi_de/0/reality") in found
    assert ("structure", "xtomi_de/0/reality") in found


def test_a_file_that_is_not_the_one_of_build_json_is_caught(tmp_path: Path) -> None:
    folder = write(tmp_path / "data", good())
    other = write(tmp_path / "other", {"xtomi_de": changed(tomi("de"), task="belief")})
    name = "data/xtomi_de/test-00000-of-00001.parquet"
    (folder / name).write_bytes((other / name).read_bytes())
    assert "structure" in errors(folder, tmp_path / "out")


def test_a_damaged_parquet_file_is_a_finding_and_no_crash(tmp_path: Path) -> None:
    folder = write(tmp_path / "data", good())
    (folder / "data/xtomi_de/test-00000-of-00001.parquet").write_bytes(b"not parquet")
    assert {"structure", "language"} <= errors(folder, tmp_path / "out")


def remove_all_rows(tables: Tables) -> None:
    tables["xtomi_de"] = []


def make_holes(tables: Tables) -> None:
    tables["xtomi_de"][2]["context"] = None


def point_outside(tables: Tables) -> None:
    tables["xtomi_en"][2]["gold"] = [7]


def no_gold(tables: Tables) -> None:
    tables["xtomi_en"][2]["gold"] = []


@pytest.mark.parametrize("damage", [remove_all_rows, make_holes, point_outside, no_gold])
def test_damaged_rows_are_findings_and_no_crash(damage: Callable[[Tables], None], tmp_path: Path) -> None:
    tables = good()
    damage(tables)
    assert "structure" in errors(write(tmp_path / "data", tables), tmp_path / "out")


@pytest.mark.parametrize("text", ["[]", "{}", '{"configs": []}', '{"configs": {"xtomi_en": 3}}'])
def test_a_build_json_without_configs_is_a_message(text: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "data", good())
    (folder / "build.json").write_text(text, "utf-8")
    with pytest.raises(InputError, match="problem") as e:
        errors(folder, tmp_path / "out")
    assert "build" in str(e.value)
