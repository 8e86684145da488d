"""A typed number."""

from __future__ import annotations

import math

from inspector.core.errors import InputError, shorten


def typed_number(text: str, decimal: str = ".") -> float:
    """Parse a finite number with a decimal point or comma. Raises InputError."""
    try:
        value = float(text.strip().replace(decimal, "."))
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InputError(f"{shorten(text)} is not a number", expected="a number such as 0.25 or 1e-3")
    return value
