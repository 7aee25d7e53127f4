"""`load`: returns the rows that were asked for, or raises.

`datasets.load_dataset` serves stale rows for a rebuilt local folder, ignores `revision` for folders, and
offline serves whichever revision is cached. Here a folder is read from its Parquet file, and a repository
is resolved to the exact revision first.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cultural_tom.files import IMAGE_CONFIGS, build_info, data_file, read_table
from cultural_tom.problems import InputError
from cultural_tom.subsets import config as find_config

if TYPE_CHECKING:
    from datasets import Dataset

SAMPLE = Path(__file__).parent / "sample_edition"
Edition = Literal["full", "sample"]


def load(
    config: str,
    source: str | Path | None = None,
    revision: str | None = None,
    *,
    edition: Edition | None = None,
) -> "Dataset":
    """The rows of one config as a `datasets.Dataset`.

    config: such as `xfantom_fr`. source: a built folder, or a repository id on the Hub. revision: a tag,
    branch or commit of the repository. edition: `sample` alone (without source) loads the sample edition
    that ships with the package; with a source it must be the edition that the source holds.

    Raises `InputError` if the config, folder, revision or edition is not what was asked for.

    >>> load("tombench_en", edition="sample").num_rows > 0
    True
    """
    from datasets import Dataset, Image

    find_config(config)
    folder = resolve(source, revision, edition, config)
    info = build_info(folder)
    if edition is not None and info["edition"] != edition:
        raise InputError.one(str(source), f"holds the {info['edition']} edition, not the {edition} edition")
    if config not in info["configs"]:
        raise InputError.one(
            str(source or folder), f"has no config {config}; it has: {', '.join(info['configs'])}"
        )
    table = read_table(folder, config)
    _same_file(folder, config, info["configs"][config]["sha256"])
    dataset = Dataset(table)
    return dataset.cast_column("image", Image()) if config in IMAGE_CONFIGS else dataset


def resolve(
    source: str | Path | None,
    revision: str | None = None,
    edition: str | None = None,
    config: str | None = None,
) -> Path:
    """The local folder that holds exactly what was asked for; a repository is downloaded at its revision
    (only `config`'s data, if one is named)."""
    if source is None:
        if edition != "sample":
            raise InputError.one("load", "needs source=FOLDER or REPOSITORY, or edition='sample'")
        return SAMPLE
    path = Path(source)
    if path.is_dir():
        if revision is not None:
            raise InputError.one(
                str(source),
                f"is a folder; revision={revision!r} is for repositories (a folder is what it is)",
            )
        return path
    text = str(source)
    if isinstance(source, Path) or text.count("/") != 1 or text.startswith((".", "/", "~")):
        raise InputError.one(text, "is neither a folder nor a repository id (owner/name)")
    return _snapshot(text, revision, config)


def _snapshot(repo: str, revision: str | None, config: str | None) -> Path:
    from huggingface_hub import HfApi, snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError, OfflineModeIsEnabled

    wanted = ["README.md", "build.json", data_file(config) if config else "data/**"]
    moving = revision in (None, "main")
    try:
        if moving:  # the name says nothing about the rows: ask which commit it means right now
            revision = HfApi().dataset_info(repo, revision=revision).sha
        return Path(snapshot_download(repo, repo_type="dataset", revision=revision, allow_patterns=wanted))
    except (HfHubHTTPError, LocalEntryNotFoundError, OfflineModeIsEnabled, OSError) as e:
        at = "" if moving else f" at {revision}"
        first = str(e).strip().splitlines()[0] if str(e).strip() else type(e).__name__
        step = (
            "name a tag that is in the cache, or go online"
            if moving
            else "check the name, the revision and the network"
        )
        raise InputError.one(f"{repo}{at}", f"cannot be had: {first}; {step}") from e


def _same_file(folder: Path, config: str, expected: str) -> None:
    import hashlib

    path = folder / data_file(config)
    got = hashlib.sha256(path.read_bytes()).hexdigest()
    if got != expected:
        raise InputError.one(
            str(path), f"is not the file that was built: expected sha256 {expected}, got {got}"
        )
