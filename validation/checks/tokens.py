"""The tokenizers behind published lengths, each a named and pinned choice.

A tokenizer that cannot be had here raises `Missing`, which names the file and where it is looked for.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from validation.checks import xlmr_stand_in
from validation.checks.missing import Missing
from validation.engine.results import CheckOptions

# One model under its two names on the Hub; its tokenizer.json at e73636d4f797dec63c3081bb6ed5c7b0bb3f2089.
XLMR = ("FacebookAI/xlm-roberta-base", "xlm-roberta-base")
XLMR_SHA256 = "a898ea75433890f6610f4e470b8ebeb0c21dce5c8dd61f892eb09eb5919d2e2c"
BANGLABERT = "csebuetnlp/banglabert"


@dataclass(frozen=True)
class Tokenizer:
    """`count` gives the number of tokens of a text, without special tokens; `name` says what was used."""

    name: str
    count: Callable[[str], int]


@cache
def jieba_tokenizer() -> Tokenizer:
    """jieba 0.42.1, default mode, HMM on; punctuation and white space count (Multi-ToM, Table 3, zh)."""
    try:
        import jieba
    except ImportError:
        raise Missing("jieba is not installed (pip install 'cultural-tom[length]')") from None
    jieba.setLogLevel(60)
    # Its cache goes by default into one shared file of all users of this machine.
    jieba.dt.tmp_dir = tempfile.mkdtemp(prefix="cultural-tom-jieba-")
    jieba.initialize()
    _remove_folder(jieba.dt.tmp_dir)
    return Tokenizer(f"jieba {jieba.__version__}", lambda text: len(jieba.lcut(text)))


def _remove_folder(path: str) -> None:
    import shutil

    shutil.rmtree(path, ignore_errors=True)


def xlmr_tokenizer(options: CheckOptions) -> Tokenizer:
    """XLM-RoBERTa's SentencePiece pieces: from --xlmr FILE (a tokenizer.json), else from the pinned file in the
    Hub's cache, else from the stand-in for machines without either. The name says which."""
    if options.xlmr:
        return _xlmr_file(options.xlmr)
    held = (folder / "tokenizer.json" for name in XLMR for folder in _hub_snapshots(name))
    pinned = next((path for path in held if path.is_file() and _sha256(path) == XLMR_SHA256), None)
    return _xlmr_file(pinned) if pinned else _xlmr_stand_in()


@cache
def _xlmr_file(path: Path) -> Tokenizer:
    if not path.is_file():
        raise Missing(f"--xlmr {path}: there is no such file; it is the tokenizer.json of {XLMR[0]}")
    sha256 = _sha256(path)
    which = f"of {XLMR[0]}" if sha256 == XLMR_SHA256 else f"other than {XLMR[0]}'s"
    return Tokenizer(f"{path.name} {which} ({sha256[:12]})", _counter(_from_file(path)))


@cache
def _xlmr_stand_in() -> Tokenizer:
    try:
        name, count = xlmr_stand_in.counter(_tokenizers())
    except Missing as e:
        raise Missing(
            f"no XLM-RoBERTa tokenizer: give --xlmr FILE (the tokenizer.json of {XLMR[0]}; the Hub's cache does not "
            f"hold it, sha256 {XLMR_SHA256[:12]}...); its stand-in: {e}"
        ) from None
    return Tokenizer(name, count)


def banglabert_tokenizer(options: CheckOptions) -> Tokenizer:
    """BanglaBERT's WordPiece after csebuetnlp's normalisation, from --banglabert DIR or a folder of that name
    in the Hub's cache; neither can be fetched from a package index."""
    try:
        from normalizer import normalize
    except ImportError:
        raise Missing(
            "the Bangla normaliser is not installed (pip install csebuetnlp-normalizer==1.0.0)"
        ) from None
    folder = options.banglabert or _bangla_snapshot()
    if folder is None:
        raise Missing(
            f"no BanglaBERT tokenizer: give --banglabert DIR with tokenizer.json or vocab.txt of {BANGLABERT}; "
            "the cache of huggingface_hub does not hold it either"
        )
    tokenizer, name = _wordpiece(Path(folder))
    count = _counter(tokenizer)
    return Tokenizer(name, lambda text: count(normalize(text)))


def _wordpiece(folder: Path) -> tuple[Any, str]:
    t = _tokenizers()
    whole, vocabulary = folder / "tokenizer.json", folder / "vocab.txt"
    if whole.is_file():
        return _from_file(whole), f"BanglaBERT tokenizer.json ({_sha256(whole)[:12]})"
    if not vocabulary.is_file():
        raise Missing(f"{folder} holds neither tokenizer.json nor vocab.txt of {BANGLABERT}")
    settings: dict[str, Any] = {}
    if (folder / "tokenizer_config.json").is_file():
        settings = json.loads((folder / "tokenizer_config.json").read_text("utf-8"))
    tokenizer = t.implementations.BertWordPieceTokenizer(
        str(vocabulary), lowercase=bool(settings.get("do_lower_case", False)),
        strip_accents=settings.get("strip_accents", False),
    )  # fmt: skip
    return tokenizer._tokenizer, f"BanglaBERT vocab.txt ({_sha256(vocabulary)[:12]})"


def _hub_snapshots(repository: str) -> Iterator[Path]:
    """The snapshots of a model in the Hub's cache, newest first, without touching the network. (The client's own
    look-up wants a revision; here any will do that holds the file.)"""
    home = Path(os.environ.get("HF_HOME") or Path.home() / ".cache" / "huggingface")
    cache = Path(os.environ.get("HF_HUB_CACHE") or home / "hub")
    found = (cache / f"models--{repository.replace('/', '--')}" / "snapshots").glob("*")
    yield from sorted(found, key=lambda p: p.stat().st_mtime, reverse=True)


def _bangla_snapshot() -> Path | None:
    wanted = ("tokenizer.json", "vocab.txt")
    return next((p for p in _hub_snapshots(BANGLABERT) if any((p / n).is_file() for n in wanted)), None)


def _tokenizers() -> Any:
    try:
        import tokenizers
        import tokenizers.implementations
    except ImportError:
        raise Missing("tokenizers is not installed (pip install 'cultural-tom[length]')") from None
    return tokenizers


def _from_file(path: Path) -> Any:
    try:
        return _tokenizers().Tokenizer.from_file(str(path))
    except Missing:
        raise
    except Exception as e:  # the library raises bare Exception
        raise Missing(f"{path} is no tokenizer.json that `tokenizers` reads: {e}") from e


def _counter(tokenizer: Any) -> Callable[[str], int]:
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
