import re

from logged_readers import Found, Read

# What the script logs of a reply that it held wrong or uncertain, with its own grade behind the reply.
REPLY = re.compile(
    r"^Question (\d+): .*?\n((?:    [A-E]\. [^\n]*\n)+)(.*?) ?\((?:incorrect [A-E]\.|uncertain)\)[ \t]*$",
    re.S | re.M,
)


def records(path: str, read: Read) -> Found:
    for found in REPLY.finditer(read(path).decode()):
        options = re.findall(r"^    [A-E]\. (.*\S)", found[2], re.M)
        if len(options) == 5 and found[3].strip():
            yield found[1], options, found[3]
