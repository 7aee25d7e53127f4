"""TactfulToM's evaluate_non_freeform.py, executed on result files in its own layout, against the paper protocol.

A result file is one model's: a list of question sets, category -> questions -> entries. The name of the file decides
whether boxes are opened and thinking is cut off, which `ScoreOptions.paper_reading` names. For single verdicts
every question is a category of its own (the script's list of categories is a value of its module); the printed
table is the whole program's, with its own categories."""

import ast
import contextlib
import io
import json
import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import outputs
import scripts
from results import Parity, figures, scored, write_lines

from cultural_tom.rows.order import shown
from cultural_tom.rows.repository import read_rows

SCRIPT = "TactfulToM evaluate_non_freeform.py"
FILES = {"plain": "gpt-4o", "boxed": "Llama-3.3-70B-Instruct", "think": "QwQ-32B", "think+boxed": "DeepSeek-R1-Distill-Llama-70B"}  # fmt: skip
SAMPLES = 5
STYLES = {"binary": "yes or no", "mcq": "number", "list": "names"}
CATEGORIES = {"comprehensionQA": "comprehension", "fact_reasonQA": "fact_reason", "fact_truthQA": "fact_truth",
              "beliefQAs": "belief", "infoAccessibilityQA_list": "info_accessibility_list",
              "infoAccessibilityQAs_binary": "info_accessibility_binary", "answerabilityQA_list": "answerability_list",
              "answerabilityQAs_binary": "answerability_binary", "lieabilityQAs": "lie_ability",
              "liedetectabilityQAs_list": "lie_detectability_list",
              "liedetectabilityQAs_binary": "lie_detectability_binary"}  # fmt: skip


@dataclass
class Question:
    """A row with upstream's record of it, and its responses: number k answers order k of the options."""

    row: dict[str, Any]
    category: str
    style: str
    right: Any
    texts: list[str]

    def entry(self, k: int) -> dict[str, Any]:
        """One entry of a result file. Option 0 is the right one; which of the wrong ones has which number
        decides nothing."""
        made = {"question_type": self.style, "context_type": "full_context", "original_result": self.texts[k],
                "correct_answer": self.right}  # fmt: skip
        if self.mapped:
            order, gold = self.order(k), self.row["gold"][0]
            made["mcq_mapping"] = [0 if x == gold else x + (x < gold) for x in order]
        return made

    def order(self, k: int) -> list[int]:
        return shown(self.row["id"], len(self.row["options"]), k)

    @property
    def mapped(self) -> bool:
        return self.style == "mcq"

    def tag(self, key: str) -> str:
        return next(t.partition(":")[2] for t in self.row["tags"] if t.startswith(f"{key}:"))


def questions(mirror: Path, data: Path, seed: int, samples: int = SAMPLES) -> list[Question]:
    folder = scripts.path_of(mirror, scripts.TACTFULTOM).parents[1]
    files: dict[str, Any] = {}
    out = []
    for row in read_rows(data, "tactfultom_en"):
        path = row["source_path"]
        if path not in files:
            files[path] = json.loads((folder / path).read_text("utf-8"))
        _, number, category, place = row["source_pointer"].split("/")
        record = files[path][int(number)][category][int(place)]
        style = next(t for t in row["tags"] if t.startswith("format:")).partition(":")[2]
        made = Question(row, category, style, record["correct_answer"], [])
        for k in range(samples):
            order = made.order(k)
            options = [row["options"][x] for x in order]
            gold = sorted(order.index(g) for g in row["gold"])
            drawn = outputs.responses(STYLES[style], f"{row['id']}/{k}", options, gold, seed)
            made.texts.append(next(drawn)[1])
        out.append(made)
    return out


class Table:
    """Stands in for prettytable: keeps the rows that the script prints."""

    def __init__(self) -> None:
        self.field_names: list[str] = []
        self.rows: list[list[str]] = []

    def add_row(self, row: list[str]) -> None:
        self.rows.append(row)

    def get_string(self) -> str:
        return "\n".join("\t".join(row) for row in (self.field_names, *self.rows))

    __str__ = get_string


