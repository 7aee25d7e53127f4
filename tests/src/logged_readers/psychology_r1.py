import json

from logged_readers import Found, Read, lines, listed


def records(path: str, read: Read) -> Found:
    names = (  # of the prompt and of what goes on from it; the last file logs both of its runs in a row
        ("biased_input_prompt", "biased_generated_text"),
        ("baseline_input_prompt", "baseline_generated_text"),
        ("original_prompt", "generated_answer"),
        ("prompt", "answer"),
    )
    for n, line in enumerate(lines(read(path))):
        try:
            row = json.loads(line)
        except ValueError:  # one line ends in the middle
            continue
        prompt, answer = next(pair for pair in names if pair[0] in row)
        yield str(n), listed(row[prompt].split("Answer choices")[-1]), row[answer] or ""
