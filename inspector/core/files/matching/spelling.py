"""Texts without what tools change in them, to see whether two of them may mean the same."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import content, text

_ENDING = r"\.[a-z]\w{0,3}$|\.0+$"
_ZERO = text("0")


def plain(written: pa.StringArray) -> pa.StringArray:
    """Texts without case, leading zeros, `.0`, a file extension, and with underscores for blanks."""
    bare: pa.StringArray = pc.utf8_lower(pc.utf8_trim_whitespace(written))
    if contains(bare, "."):
        bare = pc.replace_substring_regex(bare, _ENDING, "")
    if contains(bare, " "):
        bare = pc.replace_substring(bare, " ", "_")
    without = pc.ascii_ltrim(bare, "0")
    is_zero = pc.and_(pc.equal(without, text("")), pc.not_equal(bare, text("")))
    return pc.if_else(is_zero, _ZERO, without)


def contains(values: pa.StringArray, char: str) -> bool:
    """Whether any text contains an ASCII character."""
    return bool((content(values) == ord(char)).any())
