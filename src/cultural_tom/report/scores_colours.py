"""The colours of a heat map: 21 shades from white to dark blue, as CSS classes."""

SHADES = 20


def shade(share: float) -> int:
    """The class h0 ... h20 of a share from 0 to 1."""
    return round(share * SHADES)


def shades() -> str:
    """Classes h0 ... h20, with the text colour that has contrast of at least 4.5 to 1."""
    rules = []
    for k in range(SHADES + 1):
        x = k / SHADES
        r, g, b = (round(a + (z - a) * x) for a, z in ((246, 8), (250, 58), (255, 140)))
        rules.append(
            f".h{k}{{background:#{r:02x}{g:02x}{b:02x};color:{'#fff' if luminance(r, g, b) < 0.18 else '#000'}}}"
        )
    return "\n".join(rules)


def luminance(*rgb: int) -> float:
    """Relative luminance (WCAG 2)."""
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
