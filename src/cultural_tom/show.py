"""`cultural-tom show`: rows as a person reads them, grouped by context, with their parallel versions."""

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_uppercase as LETTERS
from typing import TYPE_CHECKING, Any

from cultural_tom.files import IMAGE_CONFIGS, build_info, data_file, read_rows
from cultural_tom.loading import resolve
from cultural_tom.problems import InputError
from cultural_tom.subsets import LANGUAGES, SUBSETS
from cultural_tom.subsets import config as find_config

if TYPE_CHECKING:
    from rich.console import RenderableType

Row = dict[str, Any]
HOW = {
    "choice": "",
    "choices": "Any number of the options may be right.",
    "names": "Any number of the speakers may be right.",
    "slots": "One option for each of",
}
GOLD_COLUMNS = ("gold", "audit_status", "audit_gold", "audit_reason")

# C0 and C1 controls but for the line feed, bidi embeddings, overrides and isolates, line separators, the
# byte order mark, and tag characters: they can move a cursor, reorder a line or hide text. Joiners and
# the plain direction marks stay: Bangla, Hindi and Arabic need them.
_UNSAFE = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]"
)


@dataclass(frozen=True)
class Item:
    """One question, and the same question in sister configs (by config name)."""

    row: Row
    parallel: dict[str, Row]


@dataclass(frozen=True)
class Group:
    """The questions on one context. `title` is the context id, with a part number where several texts
    share one id (the prefixes of a negotiation)."""

    title: str
    items: list[Item] = field(default_factory=list)

    @property
    def configs(self) -> list[str]:
        """The sister configs that hold a version of any of these questions."""
        return list(dict.fromkeys(c for item in self.items for c in item.parallel))


@dataclass(frozen=True)
class View:
    """What `show` shows: `shown` of the `total` rows that were asked for."""

    config: str
    edition: str
    groups: list[Group]
    shown: int
    total: int


def visible(text: str) -> str:
    """The text with every control character and bidi override spelled out.

    >>> visible("a\\u202eb")
    'a‹U+202E›b'
    """
    return _UNSAFE.sub(lambda m: " " if m[0] == "\t" else f"‹U+{ord(m[0]):04X}›", text.replace("\r\n", "\n"))


def column_title(config: str) -> str:
    """The language of a config, and its variant if it has one: `Hindi, cultural`."""
    c = find_config(config)
    return LANGUAGES[c.language] + (f", {c.variant}" if c.variant else "")


def folder_of(
    config: str, source: str | None, revision: str | None = None, edition: str | None = None
) -> Path:
    """The folder that holds a config and its sister configs; the sample edition in the package if source is
    None. Raises `InputError` if the edition is not the one that was asked for."""
    subset = SUBSETS[find_config(config).subset]
    edition = edition or ("sample" if source is None else None)
    folder = resolve(source, revision, edition, config)
    if source is not None and not Path(source).is_dir():
        for sister in subset.configs:
            folder = resolve(source, folder.name, edition, sister.name)
    held = build_info(folder)["edition"]
    if edition is not None and held != edition:
        raise InputError.one(str(source), f"holds the {held} edition, not the {edition} edition")
    return folder


def collect(folder: Path, config: str, wanted: str | None = None, limit: int = 0) -> View:
    """The rows of a config, or those that `wanted` names, grouped by context in the order of the data.

    wanted: a row id (with or without its config), a parallel id or a context id. limit: at most so many
    rows; 0 is all. Raises `InputError` for a config or an id that is not there, with the nearest ones.
    """
    subset = SUBSETS[find_config(config).subset]
    info = build_info(folder)
    rows = read_rows(folder, config)
    if wanted is not None:
        rows = _pick(rows, config, wanted)
    total = len(rows)
    rows = rows[:limit] if limit else rows
    sisters = [c.name for c in subset.configs if c.name != config and (folder / data_file(c.name)).is_file()]
    versions = {name: {r["parallel_id"]: r for r in read_rows(folder, name)} for name in sisters}
    items = [
        Item(
            row,
            {
                name: by_id[row["parallel_id"]]
                for name, by_id in versions.items()
                if row["parallel_id"] in by_id
            },
        )
        for row in rows
    ]
    return View(config, info["edition"], _groups(items), len(rows), total)


def _pick(rows: list[Row], config: str, wanted: str) -> list[Row]:
    full = wanted if wanted.startswith(f"{config}/") else f"{config}/{wanted}"
    for column, value in (("id", full), ("parallel_id", wanted), ("context_id", wanted)):
        found = [r for r in rows if r[column] == value]
        if found:
            return found
    ids = [r["id"] for r in rows]
    known = [*ids, *dict.fromkeys(r["context_id"] for r in rows)]
    near = difflib.get_close_matches(full, known, n=3, cutoff=0.5) or difflib.get_close_matches(
        wanted, known, n=3
    )
    hint = (
        f"did you mean {', '.join(near)}?" if near else f"its first is {ids[0]}" if ids else "it has no rows"
    )
    raise InputError.one(f"{config}: id {visible(wanted)!r}", f"there is no such row or context; {hint}")


