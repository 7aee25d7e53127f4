"""From predictions to answers: option indices per prediction, or unparsed. And from answers to right or wrong."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cultural_tom.order import permutation
from cultural_tom.predictions import Prediction
from cultural_tom.problems import Problem, raise_errors
from cultural_tom.score.table import Floats, Table

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTER_INDEX = {letter: i for i, letter in enumerate(LETTERS)}
Indices = tuple[int, ...]
Extract = Callable[[str, str, Sequence[str], Sequence[str], str], Indices | None]


@dataclass
class Answers:
    """The answers to one config. `given[i]` holds, for row i, (sample, permutation, indices or None for
    unparsed); rows without any prediction are missing."""

    table: Table
    given: list[list[tuple[int, int, Indices | None]]]
    unparsed_lines: list[int] = field(default_factory=list)

    @property
    def missing(self) -> int:
        return sum(not g for g in self.given)

    @property
    def unparsed(self) -> int:
        return len(self.unparsed_lines)

    @property
    def permutations(self) -> int:
        return len({k for g in self.given for _, k, _ in g}) or 1

    @property
    def samples(self) -> int:
        return len({s for g in self.given for s, _, _ in g}) or 1

    def decided(self) -> list[list[Indices | None]]:
        """Per row one answer for each sample: the majority over the option orders that were shown. A tie
        decides nothing (None)."""
        if self.permutations == 1 and self.samples == 1:
            return [[g[0][2]] if g else [] for g in self.given]
        out = []
        for given in self.given:
            by_sample: dict[int, list[Indices | None]] = {}
            for sample, _, indices in given:
                by_sample.setdefault(sample, []).append(indices)
            out.append([majority(votes) for _, votes in sorted(by_sample.items())])
        return out


def majority(votes: Sequence[Indices | None]) -> Indices | None:
    """The most frequent answer; None if two are equally frequent. Unparsed votes count as votes for nothing.

    >>> majority([(1,), (1,), (0,)])
    (1,)
    >>> majority([(1,), (0,)]) is None
    True
    """
    if len(votes) == 1:
        return votes[0]
    ranked = Counter(v for v in votes if v is not None).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


def shown(row_id: str, n: int, k: int) -> list[int]:
    """Option order number k of a row: position i shows option `shown(...)[i]`; order 0 is the stored one."""
    return list(range(n)) if k == 0 else permutation(row_id, n, "shown", k)


def resolve(tables: dict[str, Table], predictions: Iterable[Prediction], file: str, extract: Extract) -> dict[str, Answers]:
    """Answers per config. Raises `InputError` with every unknown id and every answer that has not the form of
    its row (docs/predictions.md); a raw response that cannot be read is unparsed, not an error."""
    answers = {c: Answers(t, [[] for _ in range(len(t))]) for c, t in tables.items()}
    problems: list[Problem] = []
    for p in predictions:
        config = p.id.partition("/")[0]
        found = answers.get(config)
        i = found.table.position.get(p.id) if found else None
        if found is None or i is None:
            problems.append(Problem(f"{file} line {p.line}", _unknown(p.id, found, tables)))
            continue
        if p.response is not None:
            indices = _from_response(found.table, i, p, extract)
        else:
            indices = _from_answer(found.table, i, p.answer)
            if isinstance(indices, str):
                problems.append(Problem(f"{file} line {p.line} ({p.id})", indices))
                continue
        if indices is None:
            found.unparsed_lines.append(p.line)
        elif p.permutation:
            indices = _stored(found.table, i, indices, p.permutation)
        found.given[i].append((p.sample, p.permutation, indices))
    raise_errors(problems, f"{file}: {len(problems)} problem(s); nothing was scored")
    return answers


def _unknown(row_id: str, found: Answers | None, tables: dict[str, Table]) -> str:
    import difflib
    import unicodedata

    if found is None:
        return f"id {row_id!r} is in none of the configs at hand ({', '.join(tables) or 'none'})"
    folded = unicodedata.normalize("NFC", row_id)
    if folded in found.table.position:
        return f"id {row_id!r} is unknown; it differs from {folded!r} in its Unicode form only"
    near = difflib.get_close_matches(row_id[:200], found.table.ids[:2000], n=1)
    return f"id {row_id!r} is unknown" + (f"; the nearest is {near[0]!r}" if near else "")


def _stored(table: Table, i: int, indices: Indices, k: int) -> Indices:
    order = shown(table.ids[i], int(table.n_options[i]), k)
    back = tuple(order[x] for x in indices)
    return back if table.columns["answer_format"][i] in ("choice", "slots") else tuple(sorted(back))


def _from_response(table: Table, i: int, p: Prediction, extract: Extract) -> Indices | None:
    options = table.columns["options"][i]
    displayed = [options[x] for x in shown(p.id, len(options), p.permutation)]
    language = table.config.rpartition("_")[2]
    assert p.response is not None
    return extract(p.response, table.columns["answer_format"][i], displayed, table.columns["slots"][i], language)


def _from_answer(table: Table, i: int, answer: Any) -> Indices | None | str:
    """Indices of a structured answer, None for no answer, or what is wrong with it."""
    if answer is None:
        return None
    n, kind = int(table.n_options[i]), table.columns["answer_format"][i]
    if kind == "choice":
        index = LETTER_INDEX.get(answer) if isinstance(answer, str) else None
        if index is None or index >= n:
            return f"answer {_short(answer)} must be a letter A-{LETTERS[n - 1]}; null says that none was given"
        return (index,)
    if not isinstance(answer, list) or not all(isinstance(a, str) for a in answer):
        return f"answer {_short(answer)} must be a list of {'names' if kind == 'names' else 'letters'}"
    known = LETTER_INDEX
    if kind == "names":
        known = {name: k for k, name in enumerate(table.columns["options"][i])}
    wrong = [a for a in answer if known.get(a, n) >= n]
    if wrong:
        valid = ", ".join(known) if kind == "names" else f"A-{LETTERS[n - 1]}"
        return f"answer holds {_short(wrong)}, which is none of {valid}"
    indices = tuple(known[a] for a in answer)
    if kind == "slots":
        slots = table.columns["slots"][i]
        if len(indices) != len(slots):
            return f"answer needs one letter for each of {', '.join(slots)}, got {len(indices)}"
        return indices
    return tuple(sorted(set(indices)))


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def right(decided: list[list[Indices | None]], gold: list[Indices]) -> Floats:
    """Per row the share of samples whose answer equals the gold exactly; 0 for a row without prediction."""
    return np.array([
        (sum(a == g for a in answers) / len(answers)) if answers else 0.0
        for answers, g in zip(decided, gold, strict=True)
    ])  # fmt: skip
