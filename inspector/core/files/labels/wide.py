"""One column a label: 0 or 1, or how probable the label is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, integers, texts
from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.text import number_texts
from inspector.core.arrays.types import Floats
from inspector.core.data.prediction import Prediction
from inspector.core.data.vocab import Vocab
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.patch import Patch, Texts
from inspector.core.files.labels.coding import coded
from inspector.core.files.labels.reading import Reading
from inspector.core.files.labels.shape import Edited, LabelRequest, Lists
from inspector.core.files.schema.contents import shares


class Wide:
    """A number for each label. Names of labels are those of the header."""

    def lists(self, asked: LabelRequest) -> Lists:
        """The labels with more than 0, the most probable first; of a truth those with at least one half."""
        values = _matrix(asked)
        probable = bool(((values > 0) & (values < 1)).any())
        found = values >= 0.5 if asked.is_truth else values > 0
        # Stable, so that equal values keep the order of the header.
        order = np.argsort(-values, axis=1, kind="stable")
        rows, places = np.nonzero(np.take_along_axis(found, order, axis=1))
        columns = order[rows, places]
        names = texts([asked.sheet.names[column].strip() for column in asked.layout.labels])
        offsets = offsets_of(np.bincount(rows, minlength=len(values)))
        weights = values[rows, columns] if probable and not asked.is_truth else None
        return Lists(offsets, coded(names.take(integers(columns))), weights)

    def changes(self, reading: Reading, edited: Edited) -> Patch:
        """Other numbers for the labels that are new, gone, or weighed in another way."""
        id_, held, added = reading.layout.id, edited.held, edited.added
        records = reading.entries.first[held.entries]
        lists = held.before, held.after, added.after
        before, after, new = (_columns(reading, part, edited.vocab) for part in lists)
        cells, appended = dict[int, Texts](), {id_: added.ids}
        for column in reading.layout.labels:
            was, shall_be = next(before), next(after)
            differs = was != shall_be
            texts = _written(reading, shall_be[differs], held.after)
            cells[column] = Texts.sorted(records[differs], texts)
            appended[column] = _written(reading, next(new), added.after)
        return Patch(cells, {id_: Texts.sorted(records, held.ids)}, appended=appended)

    def refuse(self, reading: Reading, prediction: Prediction) -> None:
        """Raise InputError for a label that has no column, or a probability that is none."""
        names = [reading.sheet.names[column].strip() for column in reading.layout.labels]
        for label in prediction.labels:
            if label not in names:
                raise InputError(
                    f"the file has no column for the label {shorten(label)}", expected="a label of its header"
                )
        if len(set(prediction.labels)) < len(prediction.labels):
            raise InputError("a label has one column and cannot stand twice", expected="each label once")
        for value in prediction.confidence or ():
            if not 0 < value <= 1:
                raise InputError(f"{value!r} is no probability", expected="more than 0, at most 1")

    def places(self, reading: Reading, labels: Sequence[str]) -> list[int] | None:
        """The most probable label first, equal ones in the order of the header."""
        names = [reading.sheet.names[column].strip() for column in reading.layout.labels]
        place = {name: number for number, name in reversed([*enumerate(names)])}
        return [place[label] for label in labels]


def _columns(reading: Reading, lists: Ragged, vocab: Vocab) -> Iterator[Floats]:
    """float64 (len(lists),) for each column of labels: the numbers that these lists give it."""
    order, owner = np.argsort(lists.codes, kind="stable"), lists.owners()
    codes = lists.codes[order]
    for column in reading.layout.labels:
        low, high = np.searchsorted(codes, vocab.find(reading.sheet.names[column].strip()) + np.arange(2)).tolist()
        values, at = np.zeros(len(lists)), order[low:high]
        values[owner[at]] = 1.0 if lists.weights is None else lists.weights[at]
        yield values


def _written(reading: Reading, values: Floats, lists: Ragged) -> pa.StringArray:
    """Numbers as the file has them, probabilities where the lists have confidences."""
    no_yes = texts(reading.layout.no_yes)
    if lists.weights is None:
        return no_yes.take(integers(values.astype(np.int64)))
    return pc.replace_with_mask(number_texts(values), booleans(values == 0), no_yes[0])


def _matrix(asked: LabelRequest) -> Floats:
    """float64 (n, labels): the numbers of the wanted records, 0 for what is none."""
    columns = [shares(asked.sheet.texts_at(column, asked.records)) for column in asked.layout.labels]
    return np.nan_to_num(np.stack(columns, axis=1), nan=0.0)
