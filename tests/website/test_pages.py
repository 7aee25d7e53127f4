"""Every code block of every page in docs/ is typed, parsed or compared; what is not says why, on the page itself."""

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import cultural_tom as ct
from website.blocks import blocks, output_of, pages, steps
from website.notebook import SETTINGS, code_cells, notebook

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = {p.relative_to(DOCS).as_posix(): p.read_text("utf-8") for p in pages(DOCS)}
SETUP = tomllib.loads(Path(__file__).with_name("pages.toml").read_text("utf-8"))
TYPED = [name for name, text in PAGES.items() if any(True for _ in steps(text))]
MIRROR = "*Needs the upstream files: the tests run this page where they are.*"
TUTORIALS = [n for n in PAGES if n.startswith("tutorials/") and n != "tutorials/index.md"]
# Text that is no output: prompts (test_prompts.py holds them), a drawing, lines of a file, a message.
SHOWN = {"prompts.md": 6, "local-models.md": 1, "predictions.md": 1, "releases.md": 1}
LIKE = doctest.OutputChecker()
# Pages may ask servers of this machine, by their address; nothing else.
OFFLINE = """
import socket
real = socket.getaddrinfo
def getaddrinfo(host, *rest, **options):
    if host not in ("127.0.0.1", "localhost"):
        raise socket.gaierror(-2, f"a test tried to look up {host}")
    return real(host, *rest, **options)
socket.getaddrinfo = getaddrinfo
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """The clone, beside it a folder for each page; `cultural-tom` and `python` are found; the network is off."""
    root = tmp_path_factory.mktemp("pages")
    kept = shutil.ignore_patterns(".*", "dist", "tests", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT, root / "cultural-tom", ignore=kept)
    scripts = {
        "lm_eval": f'#!/bin/sh\nexec "{sys.executable}" -m lm_eval "$@"\n',
        "python": f'#!/bin/sh\nexec "{sys.executable}" "$@"\n',
        "cultural-tom": f'#!/bin/sh\nexec "{sys.executable}" -c "from cultural_tom.commands.app import main; main()" "$@"\n',
    }
    (root / "bin").mkdir()
    for name, text in scripts.items():
        (root / "bin" / name).write_text(text)
        (root / "bin" / name).chmod(0o755)
    (root / "site").mkdir()
    (root / "site/sitecustomize.py").write_text(OFFLINE)
    return root


def typed(root, name, listed, mirror=None):
    """How each of the steps [shell, text] ended, typed in an empty folder beside the clone."""
    folder = root / name.replace("/", "-").removesuffix(".md")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    env = {
        k: v for k, v in os.environ.items() if k not in ("VIRTUAL_ENV", "PYTHONHOME", "CULTURAL_TOM_MIRROR")
    } | {
        "PATH": f"{root / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join([str(root / "site"), str(root / "cultural-tom/src")]),
        "HF_HOME": str(root / "hf"),
        "HF_HUB_OFFLINE": "1",
        "COLUMNS": "100",
        "MIRROR": str(mirror or ""),
    }
    (root / f"{folder.name}.json").write_text(json.dumps(listed), "utf-8")
    out = root / f"{folder.name}.results.json"
    typist = Path(__file__).with_name("typist.py")
    done = subprocess.run([sys.executable, typist, root / f"{folder.name}.json", out], cwd=folder, env=env,
                          capture_output=True, text=True, timeout=900)  # fmt: skip
    assert out.exists(), done.stderr
    return json.loads(out.read_text("utf-8"))


@pytest.mark.parametrize("name", TYPED)
def test_everything_on_a_page_is_typed_and_prints_what_the_page_says(name, root, request):
    text = PAGES[name]
    mirror = request.getfixturevalue("mirror") if MIRROR in text else None
    setup = SETUP.get(name, {})
    for old, new in setup.get("replace", {}).items():
        assert old in text, f"pages.toml: {name} no longer says {old}"
        text = text.replace(old, new)
    before = [[True, c] for c in setup.get("before", [])] + [[False, c] for c in [setup.get("python")] if c]
    page = list(steps(text))
    ended = typed(root, name, [*before, *([s.shell, s.text] for s in page)], mirror)
    for step, (code, said, errors) in zip([*before, *page], ended, strict=False):
        assert code == 0, f"{step}\n{said}{errors}"
    assert len(ended) == len(before) + len(page)
    for step, (_, said, _) in zip(page, ended[len(before) :], strict=True):
        if step.prints is not None:
            flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            assert LIKE.check_output(step.prints, said, flags), f"docs/{name}:{step.line}\n{said}"


@pytest.mark.parametrize("name", TUTORIALS)
def test_a_tutorial_as_a_notebook_has_all_that_is_typed_on_the_page(name):
    """The page's steps, in their order, are the cells: what the test above types is what a notebook runs."""
    document = notebook(PAGES[name])
    lines = [line for s in steps(PAGES[name]) for line in _cell(s).splitlines()]
    first, *cells = code_cells(document)
    assert first == SETTINGS
    assert [line for cell in cells for line in cell.splitlines()] == lines
    assert "```console" not in document
    assert {c["cell_type"] for c in json.loads(document)["cells"]} == {"markdown", "code"}


