"""Models run by vLLM, held to a stand-in: what it is called with, and what is made of its outputs."""

import subprocess
import sys
from math import exp, isfinite, log

import pytest
import vllm_double
from endpoint_runs import PNG, request

from cultural_tom.models.interface import Settings
from cultural_tom.models.vllm import build
from cultural_tom.models.vllm.engine import BATCH
from cultural_tom.problems import InputError, Unavailable


@pytest.fixture(autouse=True)
def stand_in(monkeypatch):
    monkeypatch.setitem(sys.modules, "vllm", vllm_double)
    monkeypatch.setattr(vllm_double, "MADE", [])


def run(requests, **settings):
    model = build("owner/name", Settings(**settings))
    batches = list(model.answer(requests))
    found = dict(pair for batch in batches for pair in batch)
    assert sorted(found) == list(range(len(requests))) and sum(map(len, batches)) == len(requests)
    return found, vllm_double.MADE[-1], model


def text(prompt):
    return "".join(map(chr, prompt["prompt_token_ids"]))


def test_words_are_asked_with_every_choice_made_and_none_left_to_the_model():
    found, llm, model = run(
        [request(sample=2)], temperature=0.5, top_p=0.9, seed=3, max_new_tokens=7, revision="r1"
    )
    (prompts, params), *_ = llm.calls
    assert text(prompts[0]) == f"<system>Rules.<user>{request().user}<assistant>"
    assert {k: getattr(params[0], k) for k in ("temperature", "top_p", "seed", "max_tokens")} == {
        "temperature": 0.5, "top_p": 0.9, "seed": 5, "max_tokens": 7}  # fmt: skip
    assert llm.given == {"model": "owner/name", "revision": "r1", "tokenizer_revision": "r1", "dtype": "auto", "seed": 3,
                         "enable_prefix_caching": True, "generation_config": "vllm", "max_logprobs": 78}  # fmt: skip
    assert (found[0].text, found[0].finish) == ("r]<assistant>"[-12:], "stop")
    assert (found[0].prompt_tokens, found[0].new_tokens) == (len(prompts[0]["prompt_token_ids"]), 3)
    assert model.record() == {"vllm": "0.33.0", "max_model_len": 400, "prompt_tokens": found[0].prompt_tokens,
                              "prompt_tokens_from_cache": 10}  # fmt: skip


@pytest.mark.parametrize(
    ("thinking", "end"), [(True, "<think>"), (False, "<think></think>"), (None, "<assistant>")]
)
def test_thinking_goes_to_the_template(thinking, end):
    _, llm, _ = run([request()], thinking=thinking)
    assert text(llm.calls[0][0][0]).endswith(end)


def test_batches_have_one_size_and_contexts_stay_together():
    requests = [request(n % 3, closing=str(n)) for n in range(BATCH + 5)]
    found, llm, _ = run(requests)
    assert [len(p) for p, _ in llm.calls] == [BATCH, 5] and all(
        found[n].text == f"{n}<assistant>"[-12:] for n in found
    )
    contexts = [text(p).split("Story ")[1][0] for call in llm.calls for p in call[0]]
    assert contexts == sorted(contexts)


@pytest.mark.parametrize(
    ("reason", "finish"),
    [("length", "length"), ("repetition", "length"), ("abort", "error"), ("error", "error")],
)
def test_how_a_reply_ended_is_kept(reason, finish):
    found, _, _ = run([request(closing=f"end with {reason}"), request(1)])
    assert [found[n].finish for n in (0, 1)] == [finish, "stop"] and (finish == "length") != bool(
        found[0].note
    )


def test_a_prompt_that_is_too_long_fails_alone_and_is_not_handed_over():
    found, llm, _ = run([request(0, context="x" * 400), request(1)])
    assert found[0].finish == "error" and "399 are the most" in found[0].note and found[1].finish == "stop"
    assert len(llm.calls[0][0]) == 1
    rest = found[1].prompt_tokens - len(request(1).context)
    found, _, _ = run([request(n, context="x" * (399 - rest + n)) for n in (0, 1)])
    assert [found[n].finish for n in (0, 1)] == ["stop", "error"]
    found, llm, _ = run([request(0, context="x" * 400)])
    assert found[0].finish == "error" and llm.calls == []


def test_letters_are_read_off_one_token_after_the_cue():
    options = ("no", "gold", "no", "no")
    one = request(options=options, listing="A. no\nB. gold\n\n")
    found, llm, _ = run([one, request(1, "names"), request(2, context="x" * 400)], scoring="letters")
    (prompts, params), *_ = llm.calls
    assert text(prompts[0]).endswith("<assistant><think></think>Answer:") and len(prompts) == 1
    assert (params[0].max_tokens, params[0].temperature, params[0].logprobs) == (1, 0.0, 8)
    assert found[0].answer == (1,) and found[0].text is None
    assert found[0].scores == pytest.approx(
        (log(2 * exp(-7)), log(exp(-0.5) + exp(-2)), *[log(2 * exp(-7))] * 2)
    )
    assert found[1].finish == "error" and "generate" in found[1].note
    assert found[2].finish == "error" and "399" in found[2].note


