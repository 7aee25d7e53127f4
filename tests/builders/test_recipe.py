"""Recipes: what may not travel is told by ids, hashes and provenance, and comes back as the very same rows."""

import hashlib
import json
import shutil

import pytest
from hub_double import Hub
from hub_worker import Worker
from releases import ORG, REPO, TOKEN, rewritten, with_column, with_other_gold
from typer.testing import CliRunner

from builders.commands import app
from builders.engine import sources, sums
from builders.engine.check import check
from builders.engine.diff import diff
from builders.release.licences import Blocked, blocked
from builders.release.rebuild import rebuild
from builders.release.recipe import complete, split
from builders.release.versions import level
from cultural_tom import load
from cultural_tom.problems import InputError
from cultural_tom.rows.release import recipe_file, rehash
from cultural_tom.rows.repository import build_info, data_file, read_rows
from cultural_tom.subsets import CONFIGS

HELD = ("tombench_zh", "xtomi_en")
ROW = "xtomi_en/9087/reality"


def files(folder):
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def blocking(*configs):
    return [Blocked(config, {"somebody": "said no"}) for config in configs]


@pytest.fixture(scope="module")
def four(sample, tmp_path_factory):
    keep = ("tombench_en", *HELD, "xtomi_fr")
    return rewritten(
        sample, tmp_path_factory.mktemp("four") / "data", {c: None for c in CONFIGS if c not in keep}
    )


@pytest.fixture
def mixed(four, tmp_path):
    split(four, tmp_path / "mixed", blocking(*HELD))
    return tmp_path / "mixed"


def completed(folder, out, places=None):
    return complete(folder, out, places, {}, lambda configs: configs)


def texts(folder, config):
    """What a reader could tell a row by: every string of some length in its text columns."""
    found = set()
    for row in read_rows(folder, config):
        found |= {
            t for t in (row["context"], row["question"], row["premise"], *row["options"]) if len(t) > 12
        }
    return found


def told(strings, text, length):
    """Which of the strings that are longer than `length` stand in a long text: only where one of their beginnings does are they looked for."""
    by_beginning = {}
    for string in strings:
        if len(string) > length:
            by_beginning.setdefault(string[:length], []).append(string)
    begun = by_beginning.keys() & {text[k : k + length] for k in range(len(text))}
    return [s for b in sorted(begun) for s in by_beginning[b] if s in text]


def test_strings_that_stand_in_a_text_are_told():
    assert told({"abcd", "bcde", "cd", "xyzw", "abce"}, "xabcdex", 3) == ["abcd", "bcde"]


def test_a_mixed_folder_holds_no_text_of_what_is_held_back(four, mixed):
    assert check(mixed) == [] and rehash(mixed).recipes == 2
    held = "\n".join(
        b.decode("utf-8", "replace") for n, b in files(mixed).items() if n.startswith("recipes/")
    )
    for config in HELD:
        assert not (mixed / data_file(config)).exists()
        assert (wanted := texts(four, config)) and not [t for t in wanted if t in held]
        assert all(f'"id":"{r["id"]}"' in held for r in read_rows(four, config))
    for config in ("tombench_en", "xtomi_fr"):
        assert (mixed / data_file(config)).read_bytes() == (four / data_file(config)).read_bytes()
    assert "tombench_zh" in (mixed / "README.md").read_text() and (mixed / "LICENSES/tombench.md").exists()


def test_two_recipes_of_a_build_are_the_same_bytes(four, mixed, tmp_path):
    split(four, tmp_path / "again", blocking(*HELD))
    assert files(tmp_path / "again") == files(mixed)


def test_complete_gives_the_build_that_it_was_made_of(four, mixed, tmp_path):
    completed(mixed, tmp_path / "out")
    assert files(tmp_path / "out") == files(four) and diff(four, tmp_path / "out") == []


