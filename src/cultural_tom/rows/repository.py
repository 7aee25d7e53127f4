"""The dataset repository on disk: names, Parquet with explicit schema, hashes. Read and written alike by
builders, validation and users."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cultural_tom.problems import InputError
from cultural_tom.rows.row import schema
from cultural_tom.subsets import CONFIGS

if TYPE_CHECKING:
    import pyarrow as pa

BUILD_FILE = "build.json"
# What every reader of build.json may rely on, per config (the rest: `_write_data` in builders/engine/build.py).
ENTRY = {"content": str, "rows": int, "sha256": str, "state": str}


def data_file(config: str) -> str:
    """The Parquet file of a config, relative to the repository's root."""
    return f"data/{config}/test-00000-of-00001.parquet"


def to_table(config: str, rows: Iterable[Mapping[str, Any]]) -> "pa.Table":
    """Rows (plain dicts with the columns of the schema) as one Arrow table.

    A text config needs no metadata: every version of `datasets` takes the features from the columns' types. The
    image config names its features, or the image would be read as a plain struct.
    """
    import pyarrow as pa

    image = CONFIGS[config].facts.images
    wanted = schema(image=image)
    table = pa.Table.from_pylist(list(rows), schema=wanted).combine_chunks()
    if not image:
        return table
    info = {"info": {"features": {f.name: _feature(f.type) for f in wanted}}}
    meta = json.dumps(info, sort_keys=True, separators=(",", ":"))
    return table.replace_schema_metadata({"huggingface": meta})


def _feature(kind: "pa.DataType") -> dict[str, Any]:
    """The `datasets` feature of an Arrow type, in the form its Parquet metadata has. A list is a `Sequence`:
    versions before 4 know no `List`, and later ones read `Sequence` as one (tests/compat holds both)."""
    import pyarrow as pa

    if pa.types.is_struct(kind):
        return {"_type": "Image"}
    if pa.types.is_list(kind):
        return {"_type": "Sequence", "feature": _feature(kind.value_type)}
    return {"_type": "Value", "dtype": str(kind)}


def write_parquet(table: "pa.Table", path: Path) -> None:
    """One Parquet file whose bytes depend on the rows and the pyarrow version only."""
    import pyarrow.parquet as pq

    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, path, compression="zstd", compression_level=9, version="2.6", data_page_version="1.0",
                   row_group_size=10_000, use_dictionary=True, write_statistics=True, write_page_index=True,
                   store_schema=True, use_content_defined_chunking=False)  # fmt: skip


def content_hash(rows: Iterable[Mapping[str, Any]]) -> str:
    """sha256 over the rows as canonical JSON: equal with any writer. Image bytes enter by their sha256."""
    h = hashlib.sha256()
    for row in rows:
        plain = dict(row)
        if plain.get("image"):
            plain["image"] = hashlib.sha256(plain["image"]["bytes"]).hexdigest()
        h.update(
            json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"
        )
    return h.hexdigest()


def build_info(folder: Path) -> dict[str, Any]:
    """build.json of a dataset repository: its edition, and for each config at least the keys of `ENTRY`.
    `InputError` if the folder is none, or the file is another kind of build.json."""
    path = folder / BUILD_FILE
    if not path.is_file():
        raise InputError.one(
            str(folder),
            f"is no dataset repository (it has no {BUILD_FILE}); build one: python -m builders build --help",
        )
    try:
        info = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as e:
        raise InputError.one(str(path), f"is not JSON: {e}; build the folder again") from e
    if not _is_build(info):
        raise InputError.one(
            str(path),
            f"is not what a build writes: edition, and configs with {', '.join(ENTRY)} each; build the folder again",
        )
    return dict(info)


def _is_build(info: Any) -> bool:
    if not isinstance(info, dict) or not isinstance(info.get("edition"), str):
        return False
    configs = info.get("configs")
    return isinstance(configs, dict) and all(
        isinstance(entry, dict) and all(type(entry.get(key)) is kind for key, kind in ENTRY.items())
        for entry in configs.values()
    )


def existing_file(folder: Path, config: str) -> Path:
    """The Parquet file of a config. Raises `InputError`, naming the configs that there are, if it is none of them."""
    path = folder / data_file(config)
    if not path.is_file():
        held = ", ".join(sorted(p.parent.name for p in folder.glob("data/*/*.parquet"))) or "none"
        raise InputError.one(str(folder), f"has no config {config}; it has: {held}")
    return path


def read_table(folder: Path, config: str, columns: list[str] | None = None) -> "pa.Table":
    """The rows of one config straight from its Parquet file (no cache between)."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = existing_file(folder, config)
    try:
        # Not pq.read_table: that brings in pyarrow's dataset engine, which costs 0.2 s and 60 MB here.
        with pq.ParquetFile(path) as file:
            return file.read(columns=columns)
    except (pa.ArrowException, OSError) as e:
        raise InputError.one(str(path), f"cannot be read as Parquet: {e}; build or download it again") from e


def write_text(path: Path, text: str, option: str) -> None:
    """Write a file for a user, whole or not at all. Raises `InputError`, naming the option that the path came from,
    where it cannot be written."""
    write_lines(path, [text], option)


def write_lines(path: Path, texts: Iterable[str], option: str) -> int:
    """The same for texts that are made one by one; returns how many bytes they are. What making them raises leaves no file
    behind either."""
    part = path.with_name(f".{path.name}.part")
    size = 0
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as f:
            for text in texts:
                size += f.write(text.encode("utf-8"))
        part.replace(path)
    except BaseException as e:
        with suppress(OSError):
            part.unlink()
        if not isinstance(e, OSError):
            raise
        raise InputError.one(
            f"{option} {path}", f"cannot be written: {e.strerror}; name a file in a folder you may write to"
        ) from e
    return size


def read_rows(folder: Path, config: str) -> list[dict[str, Any]]:
    """The rows of one config as dicts."""
    rows: list[dict[str, Any]] = read_table(folder, config).to_pylist()
    return rows
