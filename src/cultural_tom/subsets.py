"""The one table of public facts: seven subsets, 33 configs. Everything else reads it."""

import difflib
import fnmatch
from collections.abc import Iterator
from dataclasses import dataclass

from cultural_tom.problems import InputError

XTOM_LANGUAGES = ("de", "en", "fr", "ja", "zh")
MULTITOM_LANGUAGES = ("ar", "bn", "en", "fr", "hi", "ru", "zh")

LANGUAGES = {
    "ar": "Arabic",
    "bn": "Bangla",
    "de": "German",
    "en": "English",
    "fr": "French",
    "hi": "Hindi",
    "ja": "Japanese",
    "ru": "Russian",
    "zh": "Chinese",
}
RIGHT_TO_LEFT = frozenset({"ar"})


@dataclass(frozen=True)
class Config:
    """One loadable table, such as `xfantom_fr`."""

    name: str
    subset: str
    language: str
    variant: str = ""


@dataclass(frozen=True)
class Subset:
    """One upstream system in all its languages.

    `rows` is the number of rows per config that the paper's description implies (the full edition);
    `formats` are the answer formats that occur; `metrics` name what `cultural-tom score` reports.
    """

    name: str
    title: str
    languages: tuple[str, ...]
    variants: tuple[str, ...]
    formats: tuple[str, ...]
    rows: int
    metrics: tuple[str, ...]
    paper: str

    @property
    def configs(self) -> Iterator[Config]:
        for variant in self.variants:
            for language in self.languages:
                middle = f"_{variant}" if variant else ""
                yield Config(f"{self.name}{middle}_{language}", self.name, language, variant)


SUBSETS: dict[str, Subset] = {
    subset.name: subset
    for subset in (
        Subset(
            name="tombench",
            title="ToMBench",
            languages=("en", "zh"),
            variants=("",),
            formats=("choice",),
            rows=2860,
            metrics=("accuracy", "coherent"),
            paper="chen-etal-2024-tombench",
        ),
        Subset(
            name="multitom",
            title="Multi-ToM",
            languages=MULTITOM_LANGUAGES,
            variants=("direct", "cultural"),
            formats=("choice",),
            rows=502,
            metrics=("accuracy", "consistency"),
            paper="sadhu-etal-2024-multi-tom",
        ),
        Subset(
            name="xtomi",
            title="XToMi",
            languages=XTOM_LANGUAGES,
            variants=("",),
            formats=("choice",),
            rows=647,
            metrics=("accuracy", "consistency"),
            paper="xtom",
        ),
        Subset(
            name="xfantom",
            title="XFANToM",
            languages=XTOM_LANGUAGES,
            variants=("",),
            formats=("choice",),
            rows=618,
            metrics=("accuracy", "error_types", "consistency"),
            paper="xtom",
        ),
        Subset(
            name="xnegotiationtom",
            title="XNegotiationToM",
            languages=XTOM_LANGUAGES,
            variants=("",),
            formats=("slots", "choices"),
            rows=1760,
            metrics=("exact_match", "micro_f1", "macro_f1", "consistency"),
            paper="xtom",
        ),
        Subset(
            name="tactfultom",
            title="TactfulToM",
            languages=("en",),
            variants=("",),
            formats=("choice", "names"),
            rows=4254,
            metrics=("accuracy", "joint"),
            paper="tactfultom",
        ),
        Subset(
            name="culturaltom_vqa",
            title="CulturalToM-VQA",
            languages=("en",),
            variants=("",),
            formats=("choice",),
            rows=5095,
            metrics=("accuracy", "macro_f1"),
            paper="culturaltom-vqa",
        ),
    )
}

CONFIGS: dict[str, Config] = {c.name: c for s in SUBSETS.values() for c in s.configs}


def config(name: str) -> Config:
    """The config of that name; an unknown name raises `InputError` with the nearest known ones."""
    if name in CONFIGS:
        return CONFIGS[name]
    near = difflib.get_close_matches(name, CONFIGS, n=3, cutoff=0.5)
    hint = f"did you mean {', '.join(near)}?" if near else "`cultural-tom list` shows all 33"
    raise InputError.one(f"config {name!r}", f"there is no such config; {hint}")


def match(patterns: str | list[str] | tuple[str, ...] | None) -> list[Config]:
    """Configs whose names match any shell pattern (comma-separated or a list); None is all.

    >>> [c.name for c in match("xfantom_[df]*")]
    ['xfantom_de', 'xfantom_fr']
    """
    if not patterns:
        return list(CONFIGS.values())
    if isinstance(patterns, str):
        patterns = patterns.split(",")
    wanted: list[Config] = []
    for pattern in (p.strip() for p in patterns):
        found = [c for name, c in CONFIGS.items() if fnmatch.fnmatchcase(name, pattern)]
        wanted += found or [config(pattern)]
    return list(dict.fromkeys(wanted))
