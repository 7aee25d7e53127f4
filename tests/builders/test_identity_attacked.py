"""Ways to pass other rows or files off for published ones, and files that no reader gets through: each is one message."""

import json
import os

import pytest
from asked import run

from builders.commands import app as builders_app
from builders.engine import described, sums
from builders.engine.sources import source
from cultural_tom.rows import card, identity
from cultural_tom.rows.loading import SAMPLE
from cultural_tom.rows.release import rehash
from cultural_tom.rows.repository import BUILD_FILE, build_info, data_file, read_rows
from cultural_tom.rows.sums import root_hash


def refused(folder, words):
    """By both commands that read a folder again."""
    for code, said in (run("verify", folder), run("check", folder, of=builders_app)):
        assert code == 1 and words in said and "as published" not in said, said


def rewrite(folder, change):
    """The card's YAML changed, and all sums made again."""
    path = folder / card.FILE
    _, head, body = path.read_text("utf-8").split("---\n", 2)
    path.write_text(f"---\n{change(head)}---\n{body}", "utf-8")
    sums.write(folder)


CARDS = {
    "YAML behind an end that the Hub does not see": lambda y: f"{y}# ---\n  data_dir: .cache\n",
    "a key twice": lambda y: f"{y}configs: []\n",
    "an alias bomb": lambda y: "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]\n" for n in range(1, 30)) + f"license: *a29\n{y}",
    "a number of 20,000 digits": lambda y: f"{y}{'0x' + 'f' * 20_000}: 1\n",
    "a number of 20,000 digits in a config": lambda y: y.replace("config_name: tombench_en", f"config_name: {'0x' + 'f' * 20_000}"),
}  # fmt: skip


@pytest.mark.parametrize("how", CARDS)
def test_a_card_is_read_as_the_hub_reads_it_or_not_at_all(copy, how):
    rewrite(copy, CARDS[how])
    refused(copy, "so load_dataset may serve other rows")


@pytest.mark.parametrize("name", ["CHANGELOG.md", "SHA256SUMS.sig", "release.json"])
@pytest.mark.parametrize("how", ["file", "folder", "pipe", "link"])
def test_the_published_sample_has_no_record_and_no_signature(copy, tmp_path, name, how):
    path = copy / name
    {"file": path.touch, "folder": path.mkdir, "pipe": lambda: os.mkfifo(path), "link": lambda: path.symlink_to("README.md")}[how]()  # fmt: skip
    if how != "pipe":
        assert "as published" not in run("verify", copy)[1]
    contents = {c: e["content"] for c, e in build_info(copy)["configs"].items()}
    assert not identity.identity(copy, contents).release


def test_a_changelog_that_no_record_binds_is_none_of_a_release(copy, monkeypatch):
    contents = {c: e["content"] for c, e in build_info(copy)["configs"].items()}
    one = identity.Release("1.0.0", root_hash(copy), "0" * 64, "", contents)
    monkeypatch.setattr(identity, "releases", lambda: (one,))
    assert identity.identity(copy, contents).release == "1.0.0"
    (copy / "CHANGELOG.md").write_text("verified by the authors")
    assert not identity.identity(copy, contents).release
    (copy / "CHANGELOG.md").unlink()
    (copy / "release.json").write_text("{}")
    assert identity.identity(copy, contents).changed == ("release.json",)


def test_the_bytes_of_the_rows_in_use_are_those_that_were_published(copy, tmp_path):
    """Also where their content hash is the same: written anew by somebody else."""
    import pyarrow.parquet as pq

    config = "tombench_en"
    given = tmp_path / "p.jsonl"
    given.write_text(
        "".join(json.dumps({"id": r["id"], "answer": "A"}) + "\n" for r in read_rows(copy, config))
    )
    assert "as published" in run("check", given, "--data", copy)[1]
    path = copy / data_file(config)
    pq.write_table(pq.read_table(path), path, compression="none")
    said = run("check", given, "--data", copy)[1]
    assert "as published" not in said and data_file(config) in said


def test_an_invented_recipe_holds_no_published_rows(copy):
    info = build_info(copy)
    entry = info["configs"].pop("tombench_en")
    info["recipes"] = {"tombench_en": entry | {"content": "1"}}
    (copy / BUILD_FILE).write_text(json.dumps(info))
    assert not identity.by_rows({"tombench_en": entry["content"][:1]})
    assert identity.by_rows({"tombench_en": entry["content"][:16]})
    code, said = run("check", copy, of=builders_app)
    assert code == 1 and "tombench_en: content is no sha256" in said


def test_check_takes_no_edition_from_build_json(copy, tmp_path):
    info = build_info(copy)
    info["edition"] = "full"
    for entry in info["configs"].values():
        entry["state"] = "verified"
    (copy / BUILD_FILE).write_text(json.dumps(info))
    given = tmp_path / "p.jsonl"
    given.write_text('{"id": "xtomi_fr/9087/reality", "answer": "A"}\n')
    code, said = run("check", given, "--data", copy)
    assert code == 1 and "holds rows of the edition 'sample', build.json says 'full'" in said


def test_rows_and_recipes_that_build_json_does_not_name_are_nothing_that_was_built(copy):
    for name in ("data/evil/test-00000-of-00001.parquet", "recipes/evil.jsonl"):
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).write_bytes(b"x")
    sums.write(copy)
    code, said = run("verify", copy)
    assert code == 1 and said.count("is nothing that a build writes") == 2


