"""`make release` refuses what is no release, and builds the same bytes twice."""

import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
import release

from cultural_tom import __version__
from cultural_tom.citing.works import library

ROOT = Path(release.__file__).parents[1]


def git(root, *args):
    own = [
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.org",
        "-c",
        "commit.gpgsign=false",
        "-c",
        "tag.gpgsign=false",
    ]
    subprocess.run(["git", "-C", root, *own, *args], check=True, capture_output=True)


@pytest.fixture
def tree(tmp_path):
    """A clean, tagged tree with what a package is built from."""
    root = tmp_path / "tree"
    root.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "CITATION.cff", ".zenodo.json"):
        shutil.copy(ROOT / name, root / name)
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "CHANGELOG.md").write_text(
        f"# Changelog\n\n## {__version__} ({library().date})\n\n- All of it.\n"
    )
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "A release")
    git(root, "tag", f"v{__version__}")
    return root


def amend(root, name, text):
    """A change that is committed and tagged, so that nothing else is wrong."""
    (root / name).write_text(text, "utf-8")
    git(root, "commit", "-q", "-a", "--amend", "-m", "Another")
    git(root, "tag", "-f", f"v{__version__}")


def test_a_clean_tagged_and_dated_tree_has_no_problem(tree):
    assert list(release.problems(tree, __version__)) == []


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda t: (t / "new.txt").write_text("x"), "the tree is dirty: 1 file(s), the first new.txt"),
        (lambda t: (t / "README.md").write_text("x"), "the tree is dirty: 1 file(s), the first README.md"),
        (lambda t: git(t, "tag", "-d", f"v{__version__}"), "the tags of this commit are: none"),
        (lambda t: (git(t, "tag", "-d", f"v{__version__}"), git(t, "tag", "v9.9.9")), "are: v9.9.9; expected v"),
        (lambda t: amend(t, "CHANGELOG.md", f"## {__version__} (unreleased)\n"), "(unreleased); expected the day"),
        (lambda t: amend(t, "CHANGELOG.md", f"## {__version__} (2001-01-01)\n"), "CHANGELOG.md says 2001-01-01, works.toml"),
        (lambda t: amend(t, "CHANGELOG.md", "## 9.9.9 (2026-11-21)\n"), "CHANGELOG.md begins with 9.9.9"),
        (lambda t: amend(t, "CHANGELOG.md", "nothing\n"), "CHANGELOG.md has no heading"),
        (lambda t: amend(t, "CITATION.cff", "cff-version: 1.2.0\n"), "CITATION.cff is not what works.toml says"),
        (lambda t: amend(t, ".zenodo.json", "{}"), ".zenodo.json is not what works.toml says"),
    ],
)  # fmt: skip
def test_what_is_no_release_is_refused_with_the_reason(tree, damage, message):
    damage(tree)
    (problem,) = release.problems(tree, __version__)
    assert message in problem
    with pytest.raises(SystemExit, match="no release: 1 problem"):
        release.release(tree, __version__, tree / "out", [])
    assert not (tree / "out").exists()


def test_a_tag_on_another_commit_does_not_count(tree):
    git(tree, "commit", "-q", "--allow-empty", "-m", "Later")
    assert "are: none" in next(release.problems(tree, __version__))


def test_a_python_that_is_not_here_is_named_before_anything_is_built(tree, monkeypatch):
    monkeypatch.setattr(release, "built", lambda *args: pytest.fail("built"))
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(SystemExit, match=r"3\.99 is none of 3\.11, 3\.12, 3\.13"):
        release.release(tree, __version__, tree / "out", ["3.99"])


def test_a_file_in_the_place_of_the_folder_is_named_before_anything_is_built(tree, tmp_path, monkeypatch):
    monkeypatch.setattr(release, "built", lambda *args: pytest.fail("built"))
    (tmp_path / "package").write_text("kept")
    with pytest.raises(SystemExit, match="package is no folder"):
        release.release(tree, __version__, tmp_path / "package", [])
    assert (tmp_path / "package").read_text() == "kept"


def test_no_other_argument_makes_a_release(monkeypatch):
    monkeypatch.setattr(release, "release", lambda *args: pytest.fail("released"))
    monkeypatch.setattr("sys.argv", ["release.py", "--help"])
    with pytest.raises(SystemExit, match="make release"):
        release.main()


def test_two_builds_give_the_same_bytes_with_all_data_and_no_builders(tree, tmp_path):
    out = tmp_path / "package"
    sums = release.release(tree, __version__, out, [])
    (wheel,), (sdist,) = out.glob("*.whl"), out.glob("*.tar.gz")
    assert (out / "SHA256SUMS").read_text() == sums and len(sums.splitlines()) == 2
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"cultural_tom/citing/works.toml", "cultural_tom/sample_edition/croissant.json",
            "cultural_tom/sample_edition/SHA256SUMS"} <= names  # fmt: skip
    files = {
        p.relative_to(ROOT / "src").as_posix()
        for p in (ROOT / "src").rglob("*")
        if p.is_file() and "__pycache__" not in p.parts
    }
    assert files <= names and not any(n.startswith(("builders", "tests")) for n in names)
    with tarfile.open(sdist) as archive:
        inside = {n.partition("/")[2] for n in archive.getnames()}
    assert {"CITATION.cff", ".zenodo.json", "CHANGELOG.md", "LICENSE", "pyproject.toml"} <= inside


def test_builds_that_differ_are_no_release(tree, tmp_path, monkeypatch):
    def differing(root, outs, pythons):
        for k, out in enumerate(outs):
            out.mkdir()
            (out / "a.whl").write_text(str(k))
            (out / "b.whl").write_text("the same")

    monkeypatch.setattr(release, "built", differing)
    with pytest.raises(SystemExit, match=r"two builds differ in a\.whl$"):
        release.release(tree, __version__, tmp_path / "package", [])
    assert not (tmp_path / "package").exists()
