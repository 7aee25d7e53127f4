"""References to options: at one place in the text ("(B)", "option 2", the option's words), in a row of
them ("A, C and the box"), and anywhere in a stretch of text."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from cultural_tom.extract.clean import Text, fold
from cultural_tom.extract.patterns import WORD, Language, is_word

OUT, CLASH, NOTHING = -1, -2, -3
"""Not an option; letter and text contradict each other; the word for "none of them"."""

_OPEN = re.compile(r"[\s\"'(\[{<「『【《〈#・·-]{0,8}")
_CLOSE = re.compile(r"[)\]}>\"'」』】》〉]{0,6}[.:]?[)\]}>\"'」』】》〉]{0,4}")
_LABEL = re.compile(r"[ .):\]\-\"'(「『=]{0,6}")
_LATIN = re.compile(rf"([A-Z])(?![{WORD}])(?!'[a-z])")
_SMALL = re.compile(r"([a-z])(?=[)\].:]|\s*\Z|\s*\n)")
_DIGIT = re.compile(rf"(\d{{1,3}})(?![{WORD}])(?![.,]\d)(?!\s?[%°])(?!\s[{WORD}])")
_ARTICLE = re.compile(r"[AI] [a-zà-ɏ]")
_END = re.compile(r"\s*(?:\Z|\n|[.,;:!?。！？、؟،؛।)\]}\"'」』(–-])")
_COMMA = re.compile(r"\s*[,;/&+、،؛|·]\s*")
_COMMA_OR_SPACE = re.compile(r"[)\]\"'」』]{0,3}[\s,、،]{0,3}")
_LINE_GOES_ON = re.compile(r"[)\]\"']{0,3}[.;,、،]?\s*(?:\n|\Z)")
_BULLET = re.compile(r"\s*\n\s*(?P<mark>[-+·・]|\d{1,2}[.)](?!\d))?\s*")
_NUMBERING = re.compile(rf"\s*\d{{1,2}}[.)]\s?(?=[\"'(\[]?[{WORD}\u3040-\u9fff])")
_FULL_STOP = re.compile(r"[\s.。!！?？…)\]}\"'」』】,;:।✅✔️👍😊]*\Z")
_EMPTY = re.compile(r"\s*\[\s*\]\s*")
_RUN = re.compile(r"\s*([A-Z]{2,9})[\s.。]*")
_BRACKETED = re.compile(r"\s?[(\[]([A-Z])[)\]]")
_ITEM = re.compile(r"[^,;/、،.。!?\n)\]]{0,40}")
_MENTION = re.compile(
    rf"(?<![{WORD}'])(?P<open>[(\[「『【]?)(?P<letter>[A-Z])(?![{WORD}])(?!'[a-z])|[(\[](?P<small>[a-z])[)\]]"
)


class Ref(NamedTuple):
    value: int
    start: int
    end: int


class Refs(NamedTuple):
    """A row of references; `values` in the order of the text."""

    values: tuple[int, ...]
    start: int
    end: int


class Options:
    """The options of one row, ready to be found in a text."""

    def __init__(self, options: Sequence[str], language: Language, many: bool) -> None:
        self.raw = tuple(options)
        self.n = len(self.raw)
        self.lang = language
        self.many = many

    @cached_property
    def folded(self) -> tuple[str, ...]:
        return tuple(map(fold, self.raw))

    @cached_property
    def _twice(self) -> frozenset[int]:
        return frozenset(i for i, f in enumerate(self.folded) if self.folded.count(f) > 1)

    @cached_property
    def longest_first(self) -> tuple[int, ...]:
        return tuple(sorted(range(self.n), key=lambda i: (-len(self.folded[i]), i)))

    @cached_property
    def numeric(self) -> bool:
        """An option is itself a number, so that a number is text and never "the second option"."""
        return any(f.strip(" .%").isdigit() for f in self.folded)

    @cached_property
    def lettered(self) -> bool:
        """An option's whole text is one of the letters that name options."""
        return any(len(f) == 1 and "a" <= f < chr(97 + self.n) for f in self.folded)

    @cached_property
    def yes_no(self) -> tuple[int, int] | None:
        """The indices of the one option that opens with "yes" and of the one that opens with "no"."""
        yes = [
            i for i, f in enumerate(self.folded) if (m := self.lang.yes.match(f)) and _END.match(f, m.end())
        ]
        no = [i for i, f in enumerate(self.folded) if (m := self.lang.no.match(f)) and _END.match(f, m.end())]
        return (yes[0], no[0]) if len(yes) == len(no) == 1 and yes != no else None

    @cached_property
    def _bare_yes_no(self) -> tuple[int, ...]:
        """Options that are nothing but yes or no: words so short and common that only `_word_at` reads them."""
        return tuple(i for i in self.yes_no or () if len(self.folded[i]) < 6)

    def _text_at(self, low: str, pos: int) -> Ref | None:
        for i in self.longest_first:
            f = self.folded[i]
            if f and low.startswith(f, pos) and i not in self._bare_yes_no:
                end = pos + len(f)
                if is_word(f[-1]) and is_word(low[end : end + 1]):
                    continue
                return Ref(CLASH if i in self._twice else i, pos, end)
        return None

    def _labelled(self, t: Text, index: int, start: int, end: int) -> Ref:
        """A letter or number with what follows: brackets, and the option's own words if they stand there."""
        after = _CLOSE.match(t.text, end).end()  # type: ignore[union-attr]
        end = after
        while end > start and t.text[end - 1] in ".:":
            end -= 1
        label = _LABEL.match(t.text, after)
        same = self._text_at(t.low, label.end() if label else after)
        if same is not None and not self.lettered:
            if same.value == index:
                return Ref(index, start, _CLOSE.match(t.text, same.end).end())  # type: ignore[union-attr]
            if _END.match(t.text, same.end):
                return Ref(CLASH, start, same.end)
        return Ref(index if index < self.n else OUT, start, end)

    def _letter_at(self, t: Text, pos: int, named: bool) -> Ref | None:
        char = t.text[pos : pos + 1]
        m = _LATIN.match(t.text, pos)
        if m:
            # "A box", "I think": a word, unless a bracket or "option" stands before it
            if not named and _ARTICLE.match(t.text, pos) and not self.goes_on(t.low, pos + 2):
                return None
            return self._labelled(t, ord(m[1]) - 65, pos, m.end())
        m = _SMALL.match(t.text, pos)
        if m or (named and "a" <= char < "z" and not is_word(t.text[pos + 1 : pos + 2])):
            return self._labelled(t, ord(char) - 97, pos, pos + 1)
        if char in self.lang.letters and not is_word(t.text[pos + 1 : pos + 2]):
            after = pos + 1
            if named or char.isupper() or _END.match(t.text, after) or self.goes_on(t.low, after):
                return self._labelled(t, self.lang.letters[char], pos, after)
        m = self.lang.letter_names.match(t.low, pos)
        if m and (named or _END.match(t.text, m.end()) or self.goes_on(t.low, m.end())):
            return self._labelled(t, self.lang.letter_name_index[m[0]], pos, m.end())
        return None

    def goes_on(self, low: str, pos: int) -> bool:
        """What follows shows that the letter before it was an answer."""
        while low[pos : pos + 1] == " ":
            pos += 1
        lang = self.lang
        return any(
            p.match(low, pos)
            for p in (lang.because, lang.correct, lang.joint, lang.alternative, lang.tail, lang.noun)
        )

    def _ordinal_at(self, low: str, pos: int) -> Ref | None:
        for i, ordinal in enumerate(self.lang.ordinal):
            m = ordinal.match(low, pos)
            if m:
                return Ref(i if i < self.n else OUT, pos, m.end())
        return None

    def _word_at(self, t: Text, pos: int) -> Ref | None:
        """Yes and no where the options are that; none; everyone (as CLASH if an exception follows)."""
        low, lang = t.low, self.lang
        if self.yes_no:
            for m, index in ((lang.yes.match(low, pos), 0), (lang.no.match(low, pos), 1)):
                if m and (
                    _END.match(t.text, m.end())
                    or lang.because.match(low, m.end() + 1)
                    or (lang.no_then.match(low, m.end()) and m[0].isascii())
                    or lang.tail.match(low, m.end())
                ):
                    return Ref(self.yes_no[index], pos, m.end())
        m = lang.none.match(low, pos)
        if m and (_END.match(t.text, m.end()) or lang.tail.match(low, m.end())):
            return Ref(NOTHING, pos, m.end())
        m = lang.everyone.match(low, pos) if self.many else None
        if m and lang.exception.search(low, m.end(), m.end() + 40):
            return Ref(CLASH, pos, m.end())
        return None

    def ref(self, t: Text, pos: int) -> Ref | None:
        """The reference that stands at `pos`, brackets and words such as "option" skipped; else None."""
        start = pos
        if self.many and (m := _NUMBERING.match(t.text, pos)):
            pos = m.end()
        pos = _OPEN.match(t.text, pos).end()  # type: ignore[union-attr]
        found = self._text_at(t.low, pos)
        if found is not None:
            return self._text_with_letter(t, found)
        named = bool(pos > start and t.text[pos - 1] in "([{「『【")
        found = self._letter_at(t, pos, named) or self._word_at(t, pos)
        if found is not None:
            return found
        noun = self.lang.noun.match(t.low, pos)
        if noun:
            after = _OPEN.match(t.text, noun.end()).end()  # type: ignore[union-attr]
            if t.text[after : after + 1] == ":":
                after = _OPEN.match(t.text, after + 1).end()  # type: ignore[union-attr]
            found = self._letter_at(t, after, named=True) or self._ordinal_at(t.low, after)
            if found is not None:
                return found
            pos = after
        else:
            article = self.lang.article.match(t.low, pos)
            ordinal = self._ordinal_at(
                t.low, article.end() + (t.low[article.end() : article.end() + 1] == " ") if article else pos
            )
            if ordinal is not None:
                m = self.lang.noun.match(
                    t.low, ordinal.end + (t.low[ordinal.end : ordinal.end + 1] in (" ", "の"))
                )
                return Ref(ordinal.value, pos, m.end()) if m else None
        if not self.numeric and (m := _DIGIT.match(t.text, pos)):
            return self._labelled(t, int(m[1]) - 1 if m[1] != "0" else 99, pos, m.end())
        return None

    def _text_with_letter(self, t: Text, found: Ref) -> Ref:
        """The option's words, with the letter in brackets after them if there is one."""
        end = found.end
        while t.text[end : end + 1] in ('"', "'", "」", "』") and end < len(t.text):
            end += 1
        m = _BRACKETED.match(t.text, end)
        if m:
            same = ord(m[1]) - 65 == found.value
            return Ref(found.value if same or found.value < 0 else CLASH, found.start, m.end())
        return Ref(found.value, found.start, end)

    def refs(self, t: Text, pos: int, lines: bool = False) -> Refs | None:
        """The row of references that begins at `pos`; `lines` lets it go on over line breaks."""
        first = self.ref(t, pos)
        if first is None:
            return None
        values, end = [first.value], first.end
        while True:
            nxt = self._next(t, end, lines)
            if nxt is None:
                either = self.lang.alternative.match(t.low, _COMMA_OR_SPACE.match(t.text, end).end())  # type: ignore[union-attr]
                if not either:
                    break
                values.append(CLASH)  # "A or B", "A or maybe B"
                nxt = self.ref(t, either.end())
                if nxt is None:
                    break
            values.append(nxt.value)
            end = nxt.end
        if self.many and self._unknown_item(t, end):
            values.append(OUT)
        return Refs(tuple(values), first.start, end)

    def _next(self, t: Text, end: int, lines: bool) -> Ref | None:
        for at in self._after_separator(t, end, lines):
            found = self.ref(t, at)
            if found is not None:
                return found
        return None

    def _after_separator(self, t: Text, end: int, lines: bool) -> Iterator[int]:
        end = _CLOSE.match(t.text, end).end() if t.text[end : end + 1] in ")]}\"'」』】." else end  # type: ignore[union-attr]
        if t.text[end - 1 : end] == ".":
            end -= 1
        comma = _COMMA.match(t.text, end)
        if comma:
            yield comma.end()
        at = comma.end() if comma else end
        while t.low[at : at + 1] == " ":
            at += 1
        joint = self.lang.joint.match(t.low, at)
        if joint:
            yield joint.end()
        if lines:
            stop = end + (t.text[end : end + 1] in ".;,")
            bullet = _BULLET.match(t.text, stop)
            if bullet and (bullet["mark"] or self._line_is_row(t, bullet.end())):
                yield bullet.end()

    def _line_is_row(self, t: Text, pos: int) -> bool:
        """The line at `pos` holds only references."""
        row = self.refs(t, pos)
        return row is not None and _LINE_GOES_ON.match(t.text, row.end) is not None

    def _unknown_item(self, t: Text, end: int) -> bool:
        """After the row another item follows that is no option: "Anna, Ben, Zoe"."""
        for at in self._after_separator(t, end, lines=False):
            rest = _ITEM.match(t.text, at)
            item = rest[0].strip(" \"'") if rest else ""
            low = item.lower()
            lang = self.lang
            if item and not any(
                p.match(low) for p in (lang.because, lang.negation, lang.so, lang.exception, lang.revise)
            ):
                first = item.split(" ")[0]
                cased = first[:1].upper() != first[:1].lower()
                if (cased and first[:1].isupper()) or (" " not in item and len(item) <= 12):
                    return True
        return False

    def whole(self, text: Text) -> Refs | None:
        """The references of a text that says nothing else; else None."""
        if self.many and (row := self._brackets_or_run(text.text)):
            return row
        row = self.refs(text, 0, lines=self.many)
        if row is not None and _FULL_STOP.match(text.text, self.past_tail(text, row.end)):
            return row
        everyone = self.lang.everyone.match(text.low) if self.many else None
        if everyone and _FULL_STOP.match(text.text, everyone.end()):
            return Refs(tuple(range(self.n)), 0, everyone.end())
        return self._part(text)

    def past_tail(self, t: Text, end: int) -> int:
        """The position after words that only round an answer off ("です", "is correct")."""
        for _ in range(3):
            at = _OPEN.match(t.text, end).end()  # type: ignore[union-attr]
            m = self.lang.tail.match(t.low, at) or self.lang.correct.match(t.low, at)
            if not m:
                return end
            end = m.end()
        return end

    def _brackets_or_run(self, text: str) -> Refs | None:
        """`[]` and a run of different letters such as "ACF"."""
        if _EMPTY.fullmatch(text):
            return Refs((NOTHING,), 0, len(text))
        run = _RUN.fullmatch(text)
        if run and len(set(run[1])) == len(run[1]) and text.strip().lower() not in self.folded:
            values = tuple(ord(c) - 65 for c in run[1])
            return Refs(values, 0, len(text)) if max(values) < self.n else None
        return None

    def _part(self, text: Text) -> Refs | None:
        """The text is a part, at least two fifths long, of exactly one option: "red box" of "The red box"."""
        part = fold(text.text)
        if len(part) < 2 or len(part) > 200:
            return None
        hits = [i for i, f in enumerate(self.folded) if part in f and self._stands_in(f, part)]
        if len(hits) == 1 and len(part) * 5 >= len(self.folded[hits[0]]) * 2:
            return Refs((hits[0],), 0, len(text.text))
        return None

    @staticmethod
    def _stands_in(text: str, part: str) -> bool:
        """`part` stands in `text` as whole words."""
        at = text.find(part)
        while at != -1:
            end = at + len(part)
            inside_word = is_word(part[0]) and is_word(text[at - 1 : at])
            if not inside_word and not (is_word(part[-1]) and is_word(text[end : end + 1])):
                return True
            at = text.find(part, at + 1)
        return False

    def texts(self, low: str, start: int, end: int) -> list[Ref]:
        """Where the options' words stand in `low[start:end]`, the longest reading of each place."""
        found: list[Ref] = []
        for i in self.longest_first:
            f = self.folded[i]
            if (len(f) < 2 and f.isascii()) or (self.yes_no and i in self.yes_no and len(f) < 6):
                continue
            at = low.find(f, start, end)
            while at != -1:
                stop = at + len(f)
                if self._begins_word(low, at, f) and not (is_word(f[-1]) and is_word(low[stop : stop + 1])):
                    found.append(Ref(CLASH if i in self._twice else i, at, stop))
                at = low.find(f, stop, end)
        found.sort(key=lambda r: (r.start, -r.end))
        kept: list[Ref] = []
        for r in found:
            if not kept or r.start >= kept[-1].end:
                kept.append(r)
        return kept

    def _begins_word(self, low: str, at: int, f: str) -> bool:
        if not (is_word(f[0]) and is_word(low[at - 1 : at])):
            return True
        return low[at - 1] in self.lang.prefixes and not is_word(low[at - 2 : at - 1])

    def letters(self, t: Text, start: int, end: int) -> list[Ref]:
        """Where capital or bracketed letters that may name options stand in the stretch."""
        out = []
        for m in _MENTION.finditer(t.text, start, end):
            letter = m["letter"]
            if letter:
                if not m["open"] and _ARTICLE.match(t.text, m.end() - 1):
                    before = t.low[max(0, m.start() - 12) : m.start()].rstrip()
                    if not self.goes_on(t.low, m.end()) and not any(
                        n.end() == len(before) for n in self.lang.noun.finditer(before)
                    ):
                        continue
                index = ord(letter) - 65
            else:
                index = ord(m["small"]) - 97
            out.append(Ref(index if index < self.n else OUT, m.start(), m.end()))
        return out
