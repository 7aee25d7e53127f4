"""The corpus of logged outputs (logged_outputs/README.md): labels beside pointers into public repositories.

`python tests/src/logged.py` prints what is in it. The texts lie outside the repository, one file per source,
<source>.jsonl, made by logged_collect.py: in CULTURAL_TOM_LOGS or in ../shared/logs beside the checkout.
"""

import csv
import hashlib
import json
import os
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("logged_outputs")
LETTERS = "ABCDEFGHIJKLMNOP"
NONE = "none"


@dataclass(frozen=True)
class Label:
    """What a response commits to, and where the response is."""

    source: str
    path: str
    record: str
    model: str
    language: str  # of the question
    written: str  # of the response
    format: str  # choice, or choices where several options may be right
    marks: str  # how the question marks its options
    options: int
    options_sha256: str
    sha256: str  # of the response
    first: str
    second: str  # empty where the record was read once so far
    third: str
    settled: str
    remark: str

    @property
    def key(self) -> tuple[str, str, str]:
        return self.source, self.path, self.record

    @property
    def indices(self) -> list[int] | None:
        """Positions of the options it commits to; None: to nothing, or to two where one is asked for."""
        return None if self.settled == NONE else [LETTERS.index(letter) for letter in self.settled]


@dataclass(frozen=True)
class Logged:
    label: Label
    response: str
    options: list[str]


def sources() -> dict[str, dict[str, Any]]:
    return tomllib.loads((FOLDER / "sources.toml").read_text("utf-8"))


def draws() -> list[int]:
    """The sets that there are, the first one as 1."""
    return sorted({source.get("draw", 1) for source in sources().values()})


def table(name: str) -> list[Label]:
    path = FOLDER / name
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [Label(**{**row, "options": int(row["options"])}) for row in csv.DictReader(file)]


def labels(role: str | None = None, draw: int | None = None) -> list[Label]:
    """All, or those of one role, of the first set or of one that was drawn later."""
    kept = {
        name
        for name, source in sources().items()
        if role in (None, source["role"]) and draw in (None, source.get("draw", 1))
    }
    return [x for x in table("labels.csv") if x.source in kept]


def pending() -> list[Label]:
    """Drawn and not yet labelled by two readers: pointers alone. The file is there as long as there are any."""
    return table("pending.csv")


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def digest_of_options(options: list[str]) -> str:
    return digest(json.dumps(options, ensure_ascii=False))


def place() -> Path | None:
    """Where the texts are on this machine, or None."""
    beside = FOLDER.parents[3] / "shared" / "logs"
    for folder in (os.environ.get("CULTURAL_TOM_LOGS"), beside):
        if folder and Path(folder).is_dir():
            return Path(folder)
    return None


def absent(folder: Path, role: str | None = None, draw: int | None = None) -> list[str]:
    """The sources whose texts a copy does not have."""
    wanted = dict.fromkeys(x.source for x in labels(role, draw))
    return [source for source in wanted if not (folder / f"{source}.jsonl").is_file()]


def texts(folder: Path, source: str) -> dict[tuple[str, str, str], tuple[str, list[str]]]:
    lines = (folder / f"{source}.jsonl").read_text("utf-8").split("\n")
    rows = [json.loads(line) for line in lines if line]
    return {(source, row["path"], row["record"]): (row["response"], row["options"]) for row in rows}


def logged(folder: Path, role: str | None = None, draw: int | None = None) -> Iterator[Logged]:
    """Every labelled response of a role with its text and options; a text that is not the labelled one raises."""
    wanted = labels(role, draw)
    if lacking := absent(folder, role, draw):
        raise LookupError(f"{folder} lacks the texts of {', '.join(lacking)}: logged_collect.py makes them")
    for source in dict.fromkeys(x.source for x in wanted):
        found = texts(folder, source)
        for label in (x for x in wanted if x.source == source):
            if label.key not in found:
                raise LookupError(f"{folder / source}.jsonl lacks {label.path} {label.record}")
            response, options = found[label.key]
            if digest(response) != label.sha256 or digest_of_options(options) != label.options_sha256:
                raise ValueError(f"{folder / source}.jsonl: {label.path} {label.record} is another text")
            yield Logged(label, response, options)


def agreement() -> tuple[int, int]:
    """How many responses two readers, who did not know of each other, label alike, of how many both read."""
    pairs = [
        (x.first, x.third or x.second) for x in labels()
    ]  # where there are three, the first two are one reader's
    return sum(a == b for a, b in pairs), len(pairs)


def main() -> None:
    roles = {name: source["role"] for name, source in sources().items()}
    all_labels = labels()
    for title, of in (
        ("role", lambda x: roles[x.source]),
        ("source", lambda x: f"{x.source} ({roles[x.source]})"),
        ("language of the question", lambda x: f"{x.language} ({roles[x.source]})"),
        ("language of the response", lambda x: f"{x.written} ({roles[x.source]})"),
        ("format", lambda x: x.format),
        ("label", lambda x: NONE if x.settled == NONE else f"{len(x.settled)} letters"),
        ("model", lambda x: x.model),
    ):
        print(f"by {title}:")
        for name, count in sorted(Counter(map(of, all_labels)).items(), key=lambda item: (-item[1], item[0])):
            print(f"  {count:5} {name}")
    alike, of_all = agreement()
    print(f"{len(all_labels)} responses, {of_all} read by both readers, alike {alike} ({alike / of_all:.1%})")


if __name__ == "__main__":
    main()