def _cell(step):
    if not step.shell:
        return step.text.strip("\n")
    word, _, rest = step.text.partition(" ")
    if word == "cd":
        return f"%cd {rest}"
    return f"%env {rest}" if word == "export" else f"!{step.text}"


def test_every_block_of_every_page_has_its_place():
    kinds, shown = Counter(), Counter()
    for name, text in PAGES.items():
        found = blocks(text)
        for n, block in enumerate(found):
            if block.kind == "shown" and n and output_of(text, found[n - 1], block):
                kinds["output"] += 1
                continue
            kinds[block.kind] += 1
            if block.kind == "shown":
                shown[name] += 1
            elif block.kind == "data":
                (tomllib if block.language == "toml" else json).loads(block.text)
    assert shown == SHOWN, (
        "a block that nothing runs: make it `console` or `python`, or say why it is not run"
    )
    assert kinds["typed"] > kinds["not run"]
    print(dict(kinds))


def test_what_is_not_run_says_why():
    reasons = Counter(b.not_run for text in PAGES.values() for b in blocks(text) if b.not_run)
    assert all(re.match(r"needs ", reason) for reason in reasons), reasons
    # A new one is for a reviewer to see. `-s` prints them.
    assert sum(reasons.values()) == 30
    print(*(f"{n} {reason}" for reason, n in sorted(reasons.items())), sep="\n")


def test_what_explanations_quote_stands_in_the_sample_edition():
    fields = ("context", "question")
    rows = [
        row for config in ct.CONFIGS for row in ct.load(config, "sample").select_columns([*fields, "options"])
    ]
    known = {line.replace("**", "").strip() for r in rows for f in fields for line in r[f].split("\n")}
    known |= {o for r in rows for o in r["options"]}
    quoted = [
        line.strip("> *-✓").strip()
        for name, text in PAGES.items()
        if name.startswith("explain/")
        for line in text.splitlines()
        if line.startswith(">") and line.strip("> …")
    ]
    assert len(quoted) > 60
    assert [
        line
        for line in quoted
        if line not in known and not any(k.startswith(line) or line in k for k in known)
    ] == []


def test_every_page_is_reached_from_the_first_one():
    from website.sources import LINK, SECTIONS

    linked = {t.partition("#")[0] for s in SECTIONS for _, _, t in LINK.findall(PAGES.get(f"{s}.md", ""))}
    named = {Path(t).name for t in linked}
    below = [n for n in PAGES if "/" in n and not n.endswith("index.md")]
    assert [n for n in below if Path(n).name not in named] == []


def test_the_sources_of_the_site_replace_nothing_of_anybody_else(tmp_path):
    from cultural_tom.problems import InputError
    from website.sources import write

    (tmp_path / "mine.txt").write_text("kept")
    with pytest.raises(InputError, match="no earlier sources"):
        write(tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["mine.txt"]
    out = tmp_path / "out"
    write(out)
    write(out)
    for name in ("notes.md", "index.md"):
        (out / name).write_text("a year of work")
        with pytest.raises(InputError, match="problem") as e:
            write(out)
        assert name in e.value.problems[0].message and (out / name).read_text() == "a year of work"
        (out / name).unlink()
    (tmp_path / "link").symlink_to("out")
    with pytest.raises(InputError, match="problem"):
        write(tmp_path / "link")
