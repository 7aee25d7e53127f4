import hashlib
import json

from logged_readers import Found, Read, lines

GUIDANCE = {
    "lexam_mcq_v1": "Select the single best choice from the provided options.",
    "lar_echr_mcq_v1": (
        "You are answering an ECHR argument-continuation multiple-choice question. "
        "Choose the single best continuation based on the provided facts and argument excerpt."
    ),
}
FORM = (
    "Return only valid JSON with no markdown. "
    'Use this schema exactly: {"answer": "<choice_id>", "reasoning": "<short text>"}. '
    "The answer must be exactly one of the provided choice IDs."
)
# the one request without a reply
NOT_KEPT = "3cf668a1c3db5b644b7e07b4fa39ef389f6cc7ab8f19ae223c37769b502dc5e1"
SETTINGS = [
    "provider",
    "model",
    "temperature",
    "top_p",
    "frequency_penalty",
    "presence_penalty",
    "max_tokens",
    "seed",
    "extra_body",
]


def records(path: str, read: Read) -> Found:
    """The run keeps its replies in a cache, each under the hash of its request, built anew here."""
    run, _, name = path.partition("#")
    config = json.loads(read(f"{run}/outputs/run_config.json"))
    candidate = next(one for one in config["candidates"] if one["name"] == name)
    kept = {key: candidate[key] for key in SETTINGS}
    done = {NOT_KEPT}
    for line in lines(read(f"{run}/outputs/examples.jsonl")):
        row = json.loads(line)
        if row["judge_mode"] != "mcq" or row["metadata"]["policy_id"] not in GUIDANCE:
            continue  # questions of INCLUDE are in languages that the library has not
        said = [row["instructions"], GUIDANCE[row["metadata"]["policy_id"]], FORM]
        messages = [{"role": "system", "content": config["run"]["default_system_prompt"]}]
        messages += [{"role": "user", "content": text} for text in said if text]
        asked = {"stage": "response", "messages": messages} | kept
        blob = json.dumps(asked, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        key = hashlib.sha256(blob.encode()).hexdigest()
        if key in done:
            continue
        done.add(key)
        options = list(row["metadata"]["choices"].values())
        if len(options) > 26:  # marked CHOICE_26 ... behind Z
            continue
        response = json.loads(read(f"{run}/cache/{key}.json"))["text"]
        if response.strip():
            yield row["example_id"], options, response
