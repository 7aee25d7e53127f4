"""The reading rules alone, on random strings of the pieces that some rule looks at: script function against ours.

Here the whole reading is compared, not only whether it is right."""

import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import run_fantom
import run_tactfultom
import scripts
from results import Parity

from cultural_tom.scoring.protocols import tactfultom as tactfultom_rules
from cultural_tom.scoring.protocols import tombench as tombench_rules
from cultural_tom.scoring.protocols import xfantom as xfantom_rules

COUNT = 4000
PIECES = ("A", "B", "C", "D", "a", "b", "(a)", "(b)", "[", "]", "[[", "]]", "[A]", "[[B]]", "(", ")", ".", ":", ",", ", ", " ", "\n", "\t",
          "\u00a0", "\u3000", "answer", "Answer:", "ANSWER", "anſwer", "Choose an answer from above:", "option", "Option", "OPTION ", "0",
          "1", "2", "3", "4", "5", "９", "２", "٣", "²", "#", "*", "**", "-", "}", "{", "\\boxed{", "\\boxed", "<think>", "</think>", "yes",
          "no", "YES", "No", "not", "_", "“", "’", "…", "—", "。", "：", "\u200b", "\u0301", "\x00", "\u2028", "Ann", "Bo", "Cy", "Di",
          "and", "x", "\r", "'", '"', "İ")  # fmt: skip
OFTEN = {"ToMBench": ("[", "]", "[[", "]]", "A", "B", "C", "D"), "FANToM": ("(a)", "a", "b", ")", ".", "Answer:", " "),
         "binary": ("yes", "no", " ", "_", ".", "“", "’", "\\boxed{", "}", "</think>"), "list": ("Ann", "Bo", ",", ", ", " ", "\u00a0",
         "\\boxed{", "}", "</think>"), "mcq": ("1", "2", ":", "answer", "Option", " ", "\n", "}", "\\boxed{", "</think>")}  # fmt: skip
NAMES = ["Ann", "Bo", "Cy", "Di"]
Read = Callable[[str], Any]


def strings(what: str, seed: int) -> Iterator[str]:
    draw = random.Random(f"{seed}/{what}")
    often = next(pieces for part, pieces in OFTEN.items() if part in what)
    for _ in range(COUNT):
        yield "".join(
            draw.choice(often if draw.random() < 0.7 else PIECES) for _ in range(draw.randint(0, 9))
        )


def tombench(mirror: Path) -> Iterator[tuple[str, Read, Read]]:
    letter = scripts.load(mirror, scripts.TOMBENCH).extract_answer

    def there(n: int) -> Read:
        return lambda text: next((i for i in range(n) if "ABCD"[i] == letter(text)), None)

    for n in (2, 4):
        yield f"ToMBench, {n} options", there(n), lambda text, n=n: one(tombench_rules.letter(text, n))


def fantom(mirror: Path) -> Iterator[tuple[str, Read, Read]]:
    agent = scripts.load(mirror, scripts.FANTOM, *run_fantom.stand_ins()).FantomEvalAgent
    bare = agent.__new__(agent)  # without its model and data

    def there(text: str) -> Any:
        said = bare.parse_response(text)
        return tuple(i for i in (0, 1) if bare.evaluate_mc_belief_q({"correct_answer": i}, said)) or None

    yield "FANToM", there, lambda text: xfantom_rules.named(text, 2)


def tactfultom(mirror: Path, folder: Path) -> Iterator[tuple[str, Read, Read]]:
    official = run_tactfultom.Official(mirror, folder)
    forms: dict[str, tuple[dict[str, Any], list[str]]] = {
        "binary": ({}, ["yes", "no"]),
        "list": ({}, NAMES),
        "mcq": ({"mcq_mapping": [0, 1, 2, 3]}, ["p", "q", "r", "s"]),
    }
    for reading, file in run_tactfultom.FILES.items():
        clean = official.module._clean_reasoning if run_tactfultom.cut(file) else official.module._clean
        for style, (about, options) in forms.items():

            def there(text: str, clean=clean, style=style, about=about, options=options, file=file) -> Any:
                entry = {"question_type": style, "original_result": text, **about}
                try:
                    found = clean(entry, file)
                except IndexError:  # no character is left: the program ends
                    return None
                if style == "list":
                    return (
                        tuple(i for i, o in enumerate(options) if o in found)
                        if set(found) <= set(options)
                        else None
                    )
                if style == "binary":
                    return options.index(found) if found in options else None
                return None if found == "NAN" else found

            def here(text: str, style=style, options=options, reading=reading) -> Any:
                kind = "names" if style == "list" else "choice"
                found = tactfultom_rules.read(text, kind, options, reading)
                return found if style == "list" else one(found)

            yield f"TactfulToM, {style}, {reading}", there, here


def one(indices: tuple[int, ...] | None) -> int | None:
    return None if indices is None else indices[0]


def compare(rules: Iterable[tuple[str, Read, Read]], seed: int = 1) -> Parity:
    """All rules of one script."""
    found = Parity("", "readings of random strings")
    for what, there, here in rules:
        found.script = what.partition(",")[0]
        for text in strings(what, seed):
            a, b = there(text), here(text)
            found.responses += 1
            found.compared += 1
            found.right += a is not None
            found.equal += a == b
            if a != b:
                found.unnamed.append(f"{what}: {text!r} there {a}, here {b}")
    return found


def parity(mirror: Path, folder: Path, seed: int = 1) -> list[Parity]:
    return [compare(rules, seed) for rules in (tombench(mirror), tactfultom(mirror, folder), fantom(mirror))]
