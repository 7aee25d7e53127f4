"""From a model's raw words to the text that is read: thinking removed, Unicode and markup made plain."""

import re
import unicodedata
from dataclasses import dataclass

READ_LAST = 20_000
"""How many characters of a response are read, counted from its end, after thinking is removed."""

_TAG = re.compile(
    r"<\s{0,3}(?P<close>/?)\s{0,3}(?:think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad)"
    r"\s{0,3}>|\[(?P<close2>/?)THINK(?:ING)?\]|◁(?P<close3>/?)think▷|<\|(?P<word>begin|end)_of_thought\|>"
    r"|<\|channel\|>\s?(?P<channel>analysis|commentary|final)\b[^<\n]{0,40}<\|message\|>",
    re.IGNORECASE,
)
_CHANNEL_NOISE = re.compile(r"<\|[a-z_]{1,30}\|>")

# Quotes and dashes to one form; digits of four scripts to ASCII; what has no width and Arabic vowel signs
# deleted; alef forms to bare alef. `ss` for `ß` because casefold would do it too, and would move positions.
_DELETE = "\u00ad\u061c\u0640\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0e\ufe0f\u20e3" + "".join(
    map(chr, [*range(0x064B, 0x0653), 0x0670, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
)
_TABLE: dict[int, str | None] = dict.fromkeys(map(ord, _DELETE))
for _zero in (0x0660, 0x06F0, 0x09E6, 0x0966):
    _TABLE |= {_zero + d: str(d) for d in range(10)}
_TABLE |= {ord(c): "'" for c in "’‘‚‛′`´ʼ"} | {ord(c): '"' for c in "“”„‟«»″"}
_TABLE |= {ord(c): "-" for c in "‐‑‒–—―−"} | {ord(c): "ا" for c in "أإآٱ"}
_TABLE |= {ord("ß"): "ss", ord("ẞ"): "SS", ord("İ"): "I", ord("‹"): "'", ord("›"): "'", ord("•"): "-"}
_TABLE |= {0x1F170 + k: chr(65 + k) for k in range(26)} | {0x1F150 + k: chr(65 + k) for k in range(26)}

_STRUCK = re.compile(r"~~[^~\n]{1,500}~~|<(?P<t>s|del|strike)>[^<\n]{0,500}</(?P=t)>", re.IGNORECASE)
_HTML = re.compile(
    r"</?(?:b|strong|i|em|u|p|span|div|code|sup|sub|mark|big|center|ul|ol)(?:\s[^<>]{0,100})?>", re.IGNORECASE
)
_BREAK = re.compile(r"<(?:br|li|/li)\s?/?>", re.IGNORECASE)
_LATEX = re.compile(r"\\(?:text|textbf|textit|texttt|mathrm|mathbf|mathsf|mathit|rm|bf)\s?\{([^{}]{0,300})\}")
_LATEX_BARE = re.compile(r"\\(?:\(|\)|\[|\]|,|;|!|quad|qquad)|\$")
_BOLD = re.compile(r"\*\*([^*\n]{1,200})\*\*|__([^_\n]{1,200})__")
_MARKS = re.compile(r"\*+|`+|__+|(?m:^[ \t]{0,8}(?:#{1,6}[ \t]|>[ \t]?))")
_AROUND = "".join(sorted(set(" .。!?;:,،！？؟।\"'()[]{}「」『』")))
_SPACE = re.compile(r"[^\S\n]+")
_BLANK = re.compile(r" ?\n[ \n]*")


@dataclass(frozen=True, slots=True)
class Text:
    """`text` as it is read, `low` its lower case with hyphens as spaces (same length, same positions),
    the strings that stood in bold, and whether the beginning was cut off."""

    text: str
    low: str
    bold: tuple[str, ...] = ()
    cut: bool = False


def without_thinking(response: str) -> str | None:
    """The response without its thinking blocks; None where a block is opened and never closed.

    A closing tag without an opening one ends thinking that the chat template began, so all before it goes.

    >>> without_thinking("<think>A? No.</think>B")
    'B'
    """
    kept: list[str] = []
    start, inside = 0, False
    for m in _TAG.finditer(response):
        closes = bool(
            m["close"]
            or m["close2"]
            or m["close3"]
            or m["word"] == "end"
            or (m["channel"] or "").lower() == "final"
        )
        if closes:
            kept = kept if inside else []
            inside, start = False, m.end()
        elif not inside:
            kept.append(response[start : m.start()])
            inside = True
    if inside:
        return None
    kept.append(response[start:])
    return "\n".join(k for k in kept if k)


def plain(text: str) -> str:
    """One form for what Unicode writes in several: NFKC, ASCII digits, plain quotes, no invisible marks.

    >>> plain("Ｂ）٣ ’")
    "B)3 '"
    """
    if text.isascii():
        return text.replace("`", "'") if "`" in text else text
    # NFKC would make the word "No" of the numero sign
    return unicodedata.normalize("NFKC", text.replace("№", "#")).translate(_TABLE)


def lower(text: str) -> str:
    """Lower case with the same length as the input, hyphens as spaces."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
    return low.replace("-", " ").replace("\n", " ")


def clean(visible: str) -> Text:
    """What is read of a response whose thinking has been removed."""
    cut = len(visible) > READ_LAST
    text = visible[-READ_LAST:] if cut else visible
    bold: tuple[str, ...] = ()
    if "<" in text:
        text = _HTML.sub("", _BREAK.sub("\n", _STRUCK.sub("", _CHANNEL_NOISE.sub("", text))))
    elif "~~" in text:
        text = _STRUCK.sub("", text)
    if "\\" in text or "$" in text:
        text = _LATEX_BARE.sub(" ", _LATEX.sub(r"\1", text))
    if "*" in text or "_" in text:
        bold = tuple(plain(a or b).strip() for a, b in _BOLD.findall(text))
    text = plain(_MARKS.sub("", text))[-2 * READ_LAST :]
    text = _BLANK.sub("\n", _SPACE.sub(" ", text)).strip()
    return Text(text, lower(text), bold, cut)


def fold(text: str) -> str:
    """A string as options and pattern words are compared: plain, lower case, single spaces, without the
    punctuation around it."""
    out = lower(_SPACE.sub(" ", plain(_MARKS.sub("", text)).replace("\n", " "))).strip()
    return out.strip(_AROUND) or out
