"""Golden reports: every figure of both protocols under both golds, for all 33 configs of the sample edition.

`make golden` writes them anew; the difference in git then shows which figures a change moves. The submission is
made up from the row ids alone: right and wrong answers, unreadable and missing ones, option orders and samples.
Some rows are marked as audited, for the sample edition itself has none. One file per subset, a figure a line, six
digits after the point; columns of intervals come last.
"""

import json
import sys
from dataclasses import fields
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "src"))  # synthetic

from synthetic import folder  # noqa: E402

from cultural_tom.rows.loading import SAMPLE  # noqa: E402
from cultural_tom.rows.order import shown, uniform  # noqa: E402
from cultural_tom.rows.repository import read_rows  # noqa: E402
from cultural_tom.scoring.answers import LETTERS  # noqa: E402
from cultural_tom.scoring.figures import Figure  # noqa: E402
from cultural_tom.scoring.run import ScoreOptions, score  # noqa: E402
from cultural_tom.subsets import CONFIGS  # noqa: E402

KEY = ("protocol", "gold", "config", "group", "name", "metric")
VALUES = ("value", "n", "clusters", "chance", "constant")  # first: a change of intervals leaves them alone
VALUES += tuple(f.name for f in fields(Figure) if f.name not in KEY + VALUES)
WAYS = [(protocol, gold) for protocol in ("strict", "paper") for gold in ("upstream", "audit")]
ORDERS = {"tombench": 4, "multitom": 3, "culturaltom_vqa": 5}
SAMPLES = {"xfantom": 3, "tactfultom": 2}


def audited(row):
    """The row, for one in seven with a made-up audit."""
    draw = uniform(row["id"], "golden audit")
    if draw > 1 / 7:
        return row
    status = ("corrected", "disputed", "broken")[int(draw * 21)]
    gold = wrong(row) if status == "corrected" else []
    return row | {"audit_status": status, "audit_reason": "made up", "audit_gold": gold}


def wrong(row, draw=0):
    """A wrong answer as stored indices, another one for each draw."""
    n, gold = len(row["options"]), row["gold"]
    step = 1 + int(uniform(row["id"], "golden step", draw) * (n - 1))
    if row["answer_format"] in ("choice", "slots"):
        return [(g + step) % n for g in gold]
    return sorted({*gold, step % n} if uniform(row["id"], "golden set", draw) < 0.5 else {step % n}) or [0]


def record(row, order, sample):
    """The prediction for one row, option order and sample; None where it is missing."""
    own = f"{order}/{sample}"
    luck, form = (uniform(row["id"], f"golden {what} {own}") for what in ("luck", "form"))
    if uniform(row["id"], "golden missing") < 0.1:
        return None
    kind = row["answer_format"]
    indices = row["gold"] if luck < 0.6 else wrong(row, sample)
    place = shown(row["id"], len(row["options"]), order)
    words = [row["options"][i] if kind == "names" else LETTERS[place.index(i)] for i in indices]
    if luck > 0.95:
        said = {"answer": None}
    elif form < 0.2 and kind == "choice":
        said = {"response": f"Let me think about it. [[{words[0]}]]"}
    else:
        said = {"answer": words[0] if kind == "choice" else words}
    return {"id": row["id"], **said, "permutation": order, "sample": sample}


def records(config, row):
    subset = CONFIGS[config].subset
    for order in range(ORDERS.get(subset, 1)):
        # a third of the rows have fewer samples than the others
        for sample in range(SAMPLES.get(subset, 1) - (uniform(row["id"], "golden samples") < 1 / 3)) or (0,):
            if found := record(row, order, sample):
                yield found


def reports(place):
    """(protocol, gold, report) for each way of scoring, from files written to the folder `place`."""
    rows = {config: [audited(r) for r in read_rows(SAMPLE, config)] for config in CONFIGS}
    data, file = folder(place / "data", rows), place / "golden.jsonl"
    with file.open("w", encoding="utf-8") as f:
        for config, own in rows.items():
            f.writelines(json.dumps(found) + "\n" for row in own for found in records(config, row))
    for protocol, gold in WAYS:
        yield protocol, gold, score(file, data, ScoreOptions(protocol=protocol, gold=gold, resamples=200))


