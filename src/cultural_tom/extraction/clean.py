"""From a model's raw words to the text that is read: thinking removed, Unicode and markup made plain."""

import re
from dataclasses import dataclass

from cultural_tom.extraction.characters import holds, lower, plain, plain_and_known
from cultural_tom.extraction.latex import without_latex

READ_LAST = 20_000
"""How many characters of a response are read, counted from its end, after thinking is removed."""

_TAG = re.compile(
    r"<\s{0,3}(?P<close>/?)\s{0,3}(?:(?:seed:)?think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad|思考|思考过程|分析|推理|التفكير|التحليل|размышление|размышления|überlegung|réflexion)"
    r"\s{0,3}>|\[(?P<close2>/?)THINK(?:ING)?\]|◁(?P<close3>/?)think▷|<\|(?P<word>begin|end)_of_thought\|>"
    r"|<\|(?P<word2>START|END)_THINKING\|>|<unused94>(?:thought)?|<unused9(?P<close4>5)>"
    r"|<\|im_start\|>\s?(?P<turn>think|answer)\b"
    r"|<\|channel\|>\s?(?P<channel>analysis|commentary|final)\b[^<\n]{0,40}<\|message\|>",
    re.IGNORECASE,
)
_FINAL_RESPONSE = "## Final Response"
_THINKING = re.compile(r"(?:^|(?<=>))[^\S\n]*## Thinking[^\S\n]*$", re.MULTILINE)
_FINAL = re.compile(rf"^[^\S\n]*{_FINAL_RESPONSE}[^\S\n]*$", re.MULTILINE)
"""The headings of HuatuoGPT-o1 and of models trained like it; s1 has "<|im_start|>think" and "<|im_start|>answer"."""
TAGS_OF_TEMPLATES = re.compile(
    r"<\|[a-z_]{1,30}\|>|<eo[a-z]>|</?s>|</?(?:start|end|begin)_?(?:of_?)?(?:reasoning|thinking|thought|turn|text)>",
    re.IGNORECASE,
)

