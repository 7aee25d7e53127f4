"""Lines in which the replies of one file answer, where no rule knows their form: declared by whoever knows the prompt ("Action
{answer}"). What unread replies have alike suggests some (suggested_lines.py).

A declared line is no rule of `read.extract`, which reads each reply for itself: what it reads is a decision about an unread
reply, as a person's or a judge's is, and is scored as one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from cultural_tom.extraction.answer import Answer, unparsed
from cultural_tom.extraction.characters import lower, plain
from cultural_tom.extraction.clean import clean
from cultural_tom.extraction.phrases import is_word
from cultural_tom.extraction.read import extract, offered, visible
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.scripts import language_of

SLOT, NUMBER, ANY = "{answer}", "{number}", "{any}"
_HOLDER = re.compile(r"\{ ?(\w+) ?\}")
_LONGEST_LINE = 1000
_BULLET = r"\s*(?:[−+•·>#]\s*|\d{1,2}[.)]\s+)?"
_ENDS_OF_LINE = " .。।!！)]}\"'”»」"
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
    """A whole line as replies have it: `{answer}` in the answer's place, `{number}` for any number, and `{any}` for any words before the
    answer: "Action {answer}", "{any}I take {answer} now". Raises ValueError for a template that is none.

    >>> AnswerLine("Action {answer}").read(Reply("I warn them.\\nAction 2", options=["warn", "wait"], language="en"))
    Answer(indices=(1,), reason='')
    """

    template: str

    def __post_init__(self) -> None:
        if why := fault(self.template):
            raise ValueError(why)

    @cached_property
    def _around(self) -> tuple[str, str]:
        """What stands before the answer and behind it, cleaned as replies are, but for signs that end the line."""
        before, behind = clean(self.template).text.strip().split(SLOT)
        return before.lstrip(), behind.rstrip(_ENDS_OF_LINE)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        before, behind = self._around
        answer = "(?P<answer>.+?)" if behind else "(?P<answer>.+)"
        return re.compile(_BULLET + _literal(before + "\0") + answer + _literal(behind))

    def read(self, reply: Reply, lines: Lines | None = None) -> Answer:
        """What stands in the answer's place, read as a reply of its own; `ambiguous` where two such lines differ, or one asks, denies,
        supposes, is another's or is taken back further on; `no_answer` where there is none. lines: those of the reply, where they
        are known."""
        lines = reply.lines() if lines is None else lines
        if lines is None:
            return unparsed("unclosed_thinking")
        lang = reply.offered.lang
        found = []
        for k, (line, low) in enumerate(lines):
            whole = line.rstrip(_ENDS_OF_LINE) if self._around[1] else line
            m = self._pattern.fullmatch(low, 0, len(whole))
            if m is None:
                continue
            said = extract(
                line[slice(*m.span("answer"))],
                answer_format=reply.answer_format,
                options=reply.options,
                language=reply.language,
            )
            before = m.groupdict().get("any") or ""
            against = (
                lang.negation,
                lang.unsure,
                lang.supposing,
                lang.others,
                lang.example,
                lang.whether,
            )
            asked = line.rstrip(_ENDS_OF_LINE).endswith(("?", "？", "؟"))
            taken_back = any(lang.withdraw.search(f" {later}") for _, later in lines[k + 1 :])
            if asked or taken_back or any(p.search(before) for p in against):
                said = unparsed("ambiguous")
            if said.reason != "no_answer":
                found.append(said)
        if not found:
            return unparsed("no_answer")
        return found[0] if all(f == found[0] for f in found) else unparsed("ambiguous")


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
    if before.count(ANY) > 1:
        return f"has {ANY} {before.count(ANY)} times; once is enough"
    if ANY in behind:
        return f"has {ANY} behind {SLOT}; what follows the answer is given as it stands, or left out where it is a reason"
    if not re.search(r"\w", (before + behind).replace(ANY, "")):
        return f"needs a word or {NUMBER} beside {SLOT}{example}"
    cleaned = clean(template).text
    return "" if SLOT in cleaned else f"is cleaned away as markup; give the line without it{example}"


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
    holders = {ANY: "(?P<any>.*?)", NUMBER: r"\d++"}
    parts = re.split(f"({re.escape(ANY)}|{re.escape(NUMBER)})", said)
    return "".join(holders.get(one) or _spaced(one) for one in parts)


def _spaced(said: str) -> str:
    """The words, with one space or more where the template has one between words of scripts with spaces."""
    written = _SPACE.split(lower(plain(said)))
    out = re.escape(written[0])
    for one, then in pairwise(written):
        apart = bool(one) and is_word(one[-1]) and (then == "\0" or (bool(then) and is_word(then[0])))
        out += (r"\s+" if apart else r"\s*") + re.escape(then)
    return out.removesuffix(re.escape("\0"))
