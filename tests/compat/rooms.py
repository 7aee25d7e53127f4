"""Environments that these tests make, and what the library gives in one."""

import json
import math
import os
import shutil
import subprocess
from pathlib import Path

from environments import interpreter

ROOT = Path(__file__).parents[2]
PROBE = Path(__file__).with_name("probe.py")


def uv(*args):
    tool = os.environ.get("UV") or shutil.which("uv")
    assert tool, "needs uv: run `make compat`, or set UV to it"
    done = subprocess.run([tool, *map(str, args)], capture_output=True, text=True)
    assert done.returncode == 0, f"uv {' '.join(map(str, args))}\n{done.stderr}"


def probe(python, steps, work):
    """What the probe prints in an environment, away from the checkout."""
    work.mkdir()
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    env |= {"PYTHONPATH": str(ROOT / "tests/src"), "HF_HOME": str(work / "hf"), "PYTHONSAFEPATH": "1"}
    command = [python, PROBE, ",".join(steps), work]
    done = subprocess.run(list(map(str, command)), cwd=work, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def differences(found, wanted, at=""):
    """Where two results differ. Floats may by 1e-12 of their size (scipy's distributions changed in their last digits in
    1.17), and by 5e-16: a bound near 0 is the difference of two numbers near 0.1."""
    if isinstance(found, dict) and isinstance(wanted, dict) and found.keys() == wanted.keys():
        parts = [(key, found[key], wanted[key]) for key in wanted]
    elif isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        parts = [(n, *pair) for n, pair in enumerate(zip(found, wanted, strict=True))]
    elif isinstance(found, float) and isinstance(wanted, float):
        return (
            []
            if math.isclose(found, wanted, rel_tol=1e-12, abs_tol=5e-16)
            else [f"{at}: {found}, not {wanted}"]
        )
    else:
        return [] if found == wanted else [f"{at}: {found}, not {wanted}"]
    return [line for key, a, b in parts for line in differences(a, b, f"{at}/{key}")]


def made(environment, wheel, folder):
    """The environment, made anew from its pins; the path of its Python, or None where there is no such Python."""
    base = interpreter(environment.python)
    if base is None:
        return None
    uv("venv", "-q", "--python", base, folder)
    wanted = [wheel, *environment.extra]
    uv("pip", "install", "-q", "--python", folder, "--no-build", "-c", environment.file, *wanted)
    if environment.without:
        uv("pip", "uninstall", "-q", "--python", folder, *environment.without)
    return folder / "bin" / "python"
