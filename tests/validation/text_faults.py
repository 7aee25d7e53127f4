"""Faults in generated texts, and which of them the second route notices. `python tests/validation/text_faults.py FOLDER` prints the
table of docs/generated.md.

A fault is planted in a text, or in a question or a gold. It is noticed in a row that is not read any more, or whose answer is
another than the gold. Whether a fault changes the answer the first route says: the same is done to the story's events, and what
the simulator answers is compared. So a row is missed only if the fault changes its answer and nobody notices."""

import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from text_events import Aligned, Row, joined, kinds, sentences, simulated, spans_of

from builders.generated.events.event import Story
from builders.generated.families.blocks import Told, block
from builders.generated.families.question import Question
from builders.generated.knobs import LEVELS
from builders.generated.private import written
from builders.generated.run import trimmed
from cultural_tom.comprehension.answers import answer
from cultural_tom.comprehension.language import Language, of
from cultural_tom.comprehension.sentences import NotRead, read
from validation.second_route.compare import files, rows_of

Change = Callable[[Aligned], Story | None]
Exchange = tuple[str, str]


@dataclass(frozen=True)
class Planted:
    """Rows with a fault. story: what the fault makes of the events; None where the text does not tell enough any more for any answer
    (a rule, the first place). asked: two persons of each question who change places. always: the answer is no longer the gold."""

    rows: list[dict[str, Any]]
    story: Change = lambda found: found.told.story
    asked: tuple[Exchange, ...] = ()
    always: bool = False


Fault = Callable[[Sequence[Row], random.Random], Planted | None]


def noticed(row: Row) -> bool:
    try:
        return sorted(answer(row)) != sorted(row["gold"])
    except NotRead:
        return True


def _with(rows: Sequence[Row], text: str, story: Change = lambda found: found.told.story) -> Planted:
    return Planted([{**row, "context": text} for row in rows], story)


def _language(rows: Sequence[Row]) -> Language:
    found = of(rows[0]["language"])
    assert found is not None
    return found


def left_out(*wanted: str) -> Fault:
    """A sentence of a kind is not there."""

    def fault(rows: Sequence[Row], chance: random.Random) -> Planted | None:
        language = _language(rows)
        pieces = sentences(rows[0]["context"], language)
        places = [i for i, (s, _) in enumerate(pieces) if any(k in wanted for k in kinds(s, language))]
        if not places:
            return None
        out = chance.choice(places)
        text = joined(p for i, p in enumerate(pieces) if i != out)
        return _with(rows, text, lambda found: found.without(out))

    return fault


def two_exchanged(rows: Sequence[Row], chance: random.Random) -> Planted | None:
    """Two sentences behind the introduction change places."""
    pieces = sentences(rows[0]["context"], _language(rows))
    places = [i for i in range(4, len(pieces) - 1) if pieces[i][0] != pieces[i + 1][0]]
    if not places:
        return None
    i = chance.choice(places)
    pieces[i], pieces[i + 1] = (pieces[i + 1][0], pieces[i][1]), (pieces[i][0], pieces[i + 1][1])
    return _with(rows, joined(pieces), lambda found: found.exchanged(i))


def otherwise(wanted: str, group: str) -> Fault:
    """In a sentence of a kind stands another place, value or person of the text."""

    def fault(rows: Sequence[Row], chance: random.Random) -> Planted | None:
        language = _language(rows)
        pieces = sentences(rows[0]["context"], language)
        spans: list[tuple[int, tuple[int, int], str]] = []
        words = sorted({text for s, _ in pieces for _, text in spans_of(s, language, group)})
        for i, (sentence, _) in enumerate(pieces):
            if wanted in kinds(sentence, language):
                spans += ((i, span, text) for span, text in spans_of(sentence, language, group))
        if not spans or len(words) < 2:
            return None
        i, (start, end), there = chance.choice(spans)
        other = chance.choice([w for w in words if w != there])
        sentence, gap = pieces[i]
        pieces[i] = (sentence[:start] + other + sentence[end:], gap)
        return _with(rows, joined(pieces), lambda found: found.otherwise(i, wanted, group, there, other))

    return fault


def letter_left_out(rows: Sequence[Row], chance: random.Random) -> Planted | None:
    """A letter within a word is not there: a wrong form, or no word at all."""
    text = rows[0]["context"]
    places = [i for i in range(1, len(text) - 1) if text[i - 1 : i + 2].isalpha()]
    if not places:
        return None
    out = chance.choice(places)
    return _with(rows, text[:out] + text[out + 1 :])


def aside_left_out(rows: Sequence[Row], chance: random.Random) -> Planted | None:
    """Nobody watches or misses a thing any more: the clause is not there."""
    language = _language(rows)
    pieces = sentences(rows[0]["context"], language)
    for i, (sentence, gap) in enumerate(pieces):
        for pattern in language.story:
            found = pattern.matches.fullmatch(sentence)
            groups = found.groupdict() if found else {}
            if any(groups.get(g) for g in groups if g.startswith(("watcher", "misser"))):
                short = next((s for s in _shorter(sentence) if "move" in kinds(s, language)), None)
                if short:
                    pieces[i] = (short, gap)
                    return _with(rows, joined(pieces), lambda found, i=i: found.unwatched(i))  # type: ignore[misc]
    return None


def _shorter(sentence: str) -> Iterator[str]:
    """A sentence up to each of its commas and semicolons."""
    end = sentence[-1]
    for at, sign in enumerate(sentence):
        if sign in ",;、，；،؛":
            yield sentence[:at].rstrip() + end


