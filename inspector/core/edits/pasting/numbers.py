"""Pasted cells as the numbers of rows."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.numbers import values_of
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import names
from inspector.core.files.labels.cell import split
from inspector.core.files.numbers.cells import column_numbers
from inspector.core.files.numbers.typed import may_be_decimal

_MISFIT = "a pasted line does not fit"


def pasted_numbers(evaluation: Evaluation, rows: Ints, cells: pa.StringArray) -> Ragged:
    """One list of numbers a row from cells with the numbers of a row each, in the order of the components.

    They are read as typed ones are: of several some may lack, and a cell without any leaves its row none. Raises
    InputError naming a row for any other cell without as many finite numbers as the file has columns of them.
    """
    known, before = names(evaluation), evaluation.predictions(rows)
    values, lengths = _read(evaluation, rows, cells, len(known))
    has_none = (lengths == 0) & np.isnan(values_of(before, len(known))).all(axis=1)
    lengths = np.where(has_none, before.lengths, lengths)  # a row whose cell in the file holds no number stays so
    held = np.arange(len(known)) < lengths[:, None]
    codes = np.array([evaluation.table.vocab.add(name) for name in known], np.int32)
    return Ragged(offsets_of(lengths), np.broadcast_to(codes, held.shape)[held], values[held])


def _read(evaluation: Evaluation, rows: Ints, cells: pa.StringArray, width: int) -> tuple[Floats, Ints]:
    """The numbers of each cell, float64 (n, width), NaN for none; and how many it holds, int64 (n,)."""
    submission = evaluation.pair.submission
    offsets, words = split(cells, submission.grammar.separator)
    found, lengths = column_numbers(pa.chunked_array([words]), submission.layout.decimal), np.diff(offsets)
    is_plain = lengths == width
    is_plain[np.searchsorted(offsets, np.flatnonzero(~np.isfinite(found)), side="right") - 1] = False
    values = np.full((len(cells), width), np.nan)
    values[is_plain] = found[np.repeat(is_plain, lengths)].reshape(-1, width)
    for at in np.flatnonzero(~is_plain).tolist():  # with signs between thousands, or without some numbers
        numbers = _typed(evaluation, int(rows[at]), str(cells[at]))
        values[at, : len(numbers)], lengths[at] = numbers, len(numbers)
    return values, lengths


def _typed(evaluation: Evaluation, row: int, cell: str) -> tuple[float, ...]:
    """The numbers of a cell as if it were typed. Raises InputError naming the cell and its row.

    A comma that may stand before decimals as well is refused: a whole column can come from a program that writes so.
    """
    grammar, found = evaluation.pair.submission.grammar, f"{shorten(cell)} for {shorten(evaluation.table.id(row))}"
    try:
        numbers = grammar.read(cell).confidence or ()
    except InputError as error:
        width = len(names(evaluation))
        expected = error.expected if width == 1 else f"{width} numbers in each line"
        raise InputError(_MISFIT, found=found, expected=expected, hint=error.hint) from None
    if either := next((word for word in cell.split() if may_be_decimal(word)), ""):
        expected = f"{either.replace(',', '')} or {either.replace(',', '.')}"
        raise InputError(_MISFIT, found=found, expected=expected)
    return numbers
