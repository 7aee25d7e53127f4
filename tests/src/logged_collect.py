"""Copies the labelled responses, and those that wait for their labels, out of clones of the repositories in logged_outputs/sources.toml.

python tests/src/logged_collect.py CLONES OUT: CLONES holds <owner>/<name> (or <owner>+<name>/repo), each with
the commit that sources.toml names; OUT gets <source>.jsonl, the layout that logged.py reads. Nothing of it
is committed. A reader's path that begins with "questions:" is one of the second repository, of the questions.
"""

import csv
import functools
import importlib
import json
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import logged_readers
from logged import digest, digest_of_options, labels, pending, sources
from logged_readers import Found, Read

READERS: dict[str, Callable[[str, Read], Found]] = {
    m.name: importlib.import_module(f"logged_readers.{m.name}").records
    for m in pkgutil.iter_modules(logged_readers.__path__)
}


def clone(clones: Path, repository: str) -> Path:
    for folder in (clones / repository, clones / repository.replace("/", "+") / "repo"):
        if folder.is_dir():
            return folder
    raise SystemExit(f"{clones} holds no clone of {repository}: clone it to {clones / repository}")


def collect(clones: Path, out: Path, source: str) -> int:
    facts = sources()[source]
    folder = clone(clones, facts["repository"])

    @functools.lru_cache(maxsize=8)
    def read(path: str) -> bytes:
        at, commit = folder, facts["commit"]
        if path.startswith("questions:"):  # the questions lie in a repository of their own
            at, commit = clone(clones, facts["questions"]), facts["questions_commit"]
        command = ["git", "-C", str(at), "show", f"{commit}:{path.removeprefix('questions:')}"]
        return subprocess.run(command, check=True, capture_output=True).stdout

    wanted: dict[str, dict[str, tuple[str, str]]] = {}
    for label in [*labels(), *pending()]:
        if label.source == source:
            wanted.setdefault(label.path, {})[label.record] = label.sha256, label.options_sha256
    written = []
    for path, records in wanted.items():
        for record, options, response in READERS[facts.get("reader", source)](path, read):
            if record in records:
                if (digest(response), digest_of_options(options)) != records.pop(record):
                    raise SystemExit(
                        f"{facts['repository']} {path} {record} is another text than was labelled"
                    )
                row = {"path": path, "record": record, "options": options, "response": response}
                written.append(json.dumps(row, ensure_ascii=False))
        if records:
            raise SystemExit(f"{facts['repository']} {path}: no record {', '.join(sorted(records))}")
    (out / f"{source}.jsonl").write_text("\n".join(written) + "\n", "utf-8")
    return len(written)


def main() -> None:
    csv.field_size_limit(1 << 30)
    clones, out = map(Path, sys.argv[1:3])
    out.mkdir(parents=True, exist_ok=True)
    for source in sources():
        print(f"{collect(clones, out, source):5} {source}")


if __name__ == "__main__":
    main()
