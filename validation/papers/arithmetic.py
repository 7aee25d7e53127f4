"""What can be checked of a printed result without the model's answers: is it k right answers of n, and do
averages, sums and differences fit the figures they are made of?"""

from collections.abc import Sequence

from validation.papers.cells import Cell
from validation.papers.verdict import Claim


def share(cell: Cell, n: int, basis: str) -> Claim:
    """The share k/n nearest to the printed one. Says nothing where every printed value is near some k/n."""
    if not cell.text:
        return Claim(cell)
    if cell.scale / n <= cell.step:
        return Claim(
            cell, missing=f"every value with these decimals is some k/{n}, so that arithmetic cannot test it"
        )
    k = right(cell, n)
    return Claim(cell, k / n * cell.scale, basis, f"{k}/{n}", chance=cell.step * n / cell.scale)


def right(cell: Cell, n: int) -> int:
    """How many right answers of n a printed share stands for."""
    return round(cell.value / cell.scale * n)


def mean(
    cell: Cell, parts: Sequence[Cell] | None, weights: Sequence[float] | None = None, what: str = ""
) -> Claim:
    """The (weighted) mean of printed figures."""
    if not parts:
        return Claim(cell, missing="figures that it is the mean of are not legible")
    w = list(weights or [1.0] * len(parts))
    value = sum(p.value * x for p, x in zip(parts, w, strict=True)) / sum(w)
    slack = sum(p.step / 2 * x for p, x in zip(parts, w, strict=True)) / sum(w)
    return Claim(cell, value, "printed cells", what or f"mean of {len(parts)} printed figures", slack)


def total(cell: Cell, parts: Sequence[Cell] | None) -> Claim:
    """The sum of printed figures."""
    if not parts:
        return Claim(cell, missing="figures that it is the sum of are not legible")
    how = " + ".join(p.text for p in parts) if len(parts) <= 8 else f"sum of {len(parts)} printed figures"
    return Claim(cell, sum(p.value for p in parts), "printed cells", how, sum(p.step / 2 for p in parts))


def difference(cell: Cell, a: Cell | None, b: Cell | None) -> Claim:
    """One printed figure less another."""
    if a is None or b is None:
        return Claim(cell, missing="figures that it is the difference of are not legible")
    return Claim(cell, a.value - b.value, "printed cells", f"{a.text} - {b.text}", (a.step + b.step) / 2)


def pooled(cell: Cell, parts: Sequence[tuple[Cell | None, int]], basis: str) -> Claim:
    """The share over several groups of questions, from the right answers that their printed shares stand for."""
    found = [(part, n) for part, n in parts if part is not None]
    if not found or len(found) < len(parts):
        return Claim(cell, missing="figures that it is pooled from are not legible")
    k, n = sum(right(part, size) for part, size in found), sum(size for _, size in found)
    how = f"({' + '.join(str(right(part, size)) for part, size in found)})/{n}"
    # A part that is no k/n by itself may stand for one right answer more or less.
    return Claim(cell, k / n * cell.scale, basis, how)
