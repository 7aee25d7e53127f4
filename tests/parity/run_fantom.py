"""FANToM's eval_fantom.py, executed as a program would run it, against the paper protocol of XFANToM.

The whole of it runs on the sample edition's XFANToM records in the script's own layout (`data/fantom/fantom_v1.json`):
its loader, its prompts with the options in its own order, its reading of responses, its verdicts and its report. A
stand-in for the client answers each prompt. What XToM left out of FANToM (free answers, lists, yes/no) is put in
where the script cannot do without, and is not compared."""

import contextlib
import io
import json
import random
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import outputs
import scripts
from results import Parity, figures, scored, write_lines

from cultural_tom.rows.order import shown
from cultural_tom.rows.repository import read_rows
from cultural_tom.subsets import SUBSETS

SCRIPT = "FANToM eval_fantom.py"
RUNS, REPORTS = 20, 5
SOURCE = Path(__file__).parents[2] / "builders" / "sample" / "xtom"
SPELT = {"zh": "cn"}
ORDERS = 64  # of two options one of so many orders puts the right one where the script put it
TYPES = {"first order": "first-order", "second order": "second-order", "second order, acyclic": "second-order:acyclic",
         "second order, cyclic": "second-order:cyclic"}  # fmt: skip


class Embedder:
    """Stands in for the sentence encoder of free answers, which are not compared."""

    def __init__(self, *_: Any) -> None:
        pass

    def to(self, _: Any) -> "Embedder":
        return self

    def encode(self, text: str) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
        return np.array([len(text) % 7 + 1.0, len(text) % 5 + 1.0])


def stand_ins() -> list[ModuleType]:
    """What the script imports beside pandas and its own loader."""

    def similarity(a: Any, b: Any) -> Any:
        return a @ b.T / np.linalg.norm(a) / np.linalg.norm(b)

    agents = {"gpt": ("GPT3BaseAgent", "ConversationalGPTBaseAgent"), "together_ai": ("TogetherAIAgent",),
              "huggingface": ("FlanT5Agent", "FlanUL2Agent", "MistralAIAgent", "ZephyrAgent")}  # fmt: skip
    nothing: Callable[..., Any] = lambda *_, **__: None  # noqa: E731
    f1 = SimpleNamespace(compute=lambda **_: {"f1": 0.0})  # of yes/no questions, which XToM left out
    return [
        scripts.tqdm(),
        scripts.module("evaluate", load=lambda _: f1),
        scripts.module("torch", device=nothing, cuda=SimpleNamespace(is_available=lambda: False)),
        scripts.module("torch.utils"),
        scripts.module("torch.utils.data", DataLoader=object, Dataset=object),
        scripts.module("sentence_transformers", SentenceTransformer=Embedder),
        scripts.module("sklearn"),
        scripts.module("sklearn.metrics"),
        scripts.module("sklearn.metrics.pairwise", cosine_similarity=similarity),
        scripts.module("colorful", use_true_colors=nothing, use_style=nothing),
        scripts.module("requests"),
        scripts.module("agents", __path__=[]),
        *(scripts.module(f"agents.{n}", **dict.fromkeys(names, nothing)) for n, names in agents.items()),
    ]


def records(language: str) -> list[dict[str, Any]]:
    """The sample's records as FANToM has them: with the questions that XToM left out, once inaccessible and, in a
    set of its own, once accessible."""
    made = json.loads((SOURCE / f"Xfantom_{SPELT.get(language, language)}.json").read_text("utf-8"))
    accessible = json.loads(json.dumps(made[0]).replace("inaccessible", "accessible")) | {"set_id": "1-0-0"}
    for record in (*made, accessible):
        access = "accessible" if record is accessible else "inaccessible"
        for key, kind in (("answerability", "answerability"), ("infoAccessibility", "info_accessibility")):
            about = {"missed_info_accessibility": access, "question": "Does Ann know this?"}
            names, yes = {"correct_answer": ["Ann"], "wrong_answer": ["Bo"]}, {"correct_answer": "yes"}
            record[f"{key}QA_list"] = about | names | {"question_type": f"tom:{kind}:list"}
            record[f"{key}QAs_binary"] = [about | yes | {"question_type": f"tom:{kind}:binary"}]
    return [*made, accessible]


@contextlib.contextmanager
def quiet(folder: Path) -> Iterator[None]:
    """In a folder, without what the script prints and what pandas says about it."""
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


class Official:
    """The released evaluator on the records of one language, in a folder of its own."""

    def __init__(self, mirror: Path, folder: Path, language: str) -> None:
        self.folder = folder
        self.module = scripts.load(mirror, scripts.FANTOM, *stand_ins())
        place = folder / "data" / "fantom"
        place.mkdir(parents=True)
        (place / ".built").write_text("2024\n1.0", "utf-8")  # what its loader takes for a finished download
        (place / "fantom_v1.json").write_text(json.dumps(records(language)), "utf-8")
        self.args = SimpleNamespace(
            model="gpt-4-0613", conversation_input_type="short", use_cot=False, aggregation_target="set",
            existing_response_file_name=None, batch_size=1,
        )  # fmt: skip

    def evaluator(self, seed: str) -> Any:
        """A fresh evaluator; its options are in the order that it drew."""
        state = random.getstate()
        random.seed(seed)
        try:
            with quiet(self.folder):
                return self.module.FantomEvalAgent(self.args)
        finally:
            random.setstate(state)

    def run(
        self, evaluator: Any, answer: Callable[[str], str], report: bool
    ) -> tuple[list[dict[str, Any]], dict[str, float]]:
        """All questions with the script's verdicts, and its report (whose analysis of characters reads English
        questions only)."""
        evaluator.model = SimpleNamespace(interact=answer)
        with quiet(self.folder):
            self.module.EVAL_DIR_PATH = tempfile.mkdtemp(dir=self.folder)
            found = evaluator.evaluate_response(evaluator.flattened_fantom, evaluator.run_inference())
            if not report:
                return found, {}
            verdicts = {
                (q["set_id"], q["tom_type"], q["wrong_answer"]): q["result"] for _, q in choices_of(found)
            }
            free = [
                q | {"result": verdicts[q["set_id"], q["tom_type"], q["wrong_answer"]]}
                if "tom_type" in q
                else q
                for q in found
            ]
            return found, evaluator.run_reports(free)["fantom"]


