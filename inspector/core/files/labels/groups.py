"""The groups shape of a truth: the labels of a record are the ids of all records with the same group, its own too."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import dictionary, numbers, text
from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.types import Ints, ranges
from inspector.core.data.prediction import Prediction
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.patch import Patch
from inspector.core.files.labels.reading import Reading
from inspector.core.files.labels.shape import Edited, LabelRequest, Lists, Shape

# A group of n records has n * n labels, so a column of few values would need more memory than there is.
_MOST = 1 << 26


class Groups(Shape):
    """The groups shape: records with the same text in a column belong together. Only a truth can have it."""

    def lists(self, request: LabelRequest) -> Lists:
        """Read the members of each record's group in the order of the file; a record without a group has none.

        Raises InputError for a submission, and for groups with too many members.
        """
        if not request.is_truth:
            raise _for_a_truth_only()
        groups = _codes(request, request.layout.labels[0])
        sizes = np.bincount(groups[groups >= 0], minlength=1)
        members, starts = np.argsort(groups, kind="stable"), offsets_of(sizes)[:-1] + int((groups < 0).sum())
        wanted = np.where(request.records < 0, -1, groups[request.records])
        lengths = np.where(wanted < 0, 0, sizes[wanted])
        if lengths.sum() > _MOST:
            raise _too_large(request, int(sizes.max()))
        ids = request.sheet.texts_at(request.layout.id, np.arange(len(request.sheet)))
        labels = members[ranges(starts[wanted], lengths)]
        return Lists(offsets_of(lengths), pa.chunked_array([dictionary(labels, ids)]))

    def changes(self, reading: Reading, edited: Edited) -> Patch:
        """Raises InputError: labels that follow from a group cannot be edited."""
        raise _for_a_truth_only()

    def refuse(self, reading: Reading, prediction: Prediction) -> None:
        """Raises InputError: labels that follow from a group cannot be edited."""
        raise _for_a_truth_only()


def _codes(request: LabelRequest, column: int) -> Ints:
    """int64 (records of the sheet,): equal for equal groups, -1 for a blank cell."""
    cells = pc.utf8_trim_whitespace(request.sheet.texts_at(column, np.arange(len(request.sheet))))
    coded = cells.dictionary_encode()
    codes, blank = numbers(coded.indices).astype(np.int64), pc.index(coded.dictionary, text("")).as_py()
    return codes if blank < 0 else np.where(codes == blank, -1, codes)


def _for_a_truth_only() -> InputError:
    return InputError(
        "only a truth can have the shape groups",
        expected="a submission with the labels of each id",
        hint="Choose the shape groups for the truth alone",
        options=("shape=groups/",),
    )


def _too_large(request: LabelRequest, size: int) -> InputError:
    name = shorten(request.sheet.names[request.layout.labels[0]])
    return InputError(
        f"the column {name} does not hold groups of ids",
        request.sheet.name,
        found=f"{size:,} rows with the same value",
        expected="few rows a group",
        hint="Choose another column or shape",
    )
