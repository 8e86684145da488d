"""The slots shape: one column a rank, such as `article_1` to `article_5`; blank cells are skipped."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import dictionary, text
from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.data.prediction import Prediction
from inspector.core.data.vocab import Vocab
from inspector.core.errors import InputError
from inspector.core.files.formats.patch import Patch, Texts
from inspector.core.files.labels.cell import validate_label
from inspector.core.files.labels.coding import dictionary_encode, unify_dictionaries
from inspector.core.files.labels.reading import Reading
from inspector.core.files.labels.shape import Edited, LabelRequest, Lists, Shape


class Slots(Shape):
    """The slots shape: a label per column, in the order of the columns."""

    def lists(self, request: LabelRequest) -> Lists:
        """Read the filled cells of each record from left to right."""
        columns = [
            dictionary_encode(pc.utf8_trim_whitespace(request.sheet.texts_at(column, request.records)))
            for column in request.layout.labels
        ]
        codes, names = unify_dictionaries(*columns)
        grid, blank = np.stack(codes, axis=1), pc.index(names, text("")).as_py()
        filled = grid != blank
        labels = dictionary(grid[filled], names)
        return Lists(offsets_of(filled.sum(axis=1)), pa.chunked_array([labels]))

    def changes(self, reading: Reading, edited: Edited) -> Patch:
        """The patch of all slots of the edited records, since a record may have had blanks between its labels."""
        layout, held, added = reading.layout, edited.held, edited.added
        records = reading.entries.first[held.entries]
        slots = list(enumerate(reading.layout.labels))
        return Patch(
            cells={
                column: Texts.sorted(records, _texts_at(held.after, index, edited.vocab)) for index, column in slots
            },
            known={column: Texts.sorted(records, ids) for column, ids in layout.id_cells(held.ids).items()},
            appended={
                **layout.id_cells(added.ids),
                **{column: _texts_at(added.after, index, edited.vocab) for index, column in slots},
            },
        )

    def refuse(self, reading: Reading, prediction: Prediction) -> None:
        """Raise InputError for a label that cannot be written and read back, or more labels than columns."""
        for label in prediction.labels:
            validate_label(label, "\0")
        most = len(reading.layout.labels)
        if len(prediction) > most:
            found = f"{len(prediction)} labels"
            raise InputError(
                "the file has a column for each rank, and too few of them", found=found, expected=f"at most {most}"
            )


def _texts_at(lists: Ragged, index: int, vocab: Vocab) -> pa.StringArray:
    """The label of each list at an index, empty beyond its end."""
    at = np.where(index < lists.lengths, lists.offsets[:-1] + index, len(lists.codes))
    return vocab.strings(np.append(lists.codes, np.int32(BLANK))[at])