_FRAMED = re.compile(r"(@{2,3}|%{2,3})[ \t]?([^@%\n]{1,60}?)[ \t]?\1")
_FRAMED_NAME = re.compile(r"^[ \t]{0,4}#[ \t]?([^#\n]{1,40}?)[ \t]?#(?=[ \t]?[:：\n])", re.MULTILINE)
_FRAMED_BY_NUMBER_SIGNS = re.compile(r"###[ \t]?([^#\n]{1,60}?)[ \t]?###")
_STRUCK = re.compile(r"~~[^~\n]{1,500}~~|<(?P<t>s|del|strike)>[^<\n]{0,500}</(?P=t)>", re.IGNORECASE)
_HTML = re.compile(
    r"</?(?:b|strong|i|em|u|p|span|div|code|sup|sub|mark|big|center|ul|ol)(?:\s[^<>]{0,100})?>", re.IGNORECASE
)
_ANGLES = re.compile(r"<{2,3}[ \t]?([A-Za-z][^<>\[\]\n]{0,60}?)[ \t]?>{2,3}")
_TOKEN_TAG = re.compile(r"<\|([a-z_]{2,20})\|>([^<]{1,200})<\|/\1\|>")
_ANY_LETTER_TAG = re.compile("<[A-OQ-Z]>")
_LETTER_TAG = re.compile(
    r"(?P<before>(?:\A|\n)\s{0,8}|[:=] |：| is )<(?P<letter>[A-OQ-Z])>(?=[.\s]|\Z)(?!(?:[^<]|<(?!/)){0,300}</(?P=letter)>)"
)  # no tag of HTML
_OPENED_FENCE = re.compile(
    r"\n[ \t]*```(?:c|cpp|c\+\+|cs|css|diff|go|html|java|javascript|js|json|kotlin|lua|perl|php|python|py|ruby|rust|bash|sh|sql|swift|ts|typescript|xml|yaml)\s*\Z"
)  # where a reply is cut off
_BREAK = re.compile(r"<(?:br|li|/li)\s?/?>", re.IGNORECASE)
_BOLD = re.compile(r"\*\*([^*\n]{1,200})\*\*|__([^_\n]{1,200})__")
_HEADING = re.compile(r"^[ \t]{0,8}(?:#{1,6}[ \t]|>[ \t]?)", re.MULTILINE)
_NUMBER_HEADING = re.compile(
    r"^[ \t]{0,8}#{1,6}[ \t]{0,4}\{?\d{1,3}[.)}]?[ \t]*\n(?=\s*\S)", re.MULTILINE
)  # of a question
_ANSWER_MARK = re.compile(r"^([ \t\"'“]{0,8})A ?[:：] ?(?=[(\[]?[A-Z][)\].:：])", re.MULTILINE)
_OF_ANSWER = re.compile(
    r"\A\s*Q(?:uestion)?\s?\d{0,3}\s?[:.)][^\n]*\n+A(?:nswer)?\s?\d{0,3}\s?[:.)：] ?(?=[^\n]*(?:\n\s*)?\Z)"
)
_BEFORE_LETTER = re.compile(r"[ \t\"'“]{0,8}(?:A|\d{1,2}) ?[:：] ?(?=[A-Z][.。\"'”]{0,3}\s*\Z)")
_ABBREVIATED = re.compile(r"^(\s*Ans)\.[ \t](?=[(\[]?[A-Za-z\d])", re.MULTILINE | re.IGNORECASE)
_QUESTION = re.compile(
    r"\A\s*Q(?:uestion)?\s?#?\d{1,3}\s?(?::|→|->|=>)\s?(?=\S[^\n?？]*(?:\n|\Z))", re.IGNORECASE
)
_ANY_QUESTION = re.compile(r"^\W{0,4}Q(?:uestion)?\s?#?\d{1,3}\b", re.MULTILINE | re.IGNORECASE)
_COMMENT = re.compile(r"^([ \t]*[\w\"']{2,24} ?[:=] ?[^#\n]{1,80}?)[ \t]+(?:#|//) [^\n]*$", re.MULTILINE)
_PLURALS = ("(s)", "(en)", "(n)")
_PLURAL = re.compile(
    r"\b(answer|option|choice|letter|number|statement|label|réponse|lettre|proposition|antwort|buchstabe)\((?:s|en|n)\)",
    re.IGNORECASE,
)
_ROLE = re.compile(r"\A(?:(?:user|assistant|model)\s{0,3}\n|assistant\s?:)\s*(?=\S)", re.IGNORECASE)
_ANY_ROLE = re.compile(r"^[^\S\n]*(?:user|assistant|model)[^\S\n]*:?[^\S\n]*$", re.IGNORECASE | re.MULTILINE)
_DIALOGUE = 2
_LETTERS_ASKED_FOR = re.compile(r" ?[(\[]A ?[,/|] ?B[^)\]\n]{0,24}[)\]](?= ?:)")
_QUOTES = (('"', '"'), ("'", "'"), ("「", "」"), ("『", "』"), ("《", "》"), ("«", "»"))
_OPENING_QUOTES = frozenset(opening for opening, _ in _QUOTES)
_UNDERLINE = re.compile("__+")
_BROKEN = 3
_LOOP = 4  # so many lines alike, and the beginning of another one: a model that repeats itself until it is cut off
_WRITTEN_BREAK = re.compile(r"\\n(?![a-z])")  # a line break as it stands in a string of JSON
# A line break that a log keeps as spaces: behind the end of a sentence, or before a word with a capital and another word.
_LOST_BREAK = re.compile(
    r"(?:(?<=\w\w[.!?:。！？।)\]]) {2,}(?=\S))|(?:(?<=\S) {2,}(?=[#`]|[^\W\d_a-z][^\W\d_A-Z]*[,:!']?\s\S))"
)
_WIDE_SPACES = ("  ", *(c for c in map(chr, range(0x3001)) if c.isspace() and c not in " \n"))
_WIDE_SPACES_ASCII = tuple(s for s in _WIDE_SPACES if s.isascii())
_OPENING_NOISE = re.compile(r"\A(?:\] ?(?=[A-Z][.)])|: ?(?=[A-Z](?:[.:)]|\s*\Z|\s*\n)))")
_AROUND = "".join(sorted(set(" .。!?;:,،！？؟।\"'()[]{}「」『』")))


