"""Figures that somebody typed into prose: each is compared with the file or the code that it comes from.

A claim is a page, a pattern with a group for each figure, and the figures. Every place of the page that the pattern
fits has to say them. Tables that a command writes are held elsewhere (tests/reference, tests/builders, test_pages.py).
"""

import csv
import importlib
import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from builders.generated.knobs import LEVELS
from cultural_tom.extraction import clean
from cultural_tom.harnesses.logs import entry, inspect_ai, lm_eval
from cultural_tom.http import client, waiting
from cultural_tom.inference import rows as portions
from cultural_tom.inference import worker
from cultural_tom.models.endpoint import body, model, money
from cultural_tom.models.hf import generating
from cultural_tom.models.hf import scoring as hf_scoring
from cultural_tom.predictions import json_lines, record
from cultural_tom.problems import SHOWN
from cultural_tom.scoring import figures, free
from cultural_tom.subsets import SUBSETS
from cultural_tom.visible import TEXT_SHOWN

ROOT = Path(__file__).parents[2]
Figures = tuple[float | str, ...]


class Claim(NamedTuple):
    page: str
    pattern: str
    figures: Callable[[], Figures]


def number(text: str) -> float | str:
    """A figure as a page writes it: 2,860 or 28.1; words stay words."""
    plain = text.replace(",", "")
    return float(plain) if re.fullmatch(r"-?\d+(\.\d+)?", plain) else text


def wrong(claim: Claim, text: str) -> list[str]:
    """Places of a page's text that do not say what the claim's figures are."""
    told = [tuple(map(number, m.groups())) for m in re.finditer(claim.pattern, text)]
    if not told:
        return [f"{claim.page}: nothing says {claim.pattern}"]
    real = tuple(f if isinstance(f, str) else float(f) for f in claim.figures())
    return [f"{claim.page}: says {t}, is {real} ({claim.pattern})" for t in told if t != real]


def table(name: str) -> list[dict[str, str]]:
    with (ROOT / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (ROOT / name).read_text("utf-8").splitlines()]


def toml(name: str) -> dict:
    return tomllib.loads((ROOT / name).read_text("utf-8"))


def expected(config: str) -> int:
    """Rows that the build of the full edition must find."""
    subset = config.partition("_")[0]
    return importlib.import_module(f"builders.subsets.{subset}").SUBSET.expect[config]


def printed(file: str, **wanted: str) -> float:
    """The one figure that a paper prints there."""
    (found,) = [
        x for x in table(f"validation/published/{file}.csv") if all(x[k] == v for k, v in wanted.items())
    ]
    return float(found["value"])


def per_language(subset: str, item: str = "all_questions") -> int:
    """Questions of one of XToM's five languages, of its Table 6."""
    total = printed("xtom_table06", subset=subset, variant="total_over_5_languages", item=item)
    return int(total) // len(tuple(SUBSETS[subset].configs))


def audited(subset: str, **wanted: str) -> int:
    found = table(f"builders/audit/{subset}.csv")
    return sum(all(re.search(v, x[k]) for k, v in wanted.items()) for x in found)


def baseline(
    config: str, model: str, column: str = "value", group: str = "all", name: str = "all questions"
) -> float:
    """A figure of a rule of thumb on the full edition, in percent with one decimal, from its whole number of right answers."""
    (x,) = [
        x
        for x in table("reference/results.csv")
        if (x["edition"], x["config"], x["model"], x["group"], x["name"], x["metric"])
        == ("full", config, model, group, name, "accuracy")
    ]
    if column != "value":
        return round(float(x[column]), 1)
    n = int(x["n"])
    return float(round(100 * Fraction(round(float(x["value"]) * n / 100), n), 1))


def bounds(band: str) -> Figures:
    """What benchmarks/RESULTS.md measured of one band of contexts: structures, before, after, mean, width."""
    (found,) = re.findall(
        rf"(?m)^\| {re.escape(band)} \|(.*)\|$", (ROOT / "benchmarks/RESULTS.md").read_text("utf-8")
    )
    cells = [c.strip() for c in found.split("|")]
    return tuple(number(cells[n]) for n in (0, 1, 2, 4, 8))


