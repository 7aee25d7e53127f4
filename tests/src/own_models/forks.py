"""The command many times over without importing it anew: for each line of arguments (JSON) on stdin a fork of this process
runs `cultural-tom`; its number, then its exit code, on stdout. What the command prints goes to the file named first."""

import json
import os
import sys

import pyarrow.parquet  # noqa: F401
import yaml  # noqa: F401

from cultural_tom.commands.app import main

for line in sys.stdin:
    if (child := os.fork()) == 0:
        said = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(said, 1)
        os.dup2(said, 2)
        os.close(0)
        sys.argv = ["cultural-tom", *json.loads(line)]
        try:
            main()
        except SystemExit as e:
            os._exit(int(e.code or 0))
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