LISTS = {
    "line ends of another system": lambda t: t.replace("\n", "\r\n"), "a line end of Unicode": lambda t: t.replace("\n", "\u2028", 1),
    "a name in two ways": lambda t: t + t.splitlines()[0].replace("  ", "  ./") + "\n", "a name of 6,000 letters": lambda t: t + f"{'0' * 64}  {'x' * 6000}\n",
    "no last line end": lambda t: t.rstrip("\n"), "no end": lambda t: t * 2000,
}  # fmt: skip


@pytest.mark.parametrize("how", LISTS)
def test_a_list_of_sums_has_one_form(copy, how):
    path = copy / sums.FILE
    path.write_text(LISTS[how](path.read_text("utf-8")), "utf-8")
    code, said = run("verify", copy)
    assert code == 1 and "is no list of sha256 sums and names" in said and len(said) < 2000


@pytest.mark.parametrize("what", ["a pipe", "a link to a device"])
def test_a_list_that_never_ends_is_not_read(copy, what):
    path = copy / sums.FILE
    path.unlink()
    os.mkfifo(path) if what == "a pipe" else path.symlink_to("/dev/zero")
    for code, said in (run("verify", copy), run("hash", copy), run("check", copy, of=builders_app)):
        assert code == 1 and "SHA256SUMS" in said, said


def test_the_sample_itself_is_as_published():
    assert str(rehash(SAMPLE).identity) == "the sample edition of this package, as published"


def entry_with(folder, edit):
    """build.json edited, and all sums made again."""
    info = build_info(folder)
    edit(info)
    (folder / BUILD_FILE).write_text(json.dumps(info))
    sums.write(folder)


ACCOUNTS = {
    "audited": lambda i: i["configs"]["xtomi_fr"].update(audited={"corrected": 3}),
    "repaired": lambda i: i["configs"]["xtomi_fr"].update(repaired={"typo": ["xtomi_fr/9001/reality"]}),
    "missing": lambda i: i.update(missing={"xtomi_fr": "nobody has it"}),
    "no config": lambda i: i.update(missing={"xtomi_xx": "nobody has it"}),
}


@pytest.mark.parametrize("what", ACCOUNTS)
def test_what_a_build_tells_of_its_rows_is_counted_in_them(copy, what):
    entry_with(copy, ACCOUNTS[what])
    code, said = run("check", copy, of=builders_app)
    named = {
        "audited": "xtomi_fr.audited",
        "repaired": "xtomi_fr.repaired: names without a tag 1 row, first xtomi_fr/9001/reality (typo); build",
        "missing": "missing.xtomi_fr: is there",
    }.get(what, "missing.xtomi_xx: is no config")
    assert code == 1 and named in said, said


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"a": ["x/1", "x/2"], "b": ["x/1"]}, None),
        ({}, "lacks 3 rows, first x/1 (a)"),
        ({"a": ["x/1"], "b": ["x/1"]}, "lacks 1 row, first x/2 (a)"),
        ({"a": ["x/1", "x/2", "x/3"], "b": ["x/1"]}, "names without a tag 1 row, first x/3 (a)"),
        ({"a": ["x/1", "x/2"], "c": ["x/1"]}, "lacks 1 row, first x/1 (b); names without a tag 1 row, first x/1 (c)"),
        ({"a": ["x/2", "x/1"], "b": ["x/1"]}, "has its ids in another order"),
        ({"a": 7, "b": [{}]}, "lacks 3 rows, first x/1 (a); names without a tag 2 rows, first 7 (a)"),
    ],
)  # fmt: skip
def test_the_repaired_rows_of_a_config_are_those_with_a_tag(said, told):
    rows = [("x/1", ["repair:a", "repair:b"]), ("x/2", ["level:1", "repair:a"]), ("x/3", ["repaired"])]
    found = list(described.unlisted("xtomi_fr", {"repaired": said}, rows))
    where, step = "build.json, xtomi_fr.repaired", "; build the folder again"
    assert [(p.where, p.message) for p in found] == ([(where, told + step)] if told else [])


def test_a_licence_page_that_no_build_writes_is_named(copy):
    (copy / "LICENSES" / "ANY.md").write_text("All of this is in the public domain.")
    sums.write(copy)
    code, said = run("check", copy, of=builders_app)
    assert code == 1 and "LICENSES/ANY.md: is no licence page of these rows" in said


def test_sources_are_those_of_the_lock():
    info = {"edition": "full", "configs": {}, "missing": {}, "versions": {"cultural-tom": "0"}}
    one = source("tombench").described()
    info["configs"]["tombench_en"] = {
        "file": data_file("tombench_en"),
        "sources": [source("tombench").label],
        "audited": {},
        "repaired": {},
    }
    info["sources"] = {"tombench": one}
    assert described.problems(info) == []
    name = next(iter(one["files"]))
    for place, value in (("repository", "someone/else"), ("licence", "CC0-1.0"), ("citation", "else-2024")):
        found = described.problems(info | {"sources": {"tombench": one | {place: value}}})
        assert [p.where for p in found] == [f"build.json, sources.tombench.{place}"]
    found = described.problems(
        info | {"sources": {"tombench": one | {"files": one["files"] | {name: "0" * 64}}}}
    )
    assert [p.where for p in found] == [f"build.json, sources.tombench.files.{name}"]
    found = described.problems(info | {"sources": {"tombench": one | {"commit": "f" * 40}}})
    assert [p.where for p in found] == ["build.json, tombench_en.sources"]
    found = described.problems(info | {"sources": {}})
    assert [p.where for p in found] == ["build.json, sources.tombench"]
