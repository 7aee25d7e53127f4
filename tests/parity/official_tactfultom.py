"""TactfulToM's scoring of binary, multiple choice and list questions, from its description.

`mapping[i]` is the number of the option shown at place i; number 0 is the right one. Where the released code
would stop with an exception, so does this."""

import re
import string

PUNCTUATION = re.compile("[" + re.escape(string.punctuation) + "]")


def final(output: str) -> str:
    """What is left after reasoning, and of that what is boxed."""
    after = output.split("</think>")[-1]
    box = re.search(r"\\boxed\{([^{}]*)\}", after)
    return box.group(1) if box else after


def binary(output: str, gold: str) -> bool:
    tokens = PUNCTUATION.sub("", final(output)).lower().split()
    said = "yes" if "yes" in tokens else "no" if "no" in tokens else "NAN"
    return said == gold.lower()


def multiple_choice(output: str, mapping: list[int]) -> bool:
    text = final(output).strip()
    if text[:6].lower() == "option":
        text = text[6:]
    else:
        after = re.search(r"(?is)answer.*?:(.*)$", text)
        text = after.group(1) if after else text
    first = text.strip().strip(" #*:")[0]
    try:
        chosen = int(first)
    except ValueError:
        return False
    return mapping[chosen - 1] == 0


def names(output: str, gold: list[str]) -> bool:
    return {part.strip() for part in final(output).split(",")} == set(gold)
