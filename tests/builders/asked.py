"""What a command of either program answers, run in this process."""

from typer.testing import CliRunner

from cultural_tom.commands.app import app


def run(*args, of=app):
    done = CliRunner().invoke(of, [str(a) for a in args])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, " ".join(done.output.split())
