"""DataFrames as sheets of text, so that a notebook's frames pass through the same door as files."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from inspector.core.arrow import texts
from inspector.core.errors import InputError
from inspector.core.files.cell import SEPARATORS
from inspector.core.files.delimited import Sheet


def sheet_of(frame: Any) -> Sheet:
    """The text of a pandas DataFrame. Cells may be text, numbers, or lists of labels; missing values are empty text."""
    if not hasattr(frame, "columns") or not hasattr(frame, "to_dict"):
        raise InputError(
            f"a {type(frame).__name__} is neither a path nor a DataFrame", expected="a path or a DataFrame"
        )
    if len(frame.columns) < 2 or not len(frame):
        raise InputError(
            "the DataFrame has too little in it",
            found=f"{len(frame)} rows, {len(frame.columns)} columns",
            expected="an id column, a label column and at least one row",
        )
    columns = [frame.iloc[:, i].tolist() for i in range(len(frame.columns))]
    separator = _separator(columns)
    cells = tuple(pa.chunked_array([texts([_text(cell, separator) for cell in column])]) for column in columns)
    return Sheet(tuple(map(str, frame.columns)), cells, separator=separator if _has_lists(columns) else None)


def _text(cell: Any, separator: str) -> str:
    import pandas as pd  # whoever hands in a DataFrame has it loaded already

    if _is_list(cell):
        return separator.join(map(str, cell))
    return "" if cell is None or pd.isna(cell) else str(cell)


def _separator(columns: list[list[Any]]) -> str:
    """A sign that no label of a list contains, so that joining the lists loses nothing."""
    labels = {str(label) for column in columns for cell in column if _is_list(cell) for label in cell}
    free = [sign for sign in SEPARATORS if not any(sign in label for label in labels)]
    if not free:
        raise InputError(
            "the labels contain every separator", expected=f"one of {list(SEPARATORS)} free for joining them"
        )
    return free[0]


def _has_lists(columns: list[list[Any]]) -> bool:
    return any(_is_list(cell) for column in columns for cell in column)


def _is_list(cell: Any) -> bool:
    return not isinstance(cell, str) and hasattr(cell, "__iter__")
