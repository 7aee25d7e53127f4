"""A score as one HTML page. It is made from the JSON report alone, loads nothing, runs nothing, and all text in it is
escaped: a predictions file is untrusted."""

from collections.abc import Sequence
from importlib.resources import files
from itertools import groupby
from string import ascii_uppercase as LETTERS

from cultural_tom.report_parallel import parallel, published
from cultural_tom.report_parts import (
    SHADES,
    Doc,
    bar,
    cell,
    digest,
    heat,
    percent,
    shades,
    span,
    text,
    words,
)
from cultural_tom.subsets import CONFIGS, SUBSETS

SAMPLE = (
    "Sample edition: the project's own items, not the papers' data. These scores say nothing about a model."
)
# The groups of figures that a heat map shows side by side, but for figures that are parts of another one.
HEAT = frozenset({"task", "belief", "reality", "fact", "desire", "intention"})
HEAT_TACTFUL = frozenset({"question type", "84 conversations"})
PARTS = ("agent", "slot", "exact set")


def page(doc: Doc) -> str:
    """The page of a report (the document that `--json` prints)."""
    css = files("cultural_tom").joinpath("report.css").read_text("utf-8") + shades()
    configs = doc["configs"]
    edition = {c["edition"] for c in configs}
    body = [
        "<h1>cultural-tom: scores</h1>",
        f'<p class="soft">{text(doc["file"])}</p>',
        f'<p class="banner"><strong>{SAMPLE}</strong></p>' if "sample" in edition else "",
        _contents(doc),
        _summary(doc),
        _heat_maps(configs),
        parallel(doc),
        published(doc["published"]),
        *[_config(c, doc["options"]["ci"]) for c in configs],
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{digest(css)}'; "
        "base-uri 'none'; form-action 'none'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>cultural-tom: {text(doc['file'])}</title>\n<style>{css}</style></head>\n<body>\n"
        + "\n".join(b for b in body if b)
        + "\n</body></html>\n"
    )


def _summary(doc: Doc) -> str:
    configs = doc["configs"]
    total = {k: sum(c[k] for c in configs) for k in ("rows", "predictions", "missing", "unparsed")}
    facts = {
        "Edition": ", ".join(sorted({c["edition"] for c in configs})),
        "State": ", ".join(sorted({c["state"] for c in configs})),
        "Predictions": f"{total['predictions']} for {total['rows']} rows; {total['missing']} rows missing, "
        f"{total['unparsed']} predictions unparsed (both count as wrong{', missing ones are left out' * doc['options']['partial']})",
        **{k.replace("_", " ").capitalize(): v for k, v in doc["options"].items() if v is not None},
    }
    rows = "".join(f"<dt>{text(k)}</dt><dd>{text(v)}</dd>" for k, v in facts.items())
    return (
        f'<section id="summary"><h2>What was scored</h2><dl>{rows}</dl>'
        f'<h3>Signature</h3><p class="signature">{text(doc["signature"], None)}</p>'
        '<p class="soft">Anyone with the same predictions file and data can recompute every figure: '
        "cultural-tom verify SIGNATURE FILE --data DIR.</p></section>"
    )


def _contents(doc: Doc) -> str:
    configs = doc["configs"]
    links = [
        ("summary", "What was scored"),
        ("map", "Map"),
        ("parallel", "Over languages"),
        *([("published", "Printed in the papers")] if doc["published"] else []),
        *((c["config"], c["config"]) for c in configs),
    ]
    return (
        "<nav><ul>"
        + "".join(f'<li><a href="#{text(a)}">{text(b)}</a></li>' for a, b in links)
        + "</ul></nav>"
    )


def _heat_maps(configs: Sequence[Doc]) -> str:
    parts = ['<section id="map"><h2>Languages and tasks</h2>',
             '<p class="soft">Values in %, darker is higher. Figures with their intervals follow per config.</p>']  # fmt: skip
    for subset, group in groupby(configs, key=lambda c: CONFIGS[c["config"]].subset):
        members = list(group)
        cells = {c["config"]: {_column(f): f for f in c["figures"] if _in_heat(f, subset)} for c in members}
        columns = list(dict.fromkeys(k for found in cells.values() for k in found))
        if not columns:
            continue
        head = "".join(f"<th>{text(name)}</th>" for name in ("config", *columns))
        rows = "".join(
            f'<tr><td><a href="#{text(name)}">{text(name)}</a></td>'
            + "".join(heat(found.get(k)) for k in columns)
            + "</tr>"
            for name, found in cells.items()
        )
        parts.append(
            f'<h3>{text(SUBSETS[subset].title)}</h3><div class="wide"><table class="heat"><thead><tr>{head}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div>"
        )
    return "".join(parts) + "</section>"


def _in_heat(f: Doc, subset: str) -> bool:
    groups = HEAT_TACTFUL if subset == "tactfultom" else HEAT
    return f["group"] in groups and not any(p in f["name"] for p in PARTS) and f["metric"] != "f1"


