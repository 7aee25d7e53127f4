"""Every option and argument of every command, each with one of the values of the sweep (`python -m tests.hostile.sweep` gives it all)."""

import pytest

from tests.hostile.commands import APPS
from tests.hostile.sweep import Sweep, by_parameter, make


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    place = tmp_path_factory.mktemp("sweep") / "template"
    make(place)
    return place


def drawn(program):
    """For each parameter a value that was not tried yet, where it has one, so that each value is tried at some."""
    tried, out = set(), []
    for n, calls in enumerate(by_parameter(program).values()):
        fresh = [it for it in calls if it.value not in tried] or calls
        out.append(fresh[7 * n % len(fresh)])
        tried.add(out[-1].value)
    return out


@pytest.mark.parametrize("program", APPS)
def test_a_wrong_value_of_any_option_or_argument_is_one_message(made, tmp_path, program):
    sweep = Sweep(made, tmp_path)
    found = {}
    for it in drawn(program):
        _, wrong, said = sweep.run(it)
        if wrong:
            found[it.name] = (wrong, said[:300])
    assert not found


def test_every_value_is_tried_at_some_parameter():
    every = {it.value for program in APPS for calls in by_parameter(program).values() for it in calls}
    assert {it.value for program in APPS for it in drawn(program)} == every


def test_a_command_that_breaks_is_seen(made, tmp_path, monkeypatch):
    """A traceback, a long message, a lost file: planted, each is named."""
    import cultural_tom.terminal as terminal

    it = next(i for calls in by_parameter("cultural-tom").values() for i in calls if i.name == "show config is long")  # fmt: skip
    sweep = Sweep(made, tmp_path)
    assert not sweep.run(it)[1]
    monkeypatch.setattr(terminal, "brief", lambda text: text)
    assert "a message of 100," in sweep.run(it)[1][0]

    def broken(text):
        (sweep.place / "notes.txt").unlink()
        raise KeyError(text)

    monkeypatch.setattr(terminal, "brief", broken)
    wrong = sweep.run(it)[1]
    assert "KeyError" in wrong[0] and "notes.txt" in wrong[1]
