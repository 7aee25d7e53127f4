"""Option scoring equals a loop over plain forward passes, for every kind of cache; a defect is noticed and gone round."""

from types import SimpleNamespace

import pytest
import torch
from local_models import answers, local
from tiny_language import FAMILIES, model, one_by_one, request, story, tokenizer

from cultural_tom.models.decision import decide
from cultural_tom.models.hf import passes, scoring
from cultural_tom.models.hf.tree import mask

FORMS = ["choice", "choice", "slots", "choice", "names", "choices"]
WAYS = {"mistral": "repeat", "gemma3": "repeat", "bloom": "repeat", "qwen3_next": "alone"}


def requests(contexts=2, sentences=6, system=""):
    return [
        request(story(c, sentences), n, form=f, system=system)
        for c in range(contexts)
        for n, f in enumerate(FORMS)
    ]


def expected(made, request_):
    prompts, options = made.wording.scored(request_, made.settings.scoring)
    special = made.wording.template is None
    return [one_by_one(made.model, made.loaded.reader, p, o, special) for p in prompts for o in options]


def worst(made, asked, got):
    assert all(len(got[p].scores) == len(expected(made, r)) for p, r in enumerate(asked))
    return max(
        abs(a - b) for p, r in enumerate(asked) for a, b in zip(expected(made, r), got[p].scores, strict=True)
    )


@pytest.mark.parametrize("how", ["letters", "texts"])
@pytest.mark.parametrize("family", FAMILIES)
def test_every_log_likelihood_is_that_of_a_one_by_one_loop(family, how):
    made = local(model(family), tokenizer(), scoring=how)
    asked = requests(1 if family == "qwen3_next" else 2)  # its linear attention is slow without its kernels
    got = answers(made, asked)
    assert worst(made, asked, got) < 1e-4
    assert made.scorer.way == WAYS.get(family, "tree") and not made.warnings
    assert made.record()["recheck"]["rows"] >= 2 and made.scorer.difference < 1e-4
    for place, one in enumerate(asked):
        slots = expected(made, one)
        rows = [slots[i : i + len(one.options)] for i in range(0, len(slots), len(one.options))]
        form = one.row["answer_format"]
        lengths = [len(o) for o in one.options] if how == "texts" or form == "names" else None
        assert got[place].answer == decide(form, rows, lengths)
        assert got[place].finish == "stop" and got[place].prompt_tokens > 100 and got[place].text is None


@pytest.mark.parametrize("budget", [16, 64, 300, 5000])
@pytest.mark.parametrize("family", ["llama", "mistral"])
def test_the_number_of_tokens_per_pass_changes_nothing(family, budget):
    made = local(model(family), tokenizer(), batch_tokens=budget)
    asked = requests(2)[1:9]
    assert worst(made, asked, answers(made, asked)) < 1e-4


def test_attention_written_out_and_a_chat_template_with_a_system_message_give_the_same():
    net = model("qwen2")
    net.set_attn_implementation("eager")
    made = local(net, tokenizer(chat=True), scoring="letters")
    asked = requests(2, system="You read minds.")
    assert worst(made, asked, answers(made, asked)) < 1e-4
    facts = made.identity()
    assert facts["prompt_form"] == "chat" and facts["system"] == "message" and facts["thinking"] is False
    assert "<|system|>\nYou read minds." in made.wording.prompt(asked[0])
    assert made.wording.prompt(asked[0]).endswith("</think>\n\n")


def test_attention_that_takes_no_mask_of_any_form_shares_contexts_only():
    net = model("qwen2")
    net.config._attn_implementation = "flex_attention"
    made = local(net, tokenizer())
    assert made.scorer.way == "repeat" and "flex_attention" in made.form.reason


def test_much_less_is_computed_than_is_asked():
    made = local(model("qwen2"), tokenizer())
    asked = requests(4, sentences=10)
    ahead = made.workload(asked)
    answers(made, asked)
    assert ahead.requests == len(asked) and ahead.contexts == 4
    assert ahead.tokens > 10 * ahead.shared
    assert ahead.shared <= made.scorer.fed <= 1.3 * ahead.shared


def test_half_precision_stays_within_its_tolerance():
    made = local(model("qwen2").to(torch.bfloat16), tokenizer())
    answers(made, requests(2))
    assert made.identity()["dtype"] == "bfloat16"
    assert made.scorer.rechecked >= 2 and not made.warnings


def one_too_many(tree, dtype, window=None):
    out = mask(tree, dtype, window)
    out[..., tree.offset :].diagonal(1, -2, -1).fill_(0)
    return out


def test_a_planted_wrong_mask_is_noticed_before_a_reply_leaves_and_the_slow_path_taken(monkeypatch, capsys):
    monkeypatch.setattr(passes, "mask", one_too_many)
    made = local(model("qwen2"), tokenizer(), scoring="letters")
    asked = requests(2)
    got = answers(made, asked)
    assert worst(made, asked, got) < 1e-4, "replies are right all the same"
    assert made.scorer.way == "repeat" and made.record()["sharing_replaced"] == ["tree"]
    assert len(made.warnings) == 1 and "differ from a plain forward pass" in capsys.readouterr().err


def test_wrong_positions_everywhere_end_in_one_warning_per_way_and_right_replies(monkeypatch):
    def turned(strings, offset=0):
        tree = grow(strings, offset)
        tree.positions = [p + 3 * (p > 2) for p in tree.positions]
        return tree

    def no_copy(cache):  # the repeated cache of another context
        return None

    grow = passes.grow
    monkeypatch.setattr(passes, "grow", turned)
    made = local(model("qwen2"), tokenizer())
    monkeypatch.setattr(passes, "copy", SimpleNamespace(deepcopy=no_copy))
    asked = requests(2, sentences=12)
    got = answers(made, asked)
    assert made.scorer.way == "alone" and len(made.warnings) == 2
    monkeypatch.undo()
    assert worst(made, asked, got) < 1e-4


def test_a_tolerance_that_nothing_meets_warns_once_there_is_no_slower_way(monkeypatch):
    monkeypatch.setitem(scoring.TOLERANCE, "float32", -1.0)
    made = local(model("qwen2"), tokenizer())
    got = answers(made, requests(1))
    assert "take these figures with care" in made.warnings[-1] and len(got) == len(FORMS)


def test_a_prompt_longer_than_the_model_is_an_error_of_that_row_alone():
    made = local(model("qwen2"), tokenizer(), longest=200)
    asked = [request(story(0, 2), 0), request(story(1, 12), 1), request(story(0, 2), 2)]
    got = answers(made, asked)
    assert [got[p].finish for p in range(3)] == ["stop", "error", "stop"]
    assert "more than the 200 positions" in got[1].note


def test_the_same_rows_in_another_order_and_one_by_one_have_the_same_scores():
    made = local(model("llama"), tokenizer(), scoring="letters")
    asked = requests(2)
    together, alone = answers(made, asked), [answers(made, [r])[0] for r in asked]
    turned = answers(made, asked[::-1])
    for p, one in enumerate(alone):
        assert together[p].scores == pytest.approx(one.scores, abs=1e-4)
        assert turned[len(asked) - 1 - p].answer == together[p].answer == one.answer
