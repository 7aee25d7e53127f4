"""Places to write to that are somebody's, or no places; terminals and devices that take nothing."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.hostile.case import Case

ACTS = "\x1b[2J\x1b]0;owned\x07"


def precious(path: Path) -> None:
    path.write_text("a year of work\n")


def linked(path: Path) -> None:
    precious(path.with_name("theirs"))
    path.symlink_to("theirs")


def in_loop(path: Path) -> None:
    path.symlink_to(path.name)


TARGETS: dict[str, Callable[[Path], object]] = {
    "a text": precious, "a folder": Path.mkdir, "a pipe": os.mkfifo, "a link": linked, "a link to nothing": lambda p: p.symlink_to("nothing"), "a link to itself": in_loop, "a link to a device": lambda p: p.symlink_to("/dev/null"),
    "predictions": lambda p: shutil.copyfile(p.with_name("q.jsonl"), p), "data": lambda p: shutil.copyfile(p.parent / "data/croissant.json", p), "a hard link": lambda p: os.link(p.with_name("q.jsonl"), p),
}  # fmt: skip
SCORE = ["score", "p.jsonl", "--data", "data", "--resamples", "0"]
PREDICT = ["predict", "--model", "lexical", "--data", "data", "--config", "xtomi_fr"]
# Every option that names a file to write: (program, option) -> arguments, `OUT` in its place.
FILES: dict[tuple[str, str], tuple[str, list[str]]] = {
    ("cultural-tom", "score --out"): ("r.json", [*SCORE, "--out", "OUT"]),
    ("cultural-tom", "score --judge-log"): ("log.jsonl", [*SCORE, "--free", "judge", "--judge-model", "m", "--judge-url", "http://127.0.0.1:9/v1", "--judge-log", "OUT"]),
    ("cultural-tom", "score --hub-yaml"): ("hub.yaml", [*SCORE, "--hub-yaml", "OUT"]),
    ("cultural-tom", "compare --judge-log"): ("log.jsonl", ["compare", "p.jsonl", "q.jsonl", "--data", "data", "--resamples", "0", "--free", "judge", "--judge-model", "m", "--judge-log", "OUT"]),
    ("cultural-tom", "verify --judge-log"): ("log.jsonl", ["verify", "{signature}", "q.jsonl", "--data", "data", "--judge-log", "OUT"]),
    ("cultural-tom", "compare --out"): ("c.html", ["compare", "p.jsonl", "q.jsonl", "--data", "data", "--resamples", "0", "--out", "OUT"]),
    ("cultural-tom", "show --html"): ("rows.html", ["show", "xtomi_fr", "--data", "data", "--limit", "1", "--html", "OUT"]),
    ("cultural-tom", "prompt --out"): ("prompts.jsonl", ["prompt", "xtomi_fr", "--data", "data", "--out", "OUT"]),
    ("cultural-tom", "predict --out"): ("new.jsonl", [*PREDICT, "--out", "OUT"]),
    ("cultural-tom", "predict --report"): ("r.html", [*PREDICT, "--out", "p.jsonl", "--report", "OUT"]),
    ("cultural-tom", "collect --out"): ("new.jsonl", ["collect", "batch.jsonl", "--out", "OUT"]),
    ("cultural-tom", "import --out"): ("new.jsonl", ["import", "samples.jsonl", "--data", "data", "--out", "OUT"]),
    ("cultural-tom", "extract --unparsed"): ("open.jsonl", ["extract", "r.jsonl", "--data", "data", "--unparsed", "OUT"]),
    ("cultural-tom", "extract --decided"): ("decided.jsonl", ["extract", "r.jsonl", "--data", "data", "--answer-line", "Room {answer} it may be", "--decided", "OUT"]),
    ("validation", "audit-settle --out"): ("third.csv", ["audit-settle", "reading", "xtomi_fr", "--data", "data", "--out", "OUT"]),
    ("validation", "audit-enter --table"): ("table.csv", ["audit-enter", "third.csv", "--data", "data", "--table", "OUT"]),
    ("validation", "audit-seal --out"): ("sealed.csv", ["audit-seal", "reading", "--data", "data", "--out", "OUT"]),
    ("validation", "coverage-draw --out"): ("sheet.tsv", ["coverage-draw", "en", "--data", "data", "--out", "OUT", "--key", "new.key"]),
    ("validation", "coverage-draw --key"): ("key.tsv", ["coverage-draw", "en", "--data", "data", "--out", "new.tsv", "--key", "OUT"]),
    ("validation", "coverage-compare --out"): ("t.csv", ["coverage-compare", "key", "a.tsv", "b.tsv", "--out", "OUT"]),
}  # fmt: skip
FOLDERS: dict[tuple[str, str], list[str]] = {
    ("cultural-tom", "score --eee"): [*SCORE, "--model", "a/b", "--eee", "OUT"],
    ("cultural-tom", "export --out"): ["export", "lm-eval", "--config", "xtomi_fr", "--data", "data", "--out", "OUT"],
    ("builders", "build --out"): ["build", "--edition", "sample", "--config", "tombench_en", "--out", "OUT"],
    ("builders", "recipe --out"): ["recipe", "data", "--out", "OUT"],
    ("builders", "generate --out"): ["generate", "--seed", "1", "--items", "3", "--family", "gentalk", "--languages", "en", "--orders", "0", "--out", "OUT"],
    ("builders", "complete --out"): ["complete", "data", "--out", "OUT"],
    ("validation", "run --out"): ["run", "data", "--only", "structure", "--jobs", "1", "--out", "OUT"],
    ("validation", "audit-third --out"): ["audit-third", "xtomi_fr", "--data", "data", "--sealed", "sealed", "--out", "OUT"],
    ("validation", "audit-draw --out"): ["audit-draw", "xtomi_fr", "--data", "data", "--reading", "A", "--out", "OUT"],
}  # fmt: skip
# These change what they are given, which is a folder of their own kind.
IN_PLACE = {("builders", "sign FOLDER"), ("builders", "card FOLDER"), ("validation", "laser FOLDER")}


def batch(place: Path) -> None:
    import json

    body = {"choices": [{"message": {"content": "A"}, "finish_reason": "stop"}]}
    line = {"custom_id": "xtomi_fr/9001/reality#0#0", "response": {"status_code": 200, "body": body}}
    (place / "batch.jsonl").write_text(json.dumps(line) + "\n")
    sample = {"doc": {"id": "xtomi_fr/9001/reality"}, "filter": "none", "resps": [["A"]]}
    (place / "samples.jsonl").write_text(json.dumps(sample) + "\n")
    (place / "r.jsonl").write_text(
        json.dumps({"id": "xtomi_fr/9001/reality", "response": "who knows\nRoom 1 it may be"}) + "\n"
    )


def cases() -> Iterator[Case]:
    def case(name, program, args, prepare=lambda place: None, **more):
        return Case("paths and environments", name, program, args, prepare, **more)

    for (program, option), (name, args) in FILES.items():
        for what, make in TARGETS.items():

            def prepare(place, make=make, name=name):
                batch(place)
                make(place / name)

            # A judge's log is read through a link, and one that need not be asked is not opened.
            codes = (0, 1) if "judge-log" in option else (1,)
            yield case(
                f"{program} {option} is {what}",
                program,
                [name if a == "OUT" else a for a in args],
                prepare,
                codes=codes,
            )
        yield case(
            f"{program} {option} below a file",
            program,
            ["notes.txt/x.json" if a == "OUT" else a for a in args],
            batch,
            codes=(0, 1) if "judge-log" in option else (1,),
        )
    for (program, option), args in FOLDERS.items():
        yield case(
            f"{program} {option} is a text",
            program,
            ["notes.txt" if a == "OUT" else a for a in args],
            codes=(1,),
        )
        yield case(
            f"{program} {option} below a file",
            program,
            ["notes.txt/x" if a == "OUT" else a for a in args],
            codes=(1,),
        )
        for what, make in {
            "a pipe": os.mkfifo,
            "a link to itself": in_loop,
            "a link to a text": linked,
        }.items():
            yield case(
                f"{program} {option} is {what}",
                program,
                ["new" if a == "OUT" else a for a in args],
                lambda place, make=make: make(place / "new"),
                codes=(1,),
            )
        if option not in ("score --eee", "export --out"):  # which add files of new names to a folder

            def notes(place):
                (place / "new").mkdir()
                precious(place / "new/report.html")

            yield case(
                f"{program} {option} holds notes",
                program,
                ["new" if a == "OUT" else a for a in args],
                notes,
                codes=(1,),
            )
    yield from builds(case)
    yield from streams(case)


def builds(case) -> Iterator[Case]:
    """Earlier builds with something of the user's in them or beside them."""
    build = ["build", "--edition", "sample", "--config", "tombench_en", "--out"]

    def inside(name):
        def prepare(place):
            (place / "data" / name).parent.mkdir(exist_ok=True, parents=True)
            precious(place / "data" / name)

        return prepare

    for name in (
        "notes.txt",
        "data/notes.txt",
        "data/xtomi_fr/notes.txt",
        "LICENSES/notes.txt",
        "data/mine/deep/notes.txt",
        "data/xtomi_fr/.hidden",
        ".git/config",
        "README.md.orig",
    ):
        yield case(
            f"a build over notes in {name}",
            "builders",
            [*build, "data"],
            inside(name),
            codes=(1,),
            says="which no build writes",
        )
    yield case(
        "a build over a link",
        "builders",
        [*build, "data"],
        lambda p: (p / "data/data/more").symlink_to("../../notes.txt"),
        codes=(1,),
    )
    yield case(
        "a build over a pipe",
        "builders",
        [*build, "data"],
        lambda p: os.mkfifo(p / "data/data/pipe"),
        codes=(1,),
    )

    def sibling(name):
        def prepare(place):
            (place / name).mkdir()
            precious(place / name / "notes.txt")

        return prepare

    for name in (".data.new-mine", ".data.new-abcdefgh", ".data.newer", "data.previous"):
        yield case(
            f"a build beside {name}", "builders", [*build, "data"], sibling(name), codes=(0,), may=("data",)
        )
    yield case(
        "a build beside .data.previous", "builders", [*build, "data"], sibling(".data.previous"), codes=(1,)
    )
    yield case(
        "a build into a link",
        "builders",
        [*build, "link"],
        lambda p: (p / "link").symlink_to("data"),
        codes=(0,),
        may=("data",),
    )
    yield case(
        "a build into a link to nothing",
        "builders",
        [*build, "link"],
        lambda p: (p / "link").symlink_to("new"),
        codes=(0,),
        may=("new",),
    )
    yield case(
        "a build through a linked folder",
        "builders",
        [*build, "link/new"],
        lambda p: ((p / "real").mkdir(), (p / "link").symlink_to("real")),
        codes=(0,),
        may=("real",),
    )
    for name, out in {"dot": "data/.", "dots": "data/../data", "slashes": "data///"}.items():
        yield case(f"a build over itself by {name}", "builders", [*build, out], codes=(0,), may=("data",))


