"""Generation: greedy replies are those of an unshared run token by token; drawn ones depend on the request alone."""

from dataclasses import replace

import pytest
import torch
from local_models import answers, local
from tiny_language import model, request, story, tokenizer

from cultural_tom.models.hf import generating, sampling
from cultural_tom.models.hf.sampling import Draw, choose


def asked(contexts=2, rows=5):
    return [request(story(c, 4 + c), n) for c in range(contexts) for n in range(rows)]


@torch.inference_mode()
def unshared(made, one, new):
    """Token by token with plain forward passes: new ids, and whether the end came."""
    ids = made.loaded.reader(
        made.wording.prompt(one), add_special_tokens=made.wording.template is None
    ).input_ids
    said = []
    for _ in range(new):
        taken = int(made.model(input_ids=torch.tensor([ids + said]), use_cache=False).logits[0, -1].argmax())
        if taken in made.generator.ends:
            return said, True
        said.append(taken)
    return said, False


@pytest.mark.parametrize("family", ["qwen2", "gpt2", "mistral", "bloom"])
def test_greedy_replies_are_those_of_a_loop_without_cache_or_batch(family):
    made = local(model(family), tokenizer(), scoring="generate", max_new_tokens=6)
    rows = asked()
    got = answers(made, rows)
    for place, one in enumerate(rows):
        ids, ended = unshared(made, one, 6)
        assert got[place].text == made.loaded.reader.decode(ids)
        assert (got[place].finish == "stop") == ended and got[place].new_tokens == len(ids)
        assert got[place].answer is None
    assert made.record()["recheck"]["rows"] > 0 and not made.warnings


def test_a_context_of_many_rows_is_computed_once():
    made = local(model("qwen2"), tokenizer(), scoring="generate", max_new_tokens=3)
    rows = asked(1, 12)
    answers(made, rows)
    ahead = made.workload(rows)
    assert made.generator.fed == ahead.shared < ahead.tokens / 2


def test_linear_attention_is_never_padded():
    made = local(model("qwen3_next"), tokenizer(), scoring="generate", max_new_tokens=3)
    rows = asked(1, 3)
    got = answers(made, rows)
    assert [got[p].text for p in range(3)] == [
        made.loaded.reader.decode(unshared(made, r, 3)[0]) for r in rows
    ]


def test_a_reply_that_ends_by_itself_says_so_and_a_cut_one_too():
    net = model("qwen2")
    made = local(net, tokenizer(), scoring="generate", max_new_tokens=8)
    rows = asked(1, 4)
    free = answers(made, rows)
    second = tokenizer()(free[0].text, add_special_tokens=False).input_ids
    assert free[0].finish == "length" and len(second) > 2
    first = unshared(made, rows[0], 2)[0]
    net.generation_config.eos_token_id = [0, first[1]]
    ended = answers(local(net, tokenizer(), scoring="generate", max_new_tokens=8), rows)
    assert ended[0].finish == "stop" and ended[0].new_tokens == 1


def test_what_the_models_own_configuration_says_about_decoding_does_not_count():
    net = model("qwen2")
    made = local(net, tokenizer(), scoring="generate", max_new_tokens=5)
    plain = [r.text for r in answers(made, asked(1)).values()]
    from transformers import GenerationConfig

    net.generation_config = GenerationConfig(
        do_sample=True, temperature=5.0, repetition_penalty=9.0, min_new_tokens=4
    )
    again = local(net, tokenizer(), scoring="generate", max_new_tokens=5)
    assert [r.text for r in answers(again, asked(1)).values()] == plain