class Official:
    """The released module in a folder of its own. It imports a loader that was not released and that its rule
    does not need."""

    def __init__(self, mirror: Path, folder: Path) -> None:
        self.folder = folder
        for name in ("results/original", "results/clean", "cases"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        self.stand_ins = (
            scripts.module("setup_TactfulToM", load_TactfulToM_dataset=None),
            scripts.module("prettytable", PrettyTable=Table),
        )
        self.module = scripts.load(mirror, scripts.TACTFULTOM, *self.stand_ins)
        self.categories = list(self.module.question_categories)

    def original(self, file: str) -> Path:
        return self.folder / f"results/original/{file}.json"

    def stops(self, entry: dict[str, Any], file: str) -> bool:
        """Whether the reading of this response ends the program."""
        read: Callable[..., Any] = self.module._clean_reasoning if cut(file) else self.module._clean
        try:
            read(dict(entry), file)
        except IndexError:
            return True
        return False

    def performance(self, file: str, sets: list[dict[str, Any]], categories: list[str]) -> dict[str, float]:
        """The script's accuracy per category of one result file."""
        self.original(file).write_text(json.dumps(sets), "utf-8")
        self.module.question_categories = categories
        try:
            with contextlib.chdir(self.folder), contextlib.redirect_stdout(io.StringIO()):
                self.module.clean(file)
                found: dict[str, float] = self.module._main_result(file)
        finally:
            self.module.question_categories = self.categories
        return found


def cut(file: str) -> bool:
    return "QwQ" in file or "DeepSeek-R1" in file


def verdicts(official: Official, data: Path, asked: list[Question], reading: str) -> Parity:
    """Every verdict on every response under one reading."""
    found = Parity(f"{SCRIPT}, {reading}", "verdicts", len(asked), sum(len(q.texts) for q in asked))
    file, stops = FILES[reading], set()
    sets: dict[str, list[list[dict[str, Any]]]] = {}
    for place, q in enumerate(asked):
        for k in range(len(q.texts)):
            entry = q.entry(k)
            if q.mapped and official.stops(entry, file):
                stops.add((k, place))
            else:
                sets[f"{place}#{k}"] = [[entry]]
    there = official.performance(file, [sets], list(sets))
    lines = (
        {"id": q.row["id"], "response": text, "permutation": k, "sample": k}
        for q in asked
        for k, text in enumerate(q.texts)
    )
    path = write_lines(official.folder / "predictions.jsonl", lines)
    report = scored(path, data, paper_reading=reading)
    for (k, place), ours in np.ndenumerate(report.configs[0].scored.by_sample):
        right = None if (k, place) in stops else there[f"{place}#{k}"] == 1
        q = asked[place]
        said = f"{q.row['id']} {q.style} {q.texts[k]!r} there {right}, here {bool(ours)}"
        found.verdict(right, bool(ours), "tactfultom_nothing_to_index" if right is None else "", said)
    return found


def printed(
    mirror: Path, data: Path, folder: Path, asked: list[Question], reading: str, missing: float = 0
) -> Parity:
    """The whole program on one result file per class, with the conversations that the paper's tables rest on: what
    it prints. Of each question the first response that does not end it; a share of the questions is missing. Our
    file answers the other conversations too."""
    official = Official(mirror, folder)
    of_paper = [q for q in asked if q.tag("paper84") == "yes"]
    draw = random.Random(1)
    kept = [q for q in of_paper if draw.random() >= missing]
    others = [q for q in asked if q.tag("paper84") != "yes"]
    file = FILES[reading]
    chosen = [
        (q, next(k for k in range(SAMPLES) if not q.mapped or not official.stops(q.entry(k), file)))
        for q in (*kept, *others)
    ]
    for kind in "01234":
        sets: dict[str, dict[str, list[list[dict[str, Any]]]]] = {}
        for q, k in chosen[: len(kept)]:
            if q.tag("class") == kind:
                one = sets.setdefault(q.row["context_id"], {c: [] for c in (*CATEGORIES, "justificationQA")})
                one[q.category].append([q.entry(k)])
        official.original(f"{file}_{kind}").write_text(json.dumps(list(sets.values())), "utf-8")
    said = scripts.execute(mirror, scripts.TACTFULTOM, folder, modules=official.stand_ins)
    there = {line.split(": ", 1)[0][-1]: ast.literal_eval(line.split(": ", 1)[1])
             for line in said.splitlines() if line.startswith("Performance of ")}  # fmt: skip
    lines = ({"id": q.row["id"], "response": q.texts[k], "permutation": k} for q, k in chosen)
    path = write_lines(folder / "predictions.jsonl", lines)
    found = Parity(f"{SCRIPT}, {reading}", "printed figures", len(of_paper), len(kept))
    here = figures(scored(path, data, paper_reading=reading, partial=True))
    with_missing = figures(scored(path, data, paper_reading=reading))
    rounded = [line.split("\t") for line in said.splitlines() if "\t" in line]
    for kind, values in there.items():
        row = dict(zip(rounded[0], next(r for r in rounded if r[0] == f"{file}_{kind}"), strict=True))
        for category, name in CATEGORIES.items():
            ours, what = here[f"class {kind}", name], f"class {kind} {name}"
            found.figure(values[category], ours, what)
            found.figure(float(row[category]), float(f"{100 * ours:.2f}"), f"{what} as printed")
            if missing and values[category] != with_missing[f"class {kind}", name]:
                found.figure(
                    values[category], with_missing[f"class {kind}", name], what, "tactfultom_missing_row"
                )
        found.figure(
            np.nan, here[f"class {kind}", "justification"], kind, "tactfultom_justification_left_out"
        )
    for category, name in CATEGORIES.items():
        n = {kind: sum(q.category == category and q.tag("class") == kind for q in kept) for kind in there}
        pooled = sum(there[kind][category] * n[kind] for kind in n) / sum(n.values())
        found.figure(pooled, here["84 conversations", name], f"84 conversations {name}")
    return found


def parity(mirror: Path, data: Path, folder: Path, seed: int = 1) -> list[Parity]:
    """Verdicts and printed figures under each reading."""
    asked = questions(mirror, data, seed)
    official = Official(mirror, fresh(folder))
    found = [verdicts(official, data, asked, reading) for reading in FILES]
    found += [printed(mirror, data, fresh(folder), asked, reading) for reading in ("plain", "think+boxed")]
    found.append(printed(mirror, data, fresh(folder), asked, "plain", missing=0.1))
    found[-1].what += ", a tenth missing"
    return found


def fresh(folder: Path) -> Path:
    return Path(tempfile.mkdtemp(dir=folder))
