"""What compiles the extraction sees nothing of the machine but its compiler, and says all that is missing before it begins."""

import ast
import sys
import tomllib

import pytest
import wheels

HOOK = tomllib.loads((wheels.ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"][
    "targets"
]["wheel"]["hooks"]["mypyc"]


@pytest.fixture
def linux(monkeypatch):
    """A machine with uv, a compiler, and a Python with its header for each version that is asked for."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(wheels, "UV", sys.executable)
    monkeypatch.setenv("CC", f"{sys.executable} -O0")
    monkeypatch.setattr(wheels, "interpreter", lambda version: f"/python{version}")
    header = wheels.HERE / "wheels.py"  # any file
    monkeypatch.setattr(wheels, "_header", lambda python: header)
    return monkeypatch


def test_plain_python_is_built_unless_it_is_asked_for_otherwise():
    assert HOOK["enable-by-default"] is False


def test_what_is_not_compiled_is_there():
    (own,) = HOOK["include"]
    names = {path.name for path in (wheels.ROOT / own.strip("/")).rglob("*.py")}
    assert set(HOOK["exclude"]) <= names and len(names) > 50


def test_what_is_compiled_asks_str_itself_for_lower_case():
    """mypyc's own `text.lower()` knows no final sigma: "ΑΣ" became "ασ" on Python 3.11 and 3.12, and "ας" in plain Python."""
    calls = [
        f"{path.name}:{node.lineno}"
        for path in (wheels.ROOT / HOOK["include"][0].strip("/")).rglob("*.py")
        if path.name not in HOOK["exclude"]
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "lower" and ast.unparse(node.value) != "str"
    ]
    assert calls == [], "str.lower(text)"


def test_the_hook_asks_for_the_tools_that_are_locked():
    lines = (wheels.HERE / "wheels.in").read_text("utf-8").splitlines()
    assert set(HOOK["dependencies"]) <= set(lines)


def test_nothing_is_missing_where_nothing_is_compiled(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("CC", "/nowhere")
    assert wheels.problems([]) == []
    assert wheels.problems(["3.11"]) == ["wheels are compiled on Linux, this is win32"]


def test_all_that_is_missing_is_said_at_once(linux):
    assert wheels.problems(["3.11", "3.12"]) == []
    linux.setattr(wheels, "UV", "/nowhere/uv")
    linux.setenv("CC", "/nowhere/cc -m64")
    linux.setattr(wheels, "interpreter", lambda version: None if version == "3.12" else "/python")
    linux.setattr(wheels, "_header", lambda python: wheels.HERE / "none/Python.h")
    found = wheels.problems(["3.11", "3.12"])
    said = (
        "no uv at '/nowhere/uv'",
        "no C compiler '/nowhere/cc'",
        "Python 3.11 has no ",
        "no Python 3.12 on PATH",
    )
    assert [text.startswith(begin) for text, begin in zip(found, said, strict=True)] == [True] * 4, found


def test_flags_and_folders_of_the_machine_reach_no_build(monkeypatch):
    for name in (
        "CFLAGS",
        "LDFLAGS",
        "CPATH",
        "PYTHONPATH",
        "LDSHARED",
        "HATCH_BUILD_HOOKS_ONLY",
        "VIRTUAL_ENV",
        "SOURCE_DATE_EPOCH",
    ):
        monkeypatch.setenv(name, "mine")
    monkeypatch.setenv("UV_CACHE_DIR", "kept")
    seen = wheels.environment()
    assert (
        "mine" not in seen.values()
        and seen["UV_CACHE_DIR"] == "kept"
        and seen["SOURCE_DATE_EPOCH"] == wheels.EPOCH
    )


def test_every_step_works_in_the_room_that_it_made_and_what_is_there_already_is_replaced(
    linux, tmp_path, capsys
):
    steps = []

    def run(env, *command):
        steps.append(tuple(map(str, command)))
        assert "-shared" in env["LDSHARED"] and env["HATCH_BUILD_HOOK_ENABLE_MYPYC"] == "1"
        if "--wheel-dir" in command:
            folder = command[command.index("--wheel-dir") + 1]
            folder.mkdir()
            (folder / "a-1.whl").write_text("new")

    linux.setattr(wheels, "_run", run)
    (tmp_path / "a-1.whl").write_text("old")
    made = wheels.compiled(tmp_path / "a.tar.gz", "3.11", tmp_path)
    assert made == tmp_path / "a-1.whl" and made.read_text() == "new"
    assert capsys.readouterr().err.startswith("a-1.whl: ")
    (venv,) = (s for s in steps if s[1] == "venv")
    room = venv[-1]
    assert venv[-2] == "/python3.11" and "--no-python-downloads" in venv
    for step in (s for s in steps if s[1] in ("pip", "build")):
        assert step[step.index("--python") + 1].startswith(room)
    assert any(s[0] == f"{room}/bin/auditwheel" and wheels.LINUX in s for s in steps)


def test_a_step_that_fails_ends_it_with_its_words():
    with pytest.raises(SystemExit, match=r"import sys; print.*\nwhat it said"):
        wheels._run({}, sys.executable, "-c", "import sys; print('what it said'); sys.exit(3)")


def test_a_wrong_call_compiles_nothing(linux, tmp_path, monkeypatch):
    monkeypatch.setattr(wheels, "_run", lambda *args: pytest.fail("ran"))
    with pytest.raises(SystemExit, match=r"wheels\.py OUT"):
        wheels.main([])
    with pytest.raises(SystemExit, match=r"wheels\.py OUT"):
        wheels.main([""])
    file = tmp_path / "cultural_tom-0.1.0.tar.gz"
    file.write_text("kept")
    with pytest.raises(
        SystemExit,
        match=r"(?s)nothing is compiled: 2 problem.*3\.10 is none of 3\.11, 3\.12, 3\.13.* is no folder",
    ):
        wheels.main([str(file), "3.10"])
    assert file.read_text() == "kept"


def test_what_was_made_before_stays_where_a_wheel_fails(linux, tmp_path):
    def failing(*args):
        raise SystemExit("a step failed")

    (tmp_path / "cultural_tom-0.1.0-cp312.whl").write_text("kept")
    linux.setattr(wheels, "_run", failing)
    with pytest.raises(SystemExit, match="a step failed"):
        wheels.main([str(tmp_path), "3.11"])
    assert [p.name for p in tmp_path.iterdir()] == ["cultural_tom-0.1.0-cp312.whl"]


def test_a_program_that_cannot_run_is_one_message(tmp_path):
    with pytest.raises(SystemExit, match="/nowhere/uv venv\n"):
        wheels._run({}, "/nowhere/uv", "venv")
