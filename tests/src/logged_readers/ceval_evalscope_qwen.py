import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        asked, prompt = row["raw_input"], row["origin_prompt"]["data"][0]
        options = [asked[c] for c in "ABCD"]
        reply = row["choices"][0]["message"]["content"] or ""
        if reply.strip() and all(f"\n{c}. {o}\n" in prompt for c, o in zip("ABCD", options, strict=True)):
            yield f"{row['subset_name']}/{asked['id']}", options, reply
