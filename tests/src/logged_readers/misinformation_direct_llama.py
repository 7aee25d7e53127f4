import re

from logged_readers import Found, Read

# Each reply follows "i = n j = n gpt_output: " and ends where the script printed something else.
REPLY = re.compile(r"^i =  (\d+) j =  (\d+) gpt_output: ", re.M)
OTHER = re.compile(
    r"^(?:i =  \d+$|finish$|num_index_error:|INFO \d|WARNING \d|Processed prompts"
    r"|(?:Rate limit|ServiceUnavailable|API error|Timeout error|Connection error).*Retrying)",
    re.M,
)


def records(path: str, read: Read) -> Found:
    log = read(path).decode("utf-8", errors="replace")
    begun = list(REPLY.finditer(log))
    ends = [found.start() for found in begun[1:]] + [len(log)]
    for number, (found, end) in enumerate(zip(begun, ends, strict=True)):
        reply = log[found.end() : end]
        other = OTHER.search(reply)
        reply = (reply[: other.start()] if other else reply).removesuffix("\n")
        if reply.strip():
            yield f"{number}-{found[1]}-{found[2]}", ["YES", "NO"], reply
