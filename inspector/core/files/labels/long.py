"""One record a label: ids stand in as many records as they have labels, in the order of file, rank or score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, integers, numbers
from inspector.core.arrays.offsets import indices_of, owners_of
from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.text import number_texts
from inspector.core.arrays.types import Bools, Codes, Floats, Ints, cumulative_count
from inspector.core.data.prediction import Prediction
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.patch import Patch, Rows, Texts
from inspector.core.files.labels.cell import refuse_label
from inspector.core.files.labels.coding import coded
from inspector.core.files.labels.reading import Reading
from inspector.core.files.labels.shape import Edited, LabelRequest, Lists
from inspector.core.files.schema.contents import trimmed_numbers
from inspector.core.files.schema.layout import Layout


class Long:
    """A label in a record."""

    def lists(self, asked: LabelRequest) -> Lists:
        """The labels of each entry in the order of its records; records without a label count for nothing."""
        offsets, _ = asked.entries.all_records(asked.wanted)
        labels = pc.utf8_trim_whitespace(asked.column(asked.layout.labels[0]))
        weights = None if asked.layout.confidence is None else trimmed_numbers(asked.column(asked.layout.confidence))
        kept = numbers(pc.binary_length(labels)) > 0
        if asked.is_truth and weights is not None:
            kept &= weights >= 1  # a judgement of 0 or less says that the label is wrong
        if not kept.all():
            before = cumulative_count(kept)
            offsets, labels = before[offsets], labels.filter(booleans(kept))
            weights = None if weights is None else weights[kept]
        if asked.is_truth and weights is not None and (weights == 1).all():
            weights = None
        return Lists(offsets, coded(labels), weights)

    def changes(self, reading: Reading, edited: Edited) -> Patch:
        """The records of an edited entry take its labels; those too many go, those too few come behind the last."""
        held, layout = edited.held, reading.layout
        offsets, records = reading.entries.all_records(held.entries)
        has, wants = np.diff(offsets), held.after.lengths
        if reading.sheet.roles is None:
            wants = np.maximum(wants, 1)  # an id without a label stays in the file; TREC has no blank fields
        owner, place = _slots_of(has)
        stays = np.flatnonzero(place < wants[owner])
        new = _Slots(layout, held, *_slots_of(np.maximum(wants - has, 0), has))
        after = np.maximum.reduceat(records, offsets[:-1])[new.owner] if len(new) else new.owner
        order = np.argsort(after, kind="stable")
        return Patch(
            cells=_differing(_Slots(layout, held, owner[stays], place[stays]), records[stays], has),
            known={layout.id: Texts.sorted(records, held.ids.take(integers(owner)))},
            dropped=np.sort(records[place >= wants[owner]]),
            after=after[order],
            inserted=new.take(order).rows(),
            appended=_Slots(layout, edited.added, *_slots_of(edited.added.after.lengths)).rows(),
        )

    def refuse(self, reading: Reading, prediction: Prediction) -> None:
        """Raise InputError for a label that a record could not give back."""
        is_trec = reading.sheet.roles is not None
        for label in prediction.labels:
            refuse_label(label, "\0")
            if is_trec and (len(label.split()) != 1 or label != label.strip()):
                raise InputError(f"the label {shorten(label)} cannot be written to this file", expected="one word")
        if is_trec and len(set(prediction.labels)) < len(prediction.labels):
            raise InputError("a document cannot stand twice in a topic", expected="each document once in a topic")

    def places(self, reading: Reading, labels: Sequence[str]) -> list[int] | None:
        """By falling scores where the file has scores and no ranks; TREC puts the later of equal ones first."""
        if reading.sheet.roles is None:
            is_scored = reading.layout.confidence is not None and reading.layout.rank is None
            return [0] * len(labels) if is_scored else None
        place = {name: number for number, name in enumerate(sorted(set(labels), reverse=True))}
        return [place[label] for label in labels]


@dataclass(frozen=True, eq=False)
class _Slots:
    """Places of edited lists, each for a record of its own: int64 (s,), whose list, and which place of it."""

    layout: Layout
    edited: Edited
    owner: Ints
    place: Ints

    def __len__(self) -> int:
        return len(self.owner)

    def take(self, at: Ints | Bools) -> _Slots:
        """Some of them."""
        return _Slots(self.layout, self.edited, self.owner[at], self.place[at])

    def codes(self, lists: Ragged) -> Codes:
        """The label of each in these lists, BLANK where they end before it."""
        at = np.where(self.place < lists.lengths[self.owner], lists.offsets[self.owner] + self.place, len(lists.codes))
        return np.append(lists.codes, np.int32(BLANK))[at]

    def weights(self, lists: Ragged) -> Floats:
        """The confidence of each, in lists that have them and that no place is behind."""
        return np.empty(0) if lists.weights is None else lists.weights[lists.offsets[self.owner] + self.place]

    @property
    def filled(self) -> Bools:
        """bool (s,): false for the place of an empty list."""
        filled: Bools = self.place < self.edited.after.lengths[self.owner]
        return filled

    def text(self, column: int) -> pa.StringArray:
        """What the records have in a column."""
        if column == self.layout.id:
            return self.edited.ids.take(integers(self.owner))
        if column == self.layout.rank:
            return integers(self.place + 1).cast(pa.string())
        if column == self.layout.confidence:
            return number_texts(self.weights(self.edited.after))
        return self.edited.vocab.strings(self.codes(self.edited.after))

    @property
    def columns(self) -> list[int]:
        """What the lists say in each record, the id left out."""
        layout, weighed = self.layout, self.edited.after.weights is not None
        given = layout.labels[0], layout.rank, layout.confidence if weighed else None
        return [column for column in given if column is not None]

    def rows(self) -> Rows:
        """As new records."""
        return {column: self.text(column) for column in (self.layout.id, *self.columns)}


def _slots_of(counts: Ints, first: Ints | None = None) -> tuple[Ints, Ints]:
    """So many places of each list, the first of them 0 or as given: whose list, and which place of it."""
    owner, index = owners_of(counts), indices_of(counts)
    return owner, index if first is None else index + first[owner]


def _differing(slots: _Slots, records: Ints, has: Ints) -> dict[int, Texts]:
    """The cells of records, int64 (s,), that are not what they were; has: how many records each list had."""
    before, after, layout = slots.edited.before, slots.edited.after, slots.layout
    # Where a record of an entry said nothing, it is not known which of them held which label.
    unsure, cells = (before.lengths != has)[slots.owner], dict[int, Texts]()
    for column in slots.columns:
        if column == layout.labels[0]:
            differs = unsure | (slots.codes(before) != slots.codes(after))
        elif column == layout.rank:
            differs = unsure & slots.filled
        else:
            differs = slots.filled
            sure = slots.take(differs & ~unsure)
            # To the last bit, as -0.0 is written in another way than 0.0.
            differs[differs & ~unsure] = sure.weights(before).view(np.int64) != sure.weights(after).view(np.int64)
        cells[column] = Texts.sorted(records[differs], slots.take(differs).text(column))
    return cells
