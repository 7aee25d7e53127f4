"""Words and signs of LaTeX as they are written without it."""

import re

_LATEX = re.compile(r"\\(?:text|textbf|textit|texttt|mathrm|mathbf|mathsf|mathit|rm|bf)\s?\{([^{}]{0,300})\}")
_LATEX_ESCAPED = re.compile(r"\\(%)")
_LATEX_BARE = re.compile(r"\\(?:[()\[\],;! ]|(?:quad|qquad|left|right)(?![a-z]))|\$")
_LATEX_SPACE = re.compile(r"(?<=[\w)}\]])~|~(?=[A-Za-z])")
_LATEX_SIGNS = {
    "pi": "π", "times": "×", "cdot": "·", "div": "÷", "pm": "±", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠",
    "ne": "≠", "infty": "∞", "circ": "°", "approx": "≈", "to": "→", "rightarrow": "→", "Rightarrow": "→", "alpha": "α",
    "beta": "β", "gamma": "γ", "delta": "δ", "Delta": "Δ", "theta": "θ", "lambda": "λ", "mu": "μ", "omega": "ω",
    "Omega": "Ω", "sigma": "σ", "phi": "φ",
}  # fmt: skip
_LATEX_SIGN = re.compile(
    rf"\^?\\(?P<sign>{'|'.join(sorted(_LATEX_SIGNS, key=len, reverse=True))})(?![A-Za-z])"
)
_LATEX_FRACTION = re.compile(r"\\[dt]?frac\s?\{([\w.+*^ π-]{1,12})\}\s?\{([\w.+*^ π-]{1,12})\}")
_LATEX_FRACTION_OF_DIGITS = re.compile(r"\\[dt]?frac ?(\d)(\d)(?!\d)")
_LATEX_ROOT = re.compile(r"\\sqrt\s?\{(\w{1,6})\}")
_LATEX_BEGUN = re.compile(r"\n[^\S\n]*(?:[-*] *)?\$\$?\s*[A-Za-z]\s*\Z")  # a formula that breaks off
_LATEX_RAISED = re.compile(r"([\^_])\{(-?\w{1,3})\}")


def without_latex(text: str) -> str:
    r"""LaTeX's words for type and its dollars removed, its common signs, fractions and roots as they are written without it.

    >>> without_latex(r"$\mathrm{Fe}$").strip(), without_latex(r"\frac{3}{10}"), without_latex(r"9\pi")
    ('Fe', '3/10', '9π')
    """
    if "$" in text:
        text = _LATEX_BEGUN.sub("", text)
    if "\\" in text:
        text = _LATEX_ESCAPED.sub(r"\1", text)
        text = _LATEX_BARE.sub(" ", _LATEX.sub(r"\1", text))
        text = _LATEX_SPACE.sub(" ", text) if "~" in text else text
        text = _LATEX_FRACTION_OF_DIGITS.sub(r"\1/\2", text)
        text = _LATEX_SIGN.sub(lambda m: _LATEX_SIGNS[m["sign"]], text)
        text = _LATEX_ROOT.sub(r"√\1", _LATEX_FRACTION.sub(r"\1/\2", text))
    if "{" in text and ("^{" in text or "_{" in text):
        text = _LATEX_RAISED.sub(r"\1\2", text)
    return text.replace("$", " ") if "$" in text else text
