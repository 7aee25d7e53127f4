"""Vectors and tokens on disk, by content: each distinct text is computed once, also across runs.

One SQLite file; a key is the sha256 of model, layer and text, so nothing that changes a vector can be
confused with anything else. Each batch is one transaction: a killed run loses at most the batch it was in."""

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
import numpy.typing as npt

from cultural_tom.problems import InputError

Floats = npt.NDArray[np.float32]
_ASKED_AT_ONCE = 500  # SQLite takes at most 999 parameters in older builds

_TABLES = """
CREATE TABLE IF NOT EXISTS tokens (key BLOB PRIMARY KEY, ids BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, dim INTEGER NOT NULL, data BLOB NOT NULL);
"""


def text_key(model: str, text: str) -> bytes:
    """The key of one text under one model (its fingerprint, with layer and everything else that counts)."""
    return hashlib.sha256(f"{model}\x1f{text}".encode()).digest()


class Store:
    """Token ids (int32) and vectors (float32, tokens x dim) by key. Without a path: a temporary file
    that SQLite removes by itself."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._db = sqlite3.connect(str(path) if path is not None else "")
            self._db.execute(f"PRAGMA journal_mode={'WAL' if path is not None else 'OFF'}")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.executescript(_TABLES)
        except sqlite3.DatabaseError as e:
            raise InputError.one(
                str(path), f"cannot be used as the cache of vectors: {e}; remove the file"
            ) from e

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        self._db.close()

    def tokens(self, keys: Iterable[bytes]) -> dict[bytes, list[int]]:
        """Token ids of those keys that are known."""
        found = self._select("SELECT key, ids FROM tokens", keys)
        return {key: np.frombuffer(ids, dtype="<i4").tolist() for key, ids in found}

    def put_tokens(self, tokens: Mapping[bytes, list[int]]) -> None:
        rows = [(key, np.asarray(ids, dtype="<i4").tobytes()) for key, ids in tokens.items()]
        with self._db:
            self._db.executemany("INSERT OR REPLACE INTO tokens VALUES (?, ?)", rows)

    def known(self, keys: Iterable[bytes]) -> set[bytes]:
        """Those keys that have vectors."""
        return {row[0] for row in self._select("SELECT key FROM vectors", keys)}

    def vectors(self, keys: Iterable[bytes]) -> dict[bytes, Floats]:
        """Vectors of those keys that are known, each of shape (tokens, dim), read-only."""
        found = self._select("SELECT key, dim, data FROM vectors", keys)
        return {key: np.frombuffer(data, dtype="<f4").reshape(-1, dim) for key, dim, data in found}

    def put_vectors(self, vectors: Mapping[bytes, Floats]) -> None:
        rows = [(key, v.shape[1], np.ascontiguousarray(v, dtype="<f4").data) for key, v in vectors.items()]
        with self._db:
            self._db.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)

    def _select(self, query: str, keys: Iterable[bytes]) -> Iterable[tuple]:  # type: ignore[type-arg]
        wanted = list(keys)
        for start in range(0, len(wanted), _ASKED_AT_ONCE):
            some = wanted[start : start + _ASKED_AT_ONCE]
            marks = ",".join("?" * len(some))
            yield from self._db.execute(f"{query} WHERE key IN ({marks})", some)
