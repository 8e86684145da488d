"""Generated predictions as a submission like any other: a sheet of text, read against the truth of the open pair."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import integers
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.text import number_texts
from inspector.core.data.list_text import joined, list_texts
from inspector.core.data.table import Table
from inspector.core.files import Options, Pair, read_further
from inspector.core.files.formats.columnar import Frame
from inspector.core.files.formats.separator import SEPARATORS, free_sign
from inspector.core.files.formats.sheet import Sheet
from inspector.core.task import Task

ID, LABELS, CONFIDENCE = "id", "labels", "confidence"


def generated_pair(pair: Pair, lists: Ragged, description: str) -> Task[Pair]:
    """Predictions for the rows of a pair, n lists, as a submission that can be edited and saved as CSV.

    Its columns are named as those of the pair's submission where that has a list in a cell. Rows without a label are
    not in it.
    """
    sheet, options = sheet_of_lists(pair, lists, description)
    return (yield from read_further(pair, sheet, options))


def sheet_of_lists(pair: Pair, lists: Ragged, description: str) -> tuple[Sheet, Options]:
    """The sheet of generated predictions, and the options with which it is read as it was made."""
    rows = np.flatnonzero(lists.lengths)
    chosen, table = lists.take(rows), pair.table
    separator = _separator(pair, table)
    cells = [table.ids.take(integers(rows)), list_texts(table.vocab, chosen, separator)]
    names = _names(pair)
    if chosen.weights is not None:
        cells.append(joined(number_texts(chosen.weights), chosen.offsets, separator))
        names = (*names, CONFIDENCE)
    columns = tuple(pa.chunked_array([column]) for column in cells)
    options = Options(
        submission_id_column=names[0],
        submission_column=names[1],
        confidence_column=CONFIDENCE if len(names) > 2 else "none",
        separator=separator,
        shape="/list",
    )
    return Sheet(names[: len(columns)], columns, Frame(description=description)), options


def _names(pair: Pair) -> tuple[str, ...]:
    reading = pair.submission
    if reading.layout.shape == "list" and len(reading.layout.ids) == 1:
        return reading.id_name, reading.label_name
    return ID, LABELS


def _separator(pair: Pair, table: Table) -> str:
    """The separator of the pair's submission, or another one if a label has it."""
    return free_sign([table.vocab.array()], (pair.submission.grammar.separator, *SEPARATORS))
