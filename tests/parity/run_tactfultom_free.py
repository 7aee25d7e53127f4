"""TactfulToM's evaluate_freeform.py, executed on free sentences in its own layout, against `--free f1`.

It stores the token F1 of a sentence with each option, in upstream's order, and chooses none: here the right option
must be closer than every other. Its tokenizer needs a download that tests cannot make; this project's own stands in
for it (both are NLTK's words; see `free._tokenizer`), and a constant for the sentence encoder, so that what is
compared is the program: what it cuts, the sets of tokens, F1, and the texts it compares with."""

import contextlib
import io
import json
import random
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import scripts
from results import Parity, scored, write_lines
from run_tactfultom import CATEGORIES

from cultural_tom.rows.repository import read_rows
from cultural_tom.scoring.free import Free, _tokenizer, said

SCRIPT = "TactfulToM evaluate_freeform.py"
FORMS = ("@", "@", "I think that @", "<think>?</think>@", "<think>@</think>?", "@</think>\n@ ", "\n@\n", "@ ?", "@ Not this: ?",
         "<THINK>?</THINK>@", "<think>@", "Because they are friends.", "", "They talked about it.", "\\boxed{@}", "他们知道。@")  # fmt: skip
SAMPLES, EVERY = (
    5,
    25,
)  # sentences of a question; of the long four-way questions one in 25 (tokenizing is slow)


def sentence(row: dict[str, Any], k: int, seed: int) -> str:
    """The words of an option, some of them lost, in a sentence."""
    draw = random.Random(f"{seed}/{row['id']}/{k}")
    gold = row["gold"][0] if draw.random() < 0.7 else draw.randrange(len(row["options"]))
    words = row["options"][gold].split()
    if draw.random() < 0.7:
        words = [w for w in words if draw.random() < 0.8]
    return draw.choice(FORMS).replace("@", " ".join(words)).replace("?", draw.choice(row["options"]))


def stand_ins() -> Iterator[Any]:
    """A tokenizer, an encoder and a similarity in place of three packages."""
    tokens = _tokenizer()
    yield scripts.tqdm()
    yield scripts.module("nltk", __path__=[])
    yield scripts.module("nltk.tokenize", word_tokenize=lru_cache(None)(lambda text: list(tokens(text))))
    encoder = scripts.module("sentence_transformers")
    encoder.SentenceTransformer = lambda _: type("Encoder", (), {"encode": lambda self, texts: texts})()  # type: ignore[attr-defined]
    yield encoder
    yield scripts.module("sklearn", __path__=[])
    yield scripts.module("sklearn.metrics", __path__=[])
    yield scripts.module("sklearn.metrics.pairwise", cosine_similarity=lambda a, b: np.zeros((1, 1)))


def parity(mirror: Path, data: Path, folder: Path, seed: int = 1) -> Parity:
    """The verdicts on four-way questions, for each of their sentences."""
    categories = [*CATEGORIES, "justificationQA"]
    rows = [dict(r) for r in read_rows(data, "tactfultom_en") if "format:mcq" in r["tags"]]
    rows = [r for n, r in enumerate(rows) if r["task"].startswith("fact") or not n % EVERY]
    files: dict[str, list[dict[str, Any]]] = {}
    entries: list[tuple[dict[str, Any], int, dict[str, Any]]] = []
    upstream = scripts.path_of(mirror, scripts.TACTFULTOM_FREE).parents[1]
    for row in rows:
        number, category, place = row["source_pointer"].split("/")[1:]
        kind = Path(row["source_path"]).stem[-1]
        if kind not in files:
            conversations = json.loads((upstream / row["source_path"]).read_text("utf-8"))
            files[kind] = [{c: [[] for _ in one.get(c, [])] for c in categories} for one in conversations]
        for k in range(SAMPLES):
            entry = {"question_type": "freeform", "original_result": sentence(row, k, seed)}
            files[kind][int(number)][category][int(place)].append(entry)
            entries.append((row, k, entry))
    (folder / "dataset").symlink_to(upstream / "dataset")
    out = folder / "results" / "original"
    out.mkdir(parents=True)
    for kind, sets in files.items():
        (out / f"somemodel_{kind}.json").write_text(json.dumps(sets), "utf-8")
    with contextlib.redirect_stdout(io.StringIO()):
        scripts.execute(mirror, scripts.TACTFULTOM_FREE, folder, modules=stand_ins())
    there = {kind: json.loads((out / f"somemodel_{kind}.json").read_text("utf-8")) for kind in files}
    lines = ({"id": row["id"], "response": e["original_result"], "sample": k} for row, k, e in entries)
    ours = scored(write_lines(folder / "predictions.jsonl", lines), data, free=Free("f1")).configs[0].scored
    found = Parity(SCRIPT, "token F1, closest option", len(rows), len(entries))
    for row, k, entry in entries:
        number, category, place = row["source_pointer"].split("/")[1:]
        kind = Path(row["source_path"]).stem[-1]
        scores = there[kind][int(number)][category][int(place)][k]["token_f1"]
        right = scores[0] > max(scores[1:])
        here = bool(ours.by_sample[k, ours.table.position[row["id"]]])
        name = deviation(entry["original_result"], row["options"], scores)
        found.verdict(right, here, name, f"{row['id']} {entry['original_result']!r} {scores} there {right}")
    return found


def deviation(text: str, options: list[str], scores: list[float]) -> str:
    """Why this verdict may differ, or nothing."""
    if said(text) != text.split("</think>")[-1].strip():
        return "tactfultom_free_thinking"
    best = sorted(scores)[-2:]
    if said(text) in options and best[0] == best[1]:
        return "tactfultom_free_word_for_word"
    return "tactfultom_free_rounding" if 0 < best[1] - best[0] < 1e-12 else ""
