"""Documents in which every text is hostile, and what a page may make of them."""

import re
from collections.abc import Collection
from html import escape
from html.parser import HTMLParser
from itertools import count
from typing import Any

TEXT = "\"'><script>alert(1)<img src=x onerror='alert(2)'>&amp;{{ 7*7 }}\U000e0041\u202e\u200b\x1b[2J"
SHOWN = "\"'><script>alert(1)<img src=x onerror='alert(2)'>&amp;{{ 7*7 }}\\U000e0041\\u202e\\u200b\\x1b[2J"
CUT = re.compile(r"<|…| \[\d+ more characters\]")
MARK = re.compile("⟦([^⟧<]*)⟧")


def poison(document: Any, leave: Collection[str] = (), keyed: Collection[str] = ()) -> Any:
    """The document with a mark and TEXT after every string. `leave`: keys whose values stay as they are. `keyed`: keys
    whose values are dicts with keys that are shown, which are poisoned too. A mark has a number and where it stands."""
    numbers = count()

    def mark(text: str, where: str) -> str:
        return f"{text}⟦{next(numbers)} {where}⟧{TEXT}"

    def walk(node: Any, where: str) -> Any:
        if isinstance(node, str):
            return mark(node, where)
        if isinstance(node, list | tuple):
            return [walk(x, where) for x in node]
        if not isinstance(node, dict):
            return node
        shown = where.rpartition(".")[2] in keyed
        return {
            (mark(k, f"{where} key") if shown else k): v
            if k in leave
            else walk(v, k if shown else f"{where}.{k}".lstrip("."))
            for k, v in node.items()
        }

    return walk(document, "")


def shown(html: str) -> set[str]:
    """Where the poisoned texts stood that a page shows. Fails if one of them is not escaped, or anything of TEXT is left
    that acts or hides."""
    # Quotes may stand in text as they are; in attributes, the parser sees where they end.
    after = escape(SHOWN, quote=False)
    plain = html.replace("&#39;", "'").replace("&#x27;", "'").replace("&#34;", '"').replace("&quot;", '"')
    found = set()
    for mark in MARK.finditer(plain):
        text = plain[mark.end() : mark.end() + len(after)]
        assert after.startswith(CUT.split(text)[0]), plain[mark.start() : mark.end() + 200]
        found.add(mark[1].split(" ", 1)[1])
    assert not set(html) & {"\U000e0041", "\u202e", "\u200b", "\x1b"}
    assert "<script" not in html.lower() and "<img src=x" not in html
    parsed = _Attributes(html)
    assert not [
        name
        for name, _ in parsed.attributes
        if name.startswith("on") or not re.fullmatch("[a-z0-9:-]+", name.lower())
    ]
    assert all(SHOWN in value for _, value in parsed.attributes if MARK.search(value))
    return found


class _Attributes(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.attributes: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(name, value or "") for name, value in attrs]
