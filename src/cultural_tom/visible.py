"""Untrusted text, made safe to show in a terminal, a JSON document or a page."""

from typing import Any

TEXT_SHOWN = 500
"""How many characters of a response a report shows."""

# What a terminal or a browser would act on instead of showing: C0 and C1 controls (but for tab and line
# feed), direction marks and overrides, and half surrogates, which no UTF-8 file can hold.
_ACTIVE = {
    c: f"\\x{c:02x}" if c < 0x100 else f"\\u{c:04x}"
    for c in [*range(9), *range(11, 32), *range(127, 160), 0x061C, 0x200E, 0x200F, 0x2028, 0x2029,
              *range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xD800, 0xE000)]
}  # fmt: skip


def visible(text: str, limit: int = TEXT_SHOWN) -> str:
    r"""Text that is safe to show anywhere: what acts on a terminal or on the direction of writing is spelled out,
    and what is longer than `limit` characters says how much was left out.

    >>> visible("\x1b[2J\u202eB")
    '\\x1b[2J\\u202eB'
    >>> visible("abcdef", 4)
    'abcd [2 more characters]'
    """
    shown = text[:limit].translate(_ACTIVE)
    return shown if len(text) <= limit else f"{shown} [{len(text) - limit} more characters]"


def short(value: Any) -> str:
    """A value within a message: its repr, at most 60 characters of it."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
