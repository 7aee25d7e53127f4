"""A view as one self-contained HTML page: no script, nothing loaded from elsewhere, every text escaped."""

import base64
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from cultural_tom.files import write_text
from cultural_tom.show import HOW, Group, Item, Row, View, column_title, facts, gold_text, visible
from cultural_tom.subsets import RIGHT_TO_LEFT, SUBSETS
from cultural_tom.subsets import config as find_config

STYLE = Path(__file__).with_name("show.css")
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
MAGIC = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"))
# `Name: words` or `**Name:** words`; the colon of Chinese and Japanese is the full-width one.
_SPEAKER = re.compile(r"(?:\*\*)?([^\s:：*][^:：*]{0,24}[:：])(?:\*\*)?(?=\s|[^\x00-\x7f]|$)")
_START = 90


def page(view: View) -> str:
    """The whole page as text."""
    subset = SUBSETS[find_config(view.config).subset]
    heading = f"{subset.title}: {column_title(view.config)}"
    count = f"{view.shown} question{'s' * (view.shown != 1)}" + (
        f" of {view.total}" if view.shown < view.total else ""
    )
    lines = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="referrer" content="no-referrer">',
        f"<title>{_e(view.config)} - cultural-tom</title>\n<style>\n{STYLE.read_text('utf-8')}</style>\n</head>\n<body>",
        f'<header><h1>{_e(heading)}</h1>\n<p class="lead"><b>{_e(view.config)}</b>, {_e(view.edition)} edition, {count} '
        f"on {len(view.groups)} context{'s' * (len(view.groups) != 1)}</p>",
    ]
    if view.edition == "sample":
        lines.append(
            f'<p class="note">Sample edition: items written for cultural-tom, not the data of the {_e(subset.title)} paper.</p>'
        )
    lines += ["</header>", *_contents(view), "<main>"]
    number = 0
    for n, group in enumerate(view.groups):
        lines += _section(group, view.config, n, number)
        number += len(group.items)
    return "\n".join([*lines, "</main>\n</body>\n</html>\n"])


def write(view: View, path: Path) -> None:
    """Write the page; `InputError` if the place cannot be written. The file is never half-written."""
    write_text(path, page(view), "--html")


def data_uri(content: bytes) -> str | None:
    """PNG, JPEG or WebP bytes as a data URI; None for anything else (SVG could carry script)."""
    kind = next((kind for magic, kind in MAGIC if content.startswith(magic)), None)
    if kind is None and content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        kind = "image/webp"
    return f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}" if kind else None


def _e(value: Any) -> str:
    return escape(visible(str(value)))


def _attributes(row: Row) -> str:
    return f'lang="{_e(row["language"])}" dir="{"rtl" if row["language"] in RIGHT_TO_LEFT else "ltr"}"'


def _block(row: Row, value: str, kind: str, tag: str = "div") -> str:
    return f'<{tag} class="text {kind}" {_attributes(row)}>{_e(value)}</{tag}>'


def _contents(view: View) -> Iterator[str]:
    yield f'<nav aria-label="Contents"><details{" open" if len(view.groups) <= 40 else ""}><summary>Contents</summary>\n<ol>'
    for n, group in enumerate(view.groups):
        row = group.items[0].row
        # The parts of one dialogue begin alike and differ in their last turn.
        source = row["question"] if row.get("image") else row["context"]
        source = source.strip().splitlines()[-1] if ", part " in group.title else source
        start = " ".join(source.replace("**", "").split())[:_START]
        count = f"{len(group.items)} question{'s' * (len(group.items) != 1)}"
        yield f'<li><a href="#c{n + 1}">{_e(group.title)}</a> ({count}){_block(row, start, "start", "span")}</li>'
    yield "</ol></details></nav>"


