"""Dispatch reading and writing of label lists to the shape of a file."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inspector.core.data.kind import Kind
from inspector.core.data.prediction import Prediction
from inspector.core.files.formats.patch import Patch
from inspector.core.files.labels.groups import Groups
from inspector.core.files.labels.listed import Listed
from inspector.core.files.labels.long import Long
from inspector.core.files.labels.reading import Reading
from inspector.core.files.labels.shape import Edited, LabelRequest, Lists, Shape
from inspector.core.files.labels.slots import Slots
from inspector.core.files.labels.wide import Wide
from inspector.core.files.numbers.shape import Numbers
from inspector.core.files.schema.layout import Layout

_SHAPES: dict[str, Shape] = {
    "list": Listed(),
    "long": Long(),
    "wide": Wide(),
    "slots": Slots(),
    "groups": Groups(),
    "numbers": Numbers(),
}


def kind_of(layout: Layout) -> Kind:
    """What the lists of a file in this layout are."""
    return _SHAPES[layout.shape].kind


def read_lists(request: LabelRequest) -> Lists:
    """Read the lists of some entries. Raises InputError for an invalid cell."""
    return _SHAPES[request.layout.shape].lists(request)


def file_changes(reading: Reading, edited: Edited) -> Patch:
    """The patch of the file for edited lists, including ids that the file lacks."""
    return _SHAPES[reading.layout.shape].changes(reading, edited)


def validate_prediction(reading: Reading, prediction: Prediction) -> None:
    """Raise InputError for a prediction that cannot be written to the file and read back."""
    _SHAPES[reading.layout.shape].refuse(reading, prediction)


def tie_ranks(reading: Reading, labels: Sequence[str]) -> list[int] | None:
    """The order of labels with equal confidence when the file is read again, lowest first; None: as written."""
    return _SHAPES[reading.layout.shape].tie_ranks(reading, labels)


def in_file_order(reading: Reading, prediction: Prediction) -> Prediction:
    """The prediction in the order in which it would be read back, by score if the file is ordered by score."""
    ranks = tie_ranks(reading, prediction.labels)
    if ranks is None:
        return prediction
    weights = prediction.confidence
    # lexsort puts NaN last.
    descending = np.zeros(len(ranks)) if weights is None else -np.array(weights, np.float64)
    order = np.lexsort((np.array(ranks), descending)).tolist()
    confidence = None if weights is None else tuple(weights[index] for index in order)
    return Prediction(tuple(prediction.labels[index] for index in order), confidence)
