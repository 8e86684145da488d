"""Texts of files and numbers as a report shows them."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence

from inspector.core.figures import figure, fixed, signed, signed_share
from inspector.core.report.blocks import Labels, Number

LONGEST, MOST_LABELS = 80, 12
# Submissions that are named where a part says a word on each.
MOST_NAMED = 20
_SMALL = 0.001
# Characters that are not seen, or that change how their neighbours are seen.
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def visible(text: str, longest: int = LONGEST) -> str:
    """A text of a file in one line: at most `longest` characters, and an escape for each that cannot be seen."""
    shown = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join(
        sign.encode("unicode_escape").decode() if unicodedata.category(sign) in _UNSEEN else sign for sign in shown
    )


def labels(texts: Sequence[str], hits: Sequence[bool], k: int | None = None) -> Labels:
    """The first labels of a list, at most K and MOST_LABELS."""
    most = min(k or MOST_LABELS, MOST_LABELS)
    items = [(visible(text), hit) for text, hit in zip(texts[:most], hits[:most], strict=True)]
    return Labels(tuple(items), max(0, len(texts) - most))


def score(value: float) -> Number:
    """A score or an overall, five decimals; three digits where those would show nearly nothing; two if it is large."""
    return Number(value, f"{value:.3g}" if 0 < abs(value) < _SMALL else fixed(value, 5))


def change(value: float) -> Number:
    """A difference with its sign, five decimals, two if it is large."""
    sign = "−" if value < 0 else "+"
    return Number(value, "–" if math.isnan(value) else sign + fixed(abs(value), 5))


def points(value: float, decimals: int = 0) -> Number:
    """What a row or a group adds to or takes from the overall: so many decimals, and two digits that count."""
    value += 0.0  # no -0
    if math.isnan(value) or abs(value) >= 1:
        return Number(value, fixed(value, 2))
    return Number(value, f"{value:.{decimals}f}" if abs(value) >= 10 ** (1 - decimals) else f"{value:.2g}")


def number(value: float) -> Number:
    """A number of the files."""
    return Number(value, figure(value))


def error(value: float) -> Number:
    """How far a number is off, with its sign."""
    return Number(value, signed(value))


def count(value: int) -> Number:
    """A number of rows."""
    return Number(float(value), f"{value:,}")


def share(value: float) -> Number:
    """A share in percent."""
    return Number(value, "–" if math.isnan(value) else f"{value:.1%}")


def excess(value: float) -> Number:
    """A difference of two shares in percent, with its sign."""
    return Number(value, signed_share(value))


def rank(value: int) -> Number:
    """A rank, 0 for none."""
    return Number(float(value) if value else math.nan, f"{value:,}" if value else "none")
