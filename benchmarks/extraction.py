"""How often a raw response is read as a person reads it: cultural-tom's extraction and the official
parsers on the labelled set of tests/src/extract_labelled.

    python -m benchmarks.extraction [--json] [--failures]
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from cultural_tom.extraction.read import extract
from cultural_tom.terminal import console, print_json, table

ROOT = Path(__file__).resolve().parent.parent
LABELLED = ROOT / "tests" / "src" / "extract_labelled"
Case = dict[str, Any]
Parser = Callable[[Case], list[int] | None]


def cases() -> list[Case]:
    """All labelled responses."""
    return [
        json.loads(line)
        for path in sorted(LABELLED.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


def ours(case: Case) -> list[int] | None:
    fields = {k: case[k] for k in ("answer_format", "options", "slots", "language")}
    indices = extract(case["response"], **fields).indices
    return None if indices is None else list(indices)


def parsers() -> dict[str, tuple[Parser, Callable[[Case], bool]]]:
    """Each parser with the cases that its official script was made for. They are executed from the mirror of upstream
    files (CULTURAL_TOM_MIRROR); without one there are none."""
    sys.path[:0] = [str(ROOT / "tests" / "parity"), str(ROOT / "tests")]
    from conftest import find_mirror

    mirror = find_mirror()
    if mirror is None:
        return {}
    import official_parsers

    official = official_parsers.parsers(mirror)

    def adapted(parser: Callable[[str, Sequence[str]], tuple[int, ...] | None]) -> Parser:
        def read(case: Case) -> list[int] | None:
            indices = parser(case["response"], case["options"])
            return None if indices is None else list(indices)

        return read

    def yes_no(case: Case) -> bool:
        return sorted(o.lower() for o in case["options"]) == ["no", "yes"]

    def four_options(case: Case) -> bool:
        return case["answer_format"] == "choice" and len(case["options"]) == 4

    def names(case: Case) -> bool:
        return case["answer_format"] == "names"

    return {
        "ToMBench letter": (adapted(official["tombench"]), four_options),
        "FANToM choice": (adapted(official["fantom"]), four_options),
        "TactfulToM number": (adapted(official["tactfultom_mcq"]), four_options),
        "TactfulToM yes/no": (adapted(official["tactfultom_binary"]), yes_no),
        "TactfulToM list": (adapted(official["tactfultom_list"]), names),
    }


def measured(selection: list[Case], parser: Parser) -> dict[str, Any]:
    """Counts over the cases. right: as the label, be it an answer or "unparsable"; wrong: an answer other
    than the label; missed: the label is an answer and none was read."""
    out: dict[str, Any] = {"n": len(selection), "right": 0, "wrong": 0, "missed": 0, "failures": []}
    for case in selection:
        got = parser(case)
        kind = "right" if got == case["expected"] else "wrong" if got is not None else "missed"
        out[kind] += 1
        if kind != "right":
            out["failures"].append({"id": case["id"], "kind": kind, "got": got, "expected": case["expected"]})
    return out


def report() -> dict[str, Any]:
    """Our figures per language and format; every parser, and ours beside it, on the parser's own cases."""
    everything = cases()
    groups: dict[str, dict[str, list[Case]]] = {"language": defaultdict(list), "format": defaultdict(list)}
    for case in everything:
        groups["language"][case["language"]].append(case)
        groups["format"][case["answer_format"]].append(case)
    groups["all"] = {"all": everything}
    side_by_side = {}
    for name, (parser, applies) in parsers().items():
        selection = [c for c in everything if applies(c)]
        side_by_side[name] = {"official": measured(selection, parser), "ours": measured(selection, ours)}
    return {
        "extraction": {by: {k: measured(v, ours) for k, v in sets.items()} for by, sets in groups.items()},
        "official": side_by_side,
    }


def _share(counts: dict[str, Any]) -> str:
    return f"{100 * counts['right'] / counts['n']:.1f}" if counts["n"] else "-"


def _rows(figures: dict[str, Any]) -> Iterator[list[str]]:
    for sets in figures["extraction"].values():
        for name, c in sets.items():
            yield [name, *(str(c[k]) for k in ("n", "right", "wrong", "missed")), _share(c)]


def main(argv: list[str] | None = None) -> None:
    """Print the tables, or one JSON document."""
    args = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    args.add_argument("--json", action="store_true", help="one JSON document")
    args.add_argument("--failures", action="store_true", help="list what cultural-tom read differently")
    options = args.parse_args(argv)
    figures = report()
    if options.json:
        print_json(figures)
        return
    numbers = {k: "right" for k in ("n", "as labelled", "wrong read", "missed", "%")}
    screen = console()
    screen.print(table("Answer extraction on the labelled set", {"cases": "left", **numbers}, _rows(figures)))
    rows = []
    for name, both in figures["official"].items():
        for who in ("official", "ours"):
            c = both[who]
            rows.append([name if who == "official" else "", who, *map(str, (c["n"], c["right"], c["wrong"], c["missed"])), _share(c)])  # fmt: skip
    screen.print(
        table(
            "Official parsers and ours, on the same cases",
            {"rule": "left", "parser": "left", **numbers},
            rows,
        )
    )
    if options.failures:
        for f in figures["extraction"]["all"]["all"]["failures"]:
            screen.print(f"{f['kind']:7} {f['id']}: expected {f['expected']}, got {f['got']}")


if __name__ == "__main__":
    main()
