"""Lines in which the replies of one file answer, where no rule knows their form: declared by whoever knows the prompt ("Action
{answer}"), suggested by what unread replies have alike.

A declared line is no rule of `read.extract`, which reads each reply for itself: what it reads is a decision about an unread
reply, as a person's or a judge's is, and is scored as one.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
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
from cultural_tom.extraction.statements.names import OTHER_NAME

SLOT, NUMBER, ANY = "{answer}", "{number}", "{any}"
_HOLDER = re.compile(r"\{ ?(\w+) ?\}")
_FEWEST, _SHARE = 3, 0.2
"""A line is suggested where so many unread replies have it, and such a share of them, …"""
_AGREES = 0.9
"""… and where such a share of the others that have it was read alike."""
_SUGGESTED, _TRIED = 3, 12
_EDGE = 4
"""A suggested line stands among the first or the last so many, where replies answer."""
_LONGEST_BEFORE, _LONGEST_LINE = 60, 1000
_BULLET = r"\s*(?:[−+•·>#]\s*|\d{1,2}[.)]\s+)?"
_ENDS = " .。।!！)]}\"'”»」*"
_OPENS = " \"'“«「([{"
_TAIL = re.compile(r" ?([.:;,)\](|–—-]|$)")
_LEADING_NUMBER = re.compile(r"^\d+(?=\D)")
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
        if fault := _fault(self.template):
            raise ValueError(fault)

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


def _fault(template: str) -> str:
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
    for line, low in {*lines[:_EDGE], *lines[-_EDGE:]}:
        for start, end in _named(reply.offered, line, low):
            template = _template(line, low, start, end)
            if template and not _fault(template) and not _of_another(reply.offered, low[:start]):
                out[template] = low[start:end]
    return out


def _of_another(o: Offered, before: str) -> bool:
    """The words before an option say that it is not the answer, or not the speaker's: "ruled out:", "question"."""
    lang = o.lang
    return any(p.search(before) for p in (OTHER_NAME, lang.negation, lang.wrong, lang.others))


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
        behind += f" {ANY}"
    if len(before) > _LONGEST_BEFORE or len(behind) > _LONGEST_BEFORE or not re.search(r"\w", before):
        return ""
    return before + SLOT + behind


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
