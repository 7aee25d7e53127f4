"""report.html: inert, every text escaped, whole without matplotlib, nothing left out."""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from poison import poison, shown
from small_builds import tomi, write

from validation.engine.registry import select
from validation.engine.results import CheckOptions, Figure, Finding, Result
from validation.engine.run import run_checks
from validation.report import tables
from validation.report.page import page

HOSTILE = "</style><script>alert(1)</script><img src=x onerror=alert(2)>\u202e&\"'$x^2$"
ALLOWED = {"html", "head", "meta", "title", "style", "body", "section", "h1", "h2", "h3", "p", "ul", "li", "a", "b", "code",
           "span", "nav", "div", "figure", "table", "thead", "tbody", "tr", "th", "td", "details", "summary",
           "svg", "g", "path", "text", "defs", "use", "clippath", "rect", "tspan"}  # fmt: skip


class Tags(HTMLParser):
    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "use", "path", "rect"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("meta", "use", "path", "rect"):
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def report(**checks: Result) -> dict[str, Any]:
    """A validation.json with these checks, as run.py writes it."""
    findings = [f for r in checks.values() for f in r.findings]
    return {
        "format": 1, "version": "1", "code": "c0de" * 16, "edition": "full",
        "configs": {"tombench_en": {"rows": 10, "state": "verified", "content": "x"}},
        "summary": {s: sum(f.severity == s for f in findings) for s in ("error", "warning", "note")},
        "checks": {name: {k: v for k, v in r.as_dict().items() if k != "name"} for name, r in checks.items()},
    }  # fmt: skip


def figure(
    name: str, group: str, value: Any, config: str = "tombench_en", unit: str = "count", n: int = 10
) -> Figure:
    return Figure(config, name, group, value, unit, n, "method")


def everything() -> dict[str, Any]:
    """A report in which every section has something, with text that would act if it were let."""
    guesses = [figure(name, "", 0.25, unit="share") for name in tables.GUESSES]
    lengths = [
        figure(f"story_{p}", "", 10.0 * k, unit="characters") for k, p in enumerate(tables.PERCENTILES, 1)
    ]
    seen = [
        figure("detected", f"field:context,detector:{d},language:{x}", 5)
        for d in ("langdetect", "py3langid")
        for x in ("en", HOSTILE)
    ]
    rated = [figure(name + end, f"dimension:{HOSTILE}", value, unit="agreement")
             for name in ("cohen_kappa", "gwet_ac1", "mqm_oqs") for end, value in (("", 0.5), ("_low", 0.4), ("_high", None))]  # fmt: skip
    printed = [figure("printed_figures", f"paper:tombench,table:1,verdict:{w}", 3) for w in tables.VERDICTS]
    found = [
        Finding("tombench_en", "structure", s, HOSTILE, HOSTILE)
        for s in ("error", "warning", "note")
        for _ in range(9)
    ]
    return report(
        structure=Result("structure", findings=found, skipped=[HOSTILE]),
        leakage=Result("leakage", guesses), length=Result("length", lengths), language=Result("language", seen),
        audit=Result("audit", [figure("audited", "status:broken", 2)]), papers=Result("papers", printed),
        agreement=Result("agreement", rated),
    )  # fmt: skip


