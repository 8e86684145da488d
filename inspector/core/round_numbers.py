"""Round numbers for the ticks of axes."""

from __future__ import annotations

import math

_ROUND = (1, 2, 5, 10)
_MOST_STEPS = 5
_BIT = 1e-6


def round_step(least: float) -> float:
    """The smallest 1, 2 or 5 times a power of ten that is at least `least`, which is positive."""
    power = 10.0 ** math.floor(math.log10(least))
    # A quotient of powers may differ from 1 in its last bit.
    return next(factor * power for factor in _ROUND if factor * power >= least * (1 - 1e-9))


def round_ticks(low: float, high: float, most: float) -> list[float]:
    """About `most` round numbers between two ends, at least one step apart."""
    if not high > low:
        return [low]
    step = round_step((high - low) / max(1.0, min(_MOST_STEPS, most)))
    first, last = math.ceil(low / step - _BIT), math.floor(high / step + _BIT)
    return [float(f"{step * at:.15g}") for at in range(first, last + 1)]