def test_a_recipe_can_be_verified_row_by_row(mixed):
    assert rebuild(mixed, None, {}, lambda c: c).rows == {
        c: build_info(mixed)["configs"].get(c, build_info(mixed).get("recipes", {}).get(c))["rows"]
        for c in ("tombench_en", "tombench_zh", "xtomi_en", "xtomi_fr")
    }


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (with_other_gold(ROW), "its upstream record is the same, but not the gold made of it"),
        (with_column(ROW, question="Where?"), "but not the text made of it"),
        (with_column(ROW, ability="other"), "but not the labels made of it"),
        (with_column(ROW, source_sha256="0" * 64), "another one; use the version of cultural-tom"),
        (with_column(ROW, source_pointer="elsewhere"), "but not the source_pointer made of it"),
        (
            lambda rows: [r for r in rows if r["id"] != ROW],
            "was built from these files and is not in the release",
        ),
        (
            lambda rows: [*rows, {**rows[0], "id": f"{rows[0]['id']}-more"}],
            "is in the release and was not built",
        ),
    ],
)
def test_a_row_that_is_not_the_releases_is_named_and_nothing_is_written(four, tmp_path, edit, says):
    other = rewritten(four, tmp_path / "other", {"xtomi_en": edit})
    split(other, tmp_path / "mixed", blocking("xtomi_en"))
    with pytest.raises(InputError) as e:
        completed(tmp_path / "mixed", tmp_path / "out")
    (problem,) = e.value.problems
    assert says in problem.message and problem.where.startswith(
        ROW if "more" not in problem.where else "xtomi_en/"
    )
    assert not (tmp_path / "out").exists()


def test_rows_in_another_order_are_no_silent_success(four, tmp_path):
    other = rewritten(four, tmp_path / "other", {"xtomi_en": lambda rows: rows[::-1]})
    split(other, tmp_path / "mixed", blocking("xtomi_en"))
    with pytest.raises(InputError, match="content hash or order"):
        completed(tmp_path / "mixed", tmp_path / "out")


def resealed(folder, config):
    """build.json says that the recipe is as it is now: whoever changes one can change both."""
    info = build_info(folder)
    info["recipes"][config]["recipe_sha256"] = hashlib.sha256(
        (folder / recipe_file(config)).read_bytes()
    ).hexdigest()
    (folder / "build.json").write_text(json.dumps(info))
    sums.write(folder)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda text: text.replace('"id":"xtomi_en/', '"id":"xtomi_fr/', 1), "of another config"),
        (lambda text: text + text.splitlines()[0] + "\n", "has an id twice"),
        (lambda text: text.replace("{", "[", 1), "is no line of a recipe"),
        (lambda text: text.replace('"gold_sha256"', '"gold"', 1), "is no line of a recipe"),
        (lambda text: "[" * 100_000 + "\n" + text, "is no line of a recipe"),
        (lambda text: text.replace('"licence":"CC-BY-4.0"', '"licence":4', 1), "is no line of a recipe"),
    ],
)
def test_a_damaged_recipe_is_told_line_by_line(mixed, tmp_path, damage, says):
    path = mixed / recipe_file("xtomi_en")
    path.write_text(damage(path.read_text("utf-8")), "utf-8")
    with pytest.raises(InputError, match="has changed: sha256"):
        completed(mixed, tmp_path / "out")
    assert "recipe_sha256" in str(check(mixed)) or says in str(check(mixed))
    resealed(mixed, "xtomi_en")
    with pytest.raises(InputError, match=says):
        completed(mixed, tmp_path / "out")
    assert says in "\n".join(map(str, check(mixed)))


def test_a_release_of_another_commit_is_not_completed_with_this_one(mixed, tmp_path):
    info = build_info(mixed)
    info["sources"] = {"tomi": {"commit": "0" * 40}, "gone": {"commit": "1"}}
    (mixed / "build.json").write_text(json.dumps(info))
    sums.write(mixed)
    with pytest.raises(InputError) as e:
        completed(mixed, tmp_path / "out")
    assert len(e.value.problems) == 2 and "this checkout pins dea2bca" in str(e.value)


