"""Free answers of TactfulToM: closest option by cosine, token F1 or a judge."""

import json

import pytest
from judge_double import Fake
from typer.testing import CliRunner

from cultural_tom.commands.app import app
from cultural_tom.extraction import VERSION
from cultural_tom.problems import InputError
from cultural_tom.rows.repository import read_rows
from cultural_tom.scoring.free import Free, closest, cosine, said, token_f1
from cultural_tom.scoring.run import ScoreOptions, score
from cultural_tom.scoring.verify import verify

pytestmark = pytest.mark.usefixtures("no_keys")

OPTIONS = (
    "Because he does not want to hurt her feelings.",
    "Because the train leaves in ten minutes.",
    "Because he has never liked coffee.",
    "Because his brother is waiting outside.",
)
MEANT = (
    ("He wanted to spare her feelings.", 0),
    ("The train is about to depart.", 1),
    ("He dislikes coffee.", 2),
    ("Outside, his brother was waiting for him.", 3),
)
SECRET = "sk-secret-of-this-test"


# --- cosine and F1


def test_cosine_finds_the_option_that_means_the_same():
    found = cosine([(text, OPTIONS) for text, _ in MEANT])
    assert [found[text, OPTIONS] for text, _ in MEANT] == [k for _, k in MEANT]


def test_cosine_does_not_depend_on_the_order_of_options_or_on_the_other_texts():
    text, turned = MEANT[0][0], OPTIONS[::-1]
    assert turned[cosine([(text, turned)])[text, turned]] == OPTIONS[MEANT[0][1]]


def test_each_distinct_text_is_embedded_once(monkeypatch):
    from cultural_tom.encoders import minilm

    seen = []
    real = minilm.embed
    monkeypatch.setattr(minilm, "embed", lambda texts: seen.append(list(texts)) or real(texts))
    cosine([(text, OPTIONS) for text, _ in MEANT] * 3)
    assert len(seen) == 1
    assert len(seen[0]) == len(set(seen[0])) == len(OPTIONS) + len(MEANT)


def test_equal_options_are_a_tie_and_decide_nothing():
    pair = ("He likes some tea.", ("He likes tea.", "He likes tea.", "It rains."))
    assert cosine([pair])[pair] is None
    assert token_f1([pair])[pair] is None


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Because he has never liked coffee.", 2),
        ("coffee", 2),
        ("Coffee", None),  # case-sensitive, as released: no token in common with any option
        ("train train train", 1),  # sets: a repeated word counts once
        ("", None),
    ],
)
def test_token_f1_counts_sets_of_tokens(answer, expected):
    assert token_f1([(answer, OPTIONS)])[answer, OPTIONS] == expected


def test_options_of_the_same_words_are_a_tie_unless_one_is_repeated_word_for_word():
    """Second-order options are such pairs: as sets of tokens they cannot be told apart."""
    options = ("Ann is unaware that Bo knows it.", "Ann knows that Bo is unaware it.")
    assert token_f1([("Bo is unaware that Ann knows it.", options)]).popitem()[1] is None
    assert token_f1([(options[1], options)]).popitem()[1] == 1


def test_token_f1_is_that_of_the_formula():
    # {a b c} against {a b}: 2*2/5 = .8; against {a b c d e}: 2*3/8 = .75; against {c}: 2*1/4 = .5
    pair = ("a b c", ("a b", "a b c d e", "c"))
    assert token_f1([pair])[pair] == 0
    assert closest([0.8, 0.75, 0.5]) == 0
    assert closest([0.75, 0.75, 0.5]) is None


def test_thinking_is_no_part_of_an_answer():
    assert said("<think>coffee?</think> The train.") == "The train."
    assert said("<think>never ends") == ""
    assert said("x" * 20_001) == ""
    assert said("half \ud800") == "half ?"


# --- scoring with it


