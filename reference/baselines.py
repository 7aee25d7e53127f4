"""Which models the reference results are of, in the order of the table, and for which configs."""

from dataclasses import dataclass

from cultural_tom.subsets import CONFIGS


@dataclass(frozen=True)
class Baseline:
    """spec: as `cultural-tom predict --model` takes it. what: a few words for the table. languages: those it is for; empty:
    all. subsets: those it is for; empty: all."""

    spec: str
    what: str
    languages: tuple[str, ...] = ()
    subsets: tuple[str, ...] = ()

    def fits(self, config: str) -> bool:
        found = CONFIGS[config]
        return found.language in (self.languages or (found.language,)) and found.subset in (
            self.subsets or (found.subset,)
        )


BASELINES = (
    Baseline("random", "an answer drawn from the row's id"),
    Baseline("majority", "the commonest gold (has seen the gold)"),
    Baseline("longest", "the longest option"),
    Baseline("shortest", "the shortest option"),
    Baseline("first", "the option that the context names first"),
    Baseline("last", "the option that the context names last"),
    Baseline("most", "the option that the context names most often"),
    Baseline("lexical", "the option that shares most words with the context"),
    Baseline("tracker", "simulates who saw what", subsets=("xtomi",)),
    Baseline("minilm", "nearest option, all-MiniLM-L6-v2 (English)", languages=("en",)),
    Baseline("e5", "nearest option, multilingual-e5-small"),
)
