"""Which language's rules read a response: the question's, unless the response is written in another script."""

import re

_LATIN = frozenset(("de", "en", "fr"))
_SCRIPTS = {
    "ja": "\u3040-\u30ff",
    "zh": "\u4e00-\u9fff",
    "ru": "\u0400-\u04ff",
    "ar": "\u0600-\u06ff",
    "hi": "\u0900-\u097f",
    "bn": "\u0980-\u09ff",
}
_WRITES = {name: re.compile(f"[{chars}]") for name, chars in _SCRIPTS.items()}
_WRITES_ANY = re.compile(f"[{''.join(_SCRIPTS.values())}]")
_SAMPLE = 400
_LEAST = 10
_LEAST_SHARE = 3
"""So many characters, and one in so many, spaces counted, make a script the response's own."""


def language_of(response: str, language: str) -> str:
    """The language whose words are looked for, English besides.

    >>> language_of("Правильный ответ: B", "en"), language_of("答案 is B, I think", "en")
    ('ru', 'en')
    """
    if response.isascii() or not (language in _LATIN or language in _SCRIPTS):
        return language
    sample = response[-_SAMPLE:]
    if language in _LATIN and not _WRITES_ANY.search(sample):
        return language
    if language not in _LATIN and _WRITES[language].search(sample):
        return language
    least = max(_LEAST, len(sample) // _LEAST_SHARE)
    found = (name for name, writes in _WRITES.items() if writes.search(sample))
    return next((name for name in found if len(_WRITES[name].findall(sample)) > least), language)
