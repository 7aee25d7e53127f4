"""report.html: a validation as one page that loads nothing, runs nothing, and shows every text as text.

It is made from validation.json alone. Plots need matplotlib; without it the page has the same figures in tables.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cultural_tom.report_parts import text, words
from validation.report import data
from validation.report.data import Doc, Table
from validation.results import SEVERITIES

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
CSS = Path(__file__).with_name("report.css")
SHOWN = 8
NO_PLOTS = (
    "matplotlib is not installed here, so this page has tables only (pip install 'cultural-tom[plots]')."
)
SAMPLE = "Sample edition: the project's own items, not the papers' data."


def page(report: Doc) -> str:
    """The whole page of a report, as validation.json has it."""
    measured = [_papers(report), _lengths(report), _language(report), _leakage(report), _audit(report)]
    rest = [_agreement(report), _findings(report), _skipped(report)]
    links = "".join(f'<li><a href="#{s[0]}">{s[1]}</a></li>' for s in [*measured, *rest] if s)
    body = f'<div class="columns">{_joined(measured)}</div>\n{_joined(rest)}'
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>cultural-tom: validation</title>\n<style>\n{CSS.read_text('utf-8')}</style></head>\n<body>\n"
        f"{_head(report)}<nav><ul>{links}</ul></nav>\n{body}\n</body></html>\n"
    )


Section = tuple[str, str, str]


def _joined(sections: list[Section | None]) -> str:
    return "\n".join(f'<section id="{s[0]}"><h2>{s[1]}</h2>\n{s[2]}</section>' for s in sections if s)


def _head(report: Doc) -> str:
    configs = report["configs"]
    rows = sum(c["rows"] or 0 for c in configs.values())
    states = data.count(c["state"] or "" for c in configs.values())
    told = ", ".join(f"{n} {text(state)}" for state, n in states.items() if state)
    chips = "".join(
        f'<li class="{s}"><b>{report["summary"][s]}</b> {s}{"s" * (report["summary"][s] != 1)}</li>'
        for s in SEVERITIES
    )
    lines = [
        "<h1>cultural-tom: validation</h1>",
        f'<p class="soft">{text(report["edition"])} edition, {len(configs)} configs ({told}), {rows:,} rows. '
        f"Version {text(report['version'])}, checks {text(report['code'][:12])}.</p>",
        f'<p class="banner">{SAMPLE}</p>' if report["edition"] == "sample" else "",
        "" if data.plots() else f'<p class="banner">{NO_PLOTS}</p>',
        f'<ul class="chips">{chips}</ul>',
    ]
    return "\n".join(line for line in lines if line)


def _section(
    name: str, title: str, lead: str, plots: list[str], tables: list[Table], first: Table | None = None
) -> Section | None:
    """A section with what there is: a table that stays open, plots, and their tables. None if there is nothing."""
    if not any(t.rows for t in tables):
        return None
    opened = _table(first, False) if first else ""
    drawn = "".join(f"<figure>{svg}</figure>" for svg in plots if svg)
    folded = bool(drawn)
    shown = "".join(_table(t, folded) for t in tables if t.rows)
    return name, title, f'<p class="soft">{lead}</p>\n{opened}<div class="plots">{drawn}</div>\n{shown}\n'


def _table(table: Table, folded: bool) -> str:
    head = "".join(f"<th>{text(c)}</th>" for c in table.columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{text(_cell(v))}</td>" for v in row) + "</tr>" for row in table.rows
    )
    whole = f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    if not folded:
        return f"<h3>{text(table.title)}</h3>{whole}"
    return f"<details><summary>{text(table.title)}</summary>{whole}</details>"


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


def _papers(report: Doc) -> Section | None:
    table = data.papers(report)
    lead = (
        "Every printed figure has one verdict: recomputed from the rows, or tested against the other figures it must fit. "
        "papers.csv has a line for each, with the arithmetic and the reason where it differs."
    )
    return _section(
        "papers", "Against the papers", lead, [_draw("papers", table)], [table], data.papers_in_all(report)
    )


def _lengths(report: Doc) -> Section | None:
    table = data.lengths(report)
    lead = "Characters of each distinct story: median, middle half (box) and middle 90 % (line)."
    return _section("lengths", "Story lengths", lead, [_draw("lengths", table)], [table])


def _language(report: Doc) -> Section | None:
    tables = [data.confusion(report, detector) for detector in ("langdetect", "py3langid")]
    lead = "Distinct stories by the language of their config and the one that a detector sees. Off the diagonal, it sees another."
    return _section("language", "Language", lead, [_draw("confusion", t) for t in tables], tables)


def _leakage(report: Doc) -> Section | None:
    table = data.leakage(report)
    lead = (
        "How often an answer is right that is given without reading: by chance, always the longest option, always the same "
        "position, always the same words (which is how far an uneven gold helps)."
    )
    return _section("leakage", "Guessing", lead, [_draw("leakage", table)], [table])


def _audit(report: Doc) -> Section | None:
    table = data.audit(report)
    lead = "Rows whose upstream gold the project disputes, corrects or finds broken. Upstream's gold is kept in the rows."
    return _section("audit", "Gold audit", lead, [_draw("audit", table)], [table])


def _agreement(report: Doc) -> Section | None:
    tables = [data.agreement(report), data.quality(report)]
    lead = "Statistics of the raters' files with 95 % bootstrap intervals over items."
    return _section(
        "agreement",
        "Agreement of raters",
        lead,
        [_draw("agreement", tables[0]), _draw("quality", tables[1])],
        tables,
    )


def _draw(name: str, table: Table) -> str:
    drawing = data.plots()
    return str(getattr(drawing, name)(table)) if drawing and table.rows else ""


def _findings(report: Doc) -> Section:
    return "findings", "Findings", "".join(_severities(report)) or "<p>None.</p>"


def _severities(report: Doc) -> Iterator[str]:
    for severity in SEVERITIES:
        for name, check in report["checks"].items():
            found = [f for f in check["findings"] if f["severity"] == severity]
            if not found:
                continue
            lines = "".join(
                f'<li><code>{text(_where(f))}</code> <span dir="auto">{text(f["message"])}</span></li>'
                for f in found[:SHOWN]
            )
            more = (
                f'<p class="soft">and {len(found) - SHOWN} more in validation.json</p>'
                if len(found) > SHOWN
                else ""
            )
            yield (
                f'<details class="{severity}"{" open" * (severity != "note")}><summary><b>{len(found)}</b> {severity}'
                f"{'s' * (len(found) != 1)}: {text(words(name))}</summary><ul>{lines}</ul>{more}</details>"
            )


def _where(finding: Doc) -> str:
    """Where a finding is; a group of rows is named with its config."""
    config, where = finding["config"], finding["where"]
    return str(where) if config in where else f"{config} {where}".strip()


def _skipped(report: Doc) -> Section | None:
    sentences = [s for check in report["checks"].values() for s in check["skipped"]]
    lines = "".join(f"<li>{text(s)}</li>" for s in sentences)
    return ("skipped", "Not done", f"<ul>{lines}</ul>") if sentences else None
