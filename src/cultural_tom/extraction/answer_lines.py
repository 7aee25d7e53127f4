"""Lines in which the replies of one file answer, where no rule knows their form: declared by whoever knows the prompt ("Action
{answer}"), suggested by what unread replies have alike.

A declared line is no rule of `read.extract`, which reads each reply for itself: what it reads is a decision about an unread
reply, as a person's or a judge's is, and is scored as one.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from cultural_tom.extraction.answer import Answer, unparsed
from cultural_tom.extraction.clean import lower, plain
from cultural_tom.extraction.read import extract, visible

SLOT = "{answer}"
ANY, NUMBER = "{any}", "{number}"
_HOLDERS = re.compile(f"({re.escape(ANY)}|{re.escape(NUMBER)})")
_FEWEST, _SHARE = 3, 0.2
"""A line is suggested where so many unread replies have it, and such a share of them, …"""
_AGREES = 0.9
"""… and where such a share of the others that have it was read alike."""
_SUGGESTED, _TRIED = 3, 12
_EDGE = 4
"""A suggested line stands among the first or the last so many, where replies answer."""
_LONGEST_BEFORE, _LONGEST_LINE = 60, 1000
_MARK = re.compile(r"(?<![\w.])(?:[A-P]|[1-9]\d?)(?!\w|\.\d)")
_TAIL = re.compile(r" ?([.:;,)\](|–—-]|$)")
_LEADING_NUMBER = re.compile(r"^\d+(?=\D)")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Reply:
    """A response to a row whose options stand as they were shown. indices: what was read in it, None for nothing."""

    response: str
    options: Sequence[str]
    language: str
    answer_format: str = "choice"
    indices: tuple[int, ...] | None = None

    @cached_property
    def text(self) -> str | None:
        """What is read of it, cleaned; None where its thinking never ends."""
        shown = visible(self.response, self.options)
        return None if shown is None else shown.text

    @cached_property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """Its lines, each as it is and in lower case, of the same length; none that is too long for one to answer in."""
        written = (self.text or "").split("\n")
        return tuple((line, lower(line)) for line in written if len(line) <= _LONGEST_LINE)


@dataclass(frozen=True)
class AnswerLine:
    """A line as replies have it, `{answer}` in the answer's place, `{number}` for any number and `{any}` for any words: "Action
    {answer}". What follows the answer may be left out. Raises ValueError for a template that is none.

    >>> AnswerLine("Action {answer}").read(Reply("I warn them.\\nAction 2", options=["warn", "wait"], language="en"))
    Answer(indices=(1,), reason='')
    """

    template: str

    def __post_init__(self) -> None:
        if self.template.count(SLOT) != 1 or "\n" in self.template or self.template.count(ANY) > 1:
            raise ValueError(
                f"is no line with {SLOT} once in it and {ANY} once at most, such as 'Action {SLOT}'"
            )
        if not re.search(r"\w", self.template.replace(SLOT, "").replace(ANY, "")):
            raise ValueError(f"needs a word or {NUMBER} beside {SLOT}, such as 'Action {SLOT}'")

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        before, after = map(_literal, self.template.strip().split(SLOT))
        return re.compile(f"{before}(?P<answer>.+?){after or '$'}")

    def read(self, reply: Reply) -> Answer:
        """What stands in the answer's place, read as a reply of its own; `ambiguous` where two such lines differ, `no_answer`
        where there is none."""
        if reply.text is None:
            return unparsed("unclosed_thinking")
        found = [
            extract(
                line[slice(*m.span("answer"))],
                answer_format=reply.answer_format,
                options=reply.options,
                language=reply.language,
            )
            for line, low in reply.lines
            if (m := self._pattern.match(low))
        ]
        if not found:
            return unparsed("no_answer")
        return found[0] if all(f == found[0] for f in found) else unparsed("ambiguous")


def decided_by(lines: Sequence[AnswerLine], reply: Reply) -> tuple[str, tuple[int, ...]] | None:
    """The template and the indices that it reads, where one of the lines stands in the reply and no other differs."""
    found = [
        (line.template, said.indices) for line in lines if (said := line.read(reply)).reason != "no_answer"
    ]
    if not found or len({indices for _, indices in found}) > 1 or found[0][1] is None:
        return None
    return found[0][0], found[0][1]


@dataclass(frozen=True)
class Suggestion:
    """A line that unread replies have alike, with one option in it here and another there. unread: how many of them it reads.
    agrees, of: how many of the others it reads as they were read, of how many that have it."""

    template: str
    unread: int
    agrees: int
    of: int


def suggested(replies: Sequence[Reply]) -> list[Suggestion]:
    """The lines that a fifth of the unread replies have alike, the most frequent first, three at most; none that the replies
    which are read contradict."""
    unread = [reply for reply in replies if reply.indices is None]
    known = [reply for reply in replies if reply.indices is not None]
    fewest = max(_FEWEST, _SHARE * len(unread))
    seen = Counter(template for reply in unread for template in _templates(reply))
    found = []
    for template, n in seen.most_common(_TRIED):
        if n < fewest:
            break
        line = AnswerLine(template)
        reads = [said for reply in unread if (said := line.read(reply).indices) is not None]
        alike = [said == reply.indices for reply in known if (said := line.read(reply).indices) is not None]
        if len(reads) >= fewest and len(set(reads)) > 1 and sum(alike) >= _AGREES * len(alike):
            found.append(Suggestion(template, len(reads), sum(alike), len(alike)))
    return sorted(found, key=lambda s: (-s.unread, s.template))[:_SUGGESTED]


def _templates(reply: Reply) -> set[str]:
    """The first and last lines of a reply, the slot in place of each option that they name by its mark or its words."""
    edges = {*reply.lines[:_EDGE], *reply.lines[-_EDGE:]}
    return {_template(line, low, *m) for line, low in edges for m in _named(line, low, reply.options)} - {""}


def _named(line: str, low: str, options: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The places of a line that hold an option's mark or its words."""
    for m in _MARK.finditer(line):
        place = ord(m[0]) - ord("A") if m[0].isalpha() else int(m[0]) - 1
        if place < len(options):
            yield m.span()
    for words in {lower(plain(option)).strip() for option in options} - {""}:
        at = low.find(words)
        if at >= 0:
            yield at, at + len(words)


def _template(line: str, low: str, start: int, end: int) -> str:
    """The words before the answer, the slot, and behind it the bracket that closes or the words that end the line; "" where they
    tell no line from another."""
    before = _LEADING_NUMBER.sub(NUMBER, low[:start].lstrip())
    tail = _TAIL.match(line, end)
    after = low[end:] if tail is None else tail[1] if tail[1] in (")", "]") else ""
    if len(before) > _LONGEST_BEFORE or len(after) > _LONGEST_BEFORE or not re.search(r"\w", before):
        return ""
    return "" if "{" in low and SLOT in low else before + SLOT + after


def _literal(words: str) -> str:
    """A regular expression for words with any number of spaces, and for what stands in a template for others."""
    holders = {ANY: ".*?", NUMBER: r"\d+"}
    return "".join(holders.get(part) or _spaced(part) for part in _HOLDERS.split(words))


def _spaced(words: str) -> str:
    return r"\s*".join(map(re.escape, _SPACE.split(lower(plain(words)))))
