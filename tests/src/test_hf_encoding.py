"""Token ids: those of the full string, whatever is encoded once; options end where their characters end."""

import pytest
from tiny_language import request, story, tokenizer

from cultural_tom.models.hf.encoding import Encoder


def prompts(n, sentences=12):
    context = story(n, sentences)
    return [
        (request(context, k).user + "Answer:", f" {o}") for k in range(6) for o in request(context, k).options
    ]


@pytest.mark.parametrize("bos", [False, True])
def test_ids_are_those_of_the_full_string_and_the_context_is_encoded_once(bos):
    tok = tokenizer(bos=bos)
    encoder = Encoder(tok, special=True)
    for n in range(8):
        pairs = prompts(n)
        for (prompt, option), e in zip(pairs, encoder.pairs(pairs), strict=True):
            assert e.ids == tok(prompt + option).input_ids
            assert e.start == len(tok(prompt).input_ids) and not e.merged
    assert encoder.counts == {"contexts": 8, "cut": 8, "whole": 0, "merged": 0}


def test_a_tokenizer_that_sees_the_whole_text_is_given_the_whole_text():
    """One whose ids depend on how long the text is: in two parts it says something else, and that is noticed."""
    tok = tokenizer()

    class Counting:
        is_fast, chat_template = True, None

        def __call__(self, texts, **how):
            if isinstance(texts, str):
                return tok(texts, **how)
            out = tok(texts, **how)
            out["input_ids"] = [[i + len(ids) % 2 for i in ids] for ids in out["input_ids"]]
            return out

    encoder = Encoder(Counting(), special=False)
    pairs = [(p + " x" * (k % 3), o) for k, (p, o) in enumerate(prompts(1, 13))]
    got = encoder.pairs(pairs)
    whole = [tok(p + o).input_ids for p, o in pairs]
    assert [e.ids for e in got] == [[i + len(ids) % 2 for i in ids] for ids in whole]
    assert encoder.counts["cut"] + encoder.counts["whole"] == 1


def test_an_option_that_merges_with_its_prompt_is_cut_by_characters_and_counted():
    tok = tokenizer()
    encoder = Encoder(tok, special=False)
    whole = tok("the marbles", add_special_tokens=False).input_ids
    merged = encoder.whole("the mar", "bles")
    assert merged.ids == whole and merged.merged
    # lm-eval's cut by the number of the prompt's tokens would score another part of the string
    assert merged.start == len(whole) - 1 < len(tok("the mar", add_special_tokens=False).input_ids)
    clean = encoder.whole("the", " marbles")
    assert clean.ids == whole and not clean.merged and clean.start == 2
    assert encoder.counts["merged"] == 0, "only what is asked is counted"
    encoder.pairs([("the mar", "bles"), ("the", " marbles")])
    assert encoder.counts["merged"] == 1


def test_a_tokenizer_without_offsets_is_cut_where_the_ids_part():
    tok = tokenizer()

    class Slow:
        is_fast, chat_template = False, None

        def __call__(self, texts, return_offsets_mapping=False, **how):
            assert not return_offsets_mapping
            return tok(texts, **how)

    fast, slow = Encoder(tok, special=False), Encoder(Slow(), special=False)
    for a, b in zip(fast.pairs(prompts(2)), slow.pairs(prompts(2)), strict=True):
        assert (a.ids, a.start) == (b.ids, b.start)


def test_text_of_other_scripts_and_emoji_keeps_its_ids():
    tok = tokenizer()
    encoder = Encoder(tok, special=False)
    for context in (
        "小红把球放进了盒子里，然后去了花园。小明看见了。" * 30,
        "وضعت ليلى الكتاب في الصندوق 🙂🙃 ثم خرجت. " * 20,
    ):
        pairs = [
            (f"{context}\n问题{k}：在哪里？\n答案：", option)
            for k in range(4)
            for option in ("盒子", "花园里🙂")
        ]
        for (prompt, option), e in zip(pairs, encoder.pairs(pairs), strict=True):
            assert e.ids == tok(prompt + option, add_special_tokens=False).input_ids
