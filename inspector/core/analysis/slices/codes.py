"""Columns whose numbers name things, such as stores and zip codes: bands of these would say nothing."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays import arrow
from inspector.core.files.schema.names import is_fold, normalized

_THINGS = (
    "store|shop|department|dept|branch|customer|client|user|member|patient|subject|player|team|driver|speaker|author|"
    "item|product|article|sku|brand|vendor|seller|supplier|category|class|cluster|group|segment|type|kind|label|"
    "session|batch|seed|query|topic|document|doc|image|file|campaign|channel|route|"
    "station|sensor|device|camera|machine|vehicle|building|school|hospital|site|plot|"
    "location|zone|district|region|county|country|state|city|zip|postal|postcode|zipcode"
)
_NAME = re.compile(rf"(.*[_ .-])?(({_THINGS})s?|({_THINGS})?[_ .-]?(id|ids|code|codes|key|nr|nbr|no|num|number))")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# Numbers do not begin with a zero, but codes do.
_BEHIND_ZERO = r"^\s*0[0-9]+\s*$"
# Where each stands in fewer rows, a list of them says nothing.
_ROWS_EACH = 2


def are_codes(name: str, texts: pa.StringArray, rows: int) -> bool:
    """Whether numbers are codes, by the name of their column or a zero before them, that repeat in the rows.

    texts: the distinct cells of the column.
    """
    if len(texts) * _ROWS_EACH > rows:
        return False
    return _names_codes(name) or bool(np.any(arrow.flags(pc.match_substring_regex(texts, _BEHIND_ZERO))))


def _names_codes(name: str) -> bool:
    """Whether a column is called like codes: `store_nbr`, `zipCode`, `PULocationID`, but not `stores_nearby`."""
    words = normalized(_HUMP.sub("_", name.strip()))
    return is_fold(words) or _NAME.fullmatch(words) is not None
