"""One form for what Unicode writes in several, and lower case of the same length."""

import re
import unicodedata
from collections.abc import Iterable

# Quotes and dashes to one form; digits of four scripts to ASCII; what has no width and Arabic vowel signs
# deleted; alef forms to bare alef. `ss` for `ß` because casefold would do it too, and would move positions.
_DELETE = "\u00ad\u061c\u0640\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0e\ufe0f\u20e3" + "".join(
    map(chr, [*range(0x064B, 0x0653), 0x0670, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
)
_PLAIN: dict[str, str] = dict.fromkeys(_DELETE, "")
for _zero in (0x0660, 0x06F0, 0x09E6, 0x0966):
    _PLAIN |= {chr(_zero + d): str(d) for d in range(10)}
_PLAIN |= dict.fromkeys("’‘‚‛′`´ʼ‹›", "'") | dict.fromkeys("“”„‟«»″", '"')
_PLAIN |= dict.fromkeys("➔➙➛➜➝➞➡", "→")
_PLAIN |= dict.fromkeys("‐‑‒–—―−•", "-") | dict.fromkeys("أإآٱ", "ا")
_PLAIN |= {"ß": "ss", "ẞ": "SS", "İ": "I"}
_PLAIN |= {chr(0x1F170 + k): chr(65 + k) for k in range(26)} | {
    chr(0x1F150 + k): chr(65 + k) for k in range(26)
}
# Written as ranges because `re` looks up single characters above U+FFFF one after the other.
_CHANGED = re.compile(
    f"[{re.escape(''.join(c for c in _PLAIN if c <= chr(0xFFFF)))}\U0001f150-\U0001f169\U0001f170-\U0001f189]"
)

# NFKC is fast on a text that it leaves alone. These are what it would change in most texts, each by itself,
# whatever stands beside it; only the numero sign is to become something else (NFKC makes the word "No" of it).
_BEFORE_NFKC = dict(zip("，：；！？（）\u3000\u00a0\u202f№", ",:;!?()   #", strict=True)) | {"…": "..."}
_BEFORE_NFKC |= {c: _PLAIN[c] for c in "’“”–—«»•أإآ"}

# The letters that most texts are made of: `plain` leaves them as they are, whatever stands beside them, but for a few
# vowel signs after a few letters.
_STAYS = (
    (0x00, 0x5F), (0x61, 0x7E), (0xC0, 0xD6), (0xD8, 0xDE), (0xE0, 0xF6), (0xF8, 0xFF), (0x152, 0x153),
    (0x401, 0x401), (0x410, 0x44F), (0x451, 0x451), (0x60C, 0x60C), (0x61B, 0x61B), (0x61F, 0x61F), (0x621, 0x621),
    (0x624, 0x624), (0x626, 0x63A), (0x641, 0x64A), (0x901, 0x928), (0x92A, 0x930), (0x932, 0x933), (0x935, 0x939),
    (0x93C, 0x94D), (0x964, 0x965), (0x981, 0x982), (0x985, 0x9B9), (0x9BC, 0x9CB), (0x9CD, 0x9CE),
    (0x3001, 0x3002), (0x3008, 0x3011), (0x3041, 0x3096), (0x30A1, 0x30FA), (0x30FC, 0x30FC), (0x4E00, 0x9FFF),
)  # fmt: skip
_CHINESE = (0x4E00, 0x9FFF)


def _beside(ranges: Iterable[tuple[int, int]]) -> re.Pattern[str]:
    return re.compile(f"[^{''.join(f'{chr(92)}u{a:04x}-{chr(92)}u{b:04x}' for a, b in ranges)}]")


_MAY_CHANGE = _beside(_STAYS)
_MAY_CHANGE_OR_CHINESE = _beside(r for r in _STAYS if r != _CHINESE)
# Vowel signs that NFKC puts in order or makes one with the letter before them, and those letters.
_JOINS = {
    "\u093c": "\u094d\u09cd\u0928\u0930\u0933",
    "\u09bc": "\u094d\u09cd",
    "\u09be": "\u09c7",
}

_SO_IN_ARABIC = re.compile("\u0625\u0630(?:\u0627\u064b|\u064b\u0627)")
_VISARGA = re.compile(r"ঃ(?=\s|\Z)")
_SIGN = re.compile(r"-(?=\s?[\d\\])(?<![^\W\u3040-\u30ff\u4e00-\u9fff]-)(?<![)\]}.°%-]-)(?<!\S['\"]-)")
SIGN = "−"
"""A minus sign in lower case, where other hyphens are spaces: "-1" is not "1"."""
# The traditional forms of the Chinese characters that patterns.toml holds: one list of words for both.
_TRADITIONAL = dict(
    zip(
        "來個們備傾優兩別則參問單當團報場學實將對屬幫後復慮應戶擇數斷於會條極標樣歸決沒準為爲無盡確種稱積穩筆篩級細終組結"
        "絕給綜維編總聲與舉號見覺觀計設許診評話該詳認誤說説誰請論謝讓負貼較這過適選還釋錯開關陳隊隻雖難項順須題願類顯點齣",
        "来个们备倾优两别则参问单当团报场学实将对属帮后复虑应户择数断于会条极标样归决没准为为无尽确种称积稳笔筛级细终组结"
        "绝给综维编总声与举号见觉观计设许诊评话该详认误说说谁请论谢让负贴较这过适选还释错开关陈队只虽难项顺须题愿类显点出",
        strict=True,
    )
)
_ANY_TRADITIONAL = re.compile(f"[{''.join(_TRADITIONAL)}]")


def holds(text: str, string: str) -> bool:
    """The string stands in the text. Most texts lack its first character, which is told twenty times as fast."""
    return string[0] in text and string in text


def _common(text: str) -> tuple[bool, bool]:
    """Whether the text is made of letters that `plain` leaves alone, and whether Chinese ones may be among them."""
    first = _MAY_CHANGE_OR_CHINESE.search(text)
    if first is None:
        return True, False
    return _MAY_CHANGE.search(text, first.start()) is None, True


def _joins(text: str) -> bool:
    for sign, letters in _JOINS.items():
        if sign in text and any(letter + sign in text for letter in letters):
            return True
    return False


def plain(text: str) -> str:
    """One form for what Unicode writes in several: NFKC, ASCII digits, plain quotes, no invisible marks.

    >>> plain("Ｂ）٣ ’")
    "B)3 '"
    """
    return plain_and_known(text)[0]


def plain_and_known(text: str) -> tuple[str, bool, bool]:
    """The plain text, whether it is known to hold nothing but common letters, and whether Chinese ones may be among them."""
    if text.isascii():
        return text.replace("`", "'"), True, False
    if "\u064b" in text:  # "so", which is "if" without its sign
        text = _SO_IN_ARABIC.sub("\u0625\u0630\u0646", text)
    common, chinese = _common(text)
    if not common:
        for char, instead in _BEFORE_NFKC.items():
            if char in text:
                text = text.replace(char, instead)
        common, chinese = _common(text)
    if common and not _joins(text):
        return text, True, chinese
    text = unicodedata.normalize("NFKC", text)
    for char in set(_CHANGED.findall(text)):
        text = text.replace(char, _PLAIN[char])
    text = _VISARGA.sub(":", text) if "ঃ" in text else text  # Bangla writes it for a colon
    return text, False, True


def lower(text: str, chinese: bool = True) -> str:
    """Lower case with the same length as the input, hyphens that are no minus signs as spaces, common Chinese characters in
    their simplified form; `chinese` is False where there are known to be none."""
    low = str.lower(text)
    if len(low) != len(text):
        low = "".join(c if len(str.lower(c)) != 1 else str.lower(c) for c in text)
    if "-" in low:
        low = _SIGN.sub(SIGN, low).replace("-", " ")
    if chinese and not low.isascii():
        for char in set(_ANY_TRADITIONAL.findall(low)):
            low = low.replace(char, _TRADITIONAL[char])
    return low.replace("\n", " ")
