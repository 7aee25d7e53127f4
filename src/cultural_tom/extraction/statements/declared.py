"""Options that are declared right: "B is correct", "the box is the best answer"."""

import re

from cultural_tom.extraction.characters import lower
from cultural_tom.extraction.clauses import CLAUSE_END, SENTENCE_END, denied, sentence_end, sentence_start
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.patterns import Language
from cultural_tom.extraction.phrases import WORD, is_word
from cultural_tom.extraction.references import letters, place, rows, words
from cultural_tom.extraction.references.marks import END
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import CLASH, NOTHING, Refs
from cultural_tom.extraction.statements.doubt import doubtful, hedged
from cultural_tom.extraction.statements.statement import Statement, last

_LETTER_BEFORE = re.compile(
    rf"(?<![{WORD}'&])(?:[(\[「]?(?P<capital>[A-Z])[)\].:\"'」]{{0,3}}|[(\[](?P<small>[a-z])[)\]])\s?\Z"
)
_CONDITION_REACH = 30
_ELIDED = re.compile(r"[A-Z]'(?=\w)")
_LETTER_REACH = 12
_MOST_GLOSSES = 2
_GLOSS_REACH, _SHORTEST_GLOSS = 200, 4
_JOINT_REACH = 24
_WORDS_REACH = 220
_WOULD_AFTER, _CONDITION_AFTER = 8, 12
_ROW_REACH, _LONGEST_ROW = 48, 400
_WORD_START = re.compile(rf"(?<![{WORD}])[{WORD}\u3040-\u9fff]")
_APPLIED = re.compile(r"\w\(\Z")
_BETWEEN = " \"'」』)]."
_COMPARED = re.compile(rf" [{WORD}]{{1,16}}(?= )")  # "a more likely cause than A"


def declared(t: Text, o: Offered) -> list[Statement]:
    """The letters that stand directly before such words, else the option's words."""
    out = []
    for m in last(_claims(t, o)):
        if (
            only_if(t, o, m.end())
            or o.lang.but_not.match(t.low, m.end())
            or o.lang.goes_on.match(t.low, m.end())
        ):
            continue  # "G is correct, but not what is asked for"; C正确表达了…
        found = (
            (row_before(t, o, m.start()) if o.many else None)
            or letters_before(t, o, m.start())
            or _words_before(t, o, m.start())
            or (_everyone_before(t, o, m.start()) if o.many else row_before(t, o, m.start()))
        )
        if found is None or (o.many and t.text[m.start() - 2 : m.start()] == ": "):
            continue  # in a list the verdict on one option is not yet the answer
        if NOTHING in found.values and letters_before(t, o, found.start):
            continue  # C和D都不正确
        if o.lang.than.fullmatch(t.low, found.start - 1, found.start):
            continue  # C比B更合理
        if "\n" in t.text[found.start : m.start()] or denied(t, found.start, o.lang):
            continue
        if m.re is o.lang.more.pattern and not _preferred(t, o, found.start, m.end()):
            continue
        if _or_another(t, o, m.end()) or (not o.many and _but_another(t, o, m.end(), found)):
            found = Refs((*found.values, CLASH), found.start, m.end())
        if not (doubtful(t, o, found.start, m.end()) or hedged(t, o, found.start, m.end())):
            out.append(Statement(found.values, found.start, m.end(), "declared"))
    return out


def _everyone_before(t: Text, o: Offered, end: int) -> Refs | None:
    """Words for all of them directly before such words: "all four options are correct"."""
    first = sentence_start(t.text, end, _CONDITION_REACH)
    found = [m for m in o.lang.everyone.finditer(t.low, first, end) if not t.low[m.end() : end].strip()]
    return Refs(tuple(map(o.value, range(o.n))), found[-1].start(), found[-1].end()) if found else None


def _claims(t: Text, o: Offered) -> list[re.Match[str]]:
    """Words that an option is right; of two options also that one is the likelier."""
    found = o.lang.correct.find(t.low)
    if not o.of_two or o.many:
        return found
    return sorted([*found, *o.lang.more.find(t.low)], key=lambda m: m.start())


