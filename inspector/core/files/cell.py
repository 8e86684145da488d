"""The grammar of a cell: several labels in one text, and one text from several labels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays import Ints
from inspector.core.errors import InputError, shorten

SEPARATORS = {" ": "spaces", ",": "commas", ";": "semicolons", "|": "bars", "\t": "tabs"}
_SAMPLE = 1000


def guess_separator(cells: pa.ChunkedArray) -> str:
    """What stands between two labels: the sign that most cells with any such sign contain, but else a space."""
    sample = pc.drop_null(cells.slice(0, _SAMPLE))
    marked = sum(pc.match_substring_regex(sample, r"[ ,;|\t]").to_pylist())
    for sign in [sign for sign in SEPARATORS if sign != " "]:
        having = sum(pc.match_substring(sample, sign).to_pylist())
        if having and having * 2 > marked:
            return sign
    return " "


def split(cells: pa.Array, separator: str) -> tuple[Ints, pa.StringArray]:
    """The labels of each cell: offsets int64 (n + 1,) and all labels in a row. Doubled separators count once."""
    lists = pc.split_pattern(cells, separator)
    offsets = np.asarray(lists.offsets, np.int64)
    labels = lists.flatten() if separator == " " else pc.utf8_trim_whitespace(lists.flatten())
    filled = pc.greater(pc.binary_length(labels), 0).to_numpy(zero_copy_only=False)
    if filled.all():
        return offsets - offsets[0], labels
    before = np.concatenate([[0], np.cumsum(filled)])
    return before[offsets - offsets[0]], labels.filter(pa.array(filled))


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
    if separator in label or any(sign in label for sign in "\n\r\0"):
        raise InputError(
            f"the label {shorten(label)} cannot be written to this file",
            expected=f"no line break and no separator ({SEPARATORS[separator]}) inside a label",
        )
