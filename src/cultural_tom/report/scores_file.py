"""A score as a file: JSON or one HTML page, by the name's ending."""

from pathlib import Path
from typing import TYPE_CHECKING

from cultural_tom.problems import InputError
from cultural_tom.rows.repository import write_text
from cultural_tom.visible import json_text

if TYPE_CHECKING:
    from cultural_tom.scoring.run import Report


def save(report: "Report", path: Path, option: str = "--out") -> None:
    """Write a report; the file appears whole or not at all. option: where the path came from, for messages. Raises
    `InputError` where it cannot be written."""
    from cultural_tom.report.scores_page import page

    document = report.as_dict()
    text = page(document) if path.suffix == ".html" else json_text(document, indent=1) + "\n"
    write_text(path, text, option)


def check_name(path: Path) -> None:
    """`InputError` for a report's name that ends neither in .json nor in .html, or is a folder."""
    if path.suffix not in (".json", ".html"):
        raise InputError.one(str(path), "must end in .json or .html")
    if path.is_dir():
        raise InputError.one(str(path), "is a folder; name a file")
