"""Cells of extra columns as numbers: those of filters, slices and weights."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays import arrow
from inspector.core.arrays.types import Floats

NUMBER = r"^\s*[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?\s*$"


def cell_numbers(cells: pa.StringArray, decimal: str = ".") -> Floats:
    """float64 (n,): the cells as numbers, NaN for cells that are not numbers.

    decimal: of the file. Where it is a comma that some numbers have, a point in others may stand between thousands, and
    they are none; where no number has it, all are read with a point.
    """
    if decimal != ".":
        has_sign = arrow.flags(pc.match_substring(cells, decimal))
        values = _with_point(pc.replace_substring(pc.replace_substring(cells, ".", "_"), decimal, "."))
        if np.isfinite(values[has_sign]).any():
            return values
    return _with_point(cells)


def _with_point(cells: pa.StringArray) -> Floats:
    values = np.full(len(cells), np.nan)
    is_number = pc.match_substring_regex(cells, NUMBER)
    values[arrow.flags(is_number)] = arrow.numbers(
        pc.cast(pc.utf8_trim_whitespace(cells.filter(is_number)), pa.float64())
    )
    return values
