"""Print the parity table: `python -m tests.parity [--mirror DIR] [--seed N] [--write]`. Exit code 1 if a difference has
no name."""

import argparse
import re
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1])]

from conftest import find_mirror  # noqa: E402
from parity import everything, full  # noqa: E402
from results import Parity, deviations, table  # noqa: E402

DOCS = HERE.parents[1] / "docs" / "protocols.md"


def write(found: list[Parity]) -> None:
    """The table and the counts of deviations into docs/protocols.md."""
    text = DOCS.read_text("utf-8")
    head, _, rest = text.partition("<!-- parity -->\n")
    text = f"{head}<!-- parity -->\n{table(found)}\n<!-- /parity -->{rest.partition('<!-- /parity -->')[2]}"
    counts = deviations(found)

    def counted(row: re.Match[str]) -> str:
        return f"{row[1]} {counts[row[2]]:,} |"

    DOCS.write_text(
        re.sub(r"^(\| `([a-z_]+)` \|.*\|) [\d,]+ \|$", counted, text, flags=re.MULTILINE), "utf-8"
    )


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--mirror", type=Path, default=find_mirror(), help="the real upstream files")
    options.add_argument("--seed", type=int, default=1, help="another draw of responses [1]")
    options.add_argument("--write", action="store_true", help="put the table into docs/protocols.md (seed 1)")
    args = options.parse_args()
    if args.mirror is None:
        options.error("needs --mirror DIR or CULTURAL_TOM_MIRROR: <owner>/<repo>/<commit>/<path>")
    with tempfile.TemporaryDirectory() as folder:
        mirror = args.mirror.resolve()
        found = everything(mirror, full(mirror, Path(folder)), Path(folder), args.seed)
    if args.write and args.seed == 1:
        write(found)
    print(table(found))
    print("\n" + "\n".join(f"{n:6,} {name}" for name, n in sorted(deviations(found).items())))
    for p in found:
        for said in p.unnamed[:20]:
            print(f"UNNAMED {p.script}, {p.what}: {said}")
    return int(any(p.unnamed for p in found))


if __name__ == "__main__":
    sys.exit(main())
