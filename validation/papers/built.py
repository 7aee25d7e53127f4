"""What the built rows say: counts and lengths of the checks that measure them, by config."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property

from validation.checks import counts, length
from validation.engine.dataset import Dataset, Rows
from validation.engine.results import CheckOptions, Result


class Built:
    """The figures of a build that the papers' figures are held against."""

    def __init__(self, dataset: Dataset, options: CheckOptions) -> None:
        self.dataset = dataset
        self.options = options

    @cached_property
    def _counts(self) -> dict[tuple[str, str, str, str], float]:
        return _by_name(counts.check(self.dataset, self.options))

    @cached_property
    def _length(self) -> Result:
        return length.check(self.dataset, self.options)

    @cached_property
    def _lengths(self) -> dict[tuple[str, str, str, str], float]:
        return _by_name(self._length)

    def first(self, *configs: str) -> str:
        """The first of these configs that is built; empty if none is."""
        return next((c for c in configs if c in self.dataset.configs), "")

    def rows(self, config: str) -> Rows:
        return self.dataset.rows(config)

    def state(self, config: str) -> str:
        return self.dataset.state(config)

    def count(self, config: str, name: str, group: str) -> int | None:
        """A figure of the check `counts`: `questions` or `stories` of a group such as `task:hinting_test`."""
        found = self._counts.get((config, name, group, "count"))
        return None if found is None else int(found)

    def length(self, config: str, name: str, group: str, unit: str) -> float | None:
        """A figure of the check `length`."""
        return self._lengths.get((config, name, group, unit))

    @property
    def lacking(self) -> list[str]:
        """What the lengths lacked, as sentences."""
        return self._length.skipped

    def why_no_length(self, config: str) -> str:
        """What the check `length` lacked for this config."""
        return next((s for s in self.lacking if config in s), "")

    def tally(self, config: str, key: Callable[[dict[str, object]], object]) -> Counter[object]:
        """Rows of a config by a key; nothing if it is not built."""
        return Counter(key(row) for row in self.rows(config)) if self.first(config) else Counter()


def _by_name(result: Result) -> dict[tuple[str, str, str, str], float]:
    return {
        (f.config, f.name, f.group, f.unit): float(f.value)
        for f in result.figures
        if isinstance(f.value, int | float)
    }


def not_built(configs: Iterable[str]) -> str:
    """The sentence for figures of configs that this build does not have."""
    return f"{', '.join(configs)} not in this build (`python -m builders status` says how to supply it)"