def _preferred(t: Text, o: Offered, start: int, end: int) -> bool:
    """The comparison opens its clause, or is the speaker's own, and ends there or with the other option."""
    if not leads(t, o, start):
        return False
    noun = _COMPARED.match(t.low, end)
    than = o.lang.than.match(t.low, end + 1) or (noun and o.lang.than.match(t.low, noun.end() + 1))
    if than is not None:
        return place.at(o, t, than.end()) is not None
    return END.match(t.text, end) is not None


def leads(t: Text, o: Offered, start: int) -> bool:
    """What stands at `start` opens its clause, or is the speaker's own opinion, without a doubt."""
    before = t.low[sentence_start(t.text, start, _WORDS_REACH) : start].rstrip(" ([")
    *_, before = CLAUSE_END.split(before)
    bare = (noun for noun in o.lang.noun.finditer(before) if noun.end() == len(before))
    before = before[: next((noun.start() for noun in bare), len(before))].strip()
    if o.lang.lead_in.fullmatch(before) is None and not o.lang.me.search(before):
        return False
    return o.lang.unsure.search(before) is None


def only_if(t: Text, o: Offered, end: int) -> bool:
    """It would be right: "A is the correct answer if he came back"."""
    would = o.lang.would.search(t.low, end, end + _WOULD_AFTER)
    stop = CLAUSE_END.search(t.text, end, end + _CONDITION_AFTER)
    until = stop.start() if stop and t.text[stop.start()] != "," else end + _CONDITION_AFTER
    if t.low.startswith(" to ", end) and o.lang.negation.search(t.low, end, end + _CONDITION_REACH):
        return True  # "B is the most likely to be wrong"
    return bool(would or o.lang.condition.search(t.low, end, until))


def _but_another(t: Text, o: Offered, end: int, found: Refs) -> bool:
    """The sentence turns and calls another one better: "A seems right, but B is better"."""
    stop = sentence_end(t.text, end)
    but = o.lang.revise.search(t.low, end, stop)
    if but is None or o.lang.higher.search(t.low, but.end(), stop) is None:
        return False
    return any(r.value not in found.values for r in letters.anywhere(o, t, but.end(), stop))


def _or_another(t: Text, o: Offered, end: int) -> bool:
    """ "or C" follows: "B is the most likely, or C"."""
    at = end
    while t.text[at : at + 1] in (",", " ", "、", "،"):
        at += 1
    other = o.lang.alternative.match(t.low, at)
    return other is not None and place.at(o, t, other.end()) is not None


def letters_before(t: Text, o: Offered, end: int) -> Refs | None:
    """The letter before `end`, brackets or quotes with an option's words between them aside, and the one that is joined to it ("A
    and B are correct")."""
    at = end
    for _ in range(_MOST_GLOSSES):
        row = None if _before_quote(t.text, at) < at else _letters_directly_before(t, o, at)
        if row is not None:
            return Refs(row.values, row.start, end)
        gloss = _before_gloss(t.text, at)
        if gloss == at:
            return None
        at = gloss
    return None


def _letters_directly_before(t: Text, o: Offered, end: int) -> Refs | None:
    """Such letters with nothing between."""
    first = max(0, end - _LETTER_REACH)
    letter = _LETTER_BEFORE.search(t.text[first:end])
    if not letter:
        return None
    said = letter["capital"] or letter["small"]
    at = first + letter.start("capital" if letter["capital"] else "small")
    if _ELIDED.match(t.text, at) and t.text[at - 1 : at] not in ("'", '"'):
        return None  # "C'est la bonne réponse"
    if letters.is_numeral(o, said) and letter[0][0] == said:
        return None
    values = [o.of_letter(said.upper())]
    before = t.text[max(0, at - _JOINT_REACH) : at]
    unjoined = _without_joint(before, o.lang)
    earlier = _LETTER_BEFORE.search(unjoined)
    if earlier and unjoined != before.rstrip(" ([「"):
        values.insert(0, o.of_letter((earlier["capital"] or earlier["small"]).upper()))
    elif _alternative_before(before, o.lang):
        values.append(CLASH)  # "A or B is correct"
    return Refs(tuple(values), at, end)


