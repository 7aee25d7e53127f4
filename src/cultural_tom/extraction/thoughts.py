"""Thinking that stands under a heading of its own, with the answer under another: "## Thinking … ## Final Response" of HuatuoGPT-o1,
"<|im_start|>think … <|im_start|>answer" of s1."""

import re

from cultural_tom.extraction.clean import Text

_ANSWERS = re.compile(r"^(?:Final Response|answer)$", re.MULTILINE)
_THINKS = {
    "Final Response": re.compile(r"^Thinking$", re.MULTILINE),
    "answer": re.compile(r"\Athink$", re.MULTILINE),
}


def thoughts(t: Text) -> tuple[int, int] | None:
    """Where such thinking stands, the headings with it, where something follows."""
    for heading in _ANSWERS.finditer(t.text):
        thinks = _THINKS[heading[0]].search(t.text, 0, heading.start())
        if thinks is not None and t.text[heading.end() :].strip():
            return thinks.start(), heading.end()
    return None
