"""Generated predictions as a submission like any other: a sheet of text, read against the truth of the open pair.

It has the columns of the pair's submission where these can hold the predictions, else a list in a cell.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import integers, texts
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.text import number_texts
from inspector.core.data.list_text import joined, list_texts
from inspector.core.data.table import Table
from inspector.core.errors import InputError
from inspector.core.files.formats.columnar import Frame
from inspector.core.files.formats.patch import Rows, row_count
from inspector.core.files.formats.separator import SEPARATORS, free_sign
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.further import read_further
from inspector.core.files.labels.dispatch import file_changes
from inspector.core.files.labels.reading import Reading
from inspector.core.files.labels.shape import Edited
from inspector.core.files.options import Options
from inspector.core.files.pair import Pair
from inspector.core.task import Task

ID, LABELS, CONFIDENCE = "id", "labels", "confidence"


def generated_pair(
    pair: Pair, lists: Ragged, description: str, further: Sequence[tuple[Table, Ragged]] = ()
) -> Task[Pair]:
    """Predictions for the rows of a pair, n lists, as a submission that can be edited and saved as CSV.

    Rows without a label are not in it. further: lists for the rows of other tables, whose ids the pair does not have.
    Raises InputError for numbers that the columns cannot hold.
    """
    parts = [(pair.table, lists), *further]
    if pair.submission.layout.shape != "list" and pair.submission.sheet.roles is None:
        made = yield from _read_in_columns(pair, _sheet_of_columns(pair.submission, parts, description))
        if made is not None and (not pair.table.kind.names_labels or _hold_the_same(made.table.predictions, lists)):
            return made
    sheet, options = sheet_of_lists(pair, parts, description)
    return (yield from read_further(pair, sheet, options))


def _read_in_columns(pair: Pair, sheet: Sheet) -> Task[Pair | None]:
    """The generated predictions as they are read; None if they cannot be, but where the columns are of numbers."""
    try:
        return (yield from read_further(pair, sheet))
    except InputError:
        if not pair.table.kind.names_labels:
            raise
        return None


def _sheet_of_columns(like: Reading, parts: Sequence[tuple[Table, Ragged]], description: str) -> Sheet:
    """The sheet of generated predictions in the columns of a submission; columns that tell no prediction are blank."""
    rows = [_new_rows(like, *part) for part in parts]
    columns = [
        pa.chunked_array([part.get(column, texts([""] * row_count(part))) for part in rows])
        for column in range(len(like.sheet.names))
    ]
    return Sheet(like.sheet.names, tuple(columns), Frame(description=description, is_generated=True))


def _new_rows(like: Reading, table: Table, lists: Ragged) -> Rows:
    """The rows that a submission would get with these lists, if it had none of their ids."""
    held = np.flatnonzero(lists.lengths)
    nowhere = np.full(len(held), -1)
    edited = Edited(nowhere, table.ids.take(integers(held)), lists.take(nowhere), lists.take(held), table.vocab)
    return file_changes(like, edited).appended


def _hold_the_same(lists: Ragged, others: Ragged) -> bool:
    """Whether all rows have the same labels with the same confidences, in any order."""
    if (lists.weights is None) != (others.weights is None) or not np.array_equal(lists.lengths, others.lengths):
        return False
    one, other = (np.lexsort((each.codes, each.owners())) for each in (lists, others))
    same_codes = np.array_equal(lists.codes[one], others.codes[other])
    if lists.weights is None or others.weights is None:
        return same_codes
    return same_codes and np.array_equal(lists.weights[one], others.weights[other])


def sheet_of_lists(pair: Pair, parts: Sequence[tuple[Table, Ragged]], description: str) -> tuple[Sheet, Options]:
    """The sheet of generated predictions, one after another those of each table, and the options to read it as made.

    All of them have weights, or none.
    """
    # The separator of the pair's submission, or another one if a label has it.
    labels, signs = [table.vocab.array() for table, _ in parts], (pair.submission.grammar.separator, *SEPARATORS)
    separator = free_sign(labels, signs)
    columns = [pa.chunked_array(cells) for cells in zip(*(_cells(*part, separator) for part in parts), strict=True)]
    names = (*_names(pair), CONFIDENCE)[: len(columns)]
    options = Options(
        submission_id_column=names[0],
        submission_column=names[1],
        confidence_column=CONFIDENCE if len(names) > 2 else "none",
        separator=separator,
        shape="/list",
    )
    return Sheet(names, tuple(columns), Frame(description=description, is_generated=True)), options


def _cells(table: Table, lists: Ragged, separator: str) -> list[pa.Array]:
    """The ids, the labels and the confidences, if there are any, of the rows with labels."""
    rows = np.flatnonzero(lists.lengths)
    chosen = lists.take(rows)
    cells = [table.ids.take(integers(rows)), list_texts(table.vocab, chosen, separator)]
    if chosen.weights is not None:
        cells.append(joined(number_texts(chosen.weights), chosen.offsets, separator))
    return cells


def _names(pair: Pair) -> tuple[str, ...]:
    reading = pair.submission
    if reading.layout.shape == "list" and len(reading.layout.ids) == 1:
        return reading.id_name, reading.label_name
    return ID, LABELS
