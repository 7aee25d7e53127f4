"""How stories and questions are worded in each language (stories.toml), and the question that a row asks."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, cast

Order = Literal["reality", "memory", "first", "second"]
FILE = Path(__file__).with_name("stories.toml")


@dataclass(frozen=True)
class Wording:
    """The expressions of one language; the file says what each is for."""

    enter: re.Pattern[str]
    away: re.Pattern[str]
    go: re.Pattern[str]
    idle: re.Pattern[str]
    names: re.Pattern[str]
    option: re.Pattern[str]
    ask: dict[str, re.Pattern[str]]
    words: bool
    """Whether words stand apart: then a name is found as a whole word only."""

    def finder(self, text: str) -> re.Pattern[str]:
        """What finds a name, a thing or a container in a sentence. German names may have an s behind them."""
        return re.compile(
            rf"(?<!\w){re.escape(text)}s?(?!\w)" if self.words else re.escape(text), re.IGNORECASE
        )


@dataclass(frozen=True)
class Asked:
    """order: `reality`, `memory`, `first` or `second`. who looks for the thing; thinker: in whose thoughts."""

    order: Order
    thing: str
    who: str = ""
    thinker: str = ""


@cache
def of_language(language: str) -> Wording | None:
    """The wording of a language; None where there is none."""
    table = tomllib.loads(FILE.read_text("utf-8")).get(language)
    if table is None:
        return None
    names = ("enter", "away", "go", "idle", "names", "option")
    ask = {order: re.compile(text) for order, text in table["ask"].items()}
    return Wording(**{n: re.compile(table[n]) for n in names}, ask=ask, words=table["words"])


def asked(question: str, wording: Wording) -> Asked | None:
    """What a question asks; None where it is none of the four."""
    for order, pattern in wording.ask.items():
        if found := pattern.match(question.strip()):
            return Asked(cast("Order", order), **found.groupdict())
    return None
