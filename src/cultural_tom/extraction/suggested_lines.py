"""Lines that the unread replies of a file have alike, with one option in them here and another there: where they may answer, for
whoever knows the prompt to say."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cultural_tom.extraction.answer_lines import ANY, NUMBER, SLOT, AnswerLine, Reply, fault
from cultural_tom.extraction.phrases import WORD
from cultural_tom.extraction.references import words
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.statements.names import OTHER_NAME

_FEWEST, _SHARE = 3, 0.2
"""A line is suggested where so many unread replies have it, and such a share of them, …"""
_AGREES = 0.9
"""… and where such a share of the others that have it was read alike."""
_SUGGESTED, _TRIED = 3, 12
_EDGE = 4
"""A suggested line stands among the first or the last so many, where replies answer."""
_LONGEST_BEFORE = 60
_TAIL = re.compile(r" ?([.:;,)\](|–—-]|$)")
_LEADING_NUMBER = re.compile(r"^\d+(?=\D)")


@dataclass(frozen=True)
class Suggestion:
    """A line, and what it would do. unread: how many unread replies it reads. agrees, of: how many of the others it reads as they were
    read, of how many that have it."""

    template: str
    unread: int
    agrees: int
    of: int

    @property
    def contradicted(self) -> bool:
        """More than a tenth of the replies that are read say otherwise."""
        return self.agrees < _AGREES * self.of


def weighed(lines: Sequence[AnswerLine], replies: Iterable[Reply]) -> list[tuple[Suggestion, bool]]:
    """What each line would do, and whether it reads one option in one reply and another in another."""
    unread, agrees, known = ([0] * len(lines) for _ in range(3))
    said: list[set[tuple[int, ...]]] = [set() for _ in lines]
    for reply in replies:
        shown = reply.lines()
        for k, line in enumerate(lines) if shown else ():
            found = line.read(reply, shown).indices
            if found is not None:
                said[k].add(found)
                unread[k] += reply.indices is None
                known[k] += reply.indices is not None
                agrees[k] += reply.indices == found
    return [
        (Suggestion(line.template, unread[k], agrees[k], known[k]), len(said[k]) > 1)
        for k, line in enumerate(lines)
    ]


def suggested(replies: Sequence[Reply]) -> list[Suggestion]:
    """The lines that a fifth of the unread replies have alike, the most frequent first, three at most; none that the replies
    which are read contradict."""
    unread = [reply for reply in replies if reply.indices is None]
    fewest = max(_FEWEST, _SHARE * len(unread))
    having: Counter[str] = Counter()
    named: dict[str, set[str]] = {}
    for reply in unread:
        for template, said in _templates(reply).items():
            having[template] += 1
            named.setdefault(template, set()).add(said)
    often = [template for template, n in having.items() if n >= fewest]
    often.sort(key=lambda x: (len(named[x]) == 1, -having[x], x))
    lines = [AnswerLine(template) for template in often[:_TRIED]]
    found = [
        s for s, differs in weighed(lines, replies) if differs and s.unread >= fewest and not s.contradicted
    ]
    return sorted(found, key=lambda s: (-s.unread, s.template))[:_SUGGESTED]


def _templates(reply: Reply) -> dict[str, str]:
    """The first and last lines of a reply, the slot in place of each option that they name by its mark or its words, and what stands there."""
    lines = reply.lines() or ()
    out: dict[str, str] = {}
    for line, low in dict.fromkeys((*lines[:_EDGE], *lines[-_EDGE:])):
        for start, end in _named(reply.offered, line, low):
            template = _template(line, low, start, end)
            if template and not _of_another(reply.offered, template.replace(SLOT, " ")):
                out[template] = low[start:end]
    return out


def _of_another(o: Offered, around: str) -> bool:
    """The words around an option say that it is not the answer, or not the speaker's: "ruled out:", "question"."""
    lang = o.lang
    return any(p.search(around) for p in (OTHER_NAME, lang.negation, lang.wrong, lang.others))


def _named(o: Offered, line: str, low: str) -> Iterator[tuple[int, int]]:
    """The places of a line that hold an option's mark or its words."""
    for m in re.finditer(
        rf"(?<![{WORD}.])(?:[A-P]|[1-9]\d?|[{''.join(o.lang.letters)}A])(?![{WORD}]|\.\d)", line
    ):
        place = int(m[0]) - 1 if m[0].isdigit() else o.lang.letters.get(m[0], ord(m[0]) - ord("A"))
        if 0 <= place < o.n:
            yield m.span()
    for ref in words.anywhere(o, low, 0, len(low)):
        yield ref.start, ref.end
    for said in (f for i, f in enumerate(o.folded) if o.bare_yes_or_no(i)):
        yield from (m.span() for m in re.finditer(rf"(?<![{WORD}]){re.escape(said)}(?![{WORD}])", low))


def _template(line: str, low: str, start: int, end: int) -> str:
    """The words before the answer, the slot, and behind it the bracket that closes or the words that end the line; "" where they
    tell no line from another."""
    if any(holder in low for holder in (SLOT, NUMBER, ANY)):
        return ""
    before = _LEADING_NUMBER.sub(NUMBER, low[:start].lstrip())
    tail = _TAIL.match(line, end)
    behind = low[end:] if tail is None else tail[1] if tail[1] in (")", "]") else ""
    if tail and behind and re.search(r"\w", low[tail.end() :]):
        behind = low[end:]
    if len(before) > _LONGEST_BEFORE or len(behind) > _LONGEST_BEFORE or not re.search(r"\w", before):
        return ""
    template = before + SLOT + behind
    return template if fault(template) == "" else ""
