"""The command many times over without importing it anew: for each line of arguments (JSON) on stdin a fork of this process
runs `cultural-tom`. The line after it says when to look: `kill` kills the fork first, `wait` lets it end; then its exit code
is on stdout. What the command prints goes to the file named first; the modules named after it are imported before the first
fork."""

import json
import os
import signal
import sys
from importlib import import_module

import pyarrow.parquet  # noqa: F401
import yaml  # noqa: F401

from cultural_tom.commands.app import main
from cultural_tom.extraction.read import extract

for name in sys.argv[2:]:
    import_module(name)
for language in ("en", "fr"):  # what they are read by is compiled once for all, too
    extract("It is so. The answer is B.", answer_format="choice", options=["box", "bag"], language=language)
said_to = sys.argv[1]
print("ready", flush=True)
for line in sys.stdin:
    if (child := os.fork()) == 0:
        said = os.open(said_to, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(said, 1)
        os.dup2(said, 2)
        os.close(0)
        sys.argv = ["cultural-tom", *json.loads(line)]
        try:
            main()
        except SystemExit as e:
            os._exit(int(e.code or 0))
    if sys.stdin.readline() == "kill\n":
        os.kill(child, signal.SIGKILL)  # it has not been waited for, so its number is nobody else's
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