def _column(f: Doc) -> str:
    return words(f["name"]) + ("" if f["metric"] == "accuracy" else f", {words(f['metric'])}")


def _config(c: Doc, ci: int) -> str:
    return "".join([
        f'<section id="{text(c["config"])}"><h2>{text(c["config"])}</h2>',
        f'<p class="soft">{c["predictions"]} predictions for {c["rows"]} rows, {c["missing"]} missing, '
        f'{c["unparsed"]} unparsed. State: {text(c["state"])}.</p>',
        _figures(c["figures"], ci), _positions(c["positions"]), _unparsed(c), "</section>",
    ])  # fmt: skip


def _figures(found: Sequence[Doc], ci: int) -> str:
    head = (("figure", ""), ("metric", "left less"), ("0 to 100 %", "left"), ("value", ""), (f"{ci} % interval", ""),
            ("bootstrap", "less"), ("n", ""), ("contexts", "less"), ("chance", ""), ("constant", "less"),
            ("detectable", "less"))  # fmt: skip
    rows = []
    for group in dict.fromkeys(f["group"] for f in found):
        rows.append(f'<tr class="group"><th colspan="11">{text(words(group))}</th></tr>')
        for f in (f for f in found if f["group"] == group):
            cells = (
                (text(words(f["name"])) + _metric_when_narrow(f["metric"]), ""), (text(words(f["metric"])), "left less"), (bar(f), "draw"),
                (percent(f["value"]), ""), (span(f["low"], f["high"]), ""), (span(f["boot_low"], f["boot_high"]), "less"),
                (str(f["n"]), ""), (str(f["clusters"]), "less"), (percent(f["chance"]), ""), (percent(f["constant"]), "less"),
                (percent(f["detectable"]), "less"),
            )  # fmt: skip
            rows.append("<tr>" + "".join(cell("td", *c) for c in cells) + "</tr>")
    top = "".join(cell("th", *c) for c in head)
    return (
        f'{_legend(ci)}<div class="wide"><table class="figures"><thead><tr>{top}</tr></thead><tbody>{"".join(rows)}</tbody>'
        "</table></div>"
    )


def _metric_when_narrow(metric: str) -> str:
    """The metric beside the name, shown where its column is hidden; accuracy goes without saying."""
    return "" if metric == "accuracy" else f'<span class="narrow soft">, {text(words(metric))}</span>'


def _legend(ci: int) -> str:
    return (
        '<div class="legend"><span><svg width="34" height="16"><rect class="bar" y="3" width="24" height="10"/>'
        '<path class="whisker" fill="none" d="M16 8H32M16 5V11M32 5V11"/></svg>'
        f"value and {ci} % interval (t over contexts)</span>"
        '<span><svg width="8" height="16"><path class="chance" d="M4 0V16"/></svg>chance: uniform guessing</span>'
        "<span>constant: best fixed answer</span>"
        "<span>detectable: smallest true difference between two submissions found with power 0.8</span></div>"
    )


def _positions(found: Doc | None) -> str:
    if found is None:
        return ""
    counts, n = found["answered"], len(found["answered"])
    head = "".join(
        f"<th>{x}</th>"
        for x in ("gold", *(f"answered {LETTERS[i]}" for i in range(n)), "unparsed", "missing", "right, %")
    )
    rows = []
    for g, row in enumerate(counts):
        total = sum(row) + found["unparsed"][g] + found["missing"][g]
        if not total:
            continue
        cells = "".join(
            f'<td class="h{round(SHADES * 0.7 * x / total)}{" gold" * (a == g)}">{x}</td>'
            for a, x in enumerate(row)
        )
        tail = f"<td>{found['unparsed'][g]}</td><td>{found['missing'][g]}</td><td>{100 * row[g] / total:.1f}</td>"
        rows.append(f"<tr><td>{LETTERS[g]}</td>{cells}{tail}</tr>")
    return (
        "<h3>Position of the right option and position answered</h3>"
        '<p class="soft">Counts of predictions, positions as shown to the model. A model that reads the options equally well '
        "has equal columns wherever the right one stands.</p>"
        f'<div class="wide"><table class="count"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )


def _unparsed(c: Doc) -> str:
    shown = c["unparsed_rows"]
    if not shown:
        return ""
    rows = "".join(
        f'<tr><td>{r["line"]}</td><td>{text(r["id"])}</td><td class="text" dir="auto">{_response(r["response"])}</td></tr>'
        for r in shown
    )
    more = f", the first {len(shown)} shown" if len(shown) < c["unparsed"] else ""
    return (
        f"<details><summary>Responses that could not be read: {c['unparsed']}{more}</summary>"
        '<p class="soft">They count as wrong. Texts are cut at 500 characters; control characters and direction marks are '
        "spelled out.</p>"
        '<div class="wide"><table class="texts"><thead><tr><th>line</th><th>id</th><th>response</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div></details>"
    )


def _response(value: str | None) -> str:
    if value is None:
        return '<span class="soft">(answer: null)</span>'
    return text(value, None) if value.strip() else '<span class="soft">(empty)</span>'