def cell(start: str) -> Figures:
    """Coverage before and now of one made-up structure, from the same page."""
    (found,) = re.findall(
        rf"(?m)^\| {re.escape(start)} \|(.*)\|$", (ROOT / "benchmarks/RESULTS.md").read_text("utf-8")
    )
    return tuple(number(c.strip()) for c in found.split("|")[:2])


SOURCES = toml("tests/src/logged_outputs/sources.toml")
LOGGED = [(SOURCES[x["source"]].get("draw", 1), x) for x in table("tests/src/logged_outputs/labels.csv")]


def drawn(*draws: int, **wanted: str) -> int:
    return sum(d in draws and all(x[k] == v for k, v in wanted.items()) for d, x in LOGGED)


def sources(draw: int) -> int:
    return len({x["source"] for d, x in LOGGED if d == draw})


def counted(draw: int, *languages: str) -> Figures:
    return tuple(drawn(draw, written=x) for x in languages)


def replies() -> int:
    return sum(
        len(found)
        for styles in toml("tests/src/prompt_replies.toml").values()
        for formats in styles.values()
        for found in formats.values()
    )


def known(kind: str = "") -> int:
    return sum(kind in ("", x["kind"]) for x in table("validation/engine/known.csv"))


def level(n: int) -> Figures:
    k = LEVELS[n]
    return (k.people, k.moves, *(round(100 * share) for share in (k.tell, k.look, k.distractors)))


def mb(size: int) -> int:
    return size // 10**6


