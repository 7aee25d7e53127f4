"""Every command and every piece of Python on README.md, typed in its order: without a network, from an empty folder
beside a copy of the checkout."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Lines that are not typed here, by their beginning, and why.
NOT_TYPED = {
    "pip install ": "needs a package index; test_wheel.py installs the wheel",
    "make full MIRROR=DIR": "needs the mirror of upstream files; tests marked `mirror` build from it",
    "python -m validation audit-sources --mirror DIR": "the same",
}
# What stands for something else on the page: name -> how it is found in what was printed before.
PLACEHOLDERS = {'"$SIGNATURE"': r"^signature: (.+)$"}
OFFLINE = """
import socket
real = socket.socket.connect
def connect(self, address):
    if isinstance(address, tuple) and not str(address[0]).startswith(("127.", "localhost", "::1")):
        raise OSError(101, f"a test tried to reach {address}")
    return real(self, address)
def getaddrinfo(host, *rest, **options):
    raise socket.gaierror(-2, f"a test tried to look up {host}")
socket.socket.connect, socket.getaddrinfo = connect, getaddrinfo
"""


@dataclass
class Typed:
    """One thing that was typed, in which folder, and how it ended."""

    what: str
    where: Path
    code: int
    output: str


def blocks(text):
    """The console and Python blocks of a page: (language, text)."""
    return re.findall(r"^```(console|python)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(text):
    return [line.removeprefix("$ ") for line in text.splitlines() if line.startswith("$ ")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """An empty folder, beside it the clone, and what makes `cultural-tom` and `python` be found."""
    root = tmp_path_factory.mktemp("readme")
    not_copied = shutil.ignore_patterns(".*", "dist", "tests", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT, root / "cultural-tom", ignore=not_copied)
    scripts = {
        "python": f'#!/bin/sh\nexec "{sys.executable}" "$@"\n',
        "cultural-tom": f'#!/bin/sh\nexec "{sys.executable}" -c "from cultural_tom.commands.app import main; main()" "$@"\n',
    }
    (root / "bin").mkdir()
    for name, text in scripts.items():
        (root / "bin" / name).write_text(text)
        (root / "bin" / name).chmod(0o755)
    (root / "site").mkdir()
    (root / "site/sitecustomize.py").write_text(OFFLINE)
    (root / "empty").mkdir()
    return root / "empty"


@pytest.fixture(scope="module")
def typed(folder):
    """Everything on the page, typed until something fails."""
    root = folder.parent
    env = {k: v for k, v in os.environ.items() if k not in ("VIRTUAL_ENV", "PYTHONHOME")} | {
        "PATH": f"{root / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join([str(root / "site"), str(root / "cultural-tom/src")]),
        "HF_HOME": str(root / "hf"),
        "COLUMNS": "100",
    }
    here, said, before, done = folder, "", {}, []

    def run(what, call):
        ended = subprocess.run(call, cwd=here, env=env, capture_output=True, text=True, timeout=600)
        done.append(Typed(what, here, ended.returncode, ended.stdout + ended.stderr))
        return ended.stdout

    for language, text in blocks((ROOT / "README.md").read_text("utf-8")):
        if language == "python":
            before[here] = before.get(here, "") + text
            run(text, [sys.executable, "-c", before[here]])
            continue
        for command in commands(text):
            if command.startswith(tuple(NOT_TYPED)):
                continue
            if command.startswith("cd "):
                here = (here / command.removeprefix("cd ").strip()).resolve()
                assert here.is_dir(), command
                continue
            for name, pattern in PLACEHOLDERS.items():
                if name in command:
                    command = command.replace(name, shlex.quote(re.findall(pattern, said, re.MULTILINE)[-1]))
            said += run(command, ["bash", "-c", command])
        if done and done[-1].code:
            break
    return done


def test_everything_on_the_page_works_as_it_is_typed(typed, folder):
    failed = [f"in {t.where}\n$ {t.what}\n{t.output}" for t in typed if t.code]
    assert not failed, "\n".join(failed)
    page = blocks((ROOT / "README.md").read_text("utf-8"))
    wanted = [c for language, text in page if language == "console" for c in commands(text)]
    wanted = [c for c in wanted if not c.startswith(("cd ", *NOT_TYPED))]
    assert len(typed) == len(wanted) + sum(language == "python" for language, _ in page)
    predicted = [f"{name}.jsonl" for name in ("lexical", "orders", "predictions", "random", "tracker")]
    others = ["comparison.html", "page.html", "prompts.jsonl", "report.html", "report.json"]
    assert {p.name for p in folder.iterdir()} == {
        *others,
        *predicted,
        *(f"{p}.submission.yaml" for p in predicted),
    }


def test_what_is_printed_fits_100_columns(typed):
    from rich.cells import cell_len

    for t in typed:
        if t.what.startswith("cultural-tom"):
            long = [
                line
                for line in t.output.splitlines()
                if cell_len(line) > 100 and not line.startswith("signature: ")
            ]
            assert not long, (t.what, long)


def test_what_is_not_typed_stands_on_the_page_and_has_its_reason():
    text = (ROOT / "README.md").read_text("utf-8")
    lines = [c for language, block in blocks(text) if language == "console" for c in commands(block)]
    for beginning, reason in NOT_TYPED.items():
        assert any(line.startswith(beginning) for line in lines) and reason
    for name in PLACEHOLDERS:
        assert any(name in line for line in lines)


def test_every_console_line_is_a_command():
    """A line without `$ ` would silently not be typed."""
    for language, text in blocks((ROOT / "README.md").read_text("utf-8")):
        if language == "console":
            assert all(line.startswith("$ ") for line in text.splitlines())
