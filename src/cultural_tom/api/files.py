"""Where a report is saved."""

import os
from pathlib import Path

from cultural_tom.problems import InputError
from cultural_tom.visible import short


def named_file(path: object) -> Path:
    """The file that a report is saved to. Raises `InputError` for what is no name of a .json or .html file."""
    from cultural_tom.report.files import check_name

    if not isinstance(path, str | os.PathLike) or not isinstance(os.fspath(path), str):
        raise InputError.one("save", f"expected the name of a file, got {short(path)}")
    check_name(Path(path))
    return Path(path)
