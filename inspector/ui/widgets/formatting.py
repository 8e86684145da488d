"""Formats text of files and numbers for display. File text is never markup and never defines a mnemonic."""

from __future__ import annotations

import html
import math

# No line and no tooltip on a screen shows more letters; Qt would lay out all of a label of a million.
MOST_SHOWN = 4_000
# Numbers from the first on have an exponent, and so have those below the next; digits before the point that cost no
# decimal.
_HUGE, _TINY, _FIGURES = 1e12, 1e-5, 3
# Scores are rounded as leaderboards round them, which have as many decimals for losses of thousands.
SCORE_DECIMALS = 5
_LARGE_SCORE = 1e6
_MOST_DECIMALS = 13
# As wide as a digit, which a hyphen is not.
_MINUS = "−"


def start(text: str, most: int = MOST_SHOWN) -> str:
    """As much of a text as can be seen, with `…` for the rest."""
    return text if len(text) <= most else text[: most - 1] + "…"


def middle(text: str, most: int) -> str:
    """Both ends of a text that is longer than `most`, which has to be odd, with `…` between them."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]}…{text[-half:]}"


def one_line(text: str) -> str:
    """As much of a text as can be seen, in one line."""
    return " ".join(start(text).splitlines())


def tip(text: str) -> str:
    """Escape text for a tooltip; long lines wrap, and what no screen has room for is left out."""
    return f"<qt>{html.escape(start(text))}</qt>" if text else ""


def menu(text: str, most: int = 60) -> str:
    """Escape `&` and shorten text for a menu or a button."""
    return start(text, most).replace("&", "&&")


def fixed_decimals(value: float, decimals: int = 4) -> str:
    """A number with fixed decimals, `–` for NaN; a large one with fewer, and with a comma between thousands."""
    if math.isnan(value):
        return "–"
    size = abs(value)
    text = f"{size:.{_FIGURES}e}" if size >= _HUGE else f"{size:,.{fitting_decimals(value, decimals)}f}"
    return _MINUS + text if value < 0 and set(text) - set("0.") else text  # no negative zero


def score_text(value: float, decimals: int = SCORE_DECIMALS) -> str:
    """A score as the score bar shows it, `–` for NaN."""
    return f"{value:,.{decimals}f}" if abs(value) < _LARGE_SCORE else fixed_decimals(value, decimals)


def in_column(value: float, largest: float, decimals: int = 4) -> str:
    """A number with as many decimals as fit the largest usual one of its column, so that their points line up."""
    fitting = fitting_decimals(largest, decimals)
    is_seen = not value or abs(value) >= 10.0**-fitting
    if abs(value) >= _HUGE or not is_seen:
        return fixed_decimals(value, decimals)
    return (_MINUS if value < 0 else "") + f"{abs(value):,.{fitting}f}"


def fitting_decimals(value: float, decimals: int) -> int:
    """As many of some decimals as say something behind a number of this size."""
    return max(0, decimals - max(0, len(str(int(min(abs(value), _HUGE)))) - _FIGURES))


def telling_decimals(before: float, after: float, decimals: int) -> int:
    """So many decimals, or more where two numbers or their difference would not show; not for rounding errors."""
    if before == after or not math.isfinite(after - before):
        return decimals
    return next((more for more in range(decimals, _MOST_DECIMALS) if _are_told_apart(before, after, more)), decimals)


def _are_told_apart(before: float, after: float, decimals: int) -> bool:
    is_seen = fixed_decimals(abs(after - before), decimals) != fixed_decimals(0.0, decimals)
    return is_seen and fixed_decimals(before, decimals) != fixed_decimals(after, decimals)


def short_number(value: float, digits: int) -> str:
    """A number of a file rounded to some digits, `–` for NaN; only a tiny or huge one with an exponent."""
    if math.isnan(value) or not value:
        return "–" if value else "0"
    if not _TINY <= abs(value) < _HUGE:
        return f"{value:.{digits}g}"
    text = f"{value:.{max(0, digits - 1 - math.floor(math.log10(abs(value))))}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def signed(value: float, decimals: int = 6) -> str:
    """A change with a triangle and a sign, empty for no change or NaN."""
    if math.isnan(value) or value == 0:
        return ""
    return f"{'▲ +' if value > 0 else '▼ −'}{fixed_decimals(abs(value), decimals)}"


def change_of_edit(value: float, decimals: int) -> str:
    """What an edit changes, with its sign: `±0` for nothing, `–` where there is no score before or after."""
    return "–" if math.isnan(value) else signed(value, decimals) or "±0"


def full_precision(value: float) -> str:
    """A number at full precision, `–` for NaN."""
    return "–" if math.isnan(value) else repr(float(value))


def plain(text: str) -> str:
    """The text of a menu without its mnemonic and its dots."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").removesuffix("…")
