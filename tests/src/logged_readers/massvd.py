from logged_readers import Found, Read

AGENTS = {
    "synthesizer": ("### Agent 5:", ["SAFE", "VULNERABLE"]),
    "judge": ("### Agent 7:", ["SAFE", "VULNERABLE", "ITERATE"]),
}


def records(path: str, read: Read) -> Found:
    name, part = path.split("#")
    heading, options = AGENTS[part]
    _, *rounds = read(name).decode().split("\n" + heading)
    for n, text in enumerate(rounds):
        reply = text.split("\n#### Response\n\n```\n", 1)[1].split("\n```\n\n*Timestamp:", 1)[0]
        if reply.strip():
            yield str(n), options, reply
