"""Replies to the original questions, one file each; the first five samples of every example. The question stands last in the prompt, behind the worked ones."""

import json
import re

from logged_readers import Found, Read, in_order

EXAMPLES = {
    "bbq": "1058 1175 1187 1250 135 1462 1675 1714 176 1768 183 1844 1876 2056 2079 2209 2351 2356 2414 2476 367 430 462 578 726 738 761 858 911 913",
    "medqa": "0 1036 1100 1101 1120 161 224 263 267 295 351 356 362 391 432 434 438 5 513 521 523 571 644 703 704 788 793 813 851 9",
}


def records(path: str, read: Read) -> Found:
    for example in EXAMPLES[path.split("/")[2]].split():
        for sample in range(5):
            row = json.loads(read(f"{path}/example_{example}/original/response_n={sample}.json"))
            question = row["prompt"].rpartition("###\n\n")[2]
            question = re.split(r"\n\n(?:Explanation:|Please verbalize)", question)[0]
            options = in_order(question, r"(?m)^\(?([A-E])[.)] ")
            if options and row["response"].strip():
                yield f"{example}/{sample}", options, row["response"]
