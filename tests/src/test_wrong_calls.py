"""A wrong call of a command: exit code 2, one message in safe words; and the help that leads to a right one."""

import pytest
from typer.testing import CliRunner

import cultural_tom
from builders.commands import app as builders_app
from cultural_tom.commands.app import app
from validation.commands import app as validation_app

APPS = {"cultural-tom": app, "builders": builders_app, "validation": validation_app}
HOSTILE = "a\x1b[31m\x1b]0;owned\x07\r\nError: all is well\u202e\u2066\u200f\x9b\x00"
NEVER = set(HOSTILE) - set("a[31m]0;ownedError: all is well\n")


def call(name, *args):
    done = CliRunner().invoke(APPS[name], args, env={"COLUMNS": "80"})
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


@pytest.mark.parametrize("name", APPS)
@pytest.mark.parametrize(
    "args",
    [(HOSTILE,), (f"--{HOSTILE}",), (f"-{HOSTILE}",), ("list", HOSTILE), ("list", f"--{HOSTILE}"), ("run", f"--{HOSTILE}"),
     ("score", "p", "--data", "sample", "--seed", HOSTILE), ("score", "p", "--data", "sample", "--protocol", HOSTILE),
     ("score", "p", HOSTILE, "--data", "sample"), ("build", "--edition", HOSTILE)],
    ids=range(10),
)  # fmt: skip
def test_what_was_typed_is_repeated_as_visible_text_on_one_line(name, args):
    done = call(name, *args)
    assert done.exit_code == 2
    assert not set(done.output) & NEVER, done.output
    assert not [line for line in done.output.splitlines() if line.startswith("Error: all is well")]


@pytest.mark.parametrize("name", APPS)
def test_every_app_says_its_version(name):
    done = call(name, "--version")
    assert (done.exit_code, done.stdout) == (
        0,
        f"cultural-tom {cultural_tom.__version__}, extraction in plain Python\n",
    )


@pytest.mark.parametrize("name", APPS)
def test_no_command_is_cut_in_the_help_of_a_terminal_of_80_columns(name):
    listed = call(name, "--help").stdout.partition("Commands:")[2]
    assert len(listed.splitlines()) > 4 and "..." not in listed
    assert max(map(len, listed.splitlines())) <= 80


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (("scor", "p"), 2, "score"),
        (("score", "p", "--data", "sample", "--protcol", "x"), 2, "--protocol"),
        (("score", "p", "--data", "sample", "--protocol", "stric"), 2, "did you mean 'strict'?"),
        (("score", "p", "--data", "sample", "--free", "cosin"), 2, "did you mean 'cosine'?"),
        (("show", "xfantom_rf"), 1, "did you mean xfantom_fr"),
        (("show", "xfantom"), 1, "did you mean xfantom_de, xfantom_en, xfantom_fr, xfantom_ja, xfantom_zh?"),
        (("show", "multitom_cultural"), 1, "did you mean multitom_cultural_ar, multitom_cultural_bn,"),
        (("score", "p", "--data", "sample", "--out=a", "--out", "b"), 2, "'--out': stands twice; give it once"),
        (("score", "p", "--data", "sample", "--out", "--data"), 1, "p"),  # the value of --out, and no second --data
        (("score", "p"), 2, "Missing option '--data'. 'sample' (in the package), a built folder, or a repository id"),
        (("collect", "p"), 2, "Missing option '--out'. The predictions file to write."),
        (("show", "xfantom_fr", "--data", "full"), 1, "python -m builders build --edition full --out DIR"),
        (("show", "xfantom_fr", "--data", "Sample"), 1, "did you mean 'sample'?"),
        (("show", "xfantom_fr", "--edition", "ful"), 1, "did you mean 'full'?"),
        (("predict", "--model", "lexicl", "--data", "sample", "--out", "p"), 1, "did you mean 'lexical'?"),
    ],
    ids=lambda a: " ".join(a) if isinstance(a, tuple) else str(a),
)  # fmt: skip
def test_a_name_that_is_nearly_right_is_answered_with_the_right_one(tmp_path, monkeypatch, args, code, says):
    monkeypatch.chdir(tmp_path)
    done = call("cultural-tom", *args)
    assert done.exit_code == code and says in done.output
    assert not list(tmp_path.iterdir())
