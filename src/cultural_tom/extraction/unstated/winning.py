"""The option that the last sentence says to win: "Response 1 wins.", "B gewinnt", "译文二胜出"."""

from cultural_tom.extraction.clauses import denied
from cultural_tom.extraction.clean import Text
from cultural_tom.extraction.references import rows
from cultural_tom.extraction.references.marks import END
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.value import Named, Refs
from cultural_tom.extraction.statements.doubt import doubtful

_CLAUSE = ".,;:!?。！？、，；：\n"
_LONGEST = 60


def winning(t: Text, o: Offered, start: int, end: int) -> Refs | None:
    """Such an option, where it opens its clause and the clause ends behind the word."""
    for m in o.lang.wins.finditer(t.low, start, end):
        if not END.match(t.text, m.end()):
            continue
        clause = max(
            start, *(t.text.rfind(c, max(start, m.start() - _LONGEST), m.start()) + 1 for c in _CLAUSE)
        )
        for at in range(clause, m.start()):
            row = rows.at(o, t, at) if at == clause or not t.text[at - 1].isalnum() else None
            if row is None or t.text[row.end : m.start()].strip(" )]\"'"):
                continue
            if (
                len(row.values) != 1
                or not isinstance(row.values[0], Named)
                or doubtful(t, o, row.start, m.end())
            ):
                break
            said = t.low[clause : row.start].strip(" ([\"'")
            opens = (
                not said
                or o.lang.so.fullmatch(said)
                or o.lang.revise.fullmatch(said)
                or said in o.lang.determiners
            )
            return (
                Refs(row.values, row.start, m.end()) if opens and not denied(t, row.start, o.lang) else None
            )
    return None