@dataclass
class Asked:
    """One choice as it was shown in one run: a row, the order of its options, the response, both verdicts' place."""

    row: dict[str, Any]
    order: int
    gold: int
    text: str
    right: bool = False


def order_with(row: dict[str, Any], gold: int) -> int:
    """The first order of a row's options that has the right one at a place."""
    return next(k for k in range(ORDERS) if shown(row["id"], 2, k)[gold] == row["gold"][0])


class Run:
    """One run of the script over one language, and the same responses as predictions."""

    def __init__(
        self, official: Official, rows: list[dict[str, Any]], number: int, seed: int, report: bool
    ) -> None:
        self.number = number
        evaluator = official.evaluator(f"{seed}/{number}")
        by_pointer = {row["source_pointer"]: row for row in rows}
        self.asked: list[Asked] = []
        choices: dict[str, Asked] = {}
        for pointer, question in choices_of(evaluator.flattened_fantom):
            if pointer in by_pointer:
                one = self.ask(by_pointer[pointer], question["correct_answer"], seed)
                options = [one.row["options"][x] for x in shown(one.row["id"], 2, one.order)]
                assert question["choices_list"] == [f"({c}) {o}" for c, o in zip("ab", options, strict=True)]
                choices[pointer] = one
        texts = {
            q["input_text"]: choices[p].text
            for p, q in choices_of(evaluator.flattened_fantom)
            if p in choices
        }
        found, self.report = official.run(evaluator, lambda prompt: texts.get(prompt, "yes, Ann"), report)
        for pointer, question in choices_of(found):
            if pointer in choices:
                choices[pointer].right = question["result"]
        for row in rows:
            if row["task"] == "fact":
                one = self.ask(row, random.Random(f"{seed}/{number}/{row['id']}").randrange(2), seed)
                said = evaluator.parse_response(one.text)
                one.right = evaluator.evaluate_mc_belief_q({"correct_answer": one.gold}, said)

    def ask(self, row: dict[str, Any], gold: int, seed: int) -> Asked:
        order = order_with(row, gold)
        options = [row["options"][x] for x in shown(row["id"], 2, order)]
        drawn = outputs.responses("small letter", f"{row['id']}/{self.number}", options, [gold], seed)
        self.asked.append(Asked(row, order, gold, next(drawn)[1]))
        return self.asked[-1]

    def lines(self) -> Iterator[dict[str, Any]]:
        for a in self.asked:
            yield {"id": a.row["id"], "response": a.text, "permutation": a.order, "sample": self.number}


def choices_of(questions: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """(place in the records, question) of every belief choice, in the script's order: set by set."""
    sets: dict[str, int] = {}
    seen: Counter[str] = Counter()
    for q in questions:
        place = sets.setdefault(q["set_id"], len(sets))
        if q["question_type"].endswith(":multiple-choice"):
            yield f"/{place}/beliefQAs/{seen[q['set_id']]}", q
            seen[q["set_id"]] += 1


def parity(mirror: Path, data: Path, folder: Path, seed: int = 1, runs: int = RUNS) -> list[Parity]:
    """Verdicts in every language, and the report's figures in English."""
    verdicts = Parity(SCRIPT, "verdicts, five languages")
    cells = Parity(SCRIPT, "report, en")
    for language in SUBSETS["xfantom"].languages:
        config = f"xfantom_{language}"
        rows = [dict(row) for row in read_rows(data, config)]
        official = Official(mirror, Path(tempfile.mkdtemp(dir=folder)), language)
        made = [Run(official, rows, n, seed, language == "en" and n < REPORTS) for n in range(runs)]
        path = write_lines(folder / "predictions.jsonl", (line for run in made for line in run.lines()))
        ours = scored(path, data).configs[0].scored
        place = ours.table.position
        verdicts.rows += len(rows)
        for run in made:
            for a in run.asked:
                verdicts.responses += 1
                here = bool(ours.by_sample[run.number, place[a.row["id"]]])
                verdicts.verdict(
                    a.right, here, "", f"{a.row['id']} {'ab'[a.gold]} {a.text!r} there {a.right}"
                )
            if run.report:
                report(cells, run, write_lines(folder / "one.jsonl", run.lines()), data)
    return [verdicts, cells]


def report(found: Parity, run: Run, path: Path, data: Path) -> None:
    """The script's printed figures of one run beside ours. Its figures by order of belief are of free answers: the
    verdicts on the choices stand in their place."""
    found.rows, found.responses = len(run.asked), found.responses + len(run.asked)
    here = figures(scored(path, data))
    for name, key in {"belief choice": "belief:multiple-choice", **TYPES}.items():
        there = run.report.get(f"inaccessible:{key}")
        ours = round(here["belief", name], 3) * 100
        found.figure(
            0.0 if there is None else there, ours, name, "fantom_zero_left_out" if there is None else ""
        )
