"""The signs that can stand between two labels in one cell, and which of them the labels leave free."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.errors import InputError, shorten

SEPARATORS = {" ": "spaces", ",": "commas", ";": "semicolons", "|": "bars", "\t": "tabs"}


def separator_name(separator: str) -> str:
    """A separator as a word."""
    return SEPARATORS.get(separator, repr(separator))


def free_separator(labels: Iterable[str]) -> str:
    """A sign that no label contains, so that joining them loses nothing. Raises InputError when there is none."""
    free = list(SEPARATORS)
    for label in labels:
        free = [sign for sign in free if sign not in label]
        if not free:
            expected = f"one of {list(SEPARATORS)} free for joining them"
            raise InputError("the labels contain every separator", found=shorten(label), expected=expected)
    return free[0]


def free_sign(labels: pa.StringArray) -> str:
    """The first sign that none of these labels contains: how lists are typed that the file has no separator for."""
    signs = [*SEPARATORS, "/", "·", "\x1f"]
    taken = (bool(pc.any(pc.match_substring(labels, sign)).as_py()) for sign in signs)
    return next((sign for sign, is_taken in zip(signs, taken, strict=True) if not is_taken), " ")
