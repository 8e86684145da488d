"""Texts without what tools change in them, to see whether two of them may mean the same."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import texts

_ENDING, _ZEROS = r"\.[a-z]\w{0,3}$|\.0+$", r"^0+(.)"


def plain(written: Iterable[str]) -> list[str]:
    """Texts without case, leading zeros, `.0`, a file extension, and with underscores for blanks."""
    lower: pa.StringArray = pc.utf8_lower(pc.utf8_trim_whitespace(texts([*written])))
    bare = pc.replace_substring(pc.replace_substring_regex(lower, _ENDING, ""), " ", "_")
    found: list[str] = pc.replace_substring_regex(bare, _ZEROS, r"\1").to_pylist()
    return found
