"""Extra columns of dates or times in ISO form, such as 2017-08, 2017-08-22 and 2017-08-22T10:05:01Z.

They are compared as text, which is as quick as it is right: of such texts the later one comes later in the alphabet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays import arrow
from inspector.core.arrays.types import Bools

_SIGNS: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": pc.less,
    "<=": pc.less_equal,
    ">": pc.greater,
    ">=": pc.greater_equal,
}
_ZONE = r"(Z|\+00:?00)"
_TIME = rf"([01][0-9]|2[0-3])(:[0-5][0-9](:[0-5][0-9](\.[0-9]+)?)?)?{_ZONE}?"
_BEHIND_YEAR = rf"-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])([T ]{_TIME})?)?"
# A year alone is a date where it is typed, and a number where it is a cell.
_CELL, _TYPED = rf"^[0-9]{{4}}{_BEHIND_YEAR}$", rf"[0-9]{{4}}({_BEHIND_YEAR})?"
# The end of a value that says no more than what is before it: 2017-08-01 00:00 begins when 2017-08 does.
_BEGINNING = r"(-01)*( 00)?(:00)*(\.0+)?$"
# The share of the filled cells that makes a column one of dates.
_NEARLY_ALL = 0.9


def is_ordered(sign: str) -> bool:
    """Whether a sign compares what is earlier or later."""
    return sign in _SIGNS


def is_date(typed: str) -> bool:
    """Whether a value has the form of a date or time; a year alone does, too."""
    return re.fullmatch(_TYPED, typed.strip()) is not None


def with_date(cells: pa.StringArray) -> Bools | None:
    """bool (n,): the cells with a date or time; None if these are not nearly all of the filled ones."""
    trimmed = pc.utf8_trim_whitespace(cells)
    found = arrow.flags(pc.match_substring_regex(trimmed, _CELL))
    filled = np.count_nonzero(arrow.flags(pc.not_equal(trimmed, "")))
    return found if filled and np.count_nonzero(found) >= _NEARLY_ALL * filled else None


def hold(cells: pa.StringArray, sign: str, typed: str) -> Bools:
    """bool (n,): compare cells that hold dates with a date; a shorter one stands for all times that begin with it."""
    bound = re.sub(f"{_ZONE}$", "", typed.strip()).replace("T", " ")
    if sign in ("<", ">="):  # else a cell that is shorter than the value would be before it
        bound = re.sub(_BEGINNING, "", bound)
    begins = pc.utf8_slice_codeunits(pc.utf8_trim_whitespace(cells), 0, len(bound))
    plain = pc.ascii_rtrim(pc.replace_substring(begins, "T", " "), characters="Z")
    return arrow.flags(_SIGNS[sign](plain, arrow.text(bound)))