@dataclass(slots=True, eq=False)
class Text:
    """`text` as it is read, `low` its lower case with hyphens as spaces (same length, same positions),
    the strings that stood in bold, whether the beginning was cut off, and whether `text` is known to hold nothing
    but common letters. None of it is changed once it is made; a tuple's fields take four times as long to look at."""

    text: str
    low: str
    bold: tuple[str, ...] = ()
    cut: bool = False
    common: bool = False


def without_thinking(response: str) -> str | None:
    """The response without its thinking blocks; None where a block is opened and never closed.

    A closing tag without an opening one ends thinking that the chat template began, so all before it goes.

    >>> without_thinking("<think>A? No.</think>B")
    'B'
    """
    if holds(response, _FINAL_RESPONSE):
        response = _under_final_heading(response)
    if not ("<" in response or "[" in response or "◁" in response):
        return response
    kept: list[str] = []
    start, inside = 0, False
    for m in _TAG.finditer(response):
        if _closes(m):
            kept = kept if inside else []
            inside, start = False, m.end()
        elif not inside:
            kept.append(response[start : m.start()])
            inside = True
    if inside:
        return None
    kept.append(response[start:])
    return "\n".join(k for k in kept if k)


def _under_final_heading(response: str) -> str:
    """The response without what stands under a heading "Thinking", where one "Final Response" and something more follow."""
    thinking = _THINKING.search(response)
    final = _FINAL.search(response, thinking.end()) if thinking else None
    if thinking is None or final is None or not response[final.end() :].strip():
        return response
    return response[: thinking.start()] + response[final.end() :]


def _closes(tag: re.Match[str]) -> bool:
    """The tag ends thinking; a final channel ends what the channels before it began."""
    if tag["turn"]:
        return str.lower(tag["turn"]) == "answer"
    if tag["channel"]:
        return str.lower(tag["channel"]) == "final"
    closed = tag["close"] or tag["close2"] or tag["close3"] or tag["close4"]
    return bool(closed) or "end" in (str.lower(tag["word"] or ""), str.lower(tag["word2"] or ""))


def clean(visible: str) -> Text:
    """What is read of a response whose thinking has been removed."""
    cut = len(visible) > READ_LAST
    text = visible[-READ_LAST:] if cut else visible
    bold: tuple[str, ...] = ()
    if holds(text, "\\n") and "\n" not in text.strip():
        text = _WRITTEN_BREAK.sub("\n", text)
    if "  " in text and "\n" not in text.strip("`\n "):
        text = _LOST_BREAK.sub("\n", text)
    if "<" in text:
        text = _TOKEN_TAG.sub(r"<\1>\2</\1>", text)
        text = _ANGLES.sub(r"\1", text)
        if _ANY_LETTER_TAG.search(text):
            text = _LETTER_TAG.sub(r"\g<before>(\g<letter>)", text)
        text = _HTML.sub("", _BREAK.sub("\n", _STRUCK.sub("", TAGS_OF_TEMPLATES.sub("", text))))
    elif holds(text, "~~"):
        text = _STRUCK.sub("", text)
    text = without_latex(text)
    if "*" in text or "_" in text:
        bold = tuple(plain(a or b).strip() for a, b in _BOLD.findall(text))
    text, common, chinese = plain_and_known(_without_marks(text))
    text = text[-2 * READ_LAST :]
    space = _single_spaced if _has_wide_space(text, common) else str.strip
    text = text.lstrip()
    if text[:1] in "uamUAM" and len(_ANY_ROLE.findall(text)) < _DIALOGUE:
        text = _ROLE.sub("", text)  # of the template
    if text.startswith(("]", ":")):  # the end of "[answer]", or of the prompt's "The answer is"
        text = _OPENING_NOISE.sub("", text)
    lines = [words for line in text.split("\n") if (words := space(line))]
    if lines[-_BROKEN:] == ["\\"] * _BROKEN:  # a model that breaks lines until it is cut off
        while lines and lines[-1] == "\\":
            lines.pop()
    if (
        len(lines) > _LOOP
        and {*lines[-1 - _LOOP : -1]} == {lines[-2]} != {lines[-1]}
        and lines[-2].startswith(lines[-1])
    ):
        lines.pop()  # where it repeats one line and is cut off
    text = _unquoted("\n".join(lines))
    return Text(text, lower(text, chinese), bold, cut, common)


