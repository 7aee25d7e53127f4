"""LASER against laserembeddings itself, on three small files that the test makes."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import copytree
from threading import Thread

import numpy as np
import pytest
from tiny_models import tiny_laser
from tiny_text import PAIRS

from cultural_tom.problems import InputError, Unavailable
from validation.similarity import laser
from validation.similarity.store import Store

LANGUAGES = ["de", "de", "de", "zh", "zh", "ar", "de", "ru"]
ROWS = [((language, a), ("en", b)) for language, (a, b) in zip(LANGUAGES, PAIRS, strict=True)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tiny_laser(tmp_path_factory.mktemp("laser") / "files")
    laser.pin(made)
    return made


@pytest.fixture(scope="module")
def loaded(folder: Path) -> laser.Laser:
    return laser.load(folder)


def reference(folder: Path) -> np.ndarray:
    from laserembeddings import Laser

    encoder = Laser(*(str(folder / f) for f in laser.FILES))
    a = np.vstack([encoder.embed_sentences(text, lang=language) for (language, text), _ in ROWS])
    b = np.vstack([encoder.embed_sentences(text, lang=language) for _, (language, text) in ROWS])
    return (a * b).sum(1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)


def test_cosines_equal_those_of_laserembeddings(folder: Path, loaded: laser.Laser) -> None:
    with Store() as store:
        got = laser.cosines(ROWS * 2, loaded, store)
    expected = reference(folder)
    assert np.ptp(expected) > 1e-3, "the pairs must differ for this test to say something"
    np.testing.assert_allclose(got, np.tile(expected, 2), atol=1e-5, rtol=0)


def test_each_distinct_text_is_embedded_once_and_kept(
    loaded: laser.Laser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    real = loaded.encoder.embed_sentences

    def counted(texts: list[str], lang: list[str]) -> np.ndarray:
        seen.extend(texts)
        return real(texts, lang)

    monkeypatch.setattr(loaded.encoder, "embed_sentences", counted)
    monkeypatch.setattr(laser, "BATCH", 3)
    with Store(tmp_path / "v.sqlite") as store:
        first = laser.cosines(ROWS * 6, loaded, store)
    assert len(seen) == len({t for pair in ROWS for t in pair})
    with Store(tmp_path / "v.sqlite") as store:
        assert laser.cosines(ROWS * 6, loaded, store) == pytest.approx(first, abs=1e-7)
    assert len(seen) == len({t for pair in ROWS for t in pair})


def test_the_same_words_in_two_languages_are_two_texts(loaded: laser.Laser, tmp_path: Path) -> None:
    with Store() as store:
        laser.cosines([(("de", "in"), ("en", "in"))], loaded, store)
        keys = [laser.text_key(loaded.fingerprint, f"{language}\x1fin") for language in ("de", "en")]
        assert len(store.known(keys)) == 2


def test_a_blank_text_has_no_cosine(loaded: laser.Laser) -> None:
    with Store() as store:
        found = laser.cosines(
            [(("de", " "), ("en", "Basket")), (("de", "Korb"), ("en", "Basket"))], loaded, store
        )
    assert found[0] is None and found[1] is not None


def test_missing_files_are_all_named_with_the_command_that_gets_them(folder: Path, tmp_path: Path) -> None:
    some = copytree(folder, tmp_path / "some")
    (some / laser.CODES).unlink()
    (some / laser.ENCODER).unlink()
    with pytest.raises(Unavailable) as e:
        laser.load(some)
    assert laser.CODES in str(e.value) and laser.ENCODER in str(e.value) and "--fetch" in str(e.value)
    assert str(some) in str(e.value)


def test_files_that_are_not_pinned_or_not_the_pinned_ones_are_refused(folder: Path, tmp_path: Path) -> None:
    other = copytree(folder, tmp_path / "other")
    (other / laser.VOCAB).write_text("a 1\n")
    with pytest.raises(InputError, match=rf"{laser.VOCAB}: has sha256"):
        laser.load(other)
    (other / laser.SUMS).unlink()
    with pytest.raises(InputError, match=r"not pinned"):
        laser.load(other)
    with pytest.raises(InputError, match=r"has sha256"):
        changed = copytree(folder, tmp_path / "changed")
        (changed / laser.CODES).write_text("x y 1\n")
        laser.pin(changed)


def test_a_file_with_code_in_it_is_refused_and_nothing_runs(folder: Path, tmp_path: Path) -> None:
    import os
    import pickle

    class Payload:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return os.mkdir, (str(tmp_path / "ran"),)

    bad = copytree(folder, tmp_path / "bad")
    (bad / laser.ENCODER).write_bytes(pickle.dumps(Payload()))
    (bad / laser.SUMS).unlink()
    laser.pin(bad)
    with pytest.raises(InputError, match="no LASER files"):
        laser.load(bad)
    assert not (tmp_path / "ran").exists()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


def test_fetch_gets_the_missing_files_and_pins_them(folder: Path, tmp_path: Path) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/"
        got = laser.pin(tmp_path / "got", fetch=True, url=url)
        assert got == laser.pinned_files(folder) == laser.pinned_files(tmp_path / "got")
        (tmp_path / "got" / laser.CODES).unlink()
        (tmp_path / "got" / laser.SUMS).write_text(f"{'0' * 64}  {laser.CODES}\n")
        with pytest.raises(Unavailable, match=laser.CODES):  # a pin that exists is held against the download
            laser.pin(tmp_path / "got", fetch=True, url=url)
        assert not (tmp_path / "got" / laser.CODES).exists()
    finally:
        server.shutdown()
        server.server_close()
