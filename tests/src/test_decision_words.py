"""Decisions word for word: what is asked, what is read, and what each wrong line is told."""

import hashlib
import json

import pytest

import cultural_tom as ct
from cultural_tom.problems import InputError
from cultural_tom.scoring import decisions

SHA = "a" * 64


def line(**changes):
    return {"id": "xtomi_en/1", "answer": "A", "response_sha256": SHA} | changes


def written(path, *lines):
    path.write_text("".join(json.dumps(x) + "\n" for x in lines), "utf-8")
    return path


def refused(call, *args):
    with pytest.raises(InputError) as e:
        call(*args)
    return e.value


def test_a_half_character_has_a_hash_too():
    assert decisions.sha256("\ud83d") == hashlib.sha256("\ud83d".encode("utf-8", "surrogatepass")).hexdigest()


def test_slots_stand_beside_the_options_where_a_row_has_them(tmp_path):
    rows = list(ct.load("xnegotiationtom_en", "sample"))
    slots = next(r for r in rows if r["answer_format"] == "slots")
    choice = ct.load("tombench_en", "sample")[0]
    (tmp_path / "p.jsonl").write_text(
        "".join(json.dumps({"id": r["id"], "response": "Hm."}) + "\n" for r in (slots, choice)), "utf-8"
    )
    from typer.testing import CliRunner

    from cultural_tom.commands.app import app

    out = tmp_path / "open.jsonl"
    args = ["extract", str(tmp_path / "p.jsonl"), "--unparsed", str(out), "--data", "sample"]
    assert CliRunner().invoke(app, args).exit_code == 0
    first, second = (json.loads(x) for x in out.read_text("utf-8").splitlines())
    assert first["slots"] == list(slots["slots"]) and "slots" not in second


def test_what_is_there_is_not_written_over_and_a_link_to_nothing_is_there(tmp_path):
    there, link = written(tmp_path / "there.jsonl", line()), tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "nowhere.jsonl")
    for path in (there, link):
        e = refused(decisions.write, path, iter([line()]), "--unparsed")
        assert (
            str(e)
            == f"1 problem; nothing was written:\n  --unparsed {path}: is there already; name a file that is not"
        )
    assert not (tmp_path / "nowhere.jsonl").exists()
    folder = tmp_path / "file" / "open.jsonl"
    (tmp_path / "file").write_text("")
    assert "--unparsed" in str(refused(decisions.write, folder, iter([line()]), "--unparsed"))


def test_a_file_that_is_none_or_empty_is_named(tmp_path):
    none, empty = tmp_path / "none.jsonl", written(tmp_path / "empty.jsonl")
    assert str(refused(decisions.read, none)) == (
        f"1 problem:\n  {none}: is no file; expected decisions, one JSON object on each line"
    )
    assert str(refused(decisions.read, empty)) == (
        f"{empty}: 1 problem; nothing was scored:\n  {empty}: holds no decision"
    )


def test_what_is_read_is_a_decision_for_each_sample_and_order(tmp_path):
    path = written(tmp_path / "d.jsonl", line(), line(sample=1), line(sample=0, permutation=2, answer=None))
    found = decisions.read(path)
    assert found.place == "d.jsonl"
    assert [(d.key, d.answer, d.response_sha256, d.line) for d in found.decisions] == [
        (("xtomi_en/1", 0, 0), "A", SHA, 1), (("xtomi_en/1", 0, 1), "A", SHA, 2), (("xtomi_en/1", 2, 0), None, SHA, 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"gold": "A"}, f"has unknown keys ['gold']; known: {', '.join(sorted(decisions.KEYS))}"),
        ({"id": 7}, "id must be a string, got 7"),
        ({"response_sha256": 8}, "response_sha256 must be a string, got 8"),
        ({"permutation": -1}, "permutation must be a whole number from 0, got -1"),
        ({"sample": 1.5}, "sample must be a whole number from 0, got 1.5"),
        ({"sample": True}, "sample must be a whole number from 0, got True"),
    ],
)
def test_a_line_that_is_none_is_told_why(tmp_path, changes, said):
    path = written(tmp_path / "d.jsonl", line(), line(id="xtomi_en/2") | changes, line())
    e = refused(decisions.read, path)
    assert str(e) == (
        f"{path}: 2 problems; nothing was scored:\n  d.jsonl line 2: {said}\n"
        "  d.jsonl line 3: id 'xtomi_en/1' was already decided on line 1"
    )
    assert [p.line for p in e.problems] == [2, 3]


def test_a_decision_for_no_unparsed_response_is_told_why(tmp_path):
    rows = list(ct.load("xtomi_en", "sample"))[:4]
    said = ["I cannot say.", "Answer: A", "I cannot say.", None]
    lines = [
        {"id": r["id"], **({"answer": "A"} if s is None else {"response": s})}
        for r, s in zip(rows, said, strict=True)
    ]
    predictions = written(tmp_path / "p.jsonl", *lines)

    def decision(i, of):
        return {"id": rows[i]["id"], "answer": "A", "response_sha256": decisions.sha256(of)}

    path = written(
        tmp_path / "d.jsonl",
        decision(2, said[0]),
        decision(0, "another"),
        decision(1, said[1]),
        decision(3, ""),
        {"id": "xtomi_fr/1", "answer": "A", "response_sha256": SHA},
    )
    e = refused(lambda: ct.score(predictions, data="sample", partial=True, resamples=0, decisions=path))
    assert [(p.line, p.where, p.message) for p in e.problems] == [
        (n, f"d.jsonl line {n} ('{where}')", what)
        for n, where, what in (
            (2, rows[0]["id"], "was decided about another response than the one in the predictions (sha256)"),
            (3, rows[1]["id"], "is read by extraction; only unparsed responses are decided"),
            (4, rows[3]["id"], "has an answer in the predictions, and no response to decide about"),
            (5, "xtomi_fr/1", "is none of the predictions (id, permutation and sample)"),
        )
    ]
