"""How often logged responses of real models (tests/src/logged_outputs) are read as they are labelled: our extraction beside
the rules of lm-eval, Inspect and simple-evals, on the same responses in one run.

    python -m benchmarks.logged [--role measure|build] [--draw N] [--json]

"with lines" takes each line that `cultural-tom extract` suggests for a source's unread responses, where a person would look at it
first. The texts are not in the repository: CULTURAL_TOM_LOGS, or ../shared/logs beside the checkout, is the folder that
tests/src/logged_collect.py makes. A source whose role is `measure` is never looked at when a rule is written.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from cultural_tom.extraction.answer_lines import AnswerLine, Reply, decided_by
from cultural_tom.extraction.read import extract
from cultural_tom.extraction.suggested_lines import suggested
from cultural_tom.terminal import console, print_json, table

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "src"))

Read = Callable[[Sequence[Any]], list[list[int] | None]]
COLUMNS = {
    "of": "left",
    "n": "right",
    "as labelled %": "right",
    "read wrongly %": "right",
    "not read %": "right",
}


def ours(cases: Sequence[Any]) -> list[list[int] | None]:
    found = [
        extract(c.response, answer_format=c.label.format, options=c.options, language=c.label.language)
        for c in cases
    ]
    return [None if f.indices is None else list(f.indices) for f in found]


def with_lines(cases: Sequence[Any]) -> list[list[int] | None]:
    """Ours, and for what is unread in a source the lines that its replies suggest (`cultural-tom extract`), each taken as it is."""
    found = ours(cases)
    by_source: dict[str, list[int]] = {}
    for i, c in enumerate(cases):
        by_source.setdefault(c.label.source, []).append(i)
    for places in by_source.values():
        replies = [_reply(cases[i], found[i]) for i in places]
        lines = [AnswerLine(s.template) for s in suggested(replies)]
        for i, reply in zip(places, replies, strict=True):
            if found[i] is None and (said := decided_by(lines, reply)):
                found[i] = list(said[1])
    return found


def _reply(case: Any, read: list[int] | None) -> Reply:
    indices = None if read is None else tuple(read)
    return Reply(case.response, case.options, case.label.language, case.label.format, indices)


def lm_eval(cases: Sequence[Any]) -> list[list[int] | None]:
    """The filter of its MMLU tasks with free answers (flan_cot_zeroshot)."""
    from lm_eval.filters.extraction import MultiChoiceRegexFilter

    rule = MultiChoiceRegexFilter(r"(\([A-Z]\))", group_select=-1, ignore_case=True, ignore_punctuation=True)
    found = rule.apply([[c.response] for c in cases], [{"choices": c.options} for c in cases])
    return [_letters(text, case) for (text,), case in zip(found, cases, strict=True)]


def inspect(cases: Sequence[Any]) -> list[list[int] | None]:
    """`multiple_choice` with `choice`."""
    return [_inspected(case) for case in cases]


def _inspected(case: Any) -> list[int] | None:
    from inspect_ai.solver._multiple_choice import parse_answers

    state: Any = SimpleNamespace(output=SimpleNamespace(completion=case.response), choices=case.options)
    found = parse_answers(state, multiple_correct=case.label.format == "choices")
    return _letters("".join(sorted(found)), case)


def simple_evals(cases: Sequence[Any]) -> list[list[int] | None]:
    """The first letter behind "Answer:"."""
    found = [re.search(r"answer[ \t]*:[ \t]*\$?([a-p])\$?", c.response, re.IGNORECASE) for c in cases]
    return [_letters(f[1].upper(), c) if f else None for f, c in zip(found, cases, strict=True)]


def _letters(text: str, case: Any) -> list[int] | None:
    places = [ord(c) - 65 for c in text if c.isalpha() and c.isupper()]
    if not places or max(places) >= len(case.options) or text.strip("()ABCDEFGHIJKLMNOP"):
        return None
    return sorted(set(places))


READERS: dict[str, Read] = {
    "cultural-tom": ours, "with lines": with_lines, "lm-eval": lm_eval, "Inspect": inspect, "simple-evals": simple_evals
}  # fmt: skip


def here() -> Iterator[Any]:
    """The labelled responses whose texts are on this machine, whatever their role; none where no folder of them is."""
    import logged

    folder = logged.place()
    labels = logged.labels() if folder else []
    lacking = logged.absent(folder) if folder else []
    for source in dict.fromkeys(x.source for x in labels if x.source not in lacking):
        texts = logged.texts(folder, source)
        for label in (x for x in labels if x.source == source and x.key in texts):
            yield logged.Logged(label, *texts[label.key])


def outcome(got: list[int] | None, wanted: list[int] | None) -> str:
    if got == wanted:
        return "right"
    return "missed" if got is None else "wrong"


def counted(cases: Sequence[Any], read: Read) -> dict[str, dict[str, Counter[str]]]:
    """Outcomes by source, by the language of the response, and over all."""
    out: dict[str, dict[str, Counter[str]]] = {"all": {}, "source": {}, "written": {}}
    for case, got in zip(cases, read(cases), strict=True):
        kind = outcome(got, case.label.indices)
        for by, name in (("all", "all"), ("source", case.label.source), ("written", case.label.written)):
            out[by].setdefault(name, Counter())[kind] += 1
    return out


def _rows(found: dict[str, dict[str, Counter[str]]]) -> Iterator[list[str]]:
    for by in ("all", "written", "source"):
        for name, c in sorted(found[by].items(), key=lambda item: -item[1].total()):
            shares = (f"{100 * c[k] / c.total():.1f}" for k in ("right", "wrong", "missed"))
            yield [name, str(c.total()), *shares]


def main(argv: list[str] | None = None) -> None:
    import logged

    args = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    args.add_argument("--role", choices=["measure", "build"], default="measure")
    args.add_argument(
        "--draw",
        type=int,
        choices=logged.draws(),
        help="the first set or one that was drawn later, alone",
    )
    args.add_argument("--json", action="store_true", help="one JSON document")
    chosen = args.parse_args(argv)
    place = logged.place()
    if place is None:
        print("no logged texts here: set CULTURAL_TOM_LOGS (tests/src/logged_outputs/README.md)")
        return
    cases = list(logged.logged(place, chosen.role, chosen.draw))
    found = {name: counted(cases, read) for name, read in READERS.items()}
    if chosen.json:
        print_json(found)
        return
    screen = console()
    for name, figures in found.items():
        screen.print(table(f"{name}, logged outputs, {chosen.role}", COLUMNS, _rows(figures)))


if __name__ == "__main__":
    main()
