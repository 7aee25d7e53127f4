"""What `cultural_tom.score` returns: the report of `scoring.run`, with figures by name, as a frame and as a file."""

import os
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, Self, TypeVar, overload

from cultural_tom.api.files import named_file
from cultural_tom.api.frames import frame
from cultural_tom.api.lookup import UnknownKey, find, missing
from cultural_tom.problems import refusing
from cultural_tom.scoring import run
from cultural_tom.scoring.figures import Figure

if TYPE_CHECKING:
    from pandas import DataFrame

T = TypeVar("T")
CONFIGS_SHOWN = 8
COUNTS = ("rows", "predictions", "missing", "unparsed")


@dataclass(repr=False)
class ConfigReport(run.ConfigReport):
    """One config of a report: `rows`, `predictions`, `missing`, `unparsed` (counts), `figures` (a list of `Figure`,
    all values as fractions of 1), and each of them by name: `config["belief", "first order"].value`."""

    def __getitem__(self, key: tuple[str, str] | tuple[str, str, str]) -> Figure:
        return find(self.figures, key, self.config)

    def __repr__(self) -> str:
        return f"<{_line(self)}>"


@dataclass(repr=False)
class Report(run.Report):
    """The result of one submission.

    `signature`: one line (`str(report.signature)`) that says exactly what was scored and how, and that
    `cultural_tom.verify` recomputes. `configs`: a list of `ConfigReport`. `as_dict()`: everything, as in the JSON
    report (`report.schema.json` in the package lists the keys; docs/scoring.md says how each number is made)."""

    @classmethod
    def of(cls, found: run.Report) -> Self:
        configs = [_as(ConfigReport, c) for c in found.configs]
        return _as(cls, found, configs=configs)

    @overload
    def __getitem__(self, key: str) -> ConfigReport: ...
    @overload
    def __getitem__(self, key: tuple[str, str] | tuple[str, str, str]) -> Figure: ...
    def __getitem__(self, key: Any) -> ConfigReport | Figure:
        """`report[config]`: one config. `report[group, name]` or `report[group, name, metric]`: one figure, where the
        report has one config; with several `report[config][group, name]`. Case, underscores and blanks make no
        difference. Raises `UnknownKey` (an `InputError` and a `KeyError`) with the nearest names for a key that
        names nothing, or several figures."""
        configs = {c.config: c for c in self.configs if isinstance(c, ConfigReport)}
        if isinstance(key, tuple):
            if len(configs) != 1:
                first = next(iter(configs), "")
                message = f"has {len(configs)} configs; name one first: report[{first!r}][group, name]"
                raise UnknownKey.one("report", message)
            return next(iter(configs.values()))[key]
        if not isinstance(key, str) or key not in configs:
            if any(f.group == key for c in configs.values() for f in c.figures):
                raise UnknownKey.one("report", f"{key!r} is a group of figures; name one: [{key!r}, name]")
            raise missing("report", key, configs, "config")
        return configs[key]

    def to_pandas(self) -> "DataFrame":
        """One row per figure: `config`, `edition`, `state` and the fields of `Figure` (`group`, `name`, `metric`,
        `value`, ...), values as fractions of 1, NaN where a figure has none; `.attrs["signature"]` is the
        signature. Raises `InputError` where pandas is not installed."""
        head = ["config", "edition", "state"]
        rows = [
            {**{key: getattr(c, key) for key in head}, **asdict(figure)}
            for c in self.configs
            for figure in c.figures
        ]
        return frame(rows, [*head, *(f.name for f in fields(Figure))], signature=str(self.signature))

    @refusing
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the report as JSON or as one HTML page, by the name's ending (`.json`, `.html`); folders on the
        way are made. The file appears whole or not at all. Raises `InputError` for another ending, a folder, or
        a place that cannot be written."""
        from cultural_tom.report import files, scores_page

        files.save(self.as_dict(), scores_page.page, named_file(path), "save")

    def __repr__(self) -> str:
        lines = [_line(c) for c in self.configs[:CONFIGS_SHOWN]]
        if len(self.configs) > CONFIGS_SHOWN:
            lines.append(f"... and {len(self.configs) - CONFIGS_SHOWN} more configs")
        return "\n".join(
            [f"<Report of {self.file}", *(f"  {line}" for line in lines), f"  {self.signature}>"]
        )


def _as(cls: type[T], found: Any, **more: Any) -> T:
    """The same report in the class that users see, with what it has computed already."""
    names = {f.name for f in fields(found)}
    known = vars(found)
    made = cls(**{**{k: v for k, v in known.items() if k in names}, **more})
    vars(made).update({k: v for k, v in known.items() if k not in names})
    return made


def _line(c: run.ConfigReport) -> str:
    """A config with its counts and its first figure."""
    counts = ", ".join(f"{getattr(c, key)} {key}" for key in COUNTS)
    head = f"{c.config} ({c.edition} edition): {counts}"
    if not c.figures:
        return head
    f = c.figures[0]
    interval = "" if f.low is None or f.high is None else f" [{100 * f.low:.1f}, {100 * f.high:.1f}]"
    return f"{head}; {f.group} / {f.name}: {f.metric} {100 * f.value:.1f} %{interval}"
