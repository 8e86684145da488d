"""The grammar of a cell: several labels in one text, and one text from several labels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays import Ints
from inspector.core.arrow import booleans, numbers
from inspector.core.errors import InputError, shorten

SEPARATORS = {" ": "spaces", ",": "commas", ";": "semicolons", "|": "bars", "\t": "tabs"}
_SAMPLE = 1000


def guess_separator(cells: pa.ChunkedArray) -> str:
    """What stands between two labels: the sign that most cells with any such sign contain, but else a space."""
    sample = cells.slice(0, _SAMPLE).to_pylist()
    marked = sum(any(sign in cell for sign in SEPARATORS) for cell in sample)
    for sign in [sign for sign in SEPARATORS if sign != " "]:
        having = sum(sign in cell for cell in sample)
        if having and having * 2 > marked:
            return sign
    return " "


def split(cells: pa.Array, separator: str) -> tuple[Ints, pa.StringArray]:
    """The labels of each cell: offsets int64 (n + 1,) and all labels in a row. Doubled separators count once."""
    lists = pc.split_pattern(cells, separator)
    offsets = numbers(lists.offsets).astype(np.int64)
    labels = lists.flatten() if separator == " " else pc.utf8_trim_whitespace(lists.flatten())
    filled = numbers(pc.binary_length(labels)) > 0
    if filled.all():
        return offsets - offsets[0], labels
    before = np.concatenate([[0], np.cumsum(filled)])
    return before[offsets - offsets[0]], labels.filter(booleans(filled))


def join(labels: Sequence[str], separator: str) -> str:
    """The cell that holds these labels."""
    return separator.join(labels)


def words(text: str, separator: str) -> list[str]:
    """The labels in a text that somebody typed, as `split` would find them in a file."""
    return [word for piece in text.split(separator) if (word := piece if separator == " " else piece.strip())]


def refuse_label(label: str, separator: str) -> None:
    """Raise InputError for a label that a file with this separator could not give back."""
    if not label:
        raise InputError("a label cannot be empty", hint="Leave it out of the list")
    trimmed = separator != " " and label != label.strip()
    if separator in label or trimmed or any(sign in label for sign in "\n\r\0") or not _is_text(label):
        raise InputError(
            f"the label {shorten(label)} cannot be written to this file",
            expected=f"no line break, no separator ({separator_name(separator)}) and no blank at either end",
        )


def separator_name(separator: str) -> str:
    """A separator as a word."""
    return SEPARATORS.get(separator, repr(separator))


def _is_text(label: str) -> bool:
    """Whether UTF-8 can hold it; half of a surrogate pair, which Python allows, cannot be written."""
    try:
        label.encode()
    except UnicodeEncodeError:
        return False
    return True
