import json

from logged_readers import Found, Read

LOOK = "2024-06-21-Multi-Benchmark (temp=0)/auto_eval_hotz_outputs/auto_eval-"

SEPT = "2024-09-13-Multi-Benchmark/auto_eval_outputs/auto_eval-"

FILES += [
    (f"{LOOK}{m}.json", m, "en")
    for m in ("claude-3-5-sonnet-20240620", "command-r", "gemini-1_0-pro", "gpt-4o", "open-mixtral-8x22b")
]

FILES += [
    (f"{SEPT}{m}.json", m, "en")
    for m in (
        "Meta-Llama-3-1-405B-Instruct-jjo_eastus_models_ai_azure_com",
        "Meta-Llama-3-1-70B-Instruct-ostu_eastus_models_ai_azure_com",
        "claude-3-5-sonnet-20240620",
        "command-r-plus",
        "gemini-1_5-pro",
        "gpt-4-turbo-preview",
        "gpt-4o-mini-2024-07-18",
        "gpt-4o",
        "meta_llama3-70b-instruct-v1_0",
        "mistral-large-latest",
        "o1-preview",
        "open-mixtral-8x22b",
    )
]


def records(path: str, read: Read) -> Found:
    rows = json.loads(read(path))
    for n, (key, row) in enumerate(rows.items()):
        if n >= (60 if "hotz" in path else 120):
            break
        options, asked = row["multiple_choice"], row["multi_choice_question"]
        if row["model_answer"] and all(f"{chr(65 + i)}. {o}" in asked for i, o in enumerate(options)):
            yield key, options, row["model_answer"]
