"""The three shapes by their names, and what a file of each can hold and gives back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inspector.core.data.prediction import Prediction
from inspector.core.files.formats.patch import Patch
from inspector.core.files.labels.listed import Listed
from inspector.core.files.labels.long import Long
from inspector.core.files.labels.reading import Reading
from inspector.core.files.labels.shape import Edited, LabelRequest, Lists, Shape
from inspector.core.files.labels.wide import Wide

_SHAPES: dict[str, Shape] = {"list": Listed(), "long": Long(), "wide": Wide()}


def read_lists(asked: LabelRequest) -> Lists:
    """The lists of some entries. Raises InputError for what cannot be understood."""
    return _SHAPES[asked.layout.shape].lists(asked)


def file_changes(reading: Reading, edited: Edited) -> Patch:
    """What becomes of the file when ids get other lists, those that it lacks included."""
    return _SHAPES[reading.layout.shape].changes(reading, edited)


def refuse_prediction(reading: Reading, prediction: Prediction) -> None:
    """Raise InputError for a prediction that the file could not give back."""
    _SHAPES[reading.layout.shape].refuse(reading, prediction)


def tie_ranks(reading: Reading, labels: Sequence[str]) -> list[int] | None:
    """What decides between labels of equal confidence when the file is read again; None: the order as written."""
    return _SHAPES[reading.layout.shape].places(reading, labels)


def in_file_order(reading: Reading, prediction: Prediction) -> Prediction:
    """The prediction in the order in which the file would give it back: by score, where scores are what orders."""
    ranks = tie_ranks(reading, prediction.labels)
    if ranks is None:
        return prediction
    weights = prediction.confidence
    # NaN comes last.
    heavy = np.zeros(len(ranks)) if weights is None else -np.array(weights, np.float64)
    order = np.lexsort((np.array(ranks), heavy)).tolist()
    confidence = None if weights is None else tuple(weights[at] for at in order)
    return Prediction(tuple(prediction.labels[at] for at in order), confidence)
