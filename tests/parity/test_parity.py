"""The official scripts, executed from the mirror, against `--protocol paper`: `python -m tests.parity` prints the table.

Every difference is none, or one that docs/protocols.md names, and as often as it says there."""

import re
from collections import Counter
from itertools import islice
from pathlib import Path

import outputs
import pytest
import results
import run_fantom
import run_random
import run_tombench
import scripts
from parity import SAMPLE, everything, full

from cultural_tom.scoring.answers import Rules
from cultural_tom.scoring.protocols import tactfultom, tombench, xfantom

DOCS = (Path(__file__).parents[2] / "docs" / "protocols.md").read_text("utf-8")
LETTER = tombench.letter
pytestmark = pytest.mark.mirror


def files_of_scripts(mirror):
    return sorted((p, p.stat().st_size) for s in (scripts.TOMBENCH, scripts.TACTFULTOM, scripts.FANTOM)
                  for p in (mirror / s[0]).rglob("*"))  # fmt: skip


@pytest.fixture(scope="module")
def data(mirror, tmp_path_factory):
    return full(mirror, tmp_path_factory.mktemp("full"))


@pytest.fixture(scope="module")
def found(mirror, data, tmp_path_factory):
    before = files_of_scripts(mirror)
    made = everything(mirror, data, tmp_path_factory.mktemp("parity"))
    assert files_of_scripts(mirror) == before  # run as they are, and nothing left beside them
    return made


def test_every_difference_from_an_official_script_has_a_name(found):
    assert {f"{p.script}, {p.what}": p.unnamed[:5] for p in found if p.unnamed} == {}


def test_the_documented_deviations_are_those_that_were_found_each_as_often(found):
    rows = re.findall(r"^\| `([a-z_]+)` \|.*\| ([\d,]+) \|$", DOCS, re.MULTILINE)
    documented = Counter({name: int(count.replace(",", "")) for name, count in rows})
    assert documented == results.deviations(found)


def test_the_documented_table_is_the_one_that_is_found(found):
    lines = results.table(found).splitlines()
    assert [line for line in lines if line not in DOCS] == []


def test_every_real_row_has_five_responses_or_more(found):
    of = {
        p.script: p for p in found if p.what in ("one option order", "verdicts", "verdicts, five languages")
    }
    counted = {name: (p.rows, p.responses / p.rows) for name, p in of.items()}
    assert [n for n, (_, each) in counted.items() if each < 5] == []
    assert sum(rows for name, (rows, _) in counted.items() if "ToMBench" in name) == 2 * 2860
    assert {rows for name, (rows, _) in counted.items() if "TactfulToM" in name} == {4254}


def test_a_comparison_has_right_and_wrong_verdicts(found):
    shares = {(p.script, p.what): p.right / p.compared for p in found if p.rows > 100 and p.right}
    assert len(shares) == 12
    assert [name for name, share in shares.items() if not 0.2 < share < 0.9] == []


def test_very_long_responses_are_read_alike(mirror, tmp_path, monkeypatch):
    """Two thousand characters for option numbers (the script's pattern is quadratic), a hundred thousand for the rest."""

    def long(what, seed):
        words, size = (
            ("Everybody: it seems: had left. ", 66) if "mcq" in what else ("they talk, then go. ", 5_000)
        )
        for end in ("answer: (a): 3", "yes", "Ann, Bo", "[[B]]"):
            yield from (words * size + end, f"{end}\n{words * size}")

    monkeypatch.setattr(run_random, "strings", long)
    found = run_random.parity(mirror, tmp_path)
    assert [p.unnamed for p in found] == [[], [], []] and all(p.compared for p in found)


@pytest.mark.parametrize("kind", outputs.FORMS)
def test_responses_are_of_every_class(kind):
    """Realistic and adversarial, all for every kind of question, and the same at each call."""
    options = ["yes", "no"] if kind == "yes or no" else ["Ann", "Bo", "Cy", "Di"]
    drawn = [list(islice(outputs.responses(kind, "row/1", options, [1]), 3000)) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert {name for name, _ in drawn[0]} == {*outputs.FORMS[kind], *outputs.EVERYWHERE}
    texts = {text for _, text in drawn[0]}
    assert len(texts) > 500 and "" in texts
    assert not [t for t in texts if re.search("<[LlNTOoMUXBYZGRF]>|[%@]", t)]


def test_tombenchs_runner_ends_at_a_question_with_two_options(mirror, tmp_path):
    """Its data has NaN where an option is missing, and the runner asks for None."""
    official = run_tombench.Official(mirror, tmp_path, "en")
    record = {f"OPTION-{x}": x for x in "AB"} | {
        "OPTION-C": float("nan"),
        "OPTION-D": float("nan"),
        "选项C": float("nan"),
    }
    record |= {"STORY": "", "QUESTION": ""}
    with pytest.raises(AttributeError):
        official.letters(run_tombench.Question(0, {}, "", record), [0, 1])


def single_brackets_first(response, n):
    return LETTER(response.replace("[[", "(").replace("]]", ")"), n)


def first_colon(text):
    found = re.search("answer.*?:(.*)", text, re.IGNORECASE | re.DOTALL)
    return found[1].strip() if found else text


def zero_is_the_last_option(text, n):
    first = tactfultom.after_answer(text).strip(" #*:")[:1]
    return ((int(first) - 1) % n,) if first.isdecimal() and int(first) <= n else None


def no_before_yes(text, options):
    words = tactfultom.PUNCTUATION.sub("", text).lower().split()
    word = next((w for w in ("no", "yes") if w in words), None)
    return None if word is None else (options.index(word),)


@pytest.mark.parametrize(
    ("module", "name", "defect"),
    [
        (tombench, "letter", single_brackets_first),
        (tactfultom, "after_answer", first_colon),
        (tactfultom, "number", zero_is_the_last_option),
        (tactfultom, "yes_no", no_before_yes),
        (tactfultom, "PUNCTUATION", re.compile(r"[^\w\s]|_")),
        (tactfultom, "boxed", lambda text: text),
        (
            tactfultom,
            "names",
            lambda text, options: tuple(i for i, o in enumerate(options) if o in text) or None,
        ),
        (xfantom, "MARKS", ("Answer:",)),
    ],
)
def test_a_defect_in_a_reading_rule_is_seen(mirror, tmp_path, monkeypatch, module, name, defect):
    monkeypatch.setattr(module, name, defect)
    found = run_random.parity(mirror, tmp_path)
    assert sum(len(p.unnamed) for p in found) >= 5


def test_a_tie_that_decides_nothing_is_seen(mirror, data, tmp_path, monkeypatch):
    run = run_tombench.Run(mirror, data, tmp_path, "tombench_zh", 1)
    votes = [t for k in range(run_tombench.ORDERS) for t in run.tries(0, k) if not t.question.place % 20]
    assert run.verdicts("votes", votes, run_tombench.ORDERS).unnamed == []
    monkeypatch.setattr(tombench, "RULES", Rules())
    assert run.verdicts("votes", votes, run_tombench.ORDERS).unnamed


def test_a_second_option_named_that_takes_the_point_away_is_seen(mirror, tmp_path, monkeypatch):
    monkeypatch.setattr(xfantom, "RULES", Rules())
    assert run_fantom.parity(mirror, SAMPLE, tmp_path, runs=1)[0].unnamed