def test_without_a_recipe_there_is_nothing_to_complete(four, tmp_path):
    with pytest.raises(InputError, match="holds no recipe"):
        completed(four, tmp_path / "out")
    with pytest.raises(InputError, match="holds no row that may be published"):
        split(four, tmp_path / "none", blocking("tombench_en", "xtomi_fr", *HELD))


def test_pictures_of_whoever_builds_make_no_recipe(sample, tmp_path):
    with pytest.raises(InputError, match="may not be published"):
        split(sample, tmp_path / "out", [Blocked("culturaltom_vqa_en", {"images": "of others"})])


def test_a_reader_is_told_that_a_release_has_the_recipe_alone(mixed, tmp_path):
    for call in (lambda: load("xtomi_en", str(mixed)), lambda: read_rows(mixed, "xtomi_en")):
        with pytest.raises(InputError, match=r"Of xtomi_en it has the recipe.*python -m builders complete"):
            call()
    with pytest.raises(InputError) as e:
        load("xtomi_de", str(mixed))
    assert "recipe" not in str(e.value)


def test_a_diff_with_a_recipe_names_rows_and_kinds(four, mixed, tmp_path):
    assert level(diff(four, mixed)) == ("major", [f"{c}: its rows became a recipe" for c in HELD])
    assert level(diff(mixed, four))[0] == "minor"
    other = rewritten(four, tmp_path / "other", {"xtomi_en": with_other_gold(ROW)})
    split(other, tmp_path / "mixed2", blocking(*HELD))
    (found,) = diff(mixed, tmp_path / "mixed2")
    assert found.columns == {ROW: ["gold"]} and found.held == ("recipe", "recipe")
    assert level([found])[0] == "major"


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda i: i.pop("sources"), "build.json, sources: expected an object, got"),
        (lambda i: i.pop("missing"), "build.json, missing: expected an object"),
        (lambda i: i.pop("versions"), "build.json, versions: expected an object"),
        (lambda i: i["versions"].clear(), "versions: does not name cultural-tom"),
        (lambda i: i.update(edition="mine"), "edition: expected full or sample or generated, got 'mine'"),
        (lambda i: i.update(sources={"nobody": 5}), "sources.nobody: is no source of licences.toml"),
        (lambda i: i.update(sources={"tomi": {}}), "sources.tomi.repository: expected a string"),
        (lambda i: i["configs"]["xtomi_en"].pop("file"), "xtomi_en.file: expected a string"),
        (lambda i: i["configs"]["xtomi_en"].update(file="x"), "xtomi_en.file: expected data/xtomi_en/"),
        (lambda i: i["configs"]["xtomi_en"].pop("sources"), "xtomi_en.sources: expected a list"),
        (lambda i: i["configs"]["xtomi_en"].update(sources=["who@1"]), "xtomi_en.sources: 'who@1' is of no source"),
        (lambda i: i["configs"]["xtomi_en"].pop("audited"), "xtomi_en.audited: expected an object"),
        (lambda i: i["configs"]["xtomi_en"].update(audited={"broken": "3"}), "xtomi_en.audited: expected numbers"),
        (lambda i: i.update(missing={"xtomi_de": 3}), "missing.xtomi_de: expected a string"),
    ],
)  # fmt: skip
def test_a_build_json_that_lacks_something_is_one_message_of_check_and_recipe(four, tmp_path, damage, says):
    folder = rewritten(four, tmp_path / "damaged", {})
    info = build_info(folder)
    damage(info)
    (folder / "build.json").write_text(json.dumps(info), "utf-8")
    sums.write(folder)
    assert says in "\n".join(map(str, check(folder)))
    with pytest.raises(InputError, match="no build that a recipe can be made of") as e:
        split(folder, tmp_path / "out", blocking("xtomi_en"))
    assert says in str(e.value) and not (tmp_path / "out").exists()


def test_a_recipe_of_what_is_not_there_is_one_message(four, tmp_path):
    with pytest.raises(InputError, match=r"tactfultom_en: is not in .* as rows"):
        split(four, tmp_path / "out", blocking("tactfultom_en"))


