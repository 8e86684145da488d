"""The answers of a host's metric as numbers. Anybody may have written them: what is not as it should be is an error."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from inspector.core.arrays.types import Floats
from inspector.core.host.errors import HostError


def number_of(value: Any, path: Path) -> float:
    """A finite number. Raises HostError."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _odd(path)
    try:
        number = float(value)
    except OverflowError:
        raise _odd(path) from None
    if not math.isfinite(number):
        raise _odd(path)
    return number


def numbers_of(value: Any, most: int, path: Path) -> Floats:
    """float64 (1 to most,): numbers, NaN for some. Raises HostError."""
    is_some = isinstance(value, list) and 1 <= len(value) <= most
    if not is_some or not all(isinstance(one, int | float) and not isinstance(one, bool) for one in value):
        raise _odd(path)
    try:
        return np.array(value, np.float64)
    except OverflowError:
        raise _odd(path) from None


def _odd(path: Path) -> HostError:
    what = "the metric's process gave an answer that is no number"
    return HostError(what, path, expected="a finite number", failure="no-number")
