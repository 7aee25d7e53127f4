import json
import re

from logged_readers import Found, Read


def records(path: str, read: Read) -> Found:
    cell = next(c for c in json.loads(read(path))["cells"] if "VULNERABLE: YES/NO" in "".join(c["source"]))
    printed = "".join("".join(output.get("text", [])) for output in cell["outputs"])
    lead = "Based on the " if "Claude" in path else "VULNERABLE: "
    for n, reply in enumerate(re.split(rf"^(?={lead})", printed, flags=re.M)):
        if reply.strip():
            yield str(n), ["YES", "NO"], reply.strip()