def test_the_command_makes_recipes_and_says_why(four, tmp_path, monkeypatch):
    edited = rewritten(
        four, tmp_path / "edited",
        {"xtomi_en": lambda rows: [{**r, "source": "tomi@dea2bca", "licence": "CC-BY-NC-4.0"} for r in rows]},
    )  # fmt: skip
    result = CliRunner().invoke(app, ["recipe", str(edited), "--out", str(tmp_path / "mixed")])
    assert result.exit_code == 0, result.output
    said = " ".join(result.output.split())
    assert "3 configs as rows, 1 made recipes" in said and "xtomi_en (19 rows): tomi: Whether a host" in said
    assert blocked(tmp_path / "mixed", {}) == []


# --- the real full edition ---


@pytest.mark.mirror
def test_the_full_edition_travels_mixed_and_is_completed_to_the_same_bytes(full, mirror, tmp_path):
    served = Hub({TOKEN: (ORG,)})
    with served.serve() as endpoint:
        worker = Worker(endpoint, tmp_path / "home", HF_TOKEN=TOKEN)
        push = ("push", "--repo-id", REPO, "--version", "1.0.0")

        # As it is, it is refused, with every config that may not travel and why; nothing was asked of the Hub.
        refused = worker.builders(*push, full)
        assert refused.code == 1 and served.requests == []
        held = [b.config for b in blocked(full, {})]
        assert (
            set(held) == {c for c in build_info(full)["configs"] if not c.startswith("tombench_")}
            and len(held) >= 5
        )
        assert all(f"{c}: may not be published" in refused.err for c in held)
        made = worker.builders("recipe", full, "--version", "1.0.0", "--out", tmp_path / "mixed")
        assert made.code == 0, made.err
        assert worker.builders(*push, tmp_path / "mixed").code == 0
        public = served.repos[REPO].files("v1.0.0")
        assert {n for n in public if n.startswith("data/")} == {
            data_file(c) for c in ("tombench_en", "tombench_zh")
        }
        everything = b"\n".join(b for n, b in public.items() if not n.endswith(".parquet")).decode()
        for config in held:
            assert told(texts(full, config), everything, 40) == [], config

        # From the tag and the mirror alone: the same content hashes, and the same bytes of every file.
        done = worker.builders(
            "complete", REPO, "--revision", "v1.0.0", "--mirror", mirror, "--out", tmp_path / "completed"
        )
        assert done.code == 0, done.err
        before, after = build_info(full), build_info(tmp_path / "completed")
        assert {c: e["content"] for c, e in before["configs"].items()} == {
            c: e["content"] for c, e in after["configs"].items()
        }
        assert files(tmp_path / "completed") == files(full)
        loaded = worker.python(
            f"from datasets import load_dataset\nprint(len(load_dataset('{REPO}', 'tombench_zh', split='test', revision='v1.0.0')))"
        )
        assert loaded.out.strip() == "2860"
        asked = worker.cultural_tom("show", "tactfultom_en", "--data", REPO, "--revision", "v1.0.0").message()
        assert "Of tactfultom_en it has the recipe" in asked
        worker.close()


@pytest.mark.mirror
def test_a_changed_upstream_file_completes_nothing(full, mirror, tmp_path):
    split(full, tmp_path / "mixed", blocked(full, {}))
    tomi = next((mirror / "facebookresearch/ToMi").iterdir())
    place = tmp_path / "mirror" / tomi.relative_to(mirror)
    shutil.copytree(tomi, place)
    path = place / "tomi_balanced_story_types.zip"
    path.chmod(0o644)
    path.write_bytes(path.read_bytes() + b"x")
    places = sources.Places(tmp_path / "cache", tmp_path / "mirror", offline=True)
    with pytest.raises(InputError) as e:
        completed(tmp_path / "mixed", tmp_path / "out", places)
    said = "\n".join(map(str, e.value.problems))
    assert (
        "tomi_balanced_story_types.zip: has changed" in said and "Tactful_conv_set_0.json: is not in" in said
    )
    assert not (tmp_path / "out").exists()
