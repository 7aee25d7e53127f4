"""`python -m builders`: list, status, fetch, build, check, card, diff."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cultural_tom.problems import InputError, Problem, raise_errors
from cultural_tom.subsets import CONFIGS, SUBSETS, Config, match
from cultural_tom.terminal import console, handled, print_json, problems_as_dicts, progress, table

if TYPE_CHECKING:
    from builders.build import Built

app = typer.Typer(
    help="Build the cultural-tom dataset repository from upstream files.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a machine.")]
Pattern = Annotated[str, typer.Option("--config", help="Configs, e.g. 'xfantom_*' or a,b.")]
Mirror = Annotated[
    Path | None,
    typer.Option(help="Folder of upstream files, <owner>/<repo>/<commit>/<path>. Also CULTURAL_TOM_MIRROR."),
]
Supply = Annotated[
    list[str] | None,
    typer.Option(help="CONFIG=FILE for a source that is not pinned; CONFIG may be a pattern. Repeatable."),
]


@app.command("list")
def list_configs(as_json: Json = False) -> None:
    """The 33 configs and their subsets.

    Example: python -m builders list
    """
    if as_json:
        print_json([asdict(c) for c in CONFIGS.values()])
        return
    rows = [
        (s.title, len(list(s.configs)), " ".join(s.languages), " ".join(v for v in s.variants if v), s.rows)
        for s in SUBSETS.values()
    ]
    columns = {
        "subset": "left",
        "configs": "right",
        "languages": "left",
        "variants": "left",
        "rows each": "right",
    }
    console().print(table(f"{len(CONFIGS)} configs", columns, rows))


@app.command()
def status(config: Pattern = "", mirror: Mirror = None, supply: Supply = None, as_json: Json = False) -> None:
    """What can be built here, and how to supply what is missing.

    Example: python -m builders status --mirror ../shared/upstream
    """
    from builders import sources
    from builders.status import status as find

    with handled(as_json):
        configs = match(config)
        found = find(configs, sources.Places.default(mirror), _supplied(supply, configs))
    if as_json:
        print_json([asdict(s) for s in found])
        return
    rows = [(s.config, s.state, "yes" if s.ready else "no", s.rows, s.sample, s.missing) for s in found]
    columns = {
        "config": "left",
        "state": "left",
        "ready": "left",
        "rows": "right",
        "sample": "right",
        "missing": "left",
    }
    out = console()
    out.print(
        table(f"{sum(s.ready for s in found)} of {len(found)} configs can be built here", columns, rows)
    )
    out.print(
        "verified: real pinned bytes. rebuilt: from the pinned English source by the paper's sampling rule."
    )
    out.print("importer: code and miniature only; the project has not read the real file.")
    ways = {s.source: s.supply for s in found if not s.ready}
    if ways:
        out.print("\nWhat is missing can be supplied:")
    for source, way in ways.items():
        out.print(f"  {source}: {way}")


@app.command()
def fetch(source: Annotated[list[str] | None, typer.Argument(help="Sources; all pinned ones if none.")] = None,
          mirror: Mirror = None, as_json: Json = False) -> None:  # fmt: skip
    """Bring pinned upstream files into the cache and check every hash.

    Example: python -m builders fetch tombench
    """
    from builders import sources

    with handled(as_json):
        places = sources.Places.default(mirror)
        keys = source or [k for k, s in sources.lock().items() if s.files]
        todo = [sources.source(key) for key in keys]
        unpinned = [s for s in todo if not s.files]
        raise_errors([Problem(s.key, f"has no pinned files; give them with {s.supply}") for s in unpinned])
        found: dict[str, int] = {}
        problems: list[Problem] = []
        for src in progress("fetch", lambda s: s.key)(todo):
            try:
                sources.files(src.key, places)
                found[src.key] = len(src.files)
            except InputError as e:
                problems += e.problems
        if as_json and not problems:
            print_json({"verified": found})
        for key, count in found.items():
            if not as_json:
                console().print(f"{key}: {count} file(s) verified")
        raise_errors(problems)


@app.command()
def build(
    out: Annotated[Path, typer.Option(help="The dataset repository to write; an earlier build is replaced.")],
    edition: Annotated[str, typer.Option(help="full (pinned upstream files) or sample (the project's own items).")] = "full",
    config: Pattern = "",
    mirror: Mirror = None,
    supply: Supply = None,
    images: Annotated[Path | None, typer.Option(help="Your images: DIR/<image source>/<image id>.<ending>.")] = None,
    require_images: Annotated[bool, typer.Option(help="Refuse rows of culturaltom_vqa without their image.")] = False,
    as_json: Json = False,
) -> None:  # fmt: skip
    """Build configs into a folder that `load_dataset` reads.

    Examples:
      python -m builders build --edition sample --out dist/sample
      python -m builders build --edition full --mirror ../shared/upstream --out dist/full
      python -m builders build --out dist/fr --config xtomi_fr --supply xtomi_fr=XToMi_fr.json
    """
    from builders import sources
    from builders.build import build as run

    if edition not in ("full", "sample"):
        raise typer.BadParameter(f"{edition!r}; use full or sample", param_hint="--edition")
    unused = {"--mirror": mirror, "--supply": supply, "--images": images} if edition == "sample" else {}
    for name, value in unused.items():
        if value:
            raise typer.BadParameter(
                "is for --edition full; the sample edition has its own files", param_hint=name
            )
    with handled(as_json):
        places = sources.Places.default(mirror) if edition == "full" else None
        configs = match(config)
        supplied = _supplied(supply, configs)
        outcome = run(
            out, configs, edition, places=places, supply=supplied, images=images, require_images=require_images,
            explicit=bool(config), progress=progress("build", lambda c: c.name),
        )  # fmt: skip
    if as_json:
        built = {b.config.name: {"rows": len(b.rows), "state": b.state} for b in outcome.built}
        print_json({"out": str(out), "edition": edition, "built": built, "missing": outcome.missing})
        return
    total = sum(len(b.rows) for b in outcome.built)
    title = f"{edition} edition in {out}: {len(outcome.built)} configs, {total} rows"
    columns = {"subset": "left", "configs": "right", "rows": "right", "state": "left", "notes": "right"}
    console().print(table(title, columns, summary(outcome.built)))
    if outcome.missing:
        console().print(f"Not built ({len(outcome.missing)}): {', '.join(outcome.missing)}.")
        console().print("`python -m builders status` says how to supply them.")


@app.command()
def check(folder: Path, as_json: Json = False) -> None:
    """Check a built folder: hashes, schema, every row, ids. Exit code 1 if anything is wrong.

    Example: python -m builders check dist/sample
    """
    from builders.check import check as find
    from cultural_tom.files import build_info

    with handled(as_json, f"checking {folder}"):
        problems = find(folder)
        raise_errors(problems, f"{folder}: {len(problems)} problem(s)")
        info = build_info(folder)
    if as_json:
        print_json({"folder": str(folder), "problems": problems_as_dicts(problems)})
    else:
        total = sum(e["rows"] for e in info["configs"].values())
        console().print(
            f"{folder}: {info['edition']} edition, {len(info['configs'])} configs, {total} rows: all is well"
        )


@app.command()
def card(
    folder: Path,
    validation: Annotated[
        Path, typer.Option(help="The validation.json of this folder (python -m validation run).")
    ],
    as_json: Json = False,
) -> None:
    """Write the card (README.md) of a built folder again, with the figures of its validation.

    Example: python -m builders card dist/full --validation dist/full-validation/validation.json
    """
    from builders.card import rewrite

    with handled(as_json):
        rewrite(folder, validation)
    if as_json:
        print_json({"card": str(folder / "README.md"), "validation": str(validation)})
    else:
        console().print(f"{folder / 'README.md'}: figures of {validation}")


@app.command()
def diff(old: Path, new: Path, as_json: Json = False) -> None:
    """What changed between two builds, per config and column.

    Example: python -m builders diff dist/v1 dist/v2
    """
    from builders.diff import diff as find

    with handled(as_json, "comparing the builds"):
        found = find(old, new)
    if as_json:
        print_json([d.as_dict() for d in found])
        return
    if not found:
        console().print("The two builds hold the same rows.")
    for d in found:
        console().print(
            f"{d.config}: {d.rows[0]} -> {d.rows[1]} rows, {len(d.added)} added, {len(d.removed)} removed"
        )
        for column, count in d.changed.items():
            console().print(f"  {count} rows differ in {column}, e.g. {', '.join(d.examples[column][:3])}")


def summary(built: "list[Built]") -> list[list[object]]:
    """One line per subset and state: configs, rows and how many notes (documented repairs) there were."""
    groups: dict[tuple[str, str], list[Built]] = {}
    for b in built:
        groups.setdefault((b.config.subset, b.state), []).append(b)
    return [
        [subset, len(group), sum(len(b.rows) for b in group), state, sum(len(b.problems) for b in group)]
        for (subset, state), group in groups.items()
    ]


def _supplied(pairs: list[str] | None, wanted: list[Config]) -> dict[str, Path]:
    """CONFIG=FILE options as a mapping; CONFIG may be a pattern. Every file must be for a config that is
    `wanted`, and a config takes one file."""
    out: dict[str, Path] = {}
    problems: list[Problem] = []
    for pair in pairs or []:
        pattern, equals, path = pair.partition("=")
        where = f"--supply {pair!r}"
        if not equals or not pattern or not path:
            problems.append(Problem(where, "must be CONFIG=FILE"))
            continue
        try:
            found = [c.name for c in match(pattern) if c in wanted]
        except InputError as e:
            problems += e.problems
            continue
        if not found:
            problems.append(Problem(where, "is for no config that --config asks for"))
        twice = [name for name in found if out.get(name, Path(path)) != Path(path)]
        if twice:
            problems.append(Problem(where, f"{', '.join(twice)} was already given {out[twice[0]]}"))
        out |= dict.fromkeys(found, Path(path))
    raise_errors(problems)
    return out


def main() -> None:
    app(prog_name="python -m builders")