def text(value):
    """A cell: numbers with six digits after the point, nothing for null."""
    return (
        ""
        if value is None
        else f"{value:.6f}".rstrip("0").rstrip(".")
        if type(value) is float
        else str(value)
    )


def tables(place):
    """File name -> {key cells: value cells}: one file per subset with all its figures, and `other` with the numbers of
    a report that are no figures (strict, upstream's gold)."""
    found = {f"{subset}.tsv": {} for subset in dict.fromkeys(c.subset for c in CONFIGS.values())}
    for protocol, gold, report in reports(place):
        for config in report.configs:
            out = found[f"{CONFIGS[config.config].subset}.tsv"]
            for f in config.figures:
                out[protocol, gold, config.config, f.group, f.name, f.metric] = tuple(
                    text(getattr(f, v)) for v in VALUES
                )
        if (protocol, gold) == WAYS[0]:
            document = report.as_dict()
            counts = {
                c["config"]: {
                    "counts": {k: c[k] for k in ("rows", "predictions", "missing", "unparsed")},
                    "positions": c["positions"],
                }
                for c in document["configs"]
            }
            parts = {k: document[k] for k in ("parallel", "by_position", "permutations", "both_gold")}
            for group in parts["parallel"]["languages"]:
                for task in group["consistency"][1:]:
                    del task["pairs"]  # many, and the same functions as the pairs over all tasks
            found["other.tsv"] = {(path,): cells for path, cells in other("", {"configs": counts} | parts)}
    return found


def other(path, node):
    """One line for each list or object without further ones in it."""
    if isinstance(node, dict) and not any(isinstance(v, dict | list) for v in node.values()):
        yield path, tuple(f"{k}={text(v)}" for k, v in node.items())
    elif isinstance(node, list) and not any(isinstance(v, dict | list) for v in node):
        yield path, tuple(text(v) for v in node)
    elif isinstance(node, dict | list):
        for name, child in node.items() if isinstance(node, dict) else enumerate(node):
            yield from other(f"{path}/{name}", child)
    else:
        yield path, (text(node),)


def header(name):
    return ("path", "values") if name == "other.tsv" else KEY + VALUES


def dump(name, table):
    lines = [header(name), *(key + cells for key, cells in table.items())]
    return "".join("\t".join(line) + "\n" for line in lines)


def parse(name, content):
    first, *lines = [tuple(line.split("\t")) for line in content.splitlines()]
    width = 1 if name == "other.tsv" else len(KEY)
    return first, {line[:width]: line[width:] for line in lines}


def changes(name, stored, found):
    """What differs, one line each. Numbers may differ by a unit of the last digit, which is what rounding does."""
    first, old = parse(name, stored)
    columns = header(name)[len(KEY) :]
    if first != header(name):
        yield f"{name}: has the columns {' '.join(first)}, now {' '.join(header(name))}"
    for key in dict.fromkeys([*old, *found]):
        a, b = old.get(key), found.get(key)
        where = f"{name}: {' | '.join(key)}"
        if a is None or b is None:
            yield f"{where}: {'is new' if a is None else 'is gone'}"
            continue
        for i in range(max(len(a), len(b))):
            x, y = (cells[i] if i < len(cells) else "nothing" for cells in (a, b))
            if not same(x, y):
                yield f"{where}: {columns[i] if i < len(columns) else 'value'} was {x or 'null'}, is {y or 'null'}"


def same(a, b):
    head, tail = (x.rpartition("=")[::2] for x in (a, b))
    try:
        return head[0] == tail[0] and (
            ("." in a + b and abs(float(head[1]) - float(tail[1])) < 1.5e-6) or a == b
        )
    except ValueError:
        return a == b


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as place:
        for name, table in tables(Path(place)).items():
            (HERE / name).write_text(dump(name, table), "utf-8", newline="\n")
            print(f"{HERE.name}/{name}: {len(table)} lines")