def streams(case) -> Iterator[Case]:
    commands = {
        "list": ["list"],
        "list --json": ["list", "--json"],
        "--help": ["--help"],
        "show": ["show", "xfantom_fr", "--limit", "2"],
        "score": SCORE,
        "score --json": [*SCORE, "--json"],
        "cite": ["cite", "xtomi_fr"],
        "a wrong call": ["scor"],
        "an error": ["score", "no.jsonl", "--data", "data"],
    }
    for name, args in commands.items():
        wrong = name in ("a wrong call", "an error")
        yield case(
            f"{name} onto a full device",
            "cultural-tom",
            args,
            shell=">/dev/full 2>&1" if wrong else ">/dev/full",
            codes=(1, 2) if wrong else (1,),
        )
        yield case(
            f"{name} onto nothing", "cultural-tom", args, shell=">&- 2>&-", codes=(1, 2) if wrong else (0,)
        )
        yield case(
            f"{name} in ASCII",
            "cultural-tom",
            args,
            environment={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
            codes=(1, 2) if wrong else (0,),
        )
    for program in ("builders", "validation"):
        yield case(
            f"{program} --help onto a full device", program, ["--help"], shell=">/dev/full", codes=(1,)
        )
        yield case(
            f"{program} --help in ASCII",
            program,
            ["--help"],
            environment={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
            codes=(0,),
        )
    names = {
        "that acts": ACTS + ".jsonl",
        "of a line end": "a\nb.jsonl",
        "not UTF-8": b"\xff\xfe.jsonl".decode("utf-8", "surrogateescape"),
        "of directions": "\u202ep.jsonl",
        "of brackets": "[red]p[bold].jsonl",
        "of an option": "-p.jsonl",
        "of 250 letters": "n" * 244 + ".jsonl",
        "of a space": " .jsonl",
    }
    for name, file in names.items():

        def prepare(place, file=file):
            shutil.copyfile(place / "p.jsonl", place / file)

        yield case(
            f"predictions named {name}",
            "cultural-tom",
            ["score", "--data", "data", "--resamples", "0", "--", file],
            prepare,
            codes=(0,),
        )
        yield case(
            f"a report beside, named {name}",
            "cultural-tom",
            [*SCORE, "--out", "./" + file.replace(".jsonl", ".html")],
            codes=(0, 1),
            may=(file.replace(".jsonl", ".html"),),
        )
        yield case(
            f"a missing file named {name}",
            "cultural-tom",
            ["check", "--data", "data", "--", file],
            codes=(1,),
        )
    yield case("a home that is none", "cultural-tom", SCORE, environment={"HOME": "/nonexistent"}, codes=(0,))
    yield case(
        "a name longer than names are", "cultural-tom", [*SCORE, "--out", "n" * 300 + ".json"], codes=(1,)
    )
    yield case(
        "a path longer than paths are", "cultural-tom", [*SCORE, "--out", "n/" * 5000 + "r.json"], codes=(1,)
    )
    yield case("a column of no width", "cultural-tom", SCORE, environment={"COLUMNS": "1"}, codes=(0,))
    yield case(
        "columns of letters", "cultural-tom", SCORE, environment={"COLUMNS": "x", "LINES": "-1"}, codes=(0,)
    )
    yield case(
        "a terminal of nothing",
        "cultural-tom",
        ["show", "xfantom_fr", "--limit", "1"],
        environment={"TERM": "dumb", "NO_COLOR": ""},
        codes=(0,),
    )
    yield case(
        "colours forced",
        "cultural-tom",
        ["score", "no.jsonl", "--data", "data"],
        environment={"TERM": ACTS},
        codes=(1,),
    )
