import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        # the game's last scene, whether one has a choice, has buttons of its own
        if "choice" not in json.loads(line)["decision"]:
            yield str(n), ["Pull the lever", "Do nothing"], line.strip()
