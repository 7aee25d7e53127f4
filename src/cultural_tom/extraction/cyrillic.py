"""Which letters a Russian response counts by: А Б В Г, where В is the third, or Latin ones written with the Cyrillic letters
that look like them, where В stands for B."""

import re
from collections.abc import Sequence

ALPHABET = "АБВГДЕ"
_ONLY_HERE = "БГ"
"""Letters that look like no Latin one and mean the same place whichever way they are taken: Д may be said for D."""
_LETTER = re.compile(rf"[{ALPHABET}](?<![\w-].)(?![\w-])")
_AROUND = " \t).:,»«\"'*_—–-"
_MARKED = re.compile(r"[»\"*_]{0,3}\s?(?:[):»\"]|[.,;]?\s*(?:\Z|\n)|[.,;](?!\s[А-ЯЁ][а-яё])|\s[—–-]\s|\sи\s)")
_NOUN = re.compile(r"(?:вариант\w*|ответ\w*|пункт\w*|букв\w*|опци\w*)\s+\Z", re.IGNORECASE)
_BEFORE_MARKED = "(«\"'*>"
_SHOWN = 16
_SMALL_ALPHABET = "абвгд"
_SMALL = re.compile(rf"\s*(?:(?:[Оо]твет|[Вв]ариант)\s?:?\s?)?[(«]?([{_SMALL_ALPHABET}])[)»]?\.?\s*")


def counts_in_alphabet(response: str, options: Sequence[str]) -> bool:
    """A letter marks an option as only this alphabet does: Б or Г stands as a mark, or В before the words of the third option.

    >>> counts_in_alphabet("Ответ: Г", ["в шкафу", "в коробке", "в корзине", "под столом"])
    True
    >>> counts_in_alphabet("Ответ: В", ["в шкафу", "в коробке", "в корзине", "под столом"])
    False
    >>> counts_in_alphabet("В) в корзине", ["в шкафу", "в коробке", "в корзине", "под столом"])
    True
    """
    if not any(c in response for c in ALPHABET[1:]):
        return False
    begin = [str.lower(o.strip())[:_SHOWN] for o in options]
    for m in _LETTER.finditer(response):
        index = ALPHABET.index(m[0])
        said = str.lower(response[m.end() : m.end() + 2 * _SHOWN].lstrip(_AROUND))
        if (
            0 < index < len(begin)
            and begin[index]
            and said.startswith(begin[index])
            and begin.count(begin[index]) == 1
        ):
            return True
        bracketed = response[max(0, m.start() - 1) : m.start()] in tuple(_BEFORE_MARKED)
        named = _NOUN.search(response, max(0, m.start() - _SHOWN), m.start()) is not None
        if (
            m[0] in _ONLY_HERE
            and index < len(begin)
            and (bracketed or named or _MARKED.match(response, m.end()))
        ):
            return True
    return False


def small_letter(response: str) -> tuple[int, int] | None:
    """The place in the alphabet of the small letter that is all of a reply but for a word for "answer", and where it stands; Latin letters
    look like none of these but the first.

    >>> small_letter("ответ: б)"), small_letter("а")
    ((1, 7), (0, 0))
    """
    m = _SMALL.fullmatch(response)
    return (_SMALL_ALPHABET.index(m[1]), m.start(1)) if m else None
