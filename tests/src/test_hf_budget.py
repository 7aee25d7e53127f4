"""Memory that runs out costs time and nothing else; memory in use does not grow with the rows."""

import gc
import sys

import pytest
import torch
from local_models import answers, local
from tiny_language import model, request, story, tokenizer

from cultural_tom.models.hf import generating, scoring
from cultural_tom.models.hf.budget import Budget, out_of_memory
from cultural_tom.models.hf.tree import size

ERRORS = [torch.OutOfMemoryError("CUDA out of memory"), MemoryError(),
          RuntimeError("DefaultCPUAllocator: not enough memory: you tried to allocate 9 bytes")]  # fmt: skip


def limited(real, most, error, count):
    """The pass as it is, on a machine whose memory ends at `most` tokens."""

    def wrapped(net, items, held):
        tokens = size(sorted(i.ids[:-1] for i in items), held.offset)
        count.append(tokens)
        if tokens > most:
            raise error
        return real(net, items, held)

    return wrapped


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize(("family", "name"), [("qwen2", "packed"), ("mistral", "padded")])
def test_nothing_is_lost_where_memory_runs_out(monkeypatch, family, name, error):
    rows = [request(story(c), n) for c in range(2) for n in range(3)]
    right = answers(local(model(family), tokenizer()), rows)
    tried, most = [], {"packed": 250, "padded": 60}[name]
    monkeypatch.setattr(scoring, name, limited(getattr(scoring, name), most, error, tried))
    made = local(model(family), tokenizer(), batch_tokens=4000)
    got = answers(made, rows)
    assert made.scorer.budget.refused > 0 and max(tried) > most
    for place, reply in got.items():
        assert reply.finish == "stop" and reply.scores == pytest.approx(right[place].scores, abs=1e-4)
    assert made.scorer.budget.tokens < 4000, "a size that memory refused is not tried again"


def test_an_option_that_does_not_fit_even_alone_is_an_error_of_its_row(monkeypatch):
    rows = [request(story(0, 2), 0), request(story(1, 30), 1), request(story(2, 2), 2)]
    monkeypatch.setattr(scoring, "packed", limited(scoring.packed, 300, ERRORS[1], []))
    monkeypatch.setattr(scoring, "hold", lambda *a: (_ for _ in ()).throw(MemoryError()))
    got = answers(local(model("qwen2"), tokenizer()), rows)
    assert [got[p].finish for p in range(3)] == ["stop", "error", "stop"] and "memory" in got[1].note


def test_generation_goes_on_with_smaller_batches(monkeypatch):
    rows = [request(story(0), n) for n in range(6)]
    right = answers(local(model("llama"), tokenizer(), scoring="generate", max_new_tokens=4), rows)
    real = generating.Generator._generate

    def small(self, part, held):
        if len(part) > 2:
            raise ERRORS[0]
        return real(self, part, held)

    monkeypatch.setattr(generating.Generator, "_generate", small)
    made = local(model("llama"), tokenizer(), scoring="generate", max_new_tokens=4)
    got = answers(made, rows)
    assert [got[p].text for p in range(6)] == [right[p].text for p in range(6)]
    assert made.record()["out_of_memory"] > 0


def test_another_error_is_not_taken_for_a_lack_of_memory(monkeypatch):
    assert not out_of_memory(RuntimeError("CUDA error: device-side assert triggered")) and not out_of_memory(
        ValueError()
    )
    monkeypatch.setattr(scoring, "packed", limited(scoring.packed, 0, RuntimeError("shapes"), []))
    with pytest.raises(RuntimeError, match="shapes"):
        answers(local(model("qwen2"), tokenizer()), [request(story(0))])


def test_a_budget_ends_at_its_smallest():
    budget = Budget(100)
    assert [budget.shrink(budget.tokens) for _ in range(4)] == [True, True, True, False]
    assert budget.tokens == 16


def test_ten_thousand_rows_take_no_more_memory_than_a_thousand():
    """Python's memory blocks in use beyond the requests themselves, after the first thousand rows and after all. A single
    token id that stayed would be a block."""
    made = local(model("qwen2", hidden_size=8, num_attention_heads=2, num_key_value_heads=1, num_hidden_layers=1,
                       intermediate_size=8), tokenizer(), scoring="letters")  # fmt: skip
    rows = [request(story(n // 10, 1), n, row_id=f"tombench_en/{n}", options=2) for n in range(10_000)]
    done, blocks = 0, {}
    for batch in made.answer(rows):
        done += len(batch)
        if done >= 1000 and 1000 not in blocks:
            gc.collect()
            blocks[1000] = sys.getallocatedblocks()
    del batch
    gc.collect()
    assert done == 10_000
    assert sys.getallocatedblocks() < blocks[1000] + 5_000
