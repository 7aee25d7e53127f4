"""A language model on this machine: requests in, words or likelihoods of options out."""

import re
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from cultural_tom.models.decision import decide
from cultural_tom.models.hf.budget import free_bytes
from cultural_tom.models.hf.encoding import Encoder
from cultural_tom.models.hf.generating import Generator, Prompt, Said
from cultural_tom.models.hf.loading import Loaded
from cultural_tom.models.hf.passes import Item
from cultural_tom.models.hf.sampling import Draw
from cultural_tom.models.hf.scoring import Scorer
from cultural_tom.models.hf.shape import ROWS, generation_budget, scoring_budget, shape
from cultural_tom.models.hf.tree import size
from cultural_tom.models.hf.wording import Wording
from cultural_tom.models.interface import Reply, Settings, Workload
from cultural_tom.problems import InputError
from cultural_tom.prompting.request import Request
from cultural_tom.terminal import console

Batch = list[tuple[int, Reply]]
GROUP = 512
"""Requests of one context that are encoded together, at most."""
LOOKED_AT = 200
"""Groups whose tokens are counted to tell how many there are in all; more are estimated from these."""
RULE = "likelihood-1"
"""Version of what `decision.decide` and `Wording.scored` do."""
OPENED = re.compile(r"<(?:think|thinking|thought|reasoning)>\s*\Z")


