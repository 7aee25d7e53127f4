"""From a name to a model: what is loaded, its revision, and each thing that can be wrong as one sentence."""

import json
import shutil

import pytest
import torch
from local_models import answers
from tiny_language import request, save, story

from cultural_tom.models.hf import build
from cultural_tom.models.hf.loading import files, fingerprint
from cultural_tom.models.interface import Settings
from cultural_tom.problems import InputError, Unavailable

LETTERS = Settings(scoring="letters")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return save(tmp_path_factory.mktemp("models") / "tiny", chat=True)


@pytest.fixture
def copied(folder, tmp_path):
    return shutil.copytree(folder, tmp_path / "tiny")


def test_a_folder_answers_and_says_what_it_is(folder):
    made = build(str(folder), LETTERS)
    rows = [request(story(0), n) for n in range(3)]
    got = answers(made, rows)
    assert all(len(r.scores) == 4 and r.finish == "stop" for r in got.values())
    said = made.identity()
    assert (
        said["model"] == "hf:tiny" and said["revision"] == fingerprint(folder) and said["dtype"] == "float32"
    )
    assert (
        said["prompt_form"] == "chat"
        and "temperature" not in said
        and str(folder.parent) not in json.dumps(said)
    )
    assert json.loads(json.dumps(made.record()))["sharing"] == "tree"
    words = build(str(folder), Settings(temperature=0.5, seed=3)).identity()
    assert (words["temperature"], words["seed"], words["max_new_tokens"], words["top_p"]) == (
        0.5,
        3,
        1024,
        1.0,
    )


def test_one_changed_weight_or_word_of_the_template_is_another_revision(copied):
    first = fingerprint(copied)
    assert fingerprint(copied) == first
    weights = copied / "model.safetensors"
    content = bytearray(weights.read_bytes())
    content[-1] ^= 1
    weights.write_bytes(content)
    second = fingerprint(copied)
    template = copied / "chat_template.jinja"
    template.write_text(template.read_text() + " ")
    assert len({first, second, fingerprint(copied)}) == 3


def test_dtype_is_the_checkpoints_or_the_one_asked_for(copied):
    config = json.loads((copied / "config.json").read_text())
    (copied / "config.json").write_text(json.dumps({**config, "dtype": "bfloat16"}))
    assert build(str(copied), LETTERS).model.dtype == torch.bfloat16
    assert build(str(copied), Settings(scoring="letters", dtype="float32")).model.dtype == torch.float32
    (copied / "config.json").write_text(json.dumps({**config, "dtype": "float16"}))
    assert build(str(copied), LETTERS).model.dtype == torch.float32, "a CPU computes float16 as float32"


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda f: (f / "config.json").unlink(), "without config.json"),
        (lambda f: (f / "config.json").write_text("{"), "config.json that transformers can read"),
        (lambda f: (f / "model.safetensors").unlink(), "no weights as safetensors"),
        (lambda f: (f / "model.safetensors").rename(f / "pytorch_model.bin"), "no weights as safetensors"),
        (lambda f: (f / "model.safetensors").write_bytes(b"x" * 99), "no weights"),
        (lambda f: [p.unlink() for p in f.glob("token*")], "tokenizer"),
        (
            lambda f: (f / "chat_template.jinja").write_text("{{ raise_exception('no') }}"),
            "takes no user message: no",
        ),
    ],
)
def test_a_spoiled_folder_is_one_sentence(copied, spoil, said):
    spoil(copied)
    with pytest.raises(InputError, match=said) as e:
        build(str(copied), LETTERS)
    assert len(e.value.problems) == 1


def test_code_that_a_model_brings_is_never_run(copied):
    config = json.loads((copied / "config.json").read_text())
    config |= {
        "model_type": "own",
        "auto_map": {"AutoConfig": "own.Own", "AutoModelForCausalLM": "own.Model"},
    }
    (copied / "config.json").write_text(json.dumps(config))
    (copied / "own.py").write_text(f"open({str(copied / 'ran')!r}, 'w')")
    with pytest.raises(InputError, match="never run here"):
        build(str(copied), LETTERS)
    assert not (copied / "ran").exists()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (Settings(base_url="http://x", price=(1, 2)), "--price"),
        (Settings(temperature=-1), "--temperature"),
        (Settings(top_p=0), "--top-p"),
        (Settings(max_new_tokens=0), "--max-new-tokens"),
        (Settings(batch_tokens=1), "--batch-tokens"),
        (Settings(dtype="int4"), "float32"),
        (Settings(device="tpu"), "cpu, cuda"),
        (Settings(revision="main"), "no revisions"),
        (Settings(scoring="letters", temperature=1.0), "nothing is drawn"),
        (Settings(scoring="letters", thinking=True), "leaves no room"),
    ],
)
def test_an_option_that_cannot_be_followed_is_named(folder, settings, said):
    with pytest.raises(InputError, match=said):
        build(str(folder), settings)


def test_all_wrong_options_are_listed_at_once(folder):
    with pytest.raises(InputError) as e:
        build(str(folder), Settings(base_url="http://x", budget=1.0, top_p=7))
    assert len(e.value.problems) == 3


def test_thinking_is_switched_only_where_the_template_knows_it(folder, tmp_path):
    assert build(str(folder), Settings(thinking=False)).wording.thinking is False
    plain = save(tmp_path / "plain")
    with pytest.raises(InputError, match="no chat template"):
        build(str(plain), Settings(thinking=True))
    assert build(str(plain), Settings()).identity()["prompt_form"] == "plain"


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there_is_said(folder):
    with pytest.raises(Unavailable, match="not on this machine"):
        build(str(folder), Settings(device="cuda"))


def test_a_name_that_is_nowhere_is_one_sentence():
    for name in ("nobody/nothing", "nothing"):
        with pytest.raises(Unavailable, match="could not be reached") as e:
            build(name, LETTERS)
        assert "sample" not in str(e.value) and "folder that holds the model" in str(e.value)
    with pytest.raises(InputError, match="no folder here and no name"):
        build("../a/b/c", LETTERS)


def test_a_repository_in_the_cache_is_used_offline_at_its_commit(folder, tmp_path, monkeypatch):
    import huggingface_hub.constants as constants

    commit = "0123456789abcdef0123456789abcdef01234567"
    place = tmp_path / "hub" / "models--someone--tiny"
    shutil.copytree(folder, place / "snapshots" / commit)
    (place / "refs").mkdir()
    (place / "refs" / "main").write_text(commit)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    found, revision = files("someone/tiny", None)
    assert revision == commit and (found / "config.json").is_file()
    assert files("someone/tiny", commit)[1] == commit
    made = build("someone/tiny", LETTERS)
    assert made.identity()["model"] == "hf:someone/tiny" and made.identity()["revision"] == commit
    with pytest.raises(InputError):
        files("someone/tiny", "v9")