def _unquoted(text: str) -> str:
    """A text that stands in quotes as a whole, without them."""
    if text[:1] not in _OPENING_QUOTES:
        return text
    for opening, closing in _QUOTES:
        inner = text[1:-1]
        if text.startswith(opening) and text.endswith(closing) and inner.strip():
            return inner.strip() if opening not in inner and closing not in inner else text
    return text


def _without_marks(text: str) -> str:
    """Markdown's headings, quotations, emphasis and code without their marks, nor the "A:" that stands for "answer"."""
    if "#" in text or ">" in text:
        if text.count("###") > 1:
            text = _FRAMED_BY_NUMBER_SIGNS.sub(r"\1", text)
        if "#:" in text or "# :" in text:
            text = _FRAMED_NAME.sub(r"\1", text)  # "#Your Judgement#: Yes"
        text = _HEADING.sub("", _NUMBER_HEADING.sub("", text))
    if holds(text, "__"):
        text = _UNDERLINE.sub("", text)
    if holds(text, "@@") or holds(text, "%%"):
        text = _FRAMED.sub(r"\2", text)
    if "`" in text:
        text = _OPENED_FENCE.sub("", text)
    for mark in "*`":
        if mark in text:
            text = text.replace(mark, "")
    if "A" in text and ("A:" in text or "A：" in text):
        text = _ANSWER_MARK.sub(r"\1", text)  # "A: (B)" as in "Q: ... A: ..."
    if text.lstrip()[:1] == "Q":
        if len(_ANY_QUESTION.findall(text)) == 1:
            text = _QUESTION.sub("", text)  # "Question 12: D", and below it the reason
        text = _OF_ANSWER.sub("", text)  # a question said once more, and its answer
    if text[-6:].rstrip(" .。\n\"'”")[-1:].isupper():
        text = _letter_alone(text)
    if "B" in text and ("A, B" in text or "A/B" in text or "A,B" in text):
        text = _LETTERS_ASKED_FOR.sub("", text)  # "Answer (A, B, C or D): B"
    if "ns. " in text or "NS. " in text:
        text = _ABBREVIATED.sub(r"\1:", text)
    if ("#" in text and " # " in text) or ("/" in text and " // " in text):
        text = _COMMENT.sub(r"\1", text)  # answer: D  # since ...
    if "(" in text and any(plural in text for plural in _PLURALS):
        text = _PLURAL.sub(r"\1", text)  # "Answer(s): A, C"
    return text


def _letter_alone(text: str) -> str:
    """The text whose last line holds nothing but a letter, without the "A:" that stands for "answer" or the number of the question
    before it: "1: B"."""
    line = text.rstrip().rfind("\n") + 1
    before = _BEFORE_LETTER.match(text, line)
    return text[:line] + text[before.end() :] if before and "\nB:" not in text else text


def _has_wide_space(text: str, common: bool) -> bool:
    """More than one space in a row or another one than the space itself; of those ASCII's alone are `common`."""
    for space in _WIDE_SPACES_ASCII if common else _WIDE_SPACES:  # noqa: SIM110 (twice as fast as `any`)
        if space in text:
            return True
    return False


def _single_spaced(text: str) -> str:
    return " ".join(text.split())


def part(text: str) -> Text:
    """A stretch of cleaned text, read on its own."""
    return Text(text, lower(text))


def folded(t: Text) -> str:
    """As `fold` has the text, which has been cleaned; most are in its form but for what stands around them."""
    if "  " in t.low or "#" in t.low:
        return fold(t.text)
    out = t.low.strip()
    return out.strip(_AROUND) or out


def fold(text: str) -> str:
    """A string as options and pattern words are compared: plain, lower case, single spaces, without the
    punctuation around it."""
    out = lower(_single_spaced(plain(_without_marks(text)))).strip()
    return out.strip(_AROUND) or out
