"""The packed tree: what it holds, what each token sees, and that a planted defect shows."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_language import model

from cultural_tom.models.hf import passes
from cultural_tom.models.hf.passes import NOTHING, Item, hold, packed, padded, plain
from cultural_tom.models.hf.tree import common, grow, mask, size

IDS = st.lists(st.integers(0, 3), min_size=1, max_size=6)


@given(st.lists(IDS, min_size=1, max_size=8))
@settings(max_examples=200, deadline=None)
def test_every_string_can_be_read_back_from_its_path_and_nothing_stands_twice(strings):
    strings.sort()
    tree = grow(strings)
    assert [[tree.tokens[p] for p in path] for path in tree.paths] == strings
    beginnings = {tuple(s[: k + 1]) for s in strings for k in range(len(s))}
    assert len(tree) == size(strings) == len(beginnings)


@given(st.lists(IDS, min_size=1, max_size=8), st.integers(1, 4))
@settings(max_examples=100, deadline=None)
def test_a_token_sees_its_ancestors_itself_and_no_other(strings, window):
    tree = grow(sorted(strings))
    sees, near = (mask(tree, torch.float32, w)[0, 0] == 0 for w in (None, window))
    for path in tree.paths:
        for k, place in enumerate(path):
            assert set(sees[place].nonzero()[:, 0].tolist()) == set(path[: k + 1])
            assert set(near[place].nonzero()[:, 0].tolist()) == set(path[max(0, k + 1 - window) : k + 1])
            assert tree.positions[place] == k


@given(st.text("ab", max_size=8), st.text("ab", max_size=8))
def test_the_common_beginning_is_found(a, b):
    n = common(a, b)
    assert a[:n] == b[:n] and (n == min(len(a), len(b)) or a[n] != b[n])


ITEMS = [
    Item(k, 0, 0, [5, 9, 4, 7, *more], 4)
    for k, more in enumerate(([11], [12, 3], [12, 8, 2], [13, 13, 1, 6], [14, 2]))
]


def off(net, way=packed, held=NOTHING):
    return max(abs(v - plain(net, i)) for v, i in zip(way(net, ITEMS, held), ITEMS, strict=True))


@pytest.mark.parametrize("family", ["qwen2", "llama", "gpt2"])
def test_tree_padded_and_plain_agree_with_and_without_a_held_beginning(family):
    net = model(family)
    for way in (packed, padded):
        held = hold(net, ITEMS[0].ids[:3], 2)
        assert off(net, way) < 1e-5
        assert off(net, way, held) < 1e-5
        assert off(net, way, held) < 1e-5, "the beginning that is held must be left as it was"


def shifted(tree, dtype, window=None):
    """One too many: each token sees the one that stands after its own place."""
    right = mask(tree, dtype, window)
    right[..., tree.offset :].diagonal(1, -2, -1).fill_(0)
    return right


def blind(tree, dtype, window=None):
    """One too few: no token sees itself's predecessor."""
    right = mask(tree, dtype, window)
    right[..., tree.offset :].diagonal(-1, -2, -1).fill_(torch.finfo(dtype).min)
    return right


def flat(strings, offset=0):
    """Positions as in an ordinary sequence instead of by depth."""
    tree = grow(strings, offset)
    tree.positions = list(range(offset, offset + len(tree)))
    return tree


@pytest.mark.parametrize(("name", "defect"), [("mask", shifted), ("mask", blind), ("grow", flat)])
@pytest.mark.parametrize("family", ["qwen2", "gpt2"])
def test_a_wrong_mask_or_position_changes_the_figures(monkeypatch, family, name, defect):
    net = model(family)
    monkeypatch.setattr(passes, name, defect)
    assert off(net) > 1e-3
