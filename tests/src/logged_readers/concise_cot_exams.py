import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    text = read(path).decode().replace("\r\n", "\n")
    for part in re.split(r"^### Model: ", text, flags=re.M)[1:]:
        number = re.search(r"Problem (\d+) of", part.split("\n")[0])[1]
        if "\nResponse 0:\n" not in part or "\nVotes: " not in part:
            continue
        asked, rest = part.split("\nResponse 0:\n", 1)
        shown = re.findall(
            r"^  ([A-J]): (.*(?:\n(?!  [A-J]: ).*)*)", asked.rsplit("\nChoices:\n", 1)[-1], re.M
        )
        if (
            len(shown) < 2
            or "".join(x for x, _ in shown) != "ABCDEFGHIJ"[: len(shown)]
            or not all(t.strip() for _, t in shown)
        ):
            continue
        rest = rest.rsplit("\nVotes: ", 1)[0]
        for n in range(10):  # the samples one behind the other
            reply, _, rest = rest.partition(f"\nResponse {n + 1}:\n")
            if reply.strip():
                yield f"{number}/{n}", [t.strip() for _, t in shown], reply