def test_slots_are_one_token_each_and_scores_are_finite():
    options = (*"abcde", "gold")
    slots = request(0, "slots", options, cues=("High:", "Medium:", "Low:"), listing="F. gold\n")
    found, llm, _ = run([slots], scoring="letters")
    assert [text(p).rpartition(">")[2] for p in llm.calls[0][0]] == ["High:", "Medium:", "Low:"]
    assert found[0].answer == (5, 5, 5) and len(found[0].scores) == 18 and all(map(isfinite, found[0].scores))
    assert found[0].new_tokens == 3


def test_a_base_model_gets_plain_text_with_its_special_tokens(monkeypatch):
    monkeypatch.setattr(vllm_double.Tokenizer, "chat_template", None)
    _, llm, model = run([request()])
    ids = llm.calls[0][0][0]["prompt_token_ids"]
    assert ids[0] == 1 and text({"prompt_token_ids": ids[1:]}) == f"Rules.\n\n{request().user}\n"
    assert model.identity()["prompt_form"] == "plain"
    with pytest.raises(InputError, match="no chat template"):
        build("m", Settings(thinking=True))
    monkeypatch.setattr(vllm_double.Tokenizer, "chat_template", "{{ messages }}")
    with pytest.raises(InputError, match="without a thinking mode"):
        build("m", Settings(thinking=False))


def test_a_template_that_knows_no_system_message_gets_it_in_the_users(monkeypatch):
    monkeypatch.setattr(vllm_double.Tokenizer, "chat_template", "{{ no system }}")
    _, llm, model = run([request(), request(1, system="")])
    said = sorted(text(p) for p in llm.calls[0][0])
    assert said == [f"<user>{r}<assistant>" for r in sorted([f"Rules.\n\n{request().user}", request(1).user])]
    assert model.identity()["system"] == "in the user's message"


def test_a_vocabulary_without_letters_is_said(monkeypatch):
    monkeypatch.setattr(vllm_double.Tokenizer, "convert_tokens_to_ids", lambda self, token: self.unk_token_id)
    with pytest.raises(InputError, match="no token for the letter A"):
        run([request()], scoring="letters")


def test_pictures_are_refused_before_any_request_and_left_out_where_told_to():
    with pytest.raises(InputError, match="--without-images"):
        run([request(0), request(1, image=PNG)])
    assert vllm_double.MADE[-1].calls == []
    assert run([request(1, image=PNG)], images=False)[0][0].finish == "stop"


def test_everything_that_vllm_cannot_follow_is_said_at_once():
    wrong = Settings(scoring="texts", device="cuda:1", base_url="http://127.0.0.1/v1", budget=1.0, requests_per_minute=3.0,
                     temperature=3.0, top_p=0.0, batch_tokens=3, max_new_tokens=0)  # fmt: skip
    with pytest.raises(InputError) as e:
        build("m", wrong)
    assert {p.where for p in e.value.problems} == {
        "--score", "--device", "--base-url", "--budget", "--rpm", "--temperature", "--top-p", "--batch-tokens",
        "--max-new-tokens"}  # fmt: skip
    assert "CUDA_VISIBLE_DEVICES" in str(e.value)
    with pytest.raises(InputError, match="leaves no room"):
        build("m", Settings(scoring="letters", thinking=True))


def test_a_model_that_cannot_be_loaded_is_one_line():
    with pytest.raises(InputError, match="OSError: a/missing is no model") as e:
        build("a/missing", Settings())
    assert "advice" not in str(e.value)


def test_options_reach_the_engine_and_identities_differ():
    build("m", Settings(dtype="bfloat16", batch_tokens=4096))
    assert (
        vllm_double.MADE[-1].given | {"dtype": "bfloat16", "max_num_batched_tokens": 4096}
        == vllm_double.MADE[-1].given
    )
    settings = [Settings(), Settings(revision="r"), Settings(dtype="float16"), Settings(scoring="letters"), Settings(temperature=1.0),
                Settings(temperature=1.0, seed=2), Settings(max_new_tokens=3), Settings(thinking=True)]  # fmt: skip
    assert len({str(build("m", s).identity()) for s in settings}) == len(settings)


def test_without_vllm_the_way_to_it_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "vllm", None)
    with pytest.raises(Unavailable, match="environment of its own"):
        build("m", Settings())


def test_the_module_itself_is_light():
    code = "import sys, cultural_tom.models.vllm; print('torch' in sys.modules or 'vllm' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "False\n"
    )
