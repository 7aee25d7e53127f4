"""How tests run a tiny model: built by hand, asked, and its replies by place."""

from cultural_tom.models.hf.loading import Loaded
from cultural_tom.models.hf.model import LocalModel
from cultural_tom.models.hf.wording import wording
from cultural_tom.models.interface import Settings


def local(net, tok, longest=1024, **settings):
    made = Settings(**{"scoring": "texts", **settings})
    how = wording(tok, "model tiny", made.thinking, made.scoring)
    return LocalModel(Loaded("tiny", "files:0", net, tok, longest), made, how)


def answers(model, requests):
    """Replies by place; each place must come exactly once."""
    got = [pair for batch in model.answer(requests) for pair in batch]
    assert sorted(p for p, _ in got) == list(range(len(requests)))
    return dict(got)
