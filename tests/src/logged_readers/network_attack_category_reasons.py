import json

from logged_readers import Found, Read

NSL_KDD = ["normal", "DoS", "Probe", "R2L", "U2R"]
UNSW_NB15 = [
    "Normal",
    "Generic",
    "Exploits",
    "Fuzzers",
    "DoS",
    "Reconnaissance",
    "Analysis",
    "Backdoor",
    "Shellcode",
    "Worms",
]


def records(path: str, read: Read) -> Found:
    for sample in json.loads(read(path))["samples"]:
        yield str(sample["sample_idx"]), UNSW_NB15 if "unsw" in path else NSL_KDD, sample["raw_output"]
