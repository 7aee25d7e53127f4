"""`cultural-tom extract`, what it leaves to decide, and decisions that are scored and bound into the signature."""

import json

import pytest
from typer.testing import CliRunner

import cultural_tom as ct
from cultural_tom.commands.app import app

ROWS = list(ct.load("xtomi_en", "sample"))[:4]
SAID = ("So the answer is **B**.", "I cannot say.", "A or B", "Answer: A")


@pytest.fixture
def files(tmp_path):
    predictions = [{"id": r["id"], "response": said} for r, said in zip(ROWS, SAID, strict=True)]
    ct.save_predictions(predictions, tmp_path / "p.jsonl")
    left = tmp_path / "open.jsonl"
    assert run("extract", tmp_path / "p.jsonl", "--unparsed", left).exit_code == 0
    return tmp_path / "p.jsonl", left


def run(command, *args):
    return CliRunner().invoke(app, [command, *map(str, args), "--data", "sample"])


def lines(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def decided(left, answers, **changes):
    path = left.with_name("decided.jsonl")
    rows = [{**row, "answer": answer, **changes} for row, answer in zip(lines(left), answers, strict=True)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def score(predictions, **more):
    return ct.score(predictions, data="sample", partial=True, resamples=0, **more)


def test_each_response_is_explained_by_its_rule_and_words(files):
    said = run("extract", files[0], "--explain").output
    assert f"1: {ROWS[0]['id']}: B (cue) 'answer is B'" in said
    assert f"line 2: {ROWS[1]['id']}: no_answer; the response ends 'I cannot say.'" in said
    found = json.loads(run("extract", files[0], "--json").output)["responses"]
    assert [(r["answer"], r["rule"], r["reason"]) for r in found[::3]] == [
        ("B", "cue", ""),
        ("A", "short", ""),
    ]


def test_what_is_left_to_decide_shows_options_and_response_and_no_answer(files):
    left = lines(files[1])
    assert [row["response"] for row in left] == ["I cannot say.", "A or B"]
    assert list(left[0]["options"].values()) == list(ROWS[1]["options"])
    assert left[0]["question"] == ROWS[1]["question"]
    assert all("answer" not in row and len(row["response_sha256"]) == 64 for row in left)


def test_a_file_to_decide_is_never_written_over(files):
    before = files[1].read_bytes()
    done = run("extract", files[0], "--unparsed", files[1])
    assert done.exit_code == 1 and "is there already" in done.output
    assert files[1].read_bytes() == before


def test_decisions_are_scored_and_bound_into_the_signature(files):
    predictions, left = files
    gold = ["AB"[ROWS[1]["gold"][0]], None]
    plain, with_them = score(predictions), score(predictions, decisions=decided(left, gold))
    assert with_them["reality", "reality"].n == plain["reality", "reality"].n
    assert "|decided:" in str(with_them.signature) and "|decided:" not in str(plain.signature)
    path = left.with_name("decided.jsonl")
    assert ct.verify(with_them, predictions, data="sample", decisions=path).signature == with_them.signature
    with pytest.raises(ct.InputError, match="--decisions FILE"):
        ct.verify(with_them, predictions, data="sample")
    with pytest.raises(ct.InputError, match="leave --decisions out"):
        ct.verify(plain, predictions, data="sample", decisions=path)


def test_one_changed_decision_breaks_the_signature_and_the_order_of_lines_does_not(files):
    predictions, left = files
    report = score(predictions, decisions=decided(left, ["A", "B"]))
    path = left.with_name("decided.jsonl")
    path.write_text("".join(reversed(path.read_text("utf-8").splitlines(keepends=True))), "utf-8")
    assert ct.verify(report, predictions, data="sample", decisions=path)
    with pytest.raises(ct.InputError, match="decisions about unparsed"):
        ct.verify(report, predictions, data="sample", decisions=decided(left, ["A", None]))


def test_all_wrong_decisions_are_named_at_once_and_nothing_is_scored(files):
    predictions, left = files
    path = decided(left, ["Z", "A"])
    first, second = lines(path)
    read = {**first, "id": ROWS[0]["id"], "answer": "A"}
    wrong = [first, {**second, "response_sha256": "0" * 64}, {**first, "id": "xtomi_en/0"}, read]
    path.write_text("".join(json.dumps(row) + "\n" for row in wrong), "utf-8")
    done = run("score", predictions, "--decisions", path)
    assert done.exit_code == 1 and "4 problems; nothing was scored" in done.output
    for said in ("must be a letter", "another response", "none of the predictions"):
        assert said in done.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no decision"), ("no JSON\n", "is not JSON"), ('{"id": "a"}\n', "needs answer, response_sha256"),
        ('{"id": 1, "answer": null, "response_sha256": ""}\n', "id must be a string"),
        ('{"id": "a", "answer": null, "response_sha256": "", "gold": "A"}\n', "unknown keys"),
        ('{"id": "a", "answer": null, "response_sha256": "", "sample": -1}\n', "sample must be a whole number"),
        ('{"id": "a", "answer": null, "response_sha256": ""}\n' * 2, "was already decided on line 1"),
    ],
)  # fmt: skip
def test_a_file_that_holds_no_decisions_is_refused(files, text, said):
    path = files[1].with_name("bad.jsonl")
    path.write_text(text, "utf-8")
    done = run("score", files[0], "--decisions", path)
    assert done.exit_code == 1 and said in " ".join(done.output.split())


