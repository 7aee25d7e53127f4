"""What keys and headings are called that hold an answer, and those that hold something else (names.toml)."""

import re
import tomllib
from importlib.resources import files

from cultural_tom.extraction.characters import plain

_PARTS: dict[str, dict[str, list[str]]] = tomllib.loads(
    files(__package__).joinpath("names.toml").read_text(encoding="utf-8")
)


def _any(title: str) -> str:
    """A regular expression for any part of a table, as `clean` leaves words."""
    return "|".join(plain(part) for parts in _PARTS[title].values() for part in parts)


ANSWER_IN_OTHER_LANGUAGES = _any("answer_elsewhere")
"""Words for "answer"."""

OTHER_NAME = re.compile(_any("other_name"), re.IGNORECASE)
"""Parts of the names of fields and headings that hold something else than the answer."""

MISTAKEN = re.compile(_any("mistaken"), re.IGNORECASE)
"""Words for what is not the answer, or is not to be one."""

LIKE_AN_ANSWER = re.compile(
    rf"(?:(?:{_any('answer_before')})[_ ]?){{0,2}}(?:{_any('answer')})", re.IGNORECASE
)
"""Names of fields and headings that hold an answer where nothing is called so."""

OF_SOMETHING_ELSE = re.compile(
    rf"\b(?:{_any('thing')})s?\b|\b(?:{_any('whose')})\b|{_any('thing_inside')}", re.IGNORECASE
)
"""Headings of what is talked about, or of what others have: of no field that an answer stands in."""

_OF_A_PERSON = re.compile(rf"\b(?:{_any('of_a_person')})\b", re.IGNORECASE)
_NAMED_BY_KIND = re.compile(
    rf"[a-z]{{2,20}}(?:[_ -][a-z]{{2,20}})?[_ -](?:{_any('kind')})|{_any('kind_alone')}", re.IGNORECASE
)


def is_named_by_kind(key: str) -> bool:
    """The key of an object says of which kind its value is and of nothing else: "esi_level", "grade group".

    >>> is_named_by_kind("esi_level"), is_named_by_kind("confidence_level")
    (True, False)
    """
    plainly = re.sub("[_-]", " ", str.lower(key)).removeprefix("grade ")
    of_other = any(p.search(plainly) for p in (OTHER_NAME, OF_SOMETHING_ELSE, _OF_A_PERSON))
    return _NAMED_BY_KIND.fullmatch(key) is not None and not of_other


def of_one(subject: str) -> bool:
    """A verdict's subject is what somebody has answered: "the student's answer"."""
    return "'s " in subject and subject.endswith(("answer", "solution", "response"))