@pytest.fixture(scope="module")
def submission(sample, tmp_path_factory):
    """Gold sentences as free answers to the four-way questions; the rest by letter or names."""
    from cultural_tom.predictions.record import answer_of as answer

    path = tmp_path_factory.mktemp("free") / "p.jsonl"
    lines = []
    for row in read_rows(sample, "tactfultom_en"):
        if row["answer_format"] == "choice" and len(row["options"]) == 4:
            lines.append({"id": row["id"], "response": f"<think>hm</think>{row['options'][row['gold'][0]]}"})
        elif row["answer_format"] == "choice":
            lines.append({"id": row["id"], "response": row["options"][row["gold"][0]]})
        else:
            lines.append({"id": row["id"], "answer": answer(row, row["gold"])})
    path.write_text("".join(json.dumps(x) + "\n" for x in lines))
    return path


@pytest.mark.parametrize("kind", ["cosine", "f1"])
def test_gold_sentences_score_100_and_the_signature_says_how(sample, submission, kind):
    report = score(submission, sample, ScoreOptions(resamples=0, free=Free(kind)))
    assert report.configs[0].figures[0].value == 1.0
    assert report.configs[0].unparsed == 0
    assert f"|extract:{VERSION}+free-{kind}-1|" in str(report.signature)
    assert report.as_dict()["options"]["free"] == f"free-{kind}-1"
    verify(str(report.signature), submission, sample)


def test_free_needs_tactfultom(sample, tmp_path):
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps({"id": read_rows(sample, "xtomi_en")[0]["id"], "response": "the box"}))
    with pytest.raises(InputError, match="tactfultom_en"):
        score(path, sample, ScoreOptions(free=Free("f1")))


@pytest.mark.parametrize("text", ["free-magic-1", "free-cosine-2", "free-cosine-1:x", "free-judge-1", ""])
def test_unknown_ways_of_matching_are_refused(text):
    with pytest.raises(InputError):
        Free.parse(text)


# --- with a judge


def test_the_key_is_written_nowhere(tmp_path, monkeypatch, sample, submission):
    monkeypatch.setenv("CULTURAL_TOM_JUDGE_KEY", SECRET)
    with Fake() as fake:
        arguments = ["score", str(submission), "--data", str(sample), "--free", "judge", "--judge-url", fake.url, "--judge-model", "m",
                     "--judge-log", str(tmp_path / "log.jsonl"), "--out", str(tmp_path / "r.html")]  # fmt: skip
        result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0
    assert f"extract:{VERSION}+free-judge-1:m|" in result.output
    written = result.output + "".join(p.read_text("utf-8") for p in tmp_path.iterdir())
    assert SECRET not in written


def test_a_judged_score_verifies_from_its_log_alone(sample, submission, tmp_path):
    log = tmp_path / "log.jsonl"
    with Fake() as fake:
        report = score(
            submission, sample, ScoreOptions(resamples=0, free=Free("judge", "a/b:7", fake.url, log))
        )
    assert report.configs[0].figures[0].value == 1.0
    found = verify(str(report.signature), submission, sample, judge_log=log)
    assert found.configs[0].figures == report.configs[0].figures


def test_a_log_that_was_edited_gives_what_was_written_into_it_and_verify_says_so(
    sample, submission, tmp_path
):
    log = tmp_path / "log.jsonl"
    with Fake(reply=lambda shown: "0") as fake:
        asked = score(submission, sample, ScoreOptions(resamples=0, free=Free("judge", "m", fake.url, log)))
    edited = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    forged = tmp_path / "forged.jsonl"
    forged.write_text("".join(json.dumps(e | {"choice": 1}) + "\n" for e in edited), "utf-8")
    again = score(submission, sample, ScoreOptions(resamples=0, free=Free("judge", "m", None, forged)))
    assert str(again.signature) == str(asked.signature), "what a reply decides is read from the reply alone"
    forged.write_text("".join(json.dumps(e | {"reply": "1"}) + "\n" for e in edited), "utf-8")
    made = score(submission, sample, ScoreOptions(resamples=0, free=Free("judge", "m", None, forged)))
    assert made.signature.judged != asked.signature.judged
    call = ["verify", str(made.signature), str(submission), "--data", str(sample), "--judge-log"]
    for name, code, says in ((forged, 0, "can write the verdicts"), (log, 1, "gives other replies")):
        result = CliRunner().invoke(app, [*call, str(name)])
        assert result.exit_code == code and says in " ".join(result.output.split())