RULES, MEASURED = "docs/extraction-rules.md", "docs/extraction-measured.md"
SCORING, LOGS = "docs/scoring.md", "docs/harnesses.md"
CLAIMS = [
    # How large the subsets are
    Claim("docs/explain/tombench.md", r"([\d,]+) questions each", lambda: (expected("tombench_en"),)),
    Claim("docs/explain/tombench.md", r"level is ([\d.]+) %", lambda: (baseline("tombench_en", "random", "chance", "task", "average"),)),
    Claim("docs/explain/multitom.md", r"([\d,]+) questions of ToMBench", lambda: (expected("multitom_direct_en"),)),
    Claim("docs/explain/tactfultom.md", r"([\d,]+) questions on (\d+) conversations", lambda: (expected("tactfultom_en"), 100)),
    Claim("docs/explain/xtomi.md", r"([\d,]+) questions each", lambda: (per_language("xtomi"),)),
    Claim("docs/explain/xfantom.md", r"([\d,]+) questions each", lambda: (per_language("xfantom"),)),
    Claim("docs/explain/xnegotiationtom.md", r"About ([\d,]+) questions each", lambda: (expected("xnegotiationtom_en"),)),
    Claim("docs/explain/xnegotiationtom.md", r"Chance is ([\d.]+) % \(one in (\d+)\)", lambda: (round(100 / 4**3, 1), 4**3)),
    Claim("cards/multitom.md", r"(?:^|All )([\d,]+) (?:questions of|rows belong)", lambda: (expected("multitom_direct_en"),)),
    Claim("cards/tactfultom.md", r"100 conversations, ([\d,]+) questions", lambda: (expected("tactfultom_en"),)),
    Claim("docs/counts.md", r"`tombench_en`, `tombench_zh` \| verified \| ([\d,]+) each", lambda: (expected("tombench_zh"),)),
    Claim("docs/counts.md", r"`multitom_direct_zh` \| verified \| ([\d,]+) each", lambda: (expected("multitom_direct_zh"),)),
    Claim("docs/counts.md", r"`tactfultom_en` \| verified \| ([\d,]+)", lambda: (expected("tactfultom_en"),)),
    Claim("docs/counts.md", r"`xtomi_en` \| rebuilt \| (\d+) \| (\d+) \|", lambda: (expected("xtomi_en"), per_language("xtomi"))),
    Claim("docs/counts.md", r"`xnegotiationtom_en` \| rebuilt \| ([\d,]+) \| ([\d,]+) \|", lambda: (expected("xnegotiationtom_en"), per_language("xnegotiationtom"))),
    Claim("docs/row.md", r"finds ([\d,]+) of ([\d,]+) rows", lambda: (built(), built())),
    Claim("benchmarks/RESULTS.md", r"everything the mirror allows \(([\d,]+) rows\)", lambda: (built(),)),
    Claim("benchmarks/RESULTS.md", r"build ToMBench \(([\d,]+) rows\)", lambda: (2 * expected("tombench_en"),)),
    # The audit
    Claim("cards/tactfultom.md", r"`broken`: (\d+) questions that ask what the target", lambda: (audited("tactfultom", kind="no_right_option", status="broken"),)),
    Claim("cards/tactfultom.md", r"and (\d+) of the 2,016 belief questions", lambda: (audited("tactfultom", reason="'is unaware that' read by its letter"),)),
    Claim("cards/tactfultom.md", r"(\d+) golds are wrong and (\d+) disputed", lambda: reread("tactfultom")),
    Claim("cards/xnegotiationtom.md", r"(\d+) golds are wrong and (\d+) disputed", lambda: reread("xnegotiationtom")),
    Claim("docs/validation.md", r"on the clean editions .* (\d+), each a line of `validation/engine/known.csv`. (\d+) are\ndefects .* (\d+) are false alarms", lambda: (known(), known("upstream"), known("alarm"))),
    # Rules of thumb
    Claim("docs/running.md", r"random ([\d.]+) %, constant ([\d.]+) %, longest ([\d.]+) %, shortest ([\d.]+) %, lexical ([\d.]+) % of (\d+)",
          lambda: (*(baseline("xtomi_en", m) for m in ("random", "majority", "longest", "shortest", "lexical")), expected("xtomi_en"))),
    # Error bars
    *(Claim(SCORING, rf"(?m)^\| {band} \| (\d+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", lambda band=band: bounds(band))
      for band in ("2 to 4", "5 to 9", "10 to 19", "20 to 39", "40 to 99", "100 to 199", "200 to 2000", "harder than any subset")),
    Claim(SCORING, r"84 contexts of one question, share 0.98 \| ([\d.]+) \| ([\d.]+)", lambda: cell("84 of 1 question | 0.98 | 0")),
    Claim(SCORING, r"20 contexts of one question, share 0.98 \| ([\d.]+) \| ([\d.]+)", lambda: cell("20 of 1 | 0.98 | 0")),
    Claim(SCORING, r"5 contexts of 3, share 0.99, correlation 0.15 \| ([\d.]+) \| ([\d.]+)", lambda: cell("5 of 3 | 0.99 | 0.15")),
    Claim(SCORING, r"one context of 60 and 19 of 3, share 0.8, correlation 0.15 \| ([\d.]+) \| ([\d.]+)", lambda: cell("20: one of 60, others of 3 | 0.8 | 0.15")),
    Claim(SCORING, r"`resamples` times \(([\d,]+)\)", lambda: (figures.RESAMPLES,)),
    Claim(SCORING, r"more than ([\d,]+) characters: unparsed", lambda: (free.MAX_TEXT,)),
    Claim(SCORING, r"shown with their text \((\d+) characters\)", lambda: (TEXT_SHOWN,)),
    # Answers of models that were read
    Claim(MEASURED, r"reads ([\d,]+) logged responses of (\d+) models from five public sources",
          lambda: (drawn(4), len({x["model"] for d, x in LOGGED if d == 4}))),
    Claim(MEASURED, r"English 89.6 .* \((\d+)\); Chinese 78.9, .* \((\d+)\)", lambda: counted(4, "en", "zh")),
    Claim(MEASURED, r"`mcq_robustness` 97.7 \((\d+)\), `leval` 98.0 \((\d+)\), `cmmu` 94.6 \((\d+)\),\n`persona_scale` 70.0 \((\d+)\), `uhgeval` 63.0 \((\d+)\)",
          lambda: tuple(drawn(4, source=x) for x in ("mcq_robustness", "leval", "cmmu", "persona_scale", "uhgeval"))),
    Claim(MEASURED, r"`relationship_advice`, (\d+) responses", lambda: (sum(drawn(1, 2, 3, source=x) for x in ("acegpt", "medgemma", "relationship_advice")),)),
    Claim(MEASURED, r"all of draws 1 to 3, ([\d,]+) responses", lambda: (drawn(1, 2, 3),)),
    Claim(MEASURED, r"--draw 3` reads ([\d,]+) logged", lambda: (drawn(3),)),
    Claim(MEASURED, r"English 96.5 \((\d+)\), Japanese 95.9 \((\d+)\), Chinese 87.5 \((\d+)\), Hindi 83.0 \((\d+)\), Bangla 97.6 \((\d+)\), Arabic 63.6 \((\d+)\)",
          lambda: counted(3, "en", "ja", "zh", "hi", "bn", "ar")),
    Claim(MEASURED, r"`jee_languages`, (\d+):", lambda: (drawn(3, source="jee_languages"),)),
    Claim(MEASURED, r"--draw 2` reads ([\d,]+) logged", lambda: (drawn(2),)),
    Claim(MEASURED, r"who agree on ([\d.]+) %", lambda: (round(100 * sum(d == 2 and x["first"] == x["second"] for d, x in LOGGED) / drawn(2), 1),)),
    Claim(MEASURED, r"English 87.2 \((\d+)\), German 82.3 \((\d+)\), Chinese 89.2 \((\d+)\), Arabic 96.4 \((\d+)\), Bangla 37.3 \((\d+)\),\nRussian 98.3 \((\d+)\), Japanese 22.5 \((\d+)\)",
          lambda: counted(2, "en", "de", "zh", "ar", "bn", "ru", "ja")),
    Claim(MEASURED, r"`lexam_gemini` and `arb` \((\d+)\)", lambda: (drawn(2, source="lexam_gemini") + drawn(2, source="arb"),)),
    Claim(MEASURED, r"holds ([\d,]+) short forms", lambda: (len(lines("tests/src/extract_forms.jsonl")),)),
    Claim(MEASURED, r"`tests/src/extract_labelled`: ([\d,]+) raw outputs", lambda: (sum(len(lines(str(p.relative_to(ROOT)))) for p in (ROOT / "tests/src/extract_labelled").glob("*.jsonl")),)),
    Claim(RULES, r"The last ([\d,]+) characters", lambda: (clean.READ_LAST,)),
    Claim("docs/prompts-reading.md", r"holds ([\d,]+) replies", lambda: (replies(),)),
    # The generated edition
    *(Claim("docs/generated.md", rf"(?m)^\| {n} \| (\d) \| (\d) \| [^|]* \| (\d+) % \| (\d+) % \| (\d+) % \|$", lambda n=n: level(n)) for n in LEVELS),
    # Limits of what is read, and how long is waited
    Claim(LOGS, r"(\d+) MB a line; a longer one is left out and listed. ([\d,]+) replies a row", lambda: (mb(json_lines.MAX_LINE), lm_eval.MAX_REPEATS)),
    Claim(LOGS, r"(\d+) MB a sample; an index of (\d+) MB .*; unpacked (\d+) MB", lambda: (mb(entry.MAX_PIECE), mb(inspect_ai.MAX_INDEX), mb(inspect_ai.MAX_DOCUMENT))),
    Claim(LOGS, r"`\*.json` of Inspect \| whole \| (\d+) MB", lambda: (mb(inspect_ai.MAX_DOCUMENT),)),
    Claim("docs/predictions.md", r"(?:reading stops|at line n) after ([\d,]+)", lambda: (record.MAX_PROBLEMS,)),
    Claim("docs/predictions.md", r"at most (\d+) such messages", lambda: (SHOWN,)),
    Claim("docs/predictions.md", r"longer than (\d+) bytes", lambda: (json_lines.MAX_LINE,)),
    Claim("docs/endpoints.md", r"at most (\d+) seconds", lambda: (waiting.LONGEST_ASKED,)),
    Claim("docs/endpoints.md", r"a reply has at most (\d+) MB", lambda: (mb(client.MAX_REPLY),)),
    Claim("docs/endpoints.md", r"a letter beyond the (\d+) gets", lambda: (body.TOP,)),
    Claim("docs/endpoints.md", r"from (\d+) characters on", lambda: (model.SECRET,)),
    Claim("docs/endpoints.md", r"([\d,]+) tokens for a picture", lambda: (money.PICTURE,)),
    Claim("docs/running.md", r"first portion is about\n([\d,]+) requests, .* each other one about ([\d,]+);", lambda: (portions.FIRST, portions.PORTION)),
    Claim("docs/cluster.md", r"about (\d+) requests, and fewer", lambda: (worker.LARGEST,)),
    Claim("docs/cluster.md", r"less than (\d+) pieces", lambda: (worker.PIECES,)),
    Claim("docs/local-models.md", r"at most (\d+)\. `recheck", lambda: (hf_scoring.CHECKS,)),
    Claim("docs/local-models.md", r"save (\d+) tokens", lambda: (generating.WORTH,)),
]  # fmt: skip


