"""What stands beside the rows leads nowhere else though all hashes are made again: the card, what follows from build.json, and files
that a loader would act on."""

import pytest
import yaml
from asked import run

from builders.commands import app as builders_app
from builders.engine import sums
from builders.engine.check import check
from cultural_tom.problems import InputError
from cultural_tom.rows.card import configs as card_configs
from cultural_tom.rows.release import rehash
from cultural_tom.rows.repository import build_info, data_file
from cultural_tom.subsets import CONFIGS


def pointed(found, **changes):
    entry = next(c for c in found["configs"] if c["config_name"] == "tombench_en")
    entry.update(changes)


OTHER = data_file("xtomi_fr")
CARDS = {
    "another config's file": lambda d: pointed(d, data_files=[{"split": "test", "path": OTHER}]),
    "a path out of the folder": lambda d: pointed(d, data_files=[{"split": "test", "path": "../x.parquet"}]),
    "an address": lambda d: pointed(d, data_files=[{"split": "test", "path": "https://example.org/x.parquet"}]),
    "all files": lambda d: pointed(d, data_files="data/**"),
    "another split": lambda d: pointed(d, data_files=[{"split": "train", "path": data_file("tombench_en")}]),
    "a second file": lambda d: pointed(d, data_files=[{"split": "test", "path": [data_file("tombench_en"), OTHER]}]),
    "a folder": lambda d: pointed(d, data_dir="data/xtomi_fr"),
    "an old version": lambda d: pointed(d, version="1.0.0"),
    "another default": lambda d: (d["configs"][0].pop("default"), d["configs"][5].update(default=True)),
    "a config twice": lambda d: d["configs"].append(dict(d["configs"][0])),
    "a config more": lambda d: d["configs"].append({**d["configs"][0], "config_name": "mine"}),
    "a config less": lambda d: d["configs"].pop(3),
    "features": lambda d: d.update(dataset_info={"features": []}),
    "another licence": lambda d: d.update(license="mit"),
    "licences elsewhere": lambda d: d.update(license_link="https://example.org"),
    "no configs": lambda d: d.update(configs="all"),
}  # fmt: skip


@pytest.mark.parametrize("name", CARDS)
def test_a_card_that_leads_elsewhere_is_one_message_of_check_and_verify(copy, name):
    _, head, body = (copy / "README.md").read_text("utf-8").split("---\n", 2)
    found = yaml.safe_load(head)
    CARDS[name](found)
    (copy / "README.md").write_text(f"---\n{yaml.safe_dump(found)}---\n{body}", "utf-8")
    sums.write(copy)
    assert [p.where for p in check(copy)] == ["README.md"]
    with pytest.raises(InputError) as e:
        rehash(copy)
    (problem,) = e.value.problems
    assert problem.where == "README.md" and "load_dataset may serve other rows" in problem.message
    assert run("verify", copy)[0] == run("check", copy, of=builders_app)[0] == 1


@pytest.mark.parametrize("text", ["", "x", "---\n---\n", "---\n[\n---\n", "---\n" + "[" * 5000 + "\n---\n", "---\n!!python/object:os.system {}\n---\n",
                                  "---\n- 1\n---\n", "---\nconfigs: [1, null]\n---\n", "---\n1: 2\nconfigs:\n- {config_name: [1]}\n---\n", "\xff"])  # fmt: skip
def test_a_card_that_is_none_is_one_message(copy, text):
    (copy / "README.md").write_bytes(text.encode("latin-1"))
    sums.write(copy)
    with pytest.raises(InputError) as e:
        rehash(copy)
    assert [p.where for p in e.value.problems] == ["README.md"]


def test_the_cards_configs_are_what_a_build_writes(sample):
    found = yaml.safe_load((sample / "README.md").read_text("utf-8").split("---\n")[1])
    held = build_info(sample)["configs"]
    assert found["configs"] == card_configs({c: held[c]["content"] for c in CONFIGS})


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("LICENSES/tombench.md", "CC-BY-4.0", "CC0-1.0"),
        ("CITATION.cff", "The cultural-tom maintainers", "Somebody else"),
        ("croissant.json", data_file("xtomi_fr"), "https://example.org/x.parquet"),
        ("croissant.json", "xtomi_fr/question", "xtomi_fr/questions"),
        ("croissant.json", "The cultural-tom maintainers", "Somebody else"),
        ("eval.yaml", "target: target", "target: question"),
    ],
)
def test_what_follows_from_build_json_is_compared_whole(copy, name, old, new):
    text = (copy / name).read_text("utf-8")
    assert old in text
    (copy / name).write_text(text.replace(old, new), "utf-8")
    sums.write(copy)
    found = check(copy)
    assert found and all(name in p.where for p in found)


@pytest.mark.parametrize(
    "name", ["load.py", "dataset_infos.json", "data/tombench_en/train-00000.parquet", "x/y.json"]
)
def test_a_file_that_a_loader_would_act_on_is_refused_though_the_sums_name_it(copy, name):
    (copy / name).parent.mkdir(exist_ok=True)
    (copy / name).write_text("x")
    sums.write(copy)
    with pytest.raises(InputError) as e:
        rehash(copy)
    assert [str(p) for p in e.value.problems] == [f"{name}: is nothing that a build writes; move it away"]
