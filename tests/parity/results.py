"""What a comparison with an official script found, and the table of all of them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cultural_tom.scoring.run import Report, ScoreOptions, score

TOLERANCE = 1e-9


@dataclass
class Parity:
    """One comparison. `compared` verdicts (or figures), of which `equal` are the same; each other one is counted
    under the name of a deviation of docs/protocols.md, or stands in `unnamed` with what was said."""

    script: str
    what: str
    rows: int = 0
    responses: int = 0
    compared: int = 0
    equal: int = 0
    right: int = 0
    deviations: Counter[str] = field(default_factory=Counter)
    unnamed: list[str] = field(default_factory=list)

    def verdict(self, official: bool | None, ours: bool, name: str, said: str) -> None:
        """`official` is None where the script stops with an error: then nothing but wrong is equal in effect, and
        `name` has to say so all the same."""
        self.compared += 1
        self.right += bool(official)
        if official is None or official != ours:
            self._differs(name if official is not None or not ours else "", said)
        else:
            self.equal += 1

    def figure(self, official: float, ours: float, what: str, name: str = "") -> None:
        self.compared += 1
        if abs(official - ours) <= TOLERANCE and not name:
            self.equal += 1
        else:
            self._differs(name, f"{what}: {official!r} there, {ours!r} here")

    def _differs(self, name: str, said: str) -> None:
        if name:
            self.deviations[name] += 1
        else:
            self.unnamed.append(said)


def write_lines(path: Path, records: Iterable[Mapping[str, Any]]) -> Path:
    import json

    path.write_text("".join(json.dumps(r) + "\n" for r in records), "utf-8")
    return path


def scored(path: Path, data: Path, **options: Any) -> Report:
    """Our side: `cultural-tom score --protocol paper`."""
    return score(path, data, ScoreOptions(protocol="paper", resamples=0, **options))


def figures(report: Report) -> dict[tuple[str, str], float]:
    (config,) = report.configs
    return {(f.group, f.name): f.value for f in config.figures}


def table(found: Sequence[Parity]) -> str:
    """All comparisons as a Markdown table."""
    head = ("script", "what", "rows", "responses", "compared", "equal", "named deviations", "unnamed")
    lines = [head, ("---",) * 2 + ("---:",) * 4 + ("---", "---:")]
    for p in found:
        named = ", ".join(f"{n} {name}" for name, n in sorted(p.deviations.items())) or "none"
        numbers = (f"{n:,}" for n in (p.rows, p.responses, p.compared, p.equal))
        lines.append((p.script, p.what, *numbers, named, str(len(p.unnamed))))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def deviations(found: Iterable[Parity]) -> Counter[str]:
    return sum((p.deviations for p in found), Counter())
