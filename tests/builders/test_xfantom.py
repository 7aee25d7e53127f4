"""XFANToM: the release on the project's own miniature, and the rebuild from a FANToM archive in small."""

import io
import json
import tarfile
from collections import Counter
from hashlib import sha256

import pytest
import xtom_miniature as mini

from builders.engine import sources
from builders.engine.base import File, Files
from builders.engine.build import build
from builders.subsets import xfantom
from cultural_tom.problems import InputError, Problem
from cultural_tom.rows.repository import build_info, read_rows
from cultural_tom.subsets import config, match

LANGUAGES = ("de", "en", "fr", "ja", "zh")


@pytest.fixture
def files():
    return mini.release()


def test_all_languages_of_an_archive_build_with_the_same_items(tmp_path, files):
    outcome = mini.build_all(tmp_path, mini.write(tmp_path, files), "xfantom_*")
    assert {b.config.language: mini.rules(b) for b in outcome.built} == {
        language: [] for language in LANGUAGES
    }
    parallel = [[r.parallel_id for r in b.rows] for b in outcome.built]
    assert len(parallel[0]) == 25
    assert all(p == parallel[0] for p in parallel)


def test_only_the_fact_and_the_beliefs_of_who_missed_it_are_asked(tmp_path, files):
    rows = mini.read(tmp_path, files, "xfantom_ja").rows
    assert [r.id.partition("/")[2] for r in rows][:6] == [
        "9019-0-0/fact",
        "9019-0-0/first_order_0",
        "9019-0-0/second_order_cyclic_0",
        "9019-0-0/second_order_acyclic_0",
        "9019-0-0/second_order_acyclic_1",
        "9019-0-1/fact",
    ]
    inaccessible = sum(
        b["question_type"] == xfantom.ASKED for r in files["Xfantom_ja.json"] for b in r["beliefQAs"]
    )
    assert Counter(r.task for r in rows) == {"fact": len(files["Xfantom_ja.json"]), "belief": inaccessible}


def test_a_row_says_which_record_it_is_and_what_it_asks(tmp_path, files):
    row = mini.read(tmp_path, files, "xfantom_fr").rows[2]
    record = files["Xfantom_fr.json"][0]
    asked = record["beliefQAs"][1]
    assert (row.parallel_id, row.context_id) == ("xfantom/9019-0-0/second_order_cyclic_0", "xfantom/9019-0")
    assert (row.task, row.question_type, row.belief_order) == ("belief", "second_order_cyclic", 2)
    assert (row.question, row.options[row.gold[0]]) == (asked["question"], asked["correct_answer"])
    assert sorted(row.options) == sorted([asked["correct_answer"], asked["wrong_answer"]])
    assert row.context == record["short_context"]
    assert row.tags == ["set:9019-0-0", "conv:9019"]
    assert (row.origin, row.source_pointer) == ("machine_translated_human_checked", "/0/beliefQAs/1")


def test_the_right_answer_is_not_always_first(tmp_path, files):
    assert {r.gold[0] for r in mini.read(tmp_path, files, "xfantom_en").rows} == {0, 1}


def test_the_set_that_the_chinese_file_has_twice_counts_once(tmp_path, files):
    for name, records in files.items():
        if name.startswith("Xfantom"):
            records[0]["set_id"] = "24-0-0"
    again = json.loads(json.dumps(files["Xfantom_cn.json"][0]))
    again["factQA"]["question"] = again["factQA"]["question"] + "？"
    files["Xfantom_cn.json"].append(again)
    built = mini.read(tmp_path, files, "xfantom_zh")
    assert mini.rules(built) == ["duplicate_record"]
    assert len(built.rows) == 25
    kept = next(r for r in built.rows if r.id == "xfantom_zh/24-0-0/fact")
    assert kept.question == files["Xfantom_cn.json"][0]["factQA"]["question"]


def test_any_other_set_twice_with_another_text_is_an_error(tmp_path, files):
    again = json.loads(json.dumps(files["Xfantom_cn.json"][1]))
    again["short_context"] += "。"
    files["Xfantom_cn.json"].append(again)
    (line,) = mini.wrong(mini.read(tmp_path, files, "xfantom_zh"))
    assert "[6] (9019-0-1): has the id of record [1] and another content" in line


def test_the_order_of_records_does_not_matter(tmp_path, files):
    straight = mini.read(tmp_path, files, "xfantom_de")
    files["Xfantom_de.json"].reverse()
    turned = mini.read(tmp_path, files, "xfantom_de")
    assert mini.rules(turned) == ["row_order"]
    assert mini.but_for_place(turned.rows) == mini.but_for_place(straight.rows)


def test_another_number_of_turns_than_in_english_is_noted(tmp_path, files):
    files["Xfantom_fr.json"][0]["short_context"] += "\nPaul: Oui."
    assert mini.rules(mini.read(tmp_path, files, "xfantom_fr")) == ["differs_from_english"]