def _before_gloss(text: str, end: int) -> int:
    """Where the bracket with an option's words begins that ends directly before `end`: "option A (Everyone was
    impressed) is …"; else `end`."""
    stop = len(text[max(0, end - 2) : end].rstrip()) + max(0, end - 2)
    if text[stop - 1 : stop] != ")":
        return _before_quote(text, end)
    start = text.rfind("(", max(0, stop - _GLOSS_REACH), stop)
    inside = text[start + 1 : stop - 1]
    return (
        start
        if start >= 0 and len(inside) > _SHORTEST_GLOSS and ")" not in inside and "\n" not in inside
        else end
    )


def _before_quote(text: str, end: int) -> int:
    """Where the quotation of an option's words begins that ends directly before `end`: option A "all of A are C" is …; else `end`."""
    stop = len(text[max(0, end - 2) : end].rstrip()) + max(0, end - 2)
    if text[stop - 1 : stop] not in ('"', "」"):
        return end
    start = text.rfind("「" if text[stop - 1] == "」" else '"', max(0, stop - _GLOSS_REACH), stop - 1)
    inside = text[start + 1 : stop - 1]
    return start if start >= 0 and len(inside) > _SHORTEST_GLOSS and "\n" not in inside else end


def _alternative_before(before: str, lang: Language) -> bool:
    """A word such as "or" stands directly before the letter, and a letter before that."""
    low = lower(before).rstrip(" ([「")
    *_, nearest = [None, *lang.alternative.finditer(low)]
    if nearest is None or nearest.end() != len(low):
        return False
    return _LETTER_BEFORE.search(before[: nearest.start()]) is not None


def row_before(t: Text, o: Offered, end: int) -> Refs | None:
    """References that end directly before `end` and are more than capitals: "option 3", "the third option", "b"."""
    row = _row_from(t, o, max(0, end - _ROW_REACH), end)
    if row is not None and o.many and t.text[: row.start].rstrip()[-1:] in (",", "、", "،", "，"):
        row = _row_from(
            t, o, max(0, end - min(o.longest_row, _LONGEST_ROW)), end
        )  # its first option stands further back
    return row


def _row_from(t: Text, o: Offered, first: int, end: int) -> Refs | None:
    for stop in (
        CLAUSE_END.finditer(t.text, first, end) if not o.many else SENTENCE_END.finditer(t.text, first, end)
    ):
        if stop.end() < end and t.text[stop.start()] not in "()":
            first = stop.end()
    for word in _WORD_START.finditer(t.text, first, end):
        if _APPLIED.search(t.text, max(0, word.start() - 2), word.start()):
            continue  # the x of cos(x)
        row = rows.at(o, t, word.start())
        if row is None or row.end > end:
            continue
        if letters.is_numeral(o, t.text[row.start : row.end].rstrip(" ,.")):
            continue  # "statement I is correct"
        between = t.low[row.end : end].strip(_BETWEEN)
        if not between or o.lang.noun.fullmatch(between):
            return Refs(row.values, row.start, end)
    return None


def _without_joint(before: str, lang: Language) -> str:
    """The text without the "and" or comma at its end."""
    stripped = before.rstrip(" ([「")
    low = lower(stripped)
    for m in lang.joint.finditer(low):
        if m.end() == len(low):
            return stripped[: m.start()].rstrip(" ,、،")
    return stripped.rstrip(",、،/ ") if stripped[-1:] in ",、،/" else stripped


def _words_before(t: Text, o: Offered, end: int) -> Refs | None:
    """The option whose words end at `end`, brackets and quotes aside."""
    if o.many or is_word(t.text[end - 1 : end]):
        return None
    found = words.anywhere(o, t.low, max(0, end - _WORDS_REACH), end)
    ends = [r for r in found if not t.low[r.end : end].strip(_BETWEEN)]
    return Refs((ends[-1].value,), ends[-1].start, end) if ends else None
