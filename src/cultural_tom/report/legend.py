"""What the columns of a comparison mean: said once, for the terminal and the page."""

from cultural_tom.scoring.figures import FEW_CONTEXTS

ON_THE_PAGE = "differ in"  # a column that a terminal has no room for


def comparison(ci: int) -> dict[str, str]:
    """Column and meaning, in the order of the columns."""
    return {
        "a, b": "the two submissions on the same rows, in %",
        "b - a": "their difference in percentage points; positive: b is better",
        f"{ci}% interval": "of the difference, paired: both answered the same contexts (stories), so what these have in "
        "common cancels; it is not the difference of two intervals",
        "p": "two-sided, of exchanging the two submissions context by context",
        "Holm": "the same p, corrected for all figures of all pairs compared at once; with many figures, judge by this",
        "better": f"the better one where Holm is below {1 - ci / 100:.3g}; else undecided, which is no tie: the data "
        "cannot tell",
        ON_THE_PAGE: "in how many of the contexts that the figure rests on the two submissions differ",
        "detectable": "the smallest true difference that this pair would show with power 0.8",
        "*": f"rests on fewer than {FEW_CONTEXTS} contexts: the interval says little, the value less",
        "no interval, no p": "the figure rests on one context",
    }  # fmt: skip