@pytest.fixture(params=["with plots", "without matplotlib"])
def whole(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "with plots":
        pytest.importorskip("matplotlib")
    else:
        without_matplotlib(monkeypatch)
    return page(everything())


def without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine that does not have it."""
    import validation.report

    monkeypatch.delitem(sys.modules, "validation.report.plots", raising=False)
    monkeypatch.delattr(validation.report, "plots", raising=False)
    for name in [m for m in sys.modules if m.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)


def test_the_page_loads_and_runs_nothing(whole: str) -> None:
    parsed = Tags(whole)
    assert parsed.open == []
    assert {tag for tag, _ in parsed.tags} <= ALLOWED
    for _, attributes in parsed.tags:
        assert not any(name.startswith("on") or name == "src" for name in attributes)
        for name in ("href", "xlink:href"):
            assert (attributes.get(name) or "#").startswith("#")
    assert "http://" not in whole and "https://" not in whole and "@import" not in whole
    assert all(target.startswith("url(#") for target in re.findall(r"url\([^)]*", whole))
    policy = next(a["content"] for t, a in parsed.tags if t == "meta" and a.get("http-equiv"))
    assert policy and "default-src 'none'" in policy and "script-src" not in policy


def test_text_of_rows_is_shown_and_never_acts(whole: str) -> None:
    shown = "".join(Tags(whole).words)
    assert "<script>alert(1)</script>" in shown and "<script" not in whole.lower()
    assert "\u202e" not in whole and "\\u202e" in shown


def hostile() -> dict[str, Any]:
    """The same with every text hostile, but for those by which figures are found. One config has one name."""
    bad = poison(everything(), {"checks", "configs"})
    (config,) = poison({"configs": {"tombench_en": {}}}, keyed={"configs"})["configs"]
    bad["configs"] = {config: poison(bad["configs"]["tombench_en"])}
    for check in bad["checks"].values():
        check["figures"] = [f | {"config": config} for f in check["figures"]]
        check["findings"] = poison(check["findings"], {"severity"})
        check["skipped"] = poison({"skipped": check["skipped"]})["skipped"]
    return bad | {
        "checks": bad["checks"]
        | poison({"checks": {"another": bad["checks"]["structure"]}}, {"another"}, keyed={"checks"})["checks"]
    }


@pytest.mark.parametrize("plots", [True, False])
def test_every_text_of_a_hostile_report_is_shown_escaped(
    plots: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if plots:
        pytest.importorskip("matplotlib")
    else:
        without_matplotlib(monkeypatch)
    assert shown(page(hostile())) >= {
        "edition", "version", "state", "configs key", "config", "where", "message", "skipped", "checks key"}  # fmt: skip


def test_tables_know_nothing_of_plots() -> None:
    assert "plots" not in Path(tables.__file__).read_text("utf-8")


def test_every_section_is_there_and_linked(whole: str) -> None:
    parsed = Tags(whole)
    names = {a["id"] for t, a in parsed.tags if t == "section"}
    assert names == {"papers", "lengths", "language", "leakage", "audit", "agreement", "findings", "skipped"}
    assert {a["href"] for t, a in parsed.tags if t == "a"} == {f"#{name}" for name in names}


def test_findings_are_counted_and_the_first_are_shown(whole: str) -> None:
    assert whole.count("and 1 more in validation.json") == 3
    assert "<b>9</b> errors: structure" in whole


def test_ids_are_used_once() -> None:
    pytest.importorskip("matplotlib")
    ids = [a["id"] for _, a in Tags(page(everything())).tags if "id" in a]
    assert len(ids) == len(set(ids))


def test_without_matplotlib_the_page_says_so_and_has_the_tables_open(monkeypatch: pytest.MonkeyPatch) -> None:
    without_matplotlib(monkeypatch)
    text = page(everything())
    assert "matplotlib is not installed" in text and "<svg" not in text
    assert "<h3>Rows by audit status</h3>" in text and "<h3>Story lengths in characters</h3>" in text


def test_with_matplotlib_there_is_a_plot_in_each_section_and_no_image() -> None:
    pytest.importorskip("matplotlib")
    text = page(everything())
    for name in ("papers", "lengths", "language", "leakage", "audit", "agreement"):
        assert "<svg" in text.partition(f'<section id="{name}"')[2].partition("</section>")[0], name
    assert "<image" not in text and "data:" not in text and "mathdefault" not in text


def test_the_same_report_gives_the_same_page() -> None:
    assert page(everything()) == page(everything())


def test_a_report_without_checks_is_still_a_page() -> None:
    text = page(report())
    assert "<p>None.</p>" in text and '<section id="audit"' not in text


def test_run_writes_the_page_beside_validation_json(tmp_path: Path) -> None:
    folder = write(tmp_path / "data", {"xtomi_en": tomi("en", 8), "xtomi_de": tomi("de", 8)})
    run_checks(folder, tmp_path / "out", select("leakage,length,audit"), CheckOptions())
    text = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "xtomi_de" in text and Tags(text).open == []


def test_the_sample_is_called_a_sample(sample: Path, tmp_path: Path) -> None:
    run_checks(sample, tmp_path / "out", select("leakage,papers"), CheckOptions())
    text = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "Sample edition: the project" in text and "held against the full edition" in text


def test_a_finding_about_a_group_of_rows_names_its_config() -> None:
    found = [Finding("tombench_en", "leakage", "warning", "task:hinting_test", "m"),
             Finding("tombench_en", "leakage", "warning", "tombench_en/hinting_test/1", "m")]  # fmt: skip
    text = page(report(leakage=Result("leakage", findings=found)))
    assert "<code>tombench_en task:hinting_test</code>" in text
    assert "<code>tombench_en/hinting_test/1</code>" in text
