"""BERTScore against bert_score itself, on models that the tests make."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tiny_models import tiny_bert, tiny_roberta
from tiny_text import PAIRS, TEXTS

from cultural_tom.problems import InputError, Unavailable
from validation.similarity import bertscore, encoder, segments
from validation.similarity.store import Store, text_key

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_bert(tmp_path_factory.mktemp("models") / "bert")


@pytest.fixture(scope="module")
def model(bert: Path) -> encoder.Encoder:
    return encoder.load(str(bert), 2, device="cpu")


def reference(
    pairs: list[tuple[str, str]], folder: Path, layer: int, idf: bool | dict[int, float] = False
) -> np.ndarray:
    """(pairs, 3): precision, recall, F of bert_score."""
    import bert_score

    found = bert_score.score([c for c, _ in pairs], [r for _, r in pairs], model_type=str(folder), num_layers=layer,
                             idf=idf, device="cpu", nthreads=0)  # fmt: skip
    return np.array([part.tolist() for part in found]).T


def ours(pairs: list[tuple[str, str]], model: encoder.Encoder, store: Store, idf: bool = False) -> np.ndarray:
    return np.array([(s.precision, s.recall, s.f) for s in bertscore.score(pairs, model, store, idf)])


@pytest.mark.parametrize("layer", [1, 2, 3])
@pytest.mark.parametrize("idf", [False, True])
def test_scores_equal_those_of_bert_score(bert: Path, layer: int, idf: bool) -> None:
    rows = PAIRS * 3 + [PAIRS[0]]
    with Store() as store:
        got = ours(rows, encoder.load(str(bert), layer, device="cpu"), store, idf)
    assert np.ptp(got[:, 2]) > 0.01, "the pairs must differ for this test to say something"
    np.testing.assert_allclose(got, reference(rows, bert, layer, idf), atol=1e-5, rtol=0)


def test_scores_equal_those_of_bert_score_for_a_byte_level_tokenizer(tmp_path: Path) -> None:
    folder = tiny_roberta(tmp_path / "roberta", limit=256)
    loaded = encoder.load(str(folder), 2, device="cpu")
    assert loaded.limit == 256
    short = [p for p in PAIRS if max(map(len, p)) < 40]
    with Store() as store:
        got = ours(short, loaded, store)
    # bert_score itself fails on a tokenizer that reports no limit, so it gets a copy that does.
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    tokenizer.model_max_length = 256
    tokenizer.save_pretrained(folder)
    np.testing.assert_allclose(got, reference(short, folder, 2), atol=1e-5, rtol=0)


def test_a_text_that_is_cut_is_scored_as_bert_score_scores_it_and_says_so(
    bert: Path, model: encoder.Encoder
) -> None:
    long = ("one two three " * 40, "Lena puts the ball in the basket and leaves")
    assert len(model.tokens([long[0]])[0]) > model.limit
    with Store() as store:
        (score,) = bertscore.score([long], model, store)
    assert score.cut and score.unit == "cut"
    expected = reference([long], bert, 2)[0]
    np.testing.assert_allclose([score.precision, score.recall, score.f], expected, atol=1e-5, rtol=0)


def test_blank_texts_score_zero_and_never_reach_the_model(model: encoder.Encoder) -> None:
    with Store() as store:
        scores = bertscore.score(
            [("", "Basket"), (" \n", "Basket"), ("Korb", "\t"), ("Korb", "Basket")], model, store
        )
    assert [s.f for s in scores[:3]] == [0.0, 0.0, 0.0]
    assert scores[3].f > 0


def test_the_order_and_repetition_of_pairs_do_not_matter(model: encoder.Encoder) -> None:
    with Store() as a, Store() as b:
        forwards, backwards = ours(PAIRS, model, a), ours(PAIRS[::-1] * 2, model, b)
    np.testing.assert_allclose(forwards, backwards[: len(PAIRS)][::-1], atol=1e-6)


def count_embedded(model: encoder.Encoder, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list to which every later call of the encoder adds the number of texts it embeds."""
    counts: list[int] = []
    real = encoder.Encoder.vectors

    def counted(self: encoder.Encoder, ids: list[list[int]]):
        counts.append(len(ids))
        return real(self, ids)

    monkeypatch.setattr(encoder.Encoder, "vectors", counted)
    return counts