def asked_exchanged(rows: Sequence[Row], chance: random.Random) -> Planted | None:
    """Two of the persons of a question change places."""
    language = _language(rows)
    changed, asked = [], []
    for row in rows:
        said = read(row["question"], language.questions, language.words)
        if len(set(said.chain)) > 1:
            a, b = chance.sample(sorted(set(said.chain)), 2)
            question = row["question"].replace(a, "\0").replace(b, a).replace("\0", b)
            changed.append({**row, "question": question})
            asked.append((a, b))
    return Planted(changed, asked=tuple(asked)) if changed else None


def another_gold(rows: Sequence[Row], chance: random.Random) -> Planted | None:
    """The gold is another option, or another set of people."""
    changed = []
    for row in rows:
        every = range(len(row["options"]))
        if len(row["gold"]) == 1 and len(every) < 4:
            gold = [chance.choice([i for i in every if i not in row["gold"]])]
        else:
            gold = sorted(set(row["gold"]) ^ {chance.choice(every)})
        changed.append({**row, "gold": gold})
    return Planted(changed, always=True)


def options_turned(rows: Sequence[Row], chance: random.Random) -> Planted | None:
    """The options stand in another order, and the gold does not know."""
    return Planted(
        [{**row, "options": [*row["options"][1:], row["options"][0]]} for row in rows], always=True
    )


FAULTS: dict[str, Fault] = {
    "another gold": another_gold,
    "options in another order": options_turned,
    "two persons of a question exchanged": asked_exchanged,
    "a move, or a line that proposes something, left out": left_out("move", "exchange", "say"),
    "the first place left out": left_out("put", "label", "truth"),
    "somebody's going left out": left_out("leave"),
    "somebody's coming left out": left_out("enter"),
    "a look inside left out": left_out("look", "look_inside"),
    "something told left out": left_out("tell"),
    "a rule of who sees what left out": left_out("rule", "settled", "all_open", "all_closed"),
    "watched or missed left out": aside_left_out,
    "watched or missed left out of a conversation": left_out("watched", "missed"),
    "a move to another place": otherwise("move", "place"),
    "another proposal": otherwise("say", "value"),
    "another told place": otherwise("tell", "place"),
    "another mover": otherwise("move", "who"),
    "somebody else who goes": otherwise("leave", "who"),
    "somebody else who comes": otherwise("enter", "who"),
    "two sentences exchanged": two_exchanged,
    "a letter left out": letter_left_out,
}


def changes(planted: Planted, found: Aligned, questions: Sequence[Question]) -> list[bool]:
    """For each row with a fault whether its answer is another than before, or open."""
    story = planted.story(found)
    out = []
    for n, q in enumerate(questions):
        chain = q.chain
        if planted.asked:
            a, b = (found.names[name] for name in planted.asked[n])
            chain = tuple(b if p == a else a if p == b else p for p in chain)
        out.append(
            planted.always
            or story is None
            or simulated(story, q, chain) != simulated(found.told.story, q, q.chain)
        )
    return out


Figures = tuple[int, int, int, int]


def counted(rows: Iterable[Row], stories: Mapping[str, Told], seed: int = 1) -> dict[str, Figures]:
    """Per fault: rows whose answer it changes, those of them that notice it, rows whose answer it leaves alone, those of them that
    notice it."""
    texts: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        texts[row["id"].partition("/")[0] + row["context"]].append(row)
    out = {}
    for name, fault in FAULTS.items():
        chance = random.Random(f"{seed} {name}")
        figures = [0, 0, 0, 0]
        for group in texts.values():
            planted = fault(group, chance)
            if planted:
                told = stories[_key(group[0])]
                found = Aligned(told, group[0])
                asked = {row["id"]: q for row, q in zip(group, told.questions, strict=True)}
                changed = changes(planted, found, [asked[row["id"]] for row in planted.rows])
                for row, other in zip(planted.rows, changed, strict=True):
                    figures[0 if other else 2] += 1
                    figures[1 if other else 3] += noticed(row)
        out[name] = (figures[0], figures[1], figures[2], figures[3])
    return out


def _key(row: Row) -> str:
    """Family and story of a row."""
    family, rest = row["id"].split("/")
    return f"{family.partition('_')[0]}/{rest.split('-')[2]}"


def told_of(folder: Path) -> dict[str, Told]:
    """The stories of a run of one block, made again from its seed, by family and key."""
    run = written(folder)
    out = {}
    for family in run.families:
        (wanted,) = run.blocks(family)
        for told in trimmed(block(run.seed, family, LEVELS[run.level], run.first, wanted), wanted):
            out[f"{family}/{told.key}"] = told
    return out


def main(folder: Path) -> None:
    configs = sorted(p.name for p in (folder / "data").iterdir())
    rows = [row for config in configs for file in files(folder, config) for row in rows_of(file)]
    languages = sorted({row["language"] for row in rows if of(row["language"])})
    stories = told_of(folder)
    found = {code: counted((row for row in rows if row["language"] == code), stories) for code in languages}
    print(f"| fault | changes the answer: noticed | {' | '.join(languages)} | leaves it alone: noticed |")
    print(f"|---|{'---:|' * (len(languages) + 2)}")
    for name in FAULTS:
        each = [found[code][name] for code in languages]
        changed, seen, alone, seen_alone = map(sum, zip(*each, strict=True))
        if changed or alone:
            cells = " | ".join(_percent(s, n) for n, s, _, _ in each)
            sums = (
                f"{seen:,} of {changed:,}" if changed else "-",
                f"{seen_alone:,} of {alone:,}" if alone else "-",
            )
            print(f"| {name} | {sums[0]} | {cells} | {sums[1]} |", flush=True)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f}" if whole else "-"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
