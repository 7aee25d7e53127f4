"""How else an option is written: names of classes as code has them, amounts with their unit or currency otherwise."""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files

from cultural_tom.extraction.clean import fold

_UNIT = re.compile(r"(?<=\d)(?=[a-z%°Ωμ]{1,6}(?:/[a-z]{1,3})?\Z)")
_UNIT_APART = re.compile(r"(?<=\d) (?=[a-z%°Ωμ]{1,6}(?:/[a-z]{1,3})?\Z)")
_CURRENCY = re.compile(r"\A(rs\.?|[$€£¥₹]) ?(?=\d)")
_NUMBER_AND_UNIT = re.compile(
    r"(?P<number>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?) ?(?P<unit>[a-zω%°][a-z0-9/^ω°]{0,5})?"
)
_MAY_COUNT = re.compile(r"[\d°]")
_THOUSANDS = 3
_CLASS = re.compile(r"[a-z]+(?:[ _][a-z]+){0,3}")
_LONGEST_CLASS = 32
_OF_ABOVE = re.compile("none of (?:the )?above")


def spelled_otherwise(low: str) -> tuple[str, ...]:
    """Other spellings of an option's words, as `fold` has them.

    >>> spelled_otherwise("5 kg")[0], spelled_otherwise("not_vulnerable")[0]
    ('5kg', 'not vulnerable')
    """
    amounts = (*_with_unit(low), *_amount_otherwise(low)) if _MAY_COUNT.search(low) else ()
    return *amounts, *_class_otherwise(low)


def _class_otherwise(low: str) -> tuple[str, ...]:
    """The name of a class as JSON and code write it ("not_vulnerable" of "not vulnerable") and the other way round, "non x" of
    "not x", and "none of above" of "none of the above"."""
    if len(low) > _LONGEST_CLASS or not _CLASS.fullmatch(low):
        return ()
    plainer = low.replace("_", " ")
    forms = [plainer, plainer.replace(" ", "_")]
    if _OF_ABOVE.fullmatch(plainer):
        forms += ["none of above", "none of the above"]
    if plainer.startswith(("not ", "non ")):
        forms += [f"{start}{plainer[4:]}" for start in ("not ", "non ", "non")]
        forms += [f.replace(" ", "_") for f in forms]
    return tuple(dict.fromkeys(f for f in forms if f != low))


@lru_cache(maxsize=1)
def _units() -> dict[str, tuple[str, ...]]:
    data = tomllib.loads(files("cultural_tom.extraction").joinpath("units.toml").read_text(encoding="utf-8"))
    return {unit: tuple(map(fold, spelled)) for unit, spelled in data.items()}


def _amount_otherwise(low: str) -> tuple[str, ...]:
    """An amount with its unit spelled otherwise, and its thousands set apart or not: "24 square centimetres" of "24 cm²"."""
    m = _NUMBER_AND_UNIT.fullmatch(low)
    if m is None:
        return ()
    number, unit = m["number"], m["unit"]
    numbers = [number, number.replace(",", "")]
    if number.isdigit() and len(number) > _THOUSANDS:
        numbers.append(f"{int(number):,}")
    if unit is not None:
        numbers = [
            w for n in numbers for w in (f"{n}{unit}", *(f"{n} {u}" for u in (unit, *_units().get(unit, ()))))
        ]
    return tuple(dict.fromkeys(w for w in numbers if w != low))


def _with_unit(low: str) -> tuple[str, ...]:
    """An amount as it is also written: "5kg" for "5 kg", "60 degrees" for "60°"."""
    apart = _UNIT.sub(" ", low)
    joined = _UNIT_APART.sub("", low)
    degrees = low.replace("°", " degrees") if low.endswith("°") else low
    money = [_CURRENCY.sub(rf"\g<1>{space}", low) for space in ("", " ")]
    return tuple(dict.fromkeys(w for w in (apart, joined, degrees, *money) if w != low))
