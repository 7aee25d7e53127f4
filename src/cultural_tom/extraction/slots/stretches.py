"""Where the answer of a `slots` row may stand, in the order in which it is looked for."""

import json
import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from cultural_tom.extraction.answer import Rule
from cultural_tom.extraction.clean import Text, part
from cultural_tom.extraction.references.offered import Offered

_JSON = re.compile(r"\{[^{}]{2,600}\}")


class Stretch(NamedTuple):
    """A part of the whole text: characters [start, end) of it, and those as they are read."""

    text: Text
    start: int
    end: int
    rule: Rule


def stretches(t: Text, o: Offered) -> Iterator[Stretch]:
    """The last JSON object, the text after the last final cue and the last cue, the whole text, its last line
    and last three lines, its first line; each stretch once."""
    seen: set[tuple[str, str, tuple[str, ...], bool]] = set()
    for stretch in chain(_json(t), _after_cues(t, o), [Stretch(t, 0, len(t.text), "slots_text")], _lines(t)):
        text = stretch.text
        read = text.text, text.low, text.bold, text.cut
        if read not in seen:
            seen.add(read)
            yield stretch


def _json(t: Text) -> Iterator[Stretch]:
    for m in reversed(list(_JSON.finditer(t.text))):
        try:
            value = json.loads(m[0])
        except ValueError:
            continue
        if isinstance(value, dict):
            lines = "\n".join(f"{k}: {v}" for k, v in value.items() if isinstance(v, str | int))
            yield Stretch(part(lines), *m.span(), "slots_json")
            return


def _after_cues(t: Text, o: Offered) -> Iterator[Stretch]:
    cues = [(m.end(), m["final"]) for m in o.lang.cues(t.low) if not m["choose"]]
    finals = [c for c in cues if c[1]]
    for end, final in (*finals[-1:], *cues[-1:]):
        yield Stretch(part(t.text[end:]), end, len(t.text), "slots_final_cue" if final else "slots_cue")


def _lines(t: Text) -> Iterator[Stretch]:
    starts = [0, *(m.end() for m in re.finditer("\n", t.text))]
    if len(starts) < 2:
        return
    for k in (1, 3):
        start = starts[-k] if k <= len(starts) else 0
        yield Stretch(part(t.text[start:]), start, len(t.text), "slots_last_lines")
    yield Stretch(part(t.text[: starts[1] - 1]), 0, starts[1] - 1, "slots_first_line")
