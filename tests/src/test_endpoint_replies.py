"""What an endpoint says: words, endings and log-probabilities, in all the forms that servers have for them."""

from math import exp, log

import pytest
from bad_server import Server, error, ok, said, status
from endpoint_runs import model, request, run

from cultural_tom.models.endpoint import letters
from cultural_tom.models.endpoint.reply import read
from cultural_tom.problems import InputError


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for name in ("CULTURAL_TOM_KEY", "OPENAI_API_KEY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


def same(text):
    return text


@pytest.mark.parametrize(
    ("document", "text", "finish", "note"),
    [
        (said("A"), "A", "stop", ""),
        (said("A", finish=None), "A", "stop", ""),
        (said("A", finish="length"), "A", "length", ""),
        (said("A", finish="MAX_TOKENS"), "A", "length", ""),
        (said("A", finish="content_filter"), "A", "refused", "content_filter"),
        (said("A", finish="tool_calls"), "A", "stop", ""),
        (said("A", finish="eos"), "A", "stop", ""),
        (said("A", finish=["stop"]), "A", "stop", ""),
        (said("A", message={"refusal": None}), "A", "stop", ""),
        (said(None, message={"refusal": "No."}), "No.", "refused", "the model refused"),
        (said("", finish="tool_calls", message={"tool_calls": [{}]}), "", "stop", "a tool"),
        (said(None, message={"function_call": {"name": "f"}}), "", "stop", "a tool"),
        (said(""), "", "stop", "an empty reply"),
        (said(None), "", "stop", "an empty reply"),
        (said("", finish="length", message={"reasoning_content": "Hm. " * 5}), "", "length", "20 characters of reasoning"),
        (said("B", message={"reasoning": "A? No.", "reasoning_content": "A? No."}), "B", "stop", ""),
        (said([{"type": "thinking", "thinking": "A"}, {"type": "reasoning", "text": "A"}, {"type": "text", "text": "B"}, {"text": "C"}]), "BC", "stop", ""),
        (said("x\ud83d\ude00\ud800y"), "x\U0001f600\ufffdy", "stop", ""),
        (said("\x00\x1b[2J\u202e"), "\x00\x1b[2J\u202e", "stop", ""),  # kept as it is; whoever shows it makes it safe
    ],
)  # fmt: skip
def test_a_reply_is_its_own_words_and_how_they_ended(document, text, finish, note):
    found = read(document, same)
    assert (found.text, found.finish) == (text, finish)
    assert note in found.note if note else found.note == ""


def test_of_several_choices_the_first_counts():
    first = said("A")
    second = said("B", choice={"index": 1})["choices"][0]
    assert read(first | {"choices": [second, first["choices"][0]]}, same).text == "A"
    assert read(first | {"choices": [first["choices"][0], first["choices"][0]]}, same).text == "A"
    assert read(first | {"choices": ["x", second]}, same).text == "B"
    with Server(ok(first | {"choices": [second, first["choices"][0]]})) as server:
        one = model(server)
        assert run(one, [request()])[0][0].text == "A"
    assert one.record()["notes"] == ["1 replies held several choices; the first of each was taken"]


@pytest.mark.parametrize(
    "document",
    [None, [], "text", 5, {}, {"choices": None}, {"choices": []}, {"choices": {}}, {"choices": [None]},
     {"choices": [{}]}, {"choices": [{"message": "A"}]}, {"choices": [{"text": "A"}]}, said(5), said({"a": 1}),
     said("A", finish="error"), said("A", finish="abort")],
)  # fmt: skip
def test_what_is_no_completion_is_none(document):
    with pytest.raises(ValueError):
        read(document, same)


# --- letters


def top(**logprobs):
    """A completion whose first token has these candidates; `_A` is ` A`."""
    listed = [{"token": t.replace("_", " "), "logprob": v} for t, v in logprobs.items()]
    content = [listed[0] | {"top_logprobs": listed}]
    return said(listed[0]["token"], finish="length", choice={"logprobs": {"content": content}})


def scores(document, options=4):
    return letters.scores(document["choices"][0], options)


def test_tokens_that_hold_the_same_letter_are_added_up():
    found = scores(
        top(A=log(0.2), _A=log(0.1), B=log(0.25), **{"(A": log(0.05), "**C": log(0.04)}, the=log(0.02))
    )
    assert [exp(v) for v in found] == pytest.approx(
        [0.35, 0.25, 0.04, 0.02]
    )  # D: at most the lowest that is listed


def test_only_letters_of_options_count():
    found = scores(top(E=-0.1, a=-0.2, AB=-0.3, I=-0.4, B=-3.0), 4)
    assert found == pytest.approx((-3.0, -3.0, -3.0, -3.0))
    assert scores(top(A=-0.1, B=-9999.0), 2) == (-0.1, -9999.0)
    assert scores(top(A=5.0, B=float("-inf"), C=-3.0), 2) == (0.0, -3.0)


def test_a_first_token_that_is_no_letter_is_said():
    with pytest.raises(letters.NoLetter, match="<think>"):
        scores(top(**{"<think>": -0.01, "The": -5.0}))


@pytest.mark.parametrize(
    "choice",
    [{}, {"logprobs": None}, {"logprobs": {"content": []}}, {"logprobs": {"content": None}},
     {"logprobs": {"content": [{"token": "A", "logprob": -0.1, "top_logprobs": []}]}},
     {"logprobs": {"content": [{"token": "A", "logprob": -0.1}]}},
     {"logprobs": {"content": [{"token": "A", "logprob": "x", "top_logprobs": [{"token": "A", "logprob": None}]}]}},
     {"logprobs": {"tokens": ["A"], "token_logprobs": [-0.1]}}],
)  # fmt: skip
def test_missing_log_probabilities_are_told_from_an_improbable_letter(choice):
    with pytest.raises(letters.NoLogprobs):
        letters.scores(choice, 2)


def test_letters_are_scored_by_one_token_after_the_cue():
    with Server(reply=lambda b: ok(top(B=-0.1, A=-3.0))) as server:
        found, stop = run(model(server, scoring="letters"), [request(0), request(1)])
    assert stop is None
    assert (found[0].answer, found[0].scores, found[0].text) == ((1,), (-3.0, -0.1), None)
    body = server.requests[0][2]
    assert (body["max_tokens"], body["logprobs"], body["top_logprobs"], body["temperature"]) == (
        1,
        True,
        20,
        0,
    )
    assert body["messages"][1]["content"] == f"{request().user}\n\nAnswer:"


def test_slots_are_asked_one_by_one_and_sets_get_their_best_letter():
    slots = request(0, "slots", ("food", "water", "wood"), cues=("High:", "Medium:", "Low:"))
    with Server(ok(top(C=-0.1, A=-1.0, B=-2.0)), ok(top(A=-0.1, B=-1.0)), ok(top(B=-0.1, A=-1.0)),
                ok(top(B=-0.1, A=-1.0))) as server:  # fmt: skip
        found, _ = run(model(server, scoring="letters"), [slots, request(1, "choices")])
    assert found[0].answer == (2, 0, 1) and len(found[0].scores) == 9 and found[0].prompt_tokens == 300
    assert [b["messages"][1]["content"].rsplit("\n", 1)[1] for _, _, b in server.requests[:3]] == [
        "High:",
        "Medium:",
        "Low:",
    ]
    assert found[1].answer == (1,)


def test_names_have_no_letters():
    with Server(reply=lambda b: ok(top(B=-0.1, A=-3.0))) as server:
        found, stop = run(model(server, scoring="letters"), [request(0, "names"), request(1)])
    assert (
        stop is None
        and found[0].finish == "error"
        and "generate" in found[0].note
        and found[1].answer == (1,)
    )


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (ok(said("A", finish="length")), "no top_logprobs"),
        (ok(top(**{"<think>": -0.01, "The": -5.0})), "begins its replies otherwise"),
        (status(400, error("logprobs are not supported", code="unsupported_parameter")), "logprobs"),
    ],
)
def test_a_server_that_cannot_score_letters_is_found_out_by_the_first_request(act, message):
    with Server(reply=lambda b: act) as server:
        found, stop = run(model(server, scoring="letters", concurrency=4), [request(n) for n in range(9)])
    assert found == {} and isinstance(stop, InputError) and message in str(stop)
    assert len(server.requests) == 1


def test_a_later_reply_without_a_letter_fails_alone():
    with Server(ok(top(A=-0.1, B=-1.0)), ok(top(I=-0.1, The=-1.0))) as server:
        found, stop = run(model(server, scoring="letters"), [request(n) for n in range(3)])
    assert stop is None or "no top_logprobs" in str(stop)
    assert found[1].finish == "error" and "'I'" in found[1].note