DAMAGES = {
    "no wrong answer": (lambda r: r["factQA"].pop("wrong_answer"), "factQA.wrong_answer: Field required"),
    "no beliefs": (lambda r: r.pop("beliefQAs"), "beliefQAs: Field required"),
    "a set id of another shape": (lambda r: r.update(set_id="1/0/0"), "set_id: String should match pattern"),
    "one answer twice": (
        lambda r: r["factQA"].update(wrong_answer=r["factQA"]["correct_answer"]),
        "the same option twice",
    ),
    "an unknown type of belief": (
        lambda r: r["beliefQAs"][0].update(tom_type="third-order"),
        "tom_type 'third_order' is none of first_order",
    ),
    "a belief less than in English": (lambda r: r["beliefQAs"].pop(0), "belief questions: "),
    "a context that is a number": (lambda r: r.update(short_context=7), "short_context: Input should be a valid string; got '7'"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_record_is_named(tmp_path, files, name):
    damage, message = DAMAGES[name]
    damage(files["Xfantom_fr.json"][0])
    lines = mini.wrong(mini.read(tmp_path, files, "xfantom_fr"))
    assert any(message in line for line in lines), lines
    assert all("Xfantom_fr.json" in line for line in lines)


def test_all_problems_are_listed_at_once_and_nothing_is_written(tmp_path, files):
    files["Xfantom_fr.json"][0]["factQA"].pop("question")
    files["Xfantom_ja.json"][2]["set_id"] = 3
    with pytest.raises(InputError) as e:
        mini.build_all(tmp_path, mini.write(tmp_path, files), "xfantom_*")
    text = str(e.value)
    assert "Xfantom_fr.json [0]: factQA.question: Field required" in text
    assert "Xfantom_ja.json [2]: set_id: Input should be a valid string; got '3'" in text
    assert not (tmp_path / "out").exists()


def archive(records) -> bytes:
    """fantom.tar.gz with one file, as upstream packs it."""
    out, content = io.BytesIO(), json.dumps(records).encode()
    with tarfile.open(fileobj=out, mode="w:gz") as t:
        info = tarfile.TarInfo("fantom/fantom_v1.json")
        info.size = len(content)
        t.addfile(info, io.BytesIO(content))
    return out.getvalue()


@pytest.fixture
def fantom(tmp_path, monkeypatch, files):
    """Builds xfantom_en from an archive in a mirror, pinned by its own hash."""

    def make(records, damage=lambda data: data):
        data = archive(records)
        pinned = sources.PinnedFile(
            "fantom.tar.gz", sha256(data).hexdigest(), members=({"path": "fantom/fantom_v1.json"},)
        )
        src = sources.Source("fantom", "MIT", "", repository="o/r", commit="c0ffee1", files=(pinned,))
        monkeypatch.setattr(sources, "lock", lambda: {"fantom": src})
        path = tmp_path / "mirror/o/r/c0ffee1/fantom.tar.gz"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(damage(data))
        places = sources.Places(tmp_path / "cache", tmp_path / "mirror", offline=True)
        build(tmp_path / "out", match("xfantom_en"), "full", places=places, explicit=True)
        return tmp_path / "out"

    return make


def test_the_rebuild_reads_the_pinned_archive_and_says_what_it_is(fantom, files):
    out = fantom(files["Xfantom_en.json"])
    rows = read_rows(out, "xfantom_en")
    entry = build_info(out)["configs"]["xfantom_en"]
    assert (entry["state"], entry["rows"], entry["notes"]) == ("rebuilt", 25, {"counts_not_reached": 1})
    for row in rows:
        assert row["id"].startswith("xfantom_en/rebuilt/")
        assert row["parallel_id"].startswith("xfantom-rebuilt/")
        assert row["context_id"].startswith("xfantom-rebuilt/")
        assert "rebuilt:fantom" in row["tags"]
        assert row["origin"] == "llm_generated_human_checked"


def test_the_rebuild_takes_the_counts_of_the_paper_where_the_source_allows_them(files):
    """900 question sets of the sample's first one: with no, one or two beliefs of each type."""
    model, records = files["Xfantom_en.json"][0], []
    first, cyclic, acyclic = model["beliefQAs"][:3]
    for i in range(900):
        beliefs = [first] * (i % 3 != 0) + [cyclic] * (i % 5 == 0) + [acyclic] * (i % 7 == 0) * (1 + i % 2)
        records.append(model | {"set_id": f"{i}-0-0", "beliefQAs": beliefs})
    data = json.dumps(records).encode()
    file = File("fantom/fantom/fantom_v1.json", "fantom@test", "fantom_v1.json", "MIT", data)
    rows = list(xfantom.rows(Files([file]), config("xfantom_en")))
    assert not [r for r in rows if isinstance(r, Problem)]
    assert Counter(r.question_type for r in rows) == {"fact": 300, **xfantom.ITEMS}
    assert len(rows) == 618


def test_an_archive_with_another_hash_is_refused(fantom, files, tmp_path):
    with pytest.raises(InputError, match="has changed: expected sha256"):
        fantom(files["Xfantom_en.json"], damage=lambda data: data[:-10])
    assert not (tmp_path / "out").exists()


def test_a_record_of_the_archive_without_a_key_is_named(fantom, files, tmp_path):
    del files["Xfantom_en.json"][1]["short_context"]
    with pytest.raises(InputError, match=r"fantom_v1.json \[1\]: short_context: Field required"):
        fantom(files["Xfantom_en.json"])
    assert not (tmp_path / "out").exists()