def test_a_decision_about_a_response_that_was_read_is_refused(files):
    import hashlib

    predictions, left = files
    row = {
        "id": ROWS[0]["id"],
        "answer": "A",
        "response_sha256": hashlib.sha256(SAID[0].encode()).hexdigest(),
    }
    path = left.with_name("read.jsonl")
    path.write_text(json.dumps(row) + "\n", "utf-8")
    with pytest.raises(ct.InputError, match="only unparsed responses are decided"):
        score(predictions, decisions=path)


def test_a_decision_is_for_the_options_as_they_were_shown(tmp_path):
    row = ct.load("tombench_en", "sample")[0]
    predictions = tmp_path / "p.jsonl"
    ct.save_predictions([{"id": row["id"], "response": "Hm.", "permutation": 1}], predictions)
    left = tmp_path / "open.jsonl"
    assert run("extract", predictions, "--unparsed", left).exit_code == 0
    shown = lines(left)[0]["options"]
    right = next(letter for letter, text in shown.items() if text == row["options"][row["gold"][0]])
    report = score(predictions, decisions=decided(left, [right]))
    assert report.as_dict()["configs"][0]["unparsed"] == 0
    assert report.as_dict()["configs"][0]["figures"][0]["value"] == 1.0


def test_check_counts_what_was_decided_as_parsed(files):
    predictions, left = files
    before = ct.check(predictions, data="sample")["xtomi_en"]
    after = ct.check(predictions, data="sample", decisions=decided(left, ["A", "B"]))["xtomi_en"]
    assert (before.unparsed, after.unparsed) == (2, 0)
    done = run("check", predictions, "--decisions", left.with_name("decided.jsonl"), "--json")
    assert done.exit_code == 0 and json.loads(done.output)
    wrong = run("check", predictions, "--decisions", decided(left, ["Z", "A"]))
    assert wrong.exit_code == 1 and "1 problem" in wrong.output


def test_compare_takes_decisions_for_each_file(files, tmp_path):
    predictions, left = files
    other = tmp_path / "q.jsonl"
    ct.save_predictions([{"id": r["id"], "answer": "A"} for r in ROWS], other)
    path = decided(left, ["AB"[r["gold"][0]] for r in ROWS[1:3]])
    how = {"data": "sample", "partial": True, "resamples": 0}
    plain = ct.compare(other, predictions, **how)
    with_them = ct.compare(other, predictions, decisions=[None, path], **how)
    assert [d.a for d in plain.differences] == [d.a for d in with_them.differences]
    assert [d.b for d in plain.differences] != [d.b for d in with_them.differences]
    assert [s.get("decided") is not None for s in with_them.submissions] == [False, True]
    arguments = ("compare", other, predictions, "--partial", "--resamples", "0", "--json")
    done = run(*arguments, "--decisions", "-", "--decisions", path)
    assert json.loads(done.output)["submissions"] == with_them.submissions
    with pytest.raises(ct.InputError, match="one file for each of 2"):
        ct.compare(other, predictions, decisions=[path], **how)
    assert run(*arguments, "--decisions", path).exit_code == 1
