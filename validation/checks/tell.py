"""Does a text show by itself that it is in another language than it should be? Rules on characters and words, which judge
texts of a few characters as well; silent where nothing tells.

Traditional, Simplified and Japanese characters are told apart by the national character sets (GB 2312, Big5, JIS X 0208):
a character that one of them has and the others lack is written in that language alone, but for names and rare characters.
"""

import re
import tomllib
import unicodedata
from collections import Counter
from functools import lru_cache
from pathlib import Path

_WORDS = tomllib.loads(Path(__file__).with_name("tell_words.toml").read_text(encoding="utf-8"))

FOREIGN = 0.4  # share of letters in a script that the language is not written in
SCRIPTS = {
    "ar": {"ARABIC"},
    "bn": {"BENGALI"},
    "de": {"LATIN"},
    "en": {"LATIN"},
    "fr": {"LATIN"},
    "hi": {"DEVANAGARI"},
    "ja": {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"},
    "ru": {"CYRILLIC"},
    "zh": {"CJK"},
}
# Simplified Chinese too, though GB 2312 lacks them: of the Table of General Standard Characters (2013).
STANDARD = frozenset("瞭喆堃淼犇骉镕")
# Letters of Persian, Urdu, Pashto, Sindhi and Kurdish that Arabic is not written with.
NOT_ARABIC = frozenset("کیہےںٹڈڑۀۂگپچژۆێەڕڵھټډړږښګڼېۍ\u200c")
LOANED = frozenset("گپچژ")  # in Arabic at times, for foreign sounds
PERSIAN = frozenset(_WORDS["persian"])
ASSAMESE = frozenset("ৰৱ")
HINDI = frozenset(_WORDS["hindi"])
MARATHI = frozenset(_WORDS["marathi"]) - HINDI
MARATHI_END = re.compile(r"(?:च्या|ामध्ये|ांना|ांनी|साठी|ातील|ावर|ाची|ाचे|ाचा|ांच्या|ायला|णार|तील|ातून|ळे|ळी|ळा)$")
NEPALI = frozenset(_WORDS["nepali"]) - HINDI
BANGLA = frozenset(_WORDS["bangla"])
LATIN = {language: frozenset(words) for language, words in _WORDS["latin"].items()}
_WORD = re.compile(r"[^\W\d_]+(?:[\u0900-\u097f\u0980-\u09ff]+)*")


@lru_cache(maxsize=20_000)
def script(character: str) -> str:
    """The script of a letter by its Unicode name (`LATIN`, `CJK`, ...); empty for what is no letter. The standard
    library has no script property, and a package for it alone would say the same of the nine languages' letters.

    >>> script("б"), script("猫"), script("7")
    ('CYRILLIC', 'CJK', '')
    """
    if not character.isalpha() or unicodedata.category(character) == "Lm":
        return ""
    name = unicodedata.name(character, "UNKNOWN")
    return name.removeprefix("FULLWIDTH ").removeprefix("HALFWIDTH ").partition(" ")[0]


def scripts(text: str) -> Counter[str]:
    """How many letters of each script a text has."""
    counts: Counter[str] = Counter()
    for character, n in Counter(text).items():
        if found := script(character):
            counts[found] += n
    return counts


def foreign(language: str, text: str, together: bool = False) -> str:
    """What shows that a text is not in the language; empty if nothing does. together: several short texts in one.

    >>> foreign("zh", "這裡"), foreign("zh", "抽屉里"), foreign("ja", "抽屉里")
    ('2 characters of Traditional Chinese', '', '1 character of Simplified Chinese')
    """
    counts = scripts(text)
    return _script(language, text, counts) or _own(language, text, counts, together)


def _script(language: str, text: str, counts: Counter[str]) -> str:
    """Letters of another script. Four Latin letters (a name left as it is) weigh as much as one Chinese character."""
    letters = sum(counts.values())
    weight = 0.25 if SCRIPTS[language] & {"CJK"} else 1.0
    other = Counter({s: n for s, n in counts.items() if s not in SCRIPTS[language]})
    mixed = sum(n * (weight if s == "LATIN" else 1.0) for s, n in other.items())
    if mixed <= FOREIGN * (letters - sum(other.values()) + mixed):
        return ""
    if set(other) == {"LATIN"} and other["LATIN"] == letters and _a_name(text):
        return ""
    return f"{sum(other.values())} of {letters} letters are {other.most_common(1)[0][0].title()}"


def _a_name(text: str) -> bool:
    """A name, number or abbreviation that texts in all scripts may leave in Latin letters (WhatsApp, CV, A)."""
    return len(re.findall(r"[A-Za-z]+", text)) <= 2


def _own(language: str, text: str, counts: Counter[str], together: bool) -> str:
    if language in ("zh", "ja"):
        return _han(language, text, counts, together)
    if language == "ar":
        return _arabic(text)
    if language == "hi":
        return _hindi(text)
    if language == "bn":
        return _bangla(text)
    return _latin(language, text) if language in LATIN else ""


@lru_cache(maxsize=50_000)
def sets(character: str) -> frozenset[str]:
    """The national character sets that have a Chinese character: `zh` (GB 2312), `tw` (Big5), `ja` (JIS X 0208)."""
    if character in STANDARD:
        return frozenset(("zh", "tw", "ja"))
    return frozenset(n for n, c in (("zh", "gb2312"), ("tw", "big5"), ("ja", "euc_jp")) if _in(character, c))


def _in(character: str, codec: str) -> bool:
    try:
        return len(character.encode(codec)) == 2  # euc_jp has rarer characters (JIS X 0212) in three bytes
    except UnicodeEncodeError:
        return False


def _han(language: str, text: str, counts: Counter[str], together: bool) -> str:
    han = [c for c in text if script(c) == "CJK"]
    kana = counts["HIRAGANA"] + counts["KATAKANA"]
    held = [sets(c) for c in han]
    if language == "zh":
        if kana >= 2:
            return f"{kana} kana"
        simplified = sum("zh" in s for s in held)
        for name, n in (("Traditional Chinese", sum("tw" in s and "zh" not in s for s in held)),
                        ("Japanese", sum(s == {"ja"} for s in held))):  # fmt: skip
            if n and n >= 0.02 * simplified:
                return f"{_say(n)} of {name}"
        return ""
    n = sum("zh" in s and "ja" not in s for s in held)
    if n and n >= 0.02 * len(han):
        return f"{_say(n)} of Simplified Chinese"
    n = sum(s == {"tw"} for s in held)
    if n and n >= 0.02 * len(han):
        return f"{_say(n)} of Traditional Chinese"
    if len(han) >= 12 and not kana:
        return f"{len(han)} Chinese characters and no kana"
    return ""


def _say(n: int) -> str:
    return f"{n} character{'s' * (n != 1)}"


def _arabic(text: str) -> str:
    found = [c for c in text if c in NOT_ARABIC]
    strict = [c for c in found if c not in LOANED]
    words = [w for w in _WORD.findall(text) if w in PERSIAN]
    if strict or len(found) > 3 or len(words) >= 3:
        return (
            f"letters that Arabic does not have ({''.join(sorted(set(strict or found))).strip()})"
            if found
            else "Persian words"
        )
    return ""


def _hindi(text: str) -> str:
    words = _WORD.findall(text)
    own = sum(w in HINDI for w in words)
    marathi = sum(w in MARATHI for w in words) + sum(
        bool(MARATHI_END.search(w)) for w in words if len(w) > 3 and w not in HINDI
    )
    nepali = sum(w in NEPALI for w in words)
    if "ळ" in text and own == 0:
        marathi += 1
    if marathi > own:
        return f"{marathi} words or endings of Marathi, {own} of Hindi"
    return f"{nepali} words of Nepali, {own} of Hindi" if nepali > own else ""


def _bangla(text: str) -> str:
    found = [c for c in text if c in ASSAMESE]
    return f"letters of Assamese ({''.join(sorted(set(found)))})" if found else ""


def _latin(language: str, text: str) -> str:
    """Function words of another language, more than of its own and enough to be a sentence."""
    words = [w.casefold() for w in re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)?", text)]
    scores = {name: sum(w in held for w in words) for name, held in LATIN.items()}
    best = max(scores, key=lambda n: scores[n])
    if (
        best != language
        and scores[best] >= 2
        and scores[best] >= 3 * scores[language]
        and scores[best] >= 0.25 * len(words)
    ):
        return f"{scores[best]} of {len(words)} words are words of {best}, {scores[language]} of {language}"
    return ""
