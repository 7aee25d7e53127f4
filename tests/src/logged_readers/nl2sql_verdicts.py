import json

from logged_readers import Found, Read, lines


def records(path: str, read: Read) -> Found:
    name, _, method = path.partition("#")
    for n, line in enumerate(lines(read(name))):
        methods = json.loads(line)["methods"]
        if "ensemble_uncertainty" in methods:
            methods = methods["ensemble_uncertainty"]["individual_results"]
        response = methods[method]["raw_response"]
        if response.strip():
            yield str(n), ["CORRECT", "INCORRECT"], response
