"""From predictions to answers: option indices per prediction, or unparsed. And from answers to right or wrong."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from operator import itemgetter
from string import ascii_uppercase as LETTERS
from typing import TYPE_CHECKING, Any

import numpy as np

from cultural_tom.collector import without_collector
from cultural_tom.predictions.record import MAX_PROBLEMS, Prediction
from cultural_tom.problems import SHOWN, Problem, by_line, counted, raise_errors
from cultural_tom.rows.order import as_shown, shown, undone
from cultural_tom.scoring.table import Floats, Table
from cultural_tom.subsets import EVERY_CONFIG
from cultural_tom.visible import TEXT_SHOWN, short, visible

if TYPE_CHECKING:
    from cultural_tom.extraction.many import Asked

MAX_SAMPLES = 1000  # of one row
UNKNOWN_SHOWN = 5  # unknown ids of a config that get a message each, with the nearest known one
UNPARSED_SHOWN = 200  # unparsed responses of a config whose text is kept for the report; all are counted
LETTER_INDEX = {letter: i for i, letter in enumerate(LETTERS)}
Indices = tuple[int, ...]
Extract = Callable[[str, str, Sequence[str], Sequence[str], str], Indices | None]
"""(response, answer_format, options as shown, slots, config) -> option indices as shown, or None."""


@dataclass(frozen=True)
class Rules:
    """How answers are voted and judged. The defaults are strict; some papers do otherwise (docs/protocols.md).

    first_on_tie: of equally frequent answers the one of the first option order wins, and no answer is a vote
        like any other; else a tie decides nothing.
    any_named: an answer that names several options of a choice is right if the gold is among them."""

    first_on_tie: bool = False
    any_named: bool = False


@dataclass
class Answers:
    """The answers to one config. `given[i]` holds, for row i, (sample, permutation, indices or None for
    unparsed); rows without any prediction are missing. Complete once `resolve` has returned it."""

    table: Table
    given: list[list[tuple[int, int, Indices | None]]]
    unparsed_lines: list[int] = field(default_factory=list)
    unparsed_texts: list[tuple[int, str, str | None]] = field(
        default_factory=list
    )  # line, id, response or null
    rules: Rules = Rules()
    judged: str = ""  # the digest of the judgements that free answers were read by
    orders: dict[tuple[int, int], Indices] = field(default_factory=dict, repr=False)

    @property
    def missing(self) -> int:
        return sum(not g for g in self.given)

    @property
    def unparsed(self) -> int:
        return len(self.unparsed_lines)

    @cached_property
    def permutations(self) -> int:
        return len({k for g in self.given for _, k, _ in g}) or 1

    @cached_property
    def samples(self) -> int:
        return len({s for g in self.given for s, _, _ in g}) or 1

    @cached_property
    def decided(self) -> list[list[Indices | None]]:
        """Per row one answer for each sample: the majority over the option orders that were shown. A tie
        decides nothing (None), unless the rules say otherwise."""
        if self.permutations == 1:
            return [[a for _, _, a in sorted(g, key=itemgetter(0))] for g in self.given]
        out = []
        for given in self.given:
            by_sample: dict[int, list[Indices | None]] = {}
            for sample, _, indices in sorted(given, key=itemgetter(0, 1)):
                by_sample.setdefault(sample, []).append(indices)
            out.append([majority(votes, self.rules.first_on_tie) for votes in by_sample.values()])
        return out

    def decide(self, decided: Mapping[int, tuple[int, Prediction, Indices]]) -> None:
        """Give unparsed predictions the answers that were decided: by line, the row, the prediction and its indices."""
        for i, p, indices in decided.values():
            own = (p.sample, p.permutation)
            self.given[i] = [(s, k, indices if (s, k) == own else given) for s, k, given in self.given[i]]
        self.unparsed_lines = [line for line in self.unparsed_lines if line not in decided]
        self.unparsed_texts = [text for text in self.unparsed_texts if text[0] not in decided]

    def order(self, i: int, k: int) -> Indices:
        """Option order number k of row i (see `shown`), computed once."""
        if (i, k) not in self.orders:
            self.orders[i, k] = tuple(shown(self.table.ids[i], int(self.table.n_options[i]), k))
        return self.orders[i, k]


def extracted(
    response: str, answer_format: str, options: Sequence[str], slots: Sequence[str], config: str
) -> Indices | None:
    """The answer in a raw response, or None where it cannot be read."""
    from cultural_tom.extraction.read import extract

    language = EVERY_CONFIG[config].language
    return extract(
        response, answer_format=answer_format, options=options, slots=slots, language=language
    ).indices


def majority(votes: Sequence[Indices | None], first_on_tie: bool = False) -> Indices | None:
    """The most frequent answer; None if two are equally frequent. Unparsed votes count as votes for nothing.
    first_on_tie: the vote of ToMBench's evaluation (see `Rules`).

    >>> majority([(1,), (1,), (0,)])
    (1,)
    >>> majority([(1,), (0,)]) is None
    True
    >>> majority([(1,), (0,)], first_on_tie=True)
    (1,)
    """
    if len(votes) == 1:
        return votes[0]
    if first_on_tie:
        return Counter(votes).most_common(1)[0][0]
    ranked = Counter(v for v in votes if v is not None).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


@without_collector()
def resolve(
    tables: dict[str, Table],
    predictions: Iterable[Prediction],
    file: str,
    extract: Extract,
    known: Iterable[Problem] = (),
    each: str = "",
    done: str = "scored",
) -> dict[str, Answers]:
    """Answers per config. Raises `InputError` with the problems known from reading the file, every unknown id and
    every answer that has not the form of its row (docs/predictions.md); a raw response that cannot be read is
    unparsed, not an error. each: what a prediction is called in messages [`<file> line`]. done: what the error says was not done."""
    each = each or f"{file} line"
    answers = {c: Answers(t, [[] for _ in range(len(t))]) for c, t in tables.items()}
    places = {
        row_id: (a, i, _letters(a.table, i)) for a in answers.values() for i, row_id in enumerate(a.table.ids)
    }
    problems = list(known)
    unknown: Counter[str] = Counter()  # ids of each config that are none of its rows'
    read_whole = len(problems) < MAX_PROBLEMS  # else enough is known to be wrong
    for p in predictions if read_whole else ():
        if len(problems) >= MAX_PROBLEMS:
            at = f"{each.rpartition(' ')[2]} {p.line}"
            problems.append(Problem(file, f"checking stopped at {at} after {MAX_PROBLEMS} problems"))
            break
        place = places.get(p.id)
        if place is None:
            config = p.id.partition("/")[0]
            found_in = answers.get(config)
            unknown[config] += 1
            where, message = f"{each} {p.line} ({short(p.id)})", ""
            if found_in is None:  # the id stands apart, so that lines of one cause are one message
                message = _elsewhere(p.id, tables)
            elif unknown[config] > UNKNOWN_SHOWN or len(problems) >= SHOWN:
                message = f"id is of no row of {config} at hand; are the predictions for other data?"
            else:
                where, message = f"{each} {p.line}", _unknown(p.id, found_in)
            problems.append(Problem(where, message, line=p.line))
            continue
        found, i, letters = place
        indices: Indices | str | None
        if p.response is not None:
            indices = _from_response(found, i, p, extract)
        elif not p.permutation and type(p.answer) is str and p.answer in letters:
            indices = letters[p.answer]
        else:
            indices = of_answer(found, i, p.answer, p.permutation)
        if isinstance(indices, str):
            problems.append(Problem(f"{each} {p.line} ({p.id})", indices, line=p.line))
            continue
        if indices is None:
            found.unparsed_lines.append(p.line)
            if len(found.unparsed_texts) < UNPARSED_SHOWN:
                found.unparsed_texts.append(
                    (
                        p.line,
                        p.id,
                        None if p.response is None else visible(p.response, TEXT_SHOWN, lines=True),
                    )
                )
        elif p.response is not None:
            indices = _stored(found, i, indices, p.permutation)
        found.given[i].append((p.sample, p.permutation, indices))
    problems += [problem for a in answers.values() for problem in _oversampled(a)]
    raise_errors(by_line(problems), f"{file}: {counted(len(problems), 'problem')}; nothing was {done}")
    return answers


def _oversampled(answers: Answers) -> Iterator[Problem]:
    """Rows with more samples than are kept in memory for all rows at once."""
    for row_id, given in zip(answers.table.ids, answers.given, strict=True):
        if len(given) > MAX_SAMPLES and len({s for s, _, _ in given}) > MAX_SAMPLES:
            yield Problem(row_id, f"has more than {MAX_SAMPLES} samples; score them in several files")


@cache
def _letter_answers(n: int) -> dict[str, Indices]:
    return {letter: (i,) for i, letter in enumerate(LETTERS[:n])}


def _letters(table: Table, i: int) -> dict[str, Indices]:
    """The letters that answer a choice row, each with its answer; none for other formats."""
    return _letter_answers(table.sizes[i] if table.columns["answer_format"][i] == "choice" else 0)


def _elsewhere(row_id: str, tables: dict[str, Table]) -> str:
    named = row_id.partition("/")[0]
    hint = (
        ""
        if named in EVERY_CONFIG
        else f"; no config is named {short(named)}: `cultural-tom list` shows them"
    )
    return f"id is in none of the configs at hand ({', '.join(tables) or 'none'}){hint}"


def _unknown(row_id: str, found: Answers) -> str:
    import difflib
    import unicodedata

    folded = unicodedata.normalize("NFC", row_id)
    if folded in found.table.position:
        return f"id {short(row_id)} is unknown; it differs from {folded!r} in its Unicode form only"
    near = difflib.get_close_matches(row_id[:200], found.table.ids[:2000], n=1)
    return f"id {short(row_id)} is unknown" + (f"; the nearest is {near[0]!r}" if near else "")


def _by_name(table: Table, i: int) -> bool:
    """Whether answers to a row are names, which mean the same in every order."""
    return bool(table.columns["answer_format"][i] == "names")


def _stored(answers: Answers, i: int, indices: Indices, k: int) -> Indices:
    """Indices into the options as shown, as indices into the stored ones."""
    if not k:
        return indices
    return undone(answers.order(i, k), indices, answers.table.columns["answer_format"][i])


def _from_response(answers: Answers, i: int, p: Prediction, extract: Extract) -> Indices | None:
    table = answers.table
    options = table.columns["options"][i]
    displayed = [options[x] for x in answers.order(i, p.permutation)] if p.permutation else options
    assert p.response is not None
    return extract(
        p.response, table.columns["answer_format"][i], displayed, table.columns["slots"][i], table.config
    )


def read_ahead(tables: Mapping[str, Table], predictions: Iterable[Prediction], workers: int) -> Extract:
    """`extracted` for `resolve` over these predictions, which several processes read ahead of it: each call is for the next
    response of a known row."""
    from cultural_tom.extraction.many import read_many

    found = read_many(asked(tables, predictions), workers)
    return lambda *_: next(found).indices


def asked(tables: Mapping[str, Table], predictions: Iterable[Prediction]) -> Iterator["Asked"]:
    """What is to be read of the responses to known rows, in their order."""
    from cultural_tom.extraction.many import Asked

    of = {row_id: (table, i) for table in tables.values() for i, row_id in enumerate(table.ids)}
    for p in predictions:
        if p.response is None or p.id not in of:
            continue
        table, i = of[p.id]
        options = table.columns["options"][i]
        if p.permutation:
            options = as_shown(p.id, options, p.permutation)
        answer_format, slots = (table.columns[key][i] for key in ("answer_format", "slots"))
        yield Asked(p.response, answer_format, options, slots, EVERY_CONFIG[table.config].language)


def of_answer(answers: Answers, i: int, answer: Any, k: int) -> Indices | str | None:
    """The stored indices of a structured answer to row i in option order k, None for no answer, or what is wrong with it."""
    found = _from_answer(answers.table, i, answer)
    if not k or found is None or isinstance(found, str) or _by_name(answers.table, i):
        return found
    return _stored(answers, i, found, k)


def _from_answer(table: Table, i: int, answer: Any) -> Indices | str | None:
    """Indices of a structured answer, None for no answer, or what is wrong."""
    if answer is None:
        return None
    n, kind = table.sizes[i], table.columns["answer_format"][i]
    if kind == "choice":
        if isinstance(answer, str) and (one := _letter_answers(n).get(answer)):
            return one
        return f"answer {short(answer)} must be a letter A-{LETTERS[n - 1]}; null says that none was given"
    if not isinstance(answer, list) or not {str}.issuperset(map(type, answer)):
        return f"answer {short(answer)} must be a list of {'names' if kind == 'names' else 'letters'}"
    known = _named(tuple(table.columns["options"][i])) if kind == "names" else LETTER_INDEX
    wrong = [a for a in answer if known.get(a, n) >= n]
    if wrong:
        valid = ", ".join(known) if kind == "names" else f"A-{LETTERS[n - 1]}"
        return f"answer holds {short(wrong)}, which is none of {valid}"
    indices = tuple(known[a] for a in answer)
    if kind == "slots":
        slots = table.columns["slots"][i]
        if len(indices) != len(slots):
            return f"answer needs one letter for each of {', '.join(slots)}, got {len(indices)}"
        return indices
    return tuple(sorted(set(indices)))


@cache
def _named(options: tuple[str, ...]) -> dict[str, int]:
    """The place of each name among a row's options."""
    return {name: k for k, name in enumerate(options)}


def is_right(answer: Indices | None, gold: Indices, any_named: bool = False) -> bool:
    """Whether an answer equals the gold exactly (with `any_named`: whether it holds it)."""
    return set(gold) <= set(answer or ()) if any_named else answer == gold


def right(decided: list[list[Indices | None]], gold: list[Indices], any_named: bool = False) -> Floats:
    """1 or 0 for each sample and row, shape (samples, rows): whether the answer equals the gold exactly (with
    `any_named`: whether it holds it). A row without prediction is 0; where a row has fewer samples than others,
    its own are repeated."""
    samples = max(map(len, decided), default=1) or 1
    found = []
    for given, true in zip(decided, gold, strict=True):
        own = [is_right(answer, true, any_named) for answer in given] or [False]
        found.append(own if len(own) == samples else [own[s % len(own)] for s in range(samples)])
    return np.array(found, dtype=float).reshape(len(found), samples).T.copy()