class LocalModel:
    """Implements `models.interface.Model` for a causal language model of transformers."""

    def __init__(self, loaded: Loaded, settings: Settings, wording: Wording) -> None:
        self.loaded, self.settings, self.wording = loaded, settings, wording
        model = self.model = loaded.model
        self.form = shape(model)
        self.encoder = Encoder(loaded.reader, special=wording.template is None)
        self.scorer = Scorer(
            model, scoring_budget(model, self.form, settings.batch_tokens), self.form.way, warn=self._warn
        )
        ends = end_marks(model, loaded.reader)
        self.generator = Generator(
            model, generation_budget(model, self.form, settings.batch_tokens), self.form.way,
            ROWS[model.device.type], ends, pad_mark(loaded.reader, ends), settings.temperature, settings.top_p, self._warn,
        )  # fmt: skip
        self.warnings: list[str] = []
        self.told = False

    def identity(self) -> dict[str, Any]:
        s, generate = self.settings, self.settings.scoring == "generate"
        own = (
            {"temperature": s.temperature, "max_new_tokens": s.max_new_tokens} if generate else {"rule": RULE}
        )
        if generate and s.temperature > 0:
            own |= {"top_p": s.top_p, "seed": s.seed}
        name = Path(self.loaded.name).name if Path(self.loaded.name).is_dir() else self.loaded.name
        dtype = str(self.model.dtype).removeprefix("torch.")
        return {"model": f"hf:{name}", "revision": self.loaded.revision, "dtype": dtype, "scoring": s.scoring,
                **self.wording.facts(), **own}  # fmt: skip

    def record(self) -> dict[str, Any]:
        import torch

        work = self._work()
        cuda = self.model.device.type == "cuda"
        out = {
            "versions": {p: version(p) for p in ("torch", "transformers", "tokenizers")},
            "device": torch.cuda.get_device_name(self.model.device) if cuda else "cpu",
            "sharing": work.way,
            "sharing_reason": self.form.reason,
            "sharing_replaced": work.replaced,
            "recheck": {"rows": work.rechecked, "largest_difference_nats": work.difference},
            "tokens_computed": work.fed,
            "batch_tokens": work.budget.tokens,
            "out_of_memory": work.budget.refused,
            "encoding": dict(self.encoder.counts),
            "warnings": self.warnings,
        }
        if cuda:
            out["peak_bytes"] = torch.cuda.max_memory_allocated(self.model.device)
        return out

    def workload(self, requests: Sequence[Request]) -> Workload:
        """Tokens are counted for up to 200 groups, spread evenly; those of more are estimated from them."""
        self._refuse_pictures(requests)
        groups = grouped(requests)
        step = max(1, len(groups) // LOOKED_AT)
        looked = groups[::step]
        alone = shared = 0
        counts = dict(self.encoder.counts)
        for places in looked:
            part = [requests[p] for p in places]
            if self.settings.scoring == "generate":
                ids = self.encoder.texts([self.wording.prompt(r) for r in part])
            else:
                ids = [i.ids[:-1] for i in self._items(part, range(len(part)))]
            alone += sum(map(len, ids))
            shared += size(sorted(ids))
        self.encoder.counts.update(counts)
        scale = len(groups) / max(len(looked), 1)
        way = self.form.way
        return Workload(
            len(requests), len(groups), int(alone * scale), int((alone if way == "alone" else shared) * scale)
        )

    def answer(self, requests: Sequence[Request]) -> Iterator[Batch]:
        self._refuse_pictures(requests)
        self._tell()
        if self.settings.scoring == "generate":
            yield from self._generated(requests)
        else:
            yield from self._scored(requests)

    def close(self) -> None:
        work = self._work()
        if work.rechecked:
            say(
                f"{work.rechecked} replies computed again alone: largest difference {work.difference:.1e} nats"
            )
        if merged := self.encoder.counts["merged"]:
            say(f"{merged} options begin inside a token of their prompt; that token counts as theirs")

    def _scored(self, requests: Sequence[Request]) -> Iterator[Batch]:
        open_: dict[int, dict[tuple[int, int], Item]] = {}
        found: dict[int, dict[tuple[int, int], float | None]] = {}
        refused: Batch = []

        def groups() -> Iterator[list[Item]]:
            for places in grouped(requests):
                items = self._items(requests, places)
                for item in items:
                    place, *at = item.key
                    open_.setdefault(place, {})[tuple(at)] = item
                for place in places:
                    if note := self._unfit(max(len(i.ids) - 1 for i in open_[place].values())):
                        refused.append((place, Reply(finish="error", note=note)))
                        del open_[place]
                yield [i for i in items if i.key[0] in open_]

        def again(item: Item) -> Item:
            place, slot, option = item.key
            prompts, options = self.wording.scored(requests[place], self.settings.scoring)
            encoded = self.encoder.whole(prompts[slot], options[option])
            return Item(item.key, encoded.ids, encoded.start)

        self.scorer.again = again
        for results in self.scorer.run(g for g in groups() if g):
            batch, refused[:] = refused[:], []
            for item, value in results:
                place, *at = item.key
                values = found.setdefault(place, {})
                values[tuple(at)] = value
                if len(values) == len(open_[place]):
                    batch.append((place, self._decided(requests[place], open_.pop(place), found.pop(place))))
            if batch:
                yield batch
        if refused:
            yield refused

    def _items(self, requests: Sequence[Request], places: Sequence[int]) -> list[Item]:
        """The options of some requests of one context as token ids."""
        keys, pairs = [], []
        for place in places:
            prompts, options = self.wording.scored(requests[place], self.settings.scoring)
            for slot, prompt in enumerate(prompts):
                for k, option in enumerate(options):
                    keys.append((place, slot, k))
                    pairs.append((prompt, option))
        return [Item(key, e.ids, e.start) for key, e in zip(keys, self.encoder.pairs(pairs), strict=True)]

    def _decided(
        self,
        request: Request,
        items: dict[tuple[int, int], Item],
        values: dict[tuple[int, int], float | None],
    ) -> Reply:
        tokens = items[0, 0].start
        if any(v is None for v in values.values()):
            return Reply(finish="error", note="does not fit into memory", prompt_tokens=tokens)
        n = len(request.options)
        flat = [values[at] or 0.0 for at in sorted(values)]
        scores = [flat[i : i + n] for i in range(0, len(flat), n)]
        form = str(request.row["answer_format"])
        texts = self.settings.scoring == "texts" or form == "names"
        lengths = [len(o) for o in request.options] if texts else None
        return Reply(answer=decide(form, scores, lengths), scores=tuple(flat), prompt_tokens=tokens)

    def _generated(self, requests: Sequence[Request]) -> Iterator[Batch]:
        s, refused = self.settings, Batch()
        marks: dict[int, str] = {}

        def groups() -> Iterator[list[Prompt]]:
            for places in grouped(requests):
                texts = [self.wording.prompt(requests[p]) for p in places]
                group = []
                for place, text, ids in zip(places, texts, self.encoder.texts(texts), strict=True):
                    if note := self._unfit(len(ids) + 1):
                        refused.append((place, Reply(finish="error", note=note, prompt_tokens=len(ids))))
                        continue
                    if opened := OPENED.search(text):
                        marks[place] = opened[0]
                    r = requests[place]
                    draw = Draw(r.row["id"], s.seed, r.order, r.sample) if s.temperature > 0 else None
                    room = min(
                        s.max_new_tokens, (self.loaded.longest or len(ids) + s.max_new_tokens) - len(ids)
                    )
                    group.append(Prompt(place, ids, room, draw))
                if group:
                    yield group

        for said in self.generator.run(groups()):
            yield refused + [
                (one.prompt.place, self._words(one, marks.pop(one.prompt.place, ""))) for one in said
            ]
            refused.clear()
        if refused:
            yield refused

    def _words(self, said: Said, opened: str) -> Reply:
        """Special tokens but the end mark stay, for some of them are the marks of thinking."""
        tokens = len(said.prompt.ids)
        if said.ids is None:
            return Reply(finish="error", note="does not fit into memory", prompt_tokens=tokens)
        text = self.loaded.reader.decode(
            said.ids, skip_special_tokens=False, clean_up_tokenization_spaces=False
        )
        return Reply(text=opened + text, finish="stop" if said.ended else "length", prompt_tokens=tokens,
                     new_tokens=len(said.ids))  # fmt: skip

    def _unfit(self, tokens: int) -> str:
        if self.loaded.longest is None or tokens <= self.loaded.longest:
            return ""
        return f"{tokens} tokens, more than the {self.loaded.longest} positions of this model"

    def _refuse_pictures(self, requests: Sequence[Request]) -> None:
        if any(r.image for r in requests):
            name = self.loaded.name
            raise InputError.one(
                f"hf:{name}", f"does not see pictures; use hf-vlm:{name}, or leave the pictures out"
            )

    def _work(self) -> Any:
        return self.generator if self.settings.scoring == "generate" else self.scorer

    def _tell(self) -> None:
        if self.told:
            return
        self.told = True
        work = self._work()
        how = {"tree": "what rows share is computed once", "repeat": "only whole contexts are shared",
               "alone": "the slow path: every prompt is computed whole"}[work.way]  # fmt: skip
        why = f" ({self.form.reason})" if self.form.reason else ""
        free = free_bytes(self.model.device) / 2**30
        say(f"{self.loaded.name}: {how}{why}; {work.budget.tokens:,} tokens at once, {free:.1f} GiB free")

    def _warn(self, words: str) -> None:
        self.warnings.append(words)
        say(f"warning: {words}")


def grouped(requests: Sequence[Request]) -> list[list[int]]:
    """Places of the requests of each context, in the order in which contexts come; long groups in parts."""
    groups: dict[tuple[str, str], list[int]] = {}
    for place, request in enumerate(requests):
        groups.setdefault((request.system, request.context), []).append(place)
    return [g[i : i + GROUP] for g in groups.values() for i in range(0, len(g), GROUP)]


def end_marks(model: Any, tokenizer: Any) -> frozenset[int]:
    """Ids that end a reply; what else the model's generation_config says (penalties, sampling) is set aside, since the
    run's own options decide."""
    from transformers import GenerationConfig

    ends = model.generation_config.eos_token_id if model.generation_config else None
    ends = ends if isinstance(ends, list) else [ends]
    found = frozenset(e for e in [*ends, tokenizer.eos_token_id] if e is not None)
    model.generation_config = GenerationConfig(eos_token_id=sorted(found) or None)
    return found


def pad_mark(tokenizer: Any, ends: frozenset[int]) -> int:
    return tokenizer.pad_token_id if tokenizer.pad_token_id is not None else min(ends, default=0)


def say(words: str) -> None:
    console(stderr=True).print(words)