def test_a_drawn_reply_depends_on_its_request_alone():
    def drawn(rows, **how):
        made = local(
            model("qwen2"), tokenizer(), scoring="generate", max_new_tokens=6, temperature=1.0, **how
        )
        return {(r.row["id"], r.order, r.sample): answers(made, rows)[p].text for p, r in enumerate(rows)}

    rows = asked(1, 4)
    rows += [replace(rows[0], sample=1), replace(rows[0], order=1)]
    together = drawn(rows)
    assert len(set(together.values())) == len(rows)
    assert drawn(rows[::-1], batch_tokens=300) == together
    assert drawn([rows[4]])[(rows[0].row["id"], 0, 1)] == together[(rows[0].row["id"], 0, 1)]
    assert drawn(rows, seed=1) != together


def test_drawn_tokens_have_the_chances_of_the_distribution():
    logits = torch.tensor([[0.0, 1.0, 2.0, -1.0]]).log_softmax(-1)
    numbers = [Draw("a/b", 0, 0, k).number(0) for k in range(4000)]
    taken = choose(logits.expand(4000, 4), numbers, 1.0, 1.0)
    shares = torch.bincount(taken, minlength=4) / 4000
    assert torch.allclose(shares, logits.exp()[0], atol=0.03)
    halved = choose(logits.expand(4000, 4), numbers, 2.0, 1.0)
    expected = (logits[0] / 2).softmax(-1)
    assert torch.allclose(torch.bincount(halved, minlength=4) / 4000, expected, atol=0.03)
    assert set(choose(logits.expand(4000, 4), numbers, 1.0, 0.6).tolist()) == {2}
    assert set(choose(logits.expand(4000, 4), numbers, 1.0, 0.7).tolist()) == {1, 2}
    assert choose(logits, [1 - 2**-30], 1.0, 0.7).tolist() == [1]


def test_thinking_that_the_template_begins_is_kept_in_the_text():
    tok = tokenizer()
    tok = type(tok)(tokenizer_object=tok.backend_tokenizer, eos_token="<eos>", pad_token="<pad>")
    tok.chat_template = "{{ messages[-1]['content'] }}{% if enable_thinking %}<think>\n{% endif %}"
    made = local(model("qwen2"), tok, scoring="generate", max_new_tokens=3, thinking=True)
    got = answers(made, asked(1))
    assert all(r.text.startswith("<think>\n") for r in got.values())
    assert made.identity()["thinking"] is True


def test_room_for_new_tokens_ends_where_the_positions_end():
    made = local(model("qwen2"), tokenizer(), scoring="generate", max_new_tokens=50)
    rows = asked(1, 3)
    need = len(made.encoder.plain(made.wording.prompt(rows[0])))
    made.words.longest = need + 2
    got = answers(made, [rows[0], request(story(3, 30), 1)])
    assert got[0].new_tokens == 2 and got[0].finish == "length"
    assert got[1].finish == "error" and "positions" in got[1].note


def unmasked(real):
    """Padding that is seen, like any token."""

    def wrapped(self, part, held):
        keep = torch.ones_like

        def generate(tokens, attention_mask, **how):
            return inner(tokens, attention_mask=keep(attention_mask), **how)

        inner, self.model.generate = self.model.generate, generate
        try:
            return real(self, part, held)
        finally:
            self.model.generate = inner

    return wrapped


def test_padding_that_is_seen_is_noticed(monkeypatch):
    monkeypatch.setattr(generating.Generator, "_generate", unmasked(generating.Generator._generate))
    made = local(model("gpt2"), tokenizer(), scoring="generate", max_new_tokens=6)
    rows = asked(1, 6)
    got = answers(made, rows)
    assert made.generator.way == "alone" and len(made.warnings) == 1
    assert [got[p].text for p in range(6)] == [
        made.loaded.reader.decode(unshared(made, r, 6)[0]) for r in rows
    ]


def test_a_seed_that_forgot_the_sample_would_be_seen(monkeypatch):
    monkeypatch.setattr(sampling.Draw, "number", lambda self, step: 0.5)
    made = local(model("qwen2"), tokenizer(), scoring="generate", max_new_tokens=6, temperature=1.0)
    one = asked(1, 1)[0]
    got = answers(made, [one, replace(one, sample=1)])
    assert got[0].text == got[1].text
