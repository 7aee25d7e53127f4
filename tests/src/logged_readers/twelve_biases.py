import ast
import json
import re

from logged_readers import Found, Read

_BIASES = (
    "availability_heuristic",
    "representativeness",
    "framing_effect",
    "sunk_cost_fallacy",
    "status_quo_bias",
    "decoy_effect",
    "confirmation_bias",
    "bandwagon_effect",
    "authority_bias",
    "primacy_recency",
)

_MODELS = (
    "claude-3.5-sonnet",
    "deepseek-v3-together",
    "gemini-2.5-flash",
    "gpt-4.1-mini",
    "llama-3.1-8b",
    "llama-3.3-70b",
    "mistral-large",
)

_RUNS = [(b, m, "baseline") for b in _BIASES for m in _MODELS]

_RUNS += [
    (b, "llama-3.1-8b", s)
    for b in ("decoy_effect", "framing_effect", "primacy_recency")
    for s in ("D1_cot", "D3_counter", "D4_role")
]

_SHOWN = (
    r"\(A\) (.+?),? (?:or )?\(B\) (.+?)[?.] ",
    r"Program A: (.+?) Program B: (.+?) Which",
    r"\w+ A: (.+?)\. \w+ B: (.+?)\. Which",
)


def _options(asked):
    if "(C)" in asked:
        return None
    for pattern in _SHOWN:
        found = [x for x in re.findall(pattern, asked.replace("(A) or (B)", "")) if x]
        if found:
            return [x.strip().rstrip(".") for x in found[-1]]
    return None


def records(path: str, read: Read) -> Found:
    asked = {}
    for node in ast.parse(read("code/biases.py")).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            for variant in ast.literal_eval(node.value)["variants"]:
                if variant["parse_type"] == "choice":
                    asked[variant["id"]] = variant
    for variant in json.loads(read(path))["variants"]:
        if variant["variant_id"] in asked:
            for kind in ("control", "treatment"):
                options = _options(asked[variant["variant_id"]][kind])
                for n, answer in enumerate(variant[f"{kind}_responses"]):
                    if options and answer and answer.strip() and not answer.startswith("ERROR"):
                        yield f"{variant['variant_id']}/{kind}/{n}", options, answer
