"""`make compiled` compiles what pyproject.toml says; that takes minutes and a compiler, and stands in no test. Here mypyc makes C of it."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
HOOK = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"][
    "wheel"
]["hooks"]["mypyc"]
MAKE_C = """
import sys
from mypyc.build import mypyc_build
from mypyc.options import CompilerOptions
made = mypyc_build(sys.argv[2:], CompilerOptions(target_dir=sys.argv[1]), separate=False)
print(len(made[0]))
"""  # fmt: skip


def test_plain_python_is_built_unless_it_is_asked_for_otherwise():
    assert HOOK["enable-by-default"] is False


def test_mypyc_takes_every_module_that_is_to_be_compiled(tmp_path):
    (own,) = HOOK["include"]
    folder = ROOT / own.strip("/")
    names = {path.name for path in folder.rglob("*.py")}
    assert set(HOOK["exclude"]) <= names, "what is left out is there"
    files = sorted(path for path in folder.rglob("*.py") if path.name not in HOOK["exclude"])
    assert len(files) > 50
    args = [f"--config-file={ROOT / 'mypyc.ini'}", *(str(path.relative_to(ROOT / "src")) for path in files)]
    run = subprocess.run(
        [sys.executable, "-c", MAKE_C, str(tmp_path), f"--cache-dir={tmp_path}", *args],
        cwd=ROOT / "src", capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert run.returncode == 0 and int(run.stdout.split()[-1]), run.stdout[-2000:] + run.stderr[-2000:]
