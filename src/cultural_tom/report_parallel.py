"""The part of the HTML report on what only parallel data can say: consistency over languages, flips, direct against
cultural, option orders, two golds."""

from collections.abc import Sequence

from cultural_tom.report_parts import Doc, heat, percent, span, table, text, words

FLIPS_SHOWN = 1000


def parallel(doc: Doc) -> str:
    """The section; without any parallel data, one sentence that says so."""
    found = doc["parallel"]
    parts = [
        *(_languages(g) for g in found["languages"]),
        _variants(found["variants"]),
        _permutations(doc["permutations"]),
        _both_gold(doc["both_gold"]),
    ]
    content = "".join(parts) or (
        '<p class="soft">The file holds one language and one option order of each subset, and no audited row.</p>'
    )
    return f'<section id="parallel"><h2>Over languages, variants and option orders</h2>{content}</section>'


def _languages(group: Doc) -> str:
    name = text(" ".join(filter(None, (group["subset"], group["variant"]))))
    rows = []
    for c in group["consistency"]:
        shares = [_share(c[k]) for k in ("right_in_all", "wrong_in_all", "inconsistent", "same_answer")]
        kappa = "" if c["fleiss_kappa"] is None else f"{c['fleiss_kappa']:.2f}"
        rows.append([text(words(c["task"]) or "all"), str(c["items"]), str(c["contexts"]), *shares, kappa])
    head = (
        "task",
        "items",
        "contexts",
        "right in all, %",
        "wrong in all, %",
        "neither, %",
        "same answer, %",
        "Fleiss' kappa",
    )
    return (
        f"<h3>{name}: the same items in {len(group['languages'])} languages ({text(', '.join(group['languages']))})</h3>"
        + table("plain", head, rows) + _pairs(group) + _flips(group)
    )  # fmt: skip


def _pairs(group: Doc) -> str:
    """Share of items with the same verdict in two languages, as a half matrix."""
    names = group["languages"]
    if len(names) < 3:
        return ""
    same = {tuple(p["languages"]): p["same_verdict"] for p in group["consistency"][0]["pairs"]}
    rows = [
        [text(a), *(heat(same.get((a, b))) if j > i else "<td></td>" for j, b in enumerate(names) if j)]
        for i, a in enumerate(names[:-1])
    ]
    return '<p class="soft">Items with the same verdict (right or wrong) in two languages, %:</p>' + table(
        "heat", ("", *map(text, names[1:])), rows
    )


def _flips(group: Doc) -> str:
    flips: Sequence[Doc] = group["flips"]
    if not flips:
        return ""
    shown = flips[:FLIPS_SHOWN]
    rows = [
        [text(f["parallel_id"]), f'<span class="right">{text(" ".join(f["right"]))}</span>',
         f'<span class="wrong">{text(" ".join(f["wrong"]))}</span>']
        for f in shown
    ]  # fmt: skip
    more = f", the first {len(shown)} shown" if len(shown) < len(flips) else ""
    return f"<details><summary>Flips: {len(flips)} items right in some languages only{more}</summary>" + (
        table("texts", ("item", "right in", "wrong in"), rows) + "</details>"
    )


def _variants(found: Sequence[Doc]) -> str:
    if not found:
        return ""
    rows = []
    for v in found:
        d = v["difference"]
        interval = "" if d["low"] is None else f"{100 * d['low']:+.1f} to {100 * d['high']:+.1f}"
        rows.append([text(v["language"]), str(v["items"]), _share(v["direct"]), _share(v["cultural"]), f"{100 * d['value']:+.1f}",
                     interval, str(v["only_direct"]), str(v["only_cultural"])])  # fmt: skip
    head = (
        "language",
        "items",
        "direct, %",
        "cultural, %",
        "cultural - direct",
        "interval (paired)",
        "only direct right",
        "only cultural right",
    )
    return "<h3>Multi-ToM: direct against cultural, item by item</h3>" + table("plain", head, rows)


def _permutations(found: Doc) -> str:
    if not found:
        return ""
    rows = [
        [text(config), " ".join(f"{100 * o['accuracy']:.1f}" for o in p["orders"]), percent(p["mean"]), percent(p["majority"]),
         percent(p["changed"])]
        for config, p in found.items()
    ]  # fmt: skip
    head = ("config", "accuracy in each order, %", "mean", "majority", "rows whose answer changes")
    return "<h3>Option orders</h3>" + table("plain", head, rows)


def _both_gold(found: Doc) -> str:
    if not found:
        return ""
    rows = []
    for config, g in found.items():
        status = ", ".join(f"{n} {s}" for s, n in g["status"].items())
        shares = [_share(g[part][gold]) for part in ("all", "audited") for gold in ("upstream", "audit")]
        rows.append([text(config), text(status), *shares, _share(g["without_broken"]["upstream"])])
    head = (
        "config",
        "audited rows",
        "all: upstream, %",
        "all: audit, %",
        "audited: upstream, %",
        "audited: audit, %",
        "without broken rows, %",
    )
    return "<h3>Two golds: upstream's and the audit's</h3>" + table("plain", head, rows)


def _share(s: Doc) -> str:
    interval = span(s["low"], s["high"])
    return percent(s["value"]) + (f' <span class="soft">({interval})</span>' if interval else "")


def published(found: Doc | None) -> str:
    """The papers' printed results beside the figures of a report."""
    if found is None:
        return ""
    extra = [text(found["model"])] if found["model"] else []
    rows = [
        [text(f["config"]), text(words(f"{f['group']}: {f['name']}")), text(words(f["metric"])), percent(f["value"]), percent(f["best"]),
         f'<td class="left">{text(f["best_model"] or "")}</td>', percent(f["median"]), percent(f["human"]),
         *([percent(f["chosen"])] if extra else []), f'<td class="left">{text(f["source"])}</td>']
        for f in found["figures"]
    ]  # fmt: skip
    head = (
        "config",
        "figure",
        "metric",
        "this score, %",
        "best printed",
        "of",
        "median printed",
        "human printed",
        *extra,
        "printed in",
    )
    content = table("published", head, rows) if rows else ""
    return f'<section id="published"><h2>Printed in the papers</h2><p class="soft">{text(found["note"], 4000)}</p>{content}</section>'