def _section(group: Group, config: str, n: int, before: int) -> Iterator[str]:
    configs = [config, *group.configs]
    counts = f"{len(group.items)} question{'s' * (len(group.items) != 1)}" + f", {len(configs)} versions" * (
        len(configs) > 1
    )
    yield f'<section id="c{n + 1}"><div class="bar"><h2>{_e(group.title)}</h2><span>{counts}</span>'
    yield '<span><a href="#">top</a></span></div>'
    solo = " solo" if len(configs) == 1 else ""
    # Focusable, so that the keyboard can scroll it.
    label = f'tabindex="0" role="group" aria-label="{_e(group.title)}"'
    yield f'<div class="columns{solo}" style="--n:{len(configs)}" {label}>'
    contexts: dict[str, str] = {}
    for i, name in enumerate(configs):
        row = next((v for item in group.items if (v := _version(item, name, config))), None)
        contexts[name] = row["context"] if row else ""
        yield f'<div class="cell context{" first" * (i == 0)}"><h3>{_e(column_title(name))} · {_e(name)}</h3>'
        yield (_image(row) + _context(row) if row else "") + "</div>"
    for k, item in enumerate(group.items, before + 1):
        for i, name in enumerate(configs):
            row = _version(item, name, config)
            mark = f' first" id="q{k}' if i == 0 else ""
            yield f'<div class="cell item{mark}">'
            yield from (
                _item(row, k, contexts[name]) if row else ['<p class="meta">no version of this question</p>']
            )
            yield "</div>"
    yield "</div></section>"


def _version(item: Item, name: str, config: str) -> Row | None:
    return item.row if name == config else item.parallel.get(name)


def _image(row: Row) -> str:
    if "image" not in row:
        return ""
    uri = data_uri(row["image"]["bytes"]) if row["image"] else None
    if uri is None:
        return '<p class="note">The image is not in this build, or is neither PNG, JPEG nor WebP.</p>'
    return f'<img src="{uri}" alt="The image that the questions are about ({_e(row["context_id"])})">'


def _context(row: Row) -> str:
    lines = [line for line in row["context"].splitlines() if line.strip()]
    found = [_SPEAKER.match(line) for line in lines]
    if len(lines) < 2 or not all(found):
        return _block(row, row["context"], "story")
    turns = [
        f"<p><b>{_e(m[1])}</b>{_e(line[m.end() :])}</p>" for line, m in zip(lines, found, strict=True) if m
    ]
    return f'<div class="text dialogue" {_attributes(row)}>{"".join(turns)}</div>'


def _item(row: Row, number: int, context: str) -> Iterator[str]:
    yield f'<p class="meta"><a href="#q{number}">{number}</a> · {_e(row["id"]).replace("/", "/<wbr>")}<br>{_e(" · ".join(facts(row)))}</p>'
    if row["context"] != context:
        yield _context(row)
    if row["premise"]:
        yield _block(row, row["premise"], "premise")
    yield _block(row, row["question"], "question")
    options = "".join(f'<li class="text">{_e(o)}</li>' for o in row["options"])
    yield f'<ol class="options" type="A" {_attributes(row)}>{options}</ol>'
    if HOW[row["answer_format"]]:
        slots = f": {', '.join(row['slots'])}." if row["slots"] else ""
        yield f'<p class="how">{_e(HOW[row["answer_format"]] + slots)}</p>'
    yield "<details><summary>Gold, audit, source</summary><div>"
    yield f'<div class="gold">{_answer(row, "gold")}</div>'
    if row["audit_status"]:
        yield f"<p>Audit: <b>{_e(row['audit_status'])}</b>. {_e(row['audit_reason'])}</p>"
        if row["audit_gold"]:
            yield f"<div>Proposed: {_answer(row, 'audit_gold')}</div>"
    yield (
        "<dl>"
        + "".join(f"<dt>{_e(k)}</dt><dd>{_e(v)}</dd>" for k, v in _source(row))
        + "</dl></div></details>"
    )


def _answer(row: Row, column: str) -> str:
    return "".join(_block(row, line, "", "bdi") for line in gold_text(row, column))


def _source(row: Row) -> list[tuple[str, str]]:
    pairs = [
        ("audit", "" if row["audit_status"] else "no entry"),
        ("tags", ", ".join(row["tags"])),
        ("source", f"{row['source']}, {row['source_path']}, {row['source_pointer']}"),
        ("sha256", row["source_sha256"][:16] + "…"),
        ("origin", row["origin"].replace("_", " ")),
        ("licence", row["licence"]),
    ]
    return [(k, v) for k, v in pairs if v]
