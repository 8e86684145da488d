"""Numbers as they are read: as many digits as matter, and thousands apart."""

from __future__ import annotations

import math

# From here on a number has two decimals, whatever it is; scores of labels are below.
_LARGE = 100.0
_HUGE = 1e12


def figure(value: float) -> str:
    """`34,739.29`, `0.123457`, `487,493`: six digits that count, from 100 on two decimals; `–` for NaN."""
    if math.isnan(value):
        return "–"
    size = abs(value)
    text = f"{size:,.2f}".removesuffix(".00") if _LARGE <= size < _HUGE else f"{size:.6g}"
    return "−" + text if value < 0 else text


def signed(value: float) -> str:
    """`figure` with its sign."""
    return ("+" if value > 0 else "") + figure(value)


def fixed(value: float, decimals: int) -> str:
    """A number with so many decimals, from 100 on with two and thousands apart; `–` for NaN."""
    if math.isnan(value):
        return "–"
    return f"{value:z,.{min(decimals, 2) if abs(value) >= _LARGE else decimals}f}"


def signed_share(value: float) -> str:
    """A difference of two shares in percent, with its sign; `–` for NaN."""
    if math.isnan(value):
        return "–"
    text = f"{abs(value):.1%}"
    return text if text == "0.0%" else ("−" if value < 0 else "+") + text
