"""The check `similarity`: figures per config and field, for what the user asked for."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from cultural_tom.problems import InputError, Unavailable
from validation.engine.dataset import Dataset
from validation.engine.results import CheckOptions, Figure, Result
from validation.similarity import bertscore, chrf, encoder, laser
from validation.similarity.pairs import pairs
from validation.similarity.store import Store

NAME = "similarity"
OFF = (
    "similarity of translations was not asked for: --similarity bertscore --model NAME --layer N, --laser DIR, "
    "--back-translations FILE"
)


def check(dataset: Dataset, options: CheckOptions) -> Result:
    """What of BERTScore, LASER and back-translation is asked for and can be had; the rest is said in
    `skipped`. A wrong option or file raises `InputError`."""
    result = Result(NAME)
    asked: list[tuple[bool, Callable[[], Iterator[Figure]]]] = [
        (options.similarity == "bertscore", lambda: _bertscore(dataset, options, result)),
        (options.laser is not None, lambda: _laser(dataset, options, result)),
        (options.back_translations is not None, lambda: _back(dataset, options, result)),
    ]
    for wanted, work in asked:
        if not wanted:
            continue
        try:
            result.figures.extend(work())
        except Unavailable as e:
            result.skipped.append(f"{e.title}: {'; '.join(map(str, e.problems))}")
    if not any(wanted for wanted, _ in asked):
        result.skipped.append(OFF)
    return result


def cache_file() -> Path:
    """Where vectors are kept between runs."""
    import pooch

    folder = os.environ.get("CULTURAL_TOM_CACHE") or pooch.os_cache("cultural-tom")
    return Path(folder) / "vectors.sqlite"


def _bertscore(dataset: Dataset, options: CheckOptions, result: Result) -> Iterator[Figure]:
    if not options.model or options.layer is None:
        raise InputError.one("--similarity bertscore", "needs --model NAME_OR_FOLDER and --layer N")
    import transformers

    model = encoder.load(options.model, options.layer)
    by_field = pairs(dataset)
    everything = list(dict.fromkeys(p for found in by_field.values() for p in found))
    with Store(cache_file()) as store:
        scores = dict(zip(everything, bertscore.score(everything, model, store), strict=True))
    how = (
        f"BERTScore without idf or rescaling, {Path(model.name).name} {model.fingerprint[:12]}, layer {model.layer}, "
        f"at most {model.limit} tokens, transformers {transformers.__version__}"
    )
    for (config, field), found in by_field.items():
        group, n = f"field:{field}", len(found)
        mine = [scores[p] for p in found]
        if not mine:
            continue
        for name, values in (
            ("precision", [s.precision for s in mine]),
            ("recall", [s.recall for s in mine]),
            ("f", [s.f for s in mine]),
        ):
            yield Figure(config, f"bertscore_{name}", group, float(np.mean(values)), "similarity", n, how)
        yield Figure(config, "bertscore_truncated", group, sum(s.cut for s in mine) / n, "share", n,
                     "pairs of which the model could not read all text")  # fmt: skip
        yield Figure(config, "bertscore_split", group, sum(s.unit in ("turn", "sentence") for s in mine) / n, "share",
                     n, "pairs longer than the model, scored turn by turn or sentence by sentence")  # fmt: skip


def _laser(dataset: Dataset, options: CheckOptions, result: Result) -> Iterator[Figure]:
    assert options.laser is not None
    by_field = pairs(dataset)
    lacking = {c: laser.readable(dataset.config(c).language) for c, _ in by_field}
    for config, package in lacking.items():
        if package:
            result.skipped.append(
                f"LASER of {config}: its tokenizer needs {package}: pip install laserembeddings-fork[ja,zh]"
            )
    texts = {
        (config, field): [((dataset.config(config).language, a), ("en", b)) for a, b in found]
        for (config, field), found in by_field.items()
        if found and not lacking[config]
    }
    model = laser.load(options.laser)
    everything = list(dict.fromkeys(p for found in texts.values() for p in found))
    with Store(cache_file()) as store:
        cosines = dict(zip(everything, laser.cosines(everything, model, store), strict=True))
    for (config, field), mine in texts.items():
        values = [c for p in mine if (c := cosines[p]) is not None]
        yield Figure(config, "laser_cosine", f"field:{field}", float(np.mean(values)), "similarity", len(values),
                     f"cosine of sentence vectors, {model.name}")  # fmt: skip


def _back(dataset: Dataset, options: CheckOptions, result: Result) -> Iterator[Figure]:
    assert options.back_translations is not None
    for (config, field, language), found in chrf.read(options.back_translations, dataset).items():
        scores = chrf.corpus(found, language)
        group = f"field:{field}" + ("" if language == "en" else f",into:{language}")
        yield Figure(
            config, "back_chrf", group, scores.chrf, "chrF++", scores.n, f"sacrebleu {scores.chrf_signature}"
        )
        if scores.bleu is not None:
            yield Figure(
                config,
                "back_bleu",
                group,
                scores.bleu,
                "BLEU",
                scores.n,
                f"sacrebleu {scores.bleu_signature}",
            )
        elif scores.missing not in result.skipped:
            result.skipped.append(scores.missing)
