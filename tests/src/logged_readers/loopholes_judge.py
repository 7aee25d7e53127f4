import hashlib
import json

from logged_readers import Found, Read

LABELS = ["DIRECT_ANSWER", "REFUSAL", "LOOPHOLE_DODGE", "HEDGED_ATTEMPT"]


def records(path: str, read: Read) -> Found:
    rows = [json.loads(line) for line in read(path).decode().split("\n") if line.strip()]
    if "/raw/" in path:
        for row in rows:
            if row["intent_response"]:
                yield (
                    f"{row['template_id']}/{row['knowability']}/{row['seed']}",
                    row["intent_choices"],
                    row["intent_response"],
                )
        return
    source = read("src/judge.py").decode()
    system = source.split('JUDGE_SYSTEM = """')[1].split('"""')[0]
    asked = (
        source.split('JUDGE_USER_TMPL = """')[1].split("\n\nClassify the model")[0].replace('\\"', '"')
        + "\n\nClassify the model's response per the rubric. Output only the JSON object."
    )
    if "selfaware" in path:
        told = read("src/judge_selfaware.py").decode()
        intents = [
            x.split('"')[0]
            for x in told.split("def gold_intent")[1].split("def loophole_route")[0].split('return "')[1:]
        ]
        routes = [
            x.split('"')[0]
            for x in told.split("def loophole_route")[1].split("def judge_file")[0].split('return "')[1:]
        ]
    for n, row in enumerate(rows):
        if "selfaware" in path:
            key, answer = f"{row['question_id']}/{row['seed']}", row["response"]
            parts = [row["question"], intents[not row["answerable"]], routes[not row["answerable"]]]
        else:
            key, answer = f"{row['template_id']}/{row['knowability']}/{row['seed']}", row["free_response"]
            parts = [row["prompt"], row["gold_intent"], row["loophole_route"]]
        if n % 3 or not (answer or "").strip():
            continue
        user = asked.format(
            question=parts[0], gold_intent=parts[1], loophole_route=parts[2], response=answer[:2500]
        )
        request = {
            "model": "openai/gpt-4o-mini",
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
            "temperature": 0.0,
            "top_p": 1.0,
            "max_tokens": 200,
            "seed": 0,
        }
        name = hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()
        try:
            logged = json.loads(read(f"results/cache/{name}.json"))
        except Exception:  # not in the cache
            continue
        yield key, LABELS, logged["raw_content"] or ""