def built() -> int:
    """Rows of the full edition as far as the pinned files allow: what the reference predictions answer."""
    (n,) = {
        int(x["lines"])
        for x in table("reference/submissions.csv")
        if x["edition"] == "full" and x["model"] == "random"
    }
    return n


def reread(subset: str) -> Figures:
    """Golds found wrong and disputed when rows were read without their gold; entries of 2026-11-21 are of a look before that."""
    found = Counter(
        x["status"]
        for x in table(f"builders/audit/{subset}.csv")
        if x["by"] == "reading" and x["date"] >= "2026-11-23"
    )
    return found["corrected"] + found["broken"], found["disputed"]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: f"{c.page}-{c.pattern[:40]}")
def test_a_figure_in_prose_is_that_of_its_source(claim):
    assert wrong(claim, (ROOT / claim.page).read_text("utf-8")) == []


@pytest.mark.mirror
def test_the_table_of_blind_readings_is_what_the_check_counts(full):
    from validation.engine.dataset import Dataset
    from validation.engine.results import CheckOptions
    from validation.readings.check import check

    found = {}
    for f in check(Dataset(full), CheckOptions()).figures:
        if not f.group:
            found.setdefault(f.config, {"items": f.n})[f.name] = f.value
    page = (ROOT / "docs/validation.md").read_text("utf-8")
    told = re.findall(r"(?m)^\| `(\w+)`[^|]* \| ([\d,]+) \| ([^|]*) \| ([\d.]*) \|? ?\| ([\d.]+) % \| (\d+), ([\d.]+) % [^|]*\| (\d+), ([\d.]+) %", page)  # fmt: skip
    assert {config for config, *_ in told} == found.keys()
    for config, items, agree, kappa, gold, bad, bad_share, doubted, doubted_share in told:
        f = found[config]
        assert number(items) == f["items"] and (number(bad), number(doubted)) == (f["gold_wrong"], f["gold_disputed"])  # fmt: skip
        assert (gold, bad_share, doubted_share) == tuple(f"{100 * f[k]:.1f}" for k in ("first_is_gold", "gold_wrong_share", "gold_disputed_share"))  # fmt: skip
        if "reading_agreement" in f:
            assert (agree, kappa) == (f"{100 * f['reading_agreement']:.1f} %", f"{f['reading_kappa']:.3f}")


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: f"{c.page}-{c.pattern[:40]}")
def test_a_wrong_figure_is_noticed(claim):
    """Each figure of each claim, one higher in the page's text."""
    text = (ROOT / claim.page).read_text("utf-8")
    place = re.search(claim.pattern, text)
    for group in range(1, place.re.groups + 1):
        start, end = place.span(group)
        assert wrong(claim, f"{text[:start]}{number(text[start:end]) + 1:g}{text[end:]}")