def test_each_distinct_text_is_embedded_once_and_never_again_with_the_same_cache(
    model: encoder.Encoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = count_embedded(model, monkeypatch)
    with Store(tmp_path / "vectors.sqlite") as store:
        first = ours(PAIRS * 6, model, store)
    assert sum(counts) == len(set(TEXTS))
    with Store(tmp_path / "vectors.sqlite") as store:
        again = ours(PAIRS * 6, model, store)
    assert sum(counts) == len(set(TEXTS))
    np.testing.assert_array_equal(first, again)


def test_small_chunks_give_the_same_figures(model: encoder.Encoder, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store() as store:
        whole = ours(PAIRS, model, store)
    monkeypatch.setattr(bertscore, "CHUNK_TOKENS", 20)
    with Store() as store:
        np.testing.assert_allclose(ours(PAIRS, model, store), whole, atol=1e-6)


def test_the_cache_tells_models_layers_and_limits_apart(
    bert: Path, model: encoder.Encoder, tmp_path: Path
) -> None:
    from shutil import copytree

    others = [
        encoder.load(str(bert), 1, device="cpu"),
        encoder.load(str(tiny_bert(tmp_path / "b", seed=5)), 2, "cpu"),
    ]
    assert len({e.fingerprint for e in (model, *others)}) == 3
    moved = encoder.load(str(copytree(bert, tmp_path / "moved")), 2, device="cpu")
    assert moved.fingerprint == model.fingerprint, "the same model in another place is the same model"


CHILD = """
import os, signal, sys
from validation.similarity import bertscore, encoder
from validation.similarity.store import Store

encoder.BATCH_TOKENS = 24
encoder.batches.__defaults__ = (24,)
real = Store.put_vectors
done = []

def put(self, vectors):
    real(self, vectors)
    done.append(1)
    if len(done) == 3:
        os.kill(os.getpid(), signal.SIGKILL)

Store.put_vectors = put
sys.path.insert(0, sys.argv[3])
from tiny_text import PAIRS
bertscore.score(PAIRS, encoder.load(sys.argv[1], 2, device="cpu"), Store(__import__("pathlib").Path(sys.argv[2])))
"""


def test_a_killed_run_goes_on_where_it_was(
    bert: Path, model: encoder.Encoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "vectors.sqlite"
    env = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"}
    child = subprocess.run([sys.executable, "-c", CHILD, str(bert), str(cache), str(Path(__file__).parent)],
                           env=env, capture_output=True, timeout=120)  # fmt: skip
    assert child.returncode == -signal.SIGKILL, child.stderr.decode()
    keys = [text_key(model.fingerprint, t) for t in set(TEXTS)]
    with Store(cache) as store:
        kept = len(store.known(keys))
        assert 0 < kept < len(keys)
        counts = count_embedded(model, monkeypatch)
        resumed = ours(PAIRS, model, store)
    assert sum(counts) == len(keys) - kept
    with Store() as store:
        np.testing.assert_allclose(resumed, ours(PAIRS, model, store), atol=1e-6)


# --- texts longer than the model ---------------------------------------------------------------------------

TURNS_EN = "Nina: I have to leave now.\nPaul: See you on Saturday, then.\nEmma: Wait. The picnic has moved!"
TURNS_DE = "Nina: Ich muss jetzt los.\nPaul: Bis Samstag also.\nEmma: Warte. Das Picknick ist verlegt!"


def limit(n: int):
    return lambda text: len(text) <= n


@pytest.mark.parametrize(
    ("name", "pair", "most", "units"),
    [
        ("fits", (TURNS_DE, TURNS_EN), 500, ["whole"]),
        ("same turns", (TURNS_DE, TURNS_EN), 40, ["turn"] * 3),
        (
            "turn too long, same sentences in it",
            (TURNS_DE, TURNS_EN),
            30,
            ["turn", "cut", "sentence", "sentence"],
        ),
        ("other number of turns, same sentences", ("A b. C d.\nE f.", "A b. C d. E f."), 8, ["sentence"] * 3),
        ("nothing fits together", ("A b. C d.", "A b c d e f"), 8, ["cut"]),
    ],
)
def test_a_long_text_is_split_by_turns_then_by_sentences(
    name: str, pair: segments.Pair, most: int, units: list[str]
) -> None:
    found = segments.split(pair, limit(most))
    assert [unit for _, unit in found] == units, name
    for side in (0, 1):
        assert "".join("".join(p[side].split()) for p, _ in found) == "".join(pair[side].split()), (
            "text was lost"
        )


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("Anna leaves. Who saw her? Nobody!", 3),
        ("Er sagte: «Komm!» Dann ging er.", 2),
        ("安娜走了。谁看见了？“没有人！”", 3),
        ("アンナは出た。誰が見たの？", 2),
        ("ذهبت آنا. من رآها؟ لا أحد.", 3),
        ("आना चली गई। किसने देखा?", 2),
        ("3.5 litres are enough", 1),
    ],
)
def test_sentences_end_at_the_marks_of_each_script(text: str, n: int) -> None:
    found = segments.sentences(text)
    assert len(found) == n, found
    assert "".join("".join(s.split()) for s in found) == "".join(text.split())


def test_turns_of_a_long_text_are_matched_each_with_its_own(model: encoder.Encoder) -> None:
    def joined(pairs: list[segments.Pair]) -> segments.Pair:
        return "\n".join(c for c, _ in pairs), "\n".join(r for _, r in pairs)

    parts = [PAIRS[i] for i in (0, 1, 2, 4, 6, 7)]
    with Store() as store:
        (whole,) = bertscore.score([joined(parts)], model, store)
        each = bertscore.score(parts, model, store)
    assert whole.unit == "turn" and not whole.cut
    counts = [len(i) - 2 for i in model.tokens([c for c, _ in parts])]  # without the two marks
    assert whole.precision == pytest.approx(np.average([s.precision for s in each], weights=counts), abs=1e-6)


# --- what can be missing -----------------------------------------------------------------------------------


def test_a_missing_model_is_named_with_the_places_where_it_was_looked_for(tmp_path: Path, bert: Path) -> None:
    with pytest.raises(Unavailable, match=r"no such folder"):
        encoder.load(str(tmp_path / "nowhere"), 1)
    with pytest.raises(Unavailable, match=r"hf download some/model"):
        encoder.load("some/model", 1)
    (tmp_path / "half").mkdir()
    (tmp_path / "half" / "config.json").write_text("{}")
    with pytest.raises(Unavailable, match=r"lacks model\.safetensors, tokenizer\.json"):
        encoder.load(str(tmp_path / "half"), 1)
    with pytest.raises(InputError, match=r"layers 1 to 3"):
        encoder.load(str(bert), 9)


def test_weights_as_a_pickle_are_refused(bert: Path, tmp_path: Path) -> None:
    from shutil import copytree

    folder = copytree(bert, tmp_path / "pickled")
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(Unavailable, match=r"lacks model\.safetensors"):
        encoder.load(str(folder), 1)


def test_a_broken_cache_is_named(tmp_path: Path) -> None:
    (tmp_path / "vectors.sqlite").write_bytes(b"not a database, but long enough to be read as one" * 40)
    with pytest.raises(InputError, match=r"cannot be used as the cache"):
        Store(tmp_path / "vectors.sqlite")