def _groups(items: Iterable[Item]) -> list[Group]:
    by_context: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        by_context.setdefault((item.row["context_id"], item.row["context"]), []).append(item)
    texts: dict[str, list[str]] = {}
    for context_id, text in by_context:
        texts.setdefault(context_id, []).append(text)
    return [
        Group(
            context_id
            if len(texts[context_id]) == 1
            else f"{context_id}, part {texts[context_id].index(text) + 1}",
            found,
        )
        for (context_id, text), found in by_context.items()
    ]


def gold_text(row: Row, column: str = "gold") -> list[str]:
    """The right answer in words: `B. the text`, one line per slot or member of the set. A damaged build is shown
    as it is: a gold outside the options by its number."""
    options = row["options"]
    lines = [
        f"{LETTERS[g]}. {options[g]}" if 0 <= g < len(options) else f"{g}, which is no option"
        for g in row[column]
    ]
    if len(lines) != len(row["slots"]):
        return lines
    return [f"{s}: {line}" for s, line in zip(row["slots"], lines, strict=True)]


def facts(row: Row) -> list[str]:
    """Task, ability, question type and belief order of a row, in words, without repetition."""
    words = [row[c].replace("_", " ") for c in ("task", "ability", "question_type")]
    order = {1: "first order", 2: "second order"}.get(row["belief_order"], "")
    if not any(order in w for w in words):
        words.append(order)
    return list(dict.fromkeys(w for w in words if w))


def as_dict(view: View, gold: bool) -> dict[str, Any]:
    """The view for a machine. Images become their name and size; gold and audit only if asked for."""
    plain = []
    for item in (i for g in view.groups for i in g.items):
        row = {k: v for k, v in item.row.items() if gold or k not in GOLD_COLUMNS}
        if row.get("image"):
            row["image"] = {"path": row["image"]["path"], "size": len(row["image"]["bytes"])}
        plain.append({**row, "parallel": {name: r["id"] for name, r in item.parallel.items()}})
    return {
        "config": view.config,
        "edition": view.edition,
        "total": view.total,
        "shown": view.shown,
        "rows": plain,
    }


def terminal(view: View, gold: bool = False) -> "Iterator[RenderableType]":
    """The view as rich renderables that fit 100 columns."""
    from rich.padding import Padding
    from rich.rule import Rule
    from rich.text import Text

    def text(value: str, indent: int = 0, style: str = "") -> "RenderableType":
        return Padding(Text(visible(value), style=style, overflow="fold"), (0, 0, 0, indent), expand=False)

    yield text(f"{view.config} ({column_title(view.config)}), {view.edition} edition", style="bold")
    for group in view.groups:
        yield ""
        yield Rule(Text(visible(group.title)), align="left", style="dim")
        first = group.items[0].row
        yield text(first["context"])
        if view.config in IMAGE_CONFIGS:
            yield text(
                f"[image: {first['image']['path'] if first.get('image') else 'not in this build'}; --html shows it]",
                0,
                "dim",
            )
        for item in group.items:
            yield ""
            for line, indent, style in _question(item, gold):
                yield text(line, indent, style)
        if group.configs:
            yield text(f"Parallel versions (--html shows them): {', '.join(group.configs)}", 0, "dim")
    if view.shown < view.total:
        yield text(f"\n{view.shown} of {view.total} questions; --limit 0 shows all.", 0, "dim")


def _question(item: Item, gold: bool) -> Iterator[tuple[str, int, str]]:
    """The lines of one question: text, indent, style."""
    row = item.row
    yield f"{row['id']}  ({'; '.join(facts(row))})", 0, "dim"
    if row["premise"]:
        yield f"Premise: {row['premise']}", 2, "italic"
    yield row["question"], 2, "bold"
    for letter, option in zip(LETTERS, row["options"], strict=False):
        yield f"{letter}. {option}", 4, ""
    if HOW[row["answer_format"]]:
        yield HOW[row["answer_format"]] + (f": {', '.join(row['slots'])}." if row["slots"] else ""), 4, "dim"
    if gold:
        yield f"Gold: {'; '.join(gold_text(row))}", 4, "green"
        if row["audit_status"]:
            proposed = "; ".join(gold_text(row, "audit_gold")) or "no gold can be proposed"
            yield f"Audit: {row['audit_status']}: {row['audit_reason']} ({proposed})", 4, "yellow"
