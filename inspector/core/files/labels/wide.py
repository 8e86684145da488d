"""The wide shape: one column per label with 0 or 1, or with the probability of the label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, dictionary, integers, texts
from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.parallel import parallel_map
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.text import number_texts
from inspector.core.arrays.types import Bytes, Codes, Floats, Ints, presence_mask
from inspector.core.data.kind import LABELS
from inspector.core.data.prediction import Prediction
from inspector.core.data.vocab import Vocab
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.patch import Patch, Texts
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.cell import refuse_repeated
from inspector.core.files.labels.reading import OddCells, Reading
from inspector.core.files.labels.shape import Edited, LabelRequest, Lists
from inspector.core.files.schema.contents import column_probabilities, is_probability

# Cells that a thread parses or sorts at a time.
_CELLS = 1 << 17
# So many columns are ranked by comparing any two of them; of more, sorting each row is faster.
_MOST_COMPARED = 32


class Wide:
    """The wide shape: a number per label; the labels are column names."""

    kind = LABELS

    def lists(self, request: LabelRequest) -> Lists:
        """Read the labels above 0, most probable first; of a truth, those of at least 0.5. Odd cells count as 0.

        Raises InputError for two columns of one label: a prediction has one probability for it.
        """
        names = request.layout.names_of(request.sheet)
        _refuse_repeated(names, request.sheet)
        values = _matrix(request)
        odd = np.nonzero(~is_probability(values))
        values[odd] = 0.0
        offsets, columns, weights = _ranked(values, 0.5 if request.is_truth else np.nextafter(0.0, 1.0))
        probable = not request.is_truth and bool((weights < 1).any())
        return Lists(offsets, _encoded(names, columns), weights if probable else None, odd=OddCells(*odd))

    def changes(self, reading: Reading, edited: Edited) -> Patch:
        """The patch of the numbers of labels that were added, removed or got another confidence."""
        layout, held, added = reading.layout, edited.held, edited.added
        records = reading.entries.first[held.entries]
        lists = held.before, held.after, added.after
        before, after, new = (_columns(reading, part, edited.vocab) for part in lists)
        cells, appended = dict[int, Texts](), layout.id_cells(added.ids)
        for column in reading.layout.labels:
            old_values, new_values = next(before), next(after)
            differs = old_values != new_values
            texts = _written(reading, new_values[differs], held.after)
            cells[column] = Texts.sorted(records[differs], texts)
            appended[column] = _written(reading, next(new), added.after)
        known = {column: Texts.sorted(records, ids) for column, ids in layout.id_cells(held.ids).items()}
        return Patch(cells, known, appended=appended)

    def refuse(self, reading: Reading, prediction: Prediction) -> None:
        """Raise InputError for a label without a column, or an invalid probability."""
        names = reading.layout.names_of(reading.sheet)
        for label in prediction.labels:
            if label not in names:
                raise InputError(
                    f"the file has no column for the label {shorten(label)}", expected="a label of its header"
                )
        refuse_repeated(prediction.labels, "a label has one column and cannot be repeated", "each label once")
        for value in prediction.confidence or ():
            if not (value > 0 and is_probability(np.array(value))):
                raise InputError(f"{value!r} is not a valid probability", expected="more than 0, at most 1")

    def tie_ranks(self, reading: Reading, labels: Sequence[str]) -> list[int] | None:
        """The order of the header."""
        names = reading.layout.names_of(reading.sheet)
        rank = {name: number for number, name in reversed([*enumerate(names)])}
        return [rank[label] for label in labels]


def _refuse_repeated(names: Sequence[str], sheet: Sheet) -> None:
    for label, count in Counter(names).most_common(1):
        if count > 1:
            what, hint = f"{count} columns have the label {shorten(label)}", "Keep one of them, or give it another name"
            raise InputError(what, sheet.name, expected="a column for each label", hint=hint)


def _ranked(values: Floats, least: float) -> tuple[Ints, Codes, Floats]:
    """The columns of each row of a matrix with at least this value, highest first: offsets, columns, values."""
    offsets = offsets_of((values >= least).sum(axis=1))
    columns, ranked = np.empty(offsets[-1], np.int32), np.empty(offsets[-1])
    find = _by_comparing if values.shape[1] <= _MOST_COMPARED else _by_sorting

    def rank(low: int) -> None:
        starts = offsets[low : min(low + step, len(values)) + 1]
        part = slice(starts[0], starts[-1])
        find(values[low : low + step], least, starts[:-1] - starts[0], columns[part], ranked[part])

    step = 1 + _CELLS // (1 + values.shape[1])
    parallel_map(rank, range(0, len(values), step))
    return offsets, columns, ranked


def _by_sorting(block: Floats, least: float, starts: Ints, columns: Codes, ranked: Floats) -> None:
    """Rank the columns of the rows of a block, and write those with at least this value, row by row."""
    block = np.ascontiguousarray(block)
    # A stable sort keeps the header order for equal values.
    order = np.argsort(-block, axis=1, kind="stable")
    block = np.take_along_axis(block, order, axis=1)
    found = block >= least
    columns[:], ranked[:] = order[found], block[found]


def _by_comparing(block: Floats, least: float, starts: Ints, columns: Codes, ranked: Floats) -> None:
    """Like `_by_sorting`, in a third of the time for few columns; starts: where what is written of each row begins."""
    for column, (values, before) in enumerate(zip(block.T, _before(block.T), strict=True)):
        found, at = values >= least, starts + before
        if not found.all():
            at, values = at[found], values[found]
        columns[at], ranked[at] = column, values


def _before(columns: Floats) -> Bytes:
    """uint8 (c, n): how many columns come before each one in each row, for c of n numbers: of equal ones, the left."""
    before = np.zeros(columns.shape, np.uint8)
    for right in range(1, len(columns)):
        is_higher = columns[right] > columns[:right]
        before[:right] += is_higher
        before[right] += right - is_higher.sum(axis=0, dtype=np.uint8)
    return before


def _encoded(names: Sequence[str], columns: Codes) -> pa.ChunkedArray:
    """The names of columns, dictionary-encoded; the dictionary has only those that occur."""
    occur = presence_mask(columns, len(names))[:-1]
    codes = columns if occur.all() else (np.cumsum(occur, dtype=np.int32) - 1)[columns]
    return pa.chunked_array([dictionary(codes, texts(names).filter(booleans(occur)))])


def _columns(reading: Reading, lists: Ragged, vocab: Vocab) -> Iterator[Floats]:
    """float64 (len(lists),) for each label column: its numbers for these lists."""
    order, owner = np.argsort(lists.codes, kind="stable"), lists.owners()
    codes = lists.codes[order]
    for name in reading.layout.names_of(reading.sheet):
        low, high = np.searchsorted(codes, vocab.find(name) + np.arange(2)).tolist()
        values, at = np.zeros(len(lists)), order[low:high]
        values[owner[at]] = 1.0 if lists.weights is None else lists.weights[at]
        yield values


def _written(reading: Reading, values: Floats, lists: Ragged) -> pa.StringArray:
    """Format numbers as in the file: probabilities if the lists have confidences."""
    no_yes = texts(reading.layout.no_yes)
    if lists.weights is None:
        return no_yes.take(integers(values.astype(np.int64)))
    return pc.replace_with_mask(number_texts(values), booleans(values == 0), no_yes[0])


def _matrix(request: LabelRequest) -> Floats:
    """float64 (n, labels), column by column in memory: the numbers of the requested records, NaN for other cells."""
    matrix = np.zeros((len(request.records), len(request.layout.labels)), order="F")
    held = request.records >= 0
    records, into = request.records[held], slice(None) if held.all() else held
    in_order = held.all() and np.array_equal(records, np.arange(len(request.sheet)))

    def fill(indices: range) -> None:
        for index in indices:
            cells = request.sheet.columns[request.layout.labels[index]]
            if in_order:
                column_probabilities(cells, matrix[:, index])
            else:
                matrix[into, index] = column_probabilities(cells)[records]

    columns, step = len(request.layout.labels), 1 + _CELLS // (1 + len(records))
    parallel_map(fill, [range(low, min(low + step, columns)) for low in range(0, columns, step)])
    return matrix
