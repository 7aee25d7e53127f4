"""Lines in which the replies of one file answer, where no rule knows their form: declared by whoever knows the prompt ("Action
{answer}"). What unread replies have alike suggests some (suggested_lines.py).

A declared line is no rule of `read.extract`, which reads each reply for itself: what it reads is a decision about an unread
reply, as a person's or a judge's is, and is scored as one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from cultural_tom.extraction.answer import Answer, unparsed
from cultural_tom.extraction.clean import clean, lower, part, plain
from cultural_tom.extraction.phrases import WORD, is_word
from cultural_tom.extraction.read import extract, offered, visible
from cultural_tom.extraction.references import numbers, rows, words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Refs
from cultural_tom.extraction.scripts import language_of

SLOT, NUMBER, ANY = "{answer}", "{number}", "{any}"
_HOLDER = re.compile(r"\{ ?(\w+) ?\}")
_LONGEST_LINE = 1000
_BULLET = r"\s*(?:[−+•·>#]\s*|\d{1,2}[.)]\s+)?"
_ENDS = " .。।!！)]}\"'”»」*"
_OPENS = " \"'“«「([{"
_SPACE = re.compile(r"\s+")
_BARE = re.compile(rf"\d{{1,2}}(?!\d)|[A-Za-z](?![{WORD}])")
_AS_OPTION = "option "
"""What makes a number that other words follow a mark: "option 2 is best"."""


@dataclass(frozen=True)
class Reply:
    """A response to a row whose options stand as they were shown. indices: what was read in it, None for nothing."""

    response: str
    options: Sequence[str]
    language: str
    answer_format: str = "choice"
    indices: tuple[int, ...] | None = None

    @cached_property
    def offered(self) -> Offered:
        many = self.answer_format in ("choices", "names")
        return offered(tuple(self.options), language_of(self.response, self.language), many)

    def lines(self) -> "Lines | None":
        """What is read of it, line by line, each as it is and in lower case, of the same length; none that is too long for one to
        answer in. None where its thinking never ends."""
        shown = visible(self.response, self.options)
        written = shown.text.split("\n") if shown else []
        return tuple((x, lower(x)) for x in written if len(x) <= _LONGEST_LINE) if shown else None


Lines = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class AnswerLine:
    """A line as replies have it, `{answer}` in the answer's place, `{number}` for any number and `{any}` for any words, which
    end the line where more may follow: "Action {answer}", "Room {answer} {any}". Raises ValueError for a template that is none.

    >>> AnswerLine("Action {answer}").read(Reply("I warn them.\\nAction 2", options=["warn", "wait"], language="en"))
    Answer(indices=(1,), reason='')
    """

    template: str

    def __post_init__(self) -> None:
        if why := fault(self.template):
            raise ValueError(why)

    @cached_property
    def _parts(self) -> tuple[re.Pattern[str], str]:
        """The expression of what stands before the answer, and of what stands behind it."""
        before, behind = clean(self.template).text.strip().split(SLOT)
        return re.compile(_BULLET + _literal(before.lstrip() + "\0")), _literal(behind)

    def read(self, reply: Reply, lines: Lines | None = None) -> Answer:
        """What stands in the answer's place, `ambiguous` where two such lines differ or one is denied or asked, `no_answer` where
        there is none. lines: those of the reply, where they are known."""
        lines = reply.lines() if lines is None else lines
        if lines is None:
            return unparsed("unclosed_thinking")
        found = [said for line in lines if (said := self._in_line(reply, *line)).reason != "no_answer"]
        if not found:
            return unparsed("no_answer")
        return found[0] if all(f == found[0] for f in found) else unparsed("ambiguous")

    def _in_line(self, reply: Reply, line: str, low: str) -> Answer:
        before, behind = self._parts
        m = before.match(low)
        if m is None:
            return unparsed("no_answer")
        said = line[m.end() :].lstrip(_OPENS)
        if not behind:
            found, others = _as_reply(reply, said), m.groups()
        else:
            both = (
                (row, rest)
                for row in _references(reply.offered, said)
                if (rest := re.match(f"[{re.escape(_ENDS)}]*{behind}", lower(said[row.end :])))
            )
            row, rest = next(both, (None, None))
            if row is None or rest is None:
                return unparsed("no_answer")
            left = said[row.end + rest.end() :].strip(_ENDS)
            found, others = (unparsed("ambiguous") if left else _answer(row)), (*m.groups(), *rest.groups())
        asked = line.rstrip(_ENDS).endswith(("?", "？", "؟"))
        denied = any(reply.offered.lang.negation.search(words_of) for words_of in others)
        return unparsed("ambiguous") if asked or denied else found


def fault(template: str) -> str:
    """Why the template is no line; "" where it is one."""
    example = f", such as 'Action {SLOT}'"
    if unknown := [m[0] for m in _HOLDER.finditer(template) if m[0] not in (SLOT, NUMBER, ANY)]:
        return f"has {unknown[0]}, which stands for nothing; known: {SLOT}, {NUMBER}, {ANY}"
    if "\n" in template or "\r" in template:
        return f"has a line break; a line is one{example}"
    if template.count(SLOT) != 1:
        return f"has {SLOT} {template.count(SLOT)} times; expected once{example}"
    before, behind = template.split(SLOT)
    if before.count(ANY) > 1 or behind.count(ANY) > 1:
        return f"has {ANY} twice on one side of {SLOT}; once on each is enough"
    if not re.search(r"\w", (before + behind).replace(ANY, "")):
        return f"needs a word or {NUMBER} beside {SLOT}{example}"
    return (
        ""
        if SLOT in clean(template).text
        else f"is cleaned away as markup; give the line without it{example}"
    )


def _as_reply(reply: Reply, said: str) -> Answer:
    """The rest of a line read as a reply of its own."""
    return extract(said, answer_format=reply.answer_format, options=reply.options, language=reply.language)


def _references(o: Offered, said: str) -> Iterator[Refs]:
    """What the words may begin with, whatever follows: options as a text names them, several where several may be right; an option's
    words; its mark or number, the longest reading first."""
    text = part(said)
    if row := rows.at(o, text, 0):
        yield row
    if ref := words.with_letter(o, text, 0):
        yield Refs((ref.value,), 0, ref.end)
    if ref := numbers.at(o, part(_AS_OPTION + said), 0):
        yield Refs((ref.value,), 0, ref.end - len(_AS_OPTION))
    if m := _BARE.match(said):
        place = o.place_of_number(int(m[0])) if m[0].isdigit() else o.place_of(m[0])
        yield Refs((o.value(place),), 0, m.end())


def _answer(row: Refs) -> Answer:
    named = tuple(sorted({v.index for v in row.values if isinstance(v, Named)}))
    return Answer(named) if len(named) == len(set(row.values)) else unparsed("not_an_option")


def decided_by(lines: Sequence[AnswerLine], reply: Reply) -> tuple[str, tuple[int, ...]] | None:
    """The template and the indices that it reads, where one of the lines stands in the reply and no other differs."""
    found = [
        (line.template, said.indices) for line in lines if (said := line.read(reply)).reason != "no_answer"
    ]
    if not found or len({indices for _, indices in found}) > 1 or found[0][1] is None:
        return None
    return found[0][0], found[0][1]


def _literal(said: str) -> str:
    """A regular expression for words with any number of spaces, and for what stands in a template for others. A zero byte at the end stands
    for the answer."""
    holders = {ANY: "(.*?)", NUMBER: r"\d++"}
    parts = re.split(f"({re.escape(ANY)}|{re.escape(NUMBER)})", said)
    behind_any = len(parts) > 1 and parts[-1] == "" and parts[-2] == ANY
    end = "$" if behind_any else rf"(?![{WORD}])" if said and is_word(lower(said)[-1]) else ""
    return "".join(holders.get(one) or _spaced(one) for one in parts) + end


def _spaced(said: str) -> str:
    """The words, with one space or more where the template has one between words of scripts with spaces."""
    written = _SPACE.split(lower(plain(said)))
    out = re.escape(written[0])
    for one, then in pairwise(written):
        apart = bool(one) and is_word(one[-1]) and (then == "\0" or (bool(then) and is_word(then[0])))
        out += (r"\s+" if apart else r"\s*") + re.escape(then)
    return out.removesuffix(re.escape("\0"))
