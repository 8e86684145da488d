"""One record a label: ids stand in as many records as they have labels, in the order of file, rank or score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, integers, numbers
from inspector.core.arrays.types import Floats, Ints, cumulative_count, repeat_chunked
from inspector.core.data.prediction import Prediction
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.patch import Patch, Texts
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.cell import refuse_label, to_numbers
from inspector.core.files.labels.coding import coded
from inspector.core.files.labels.shape import Edited, LabelRequest, Lists
from inspector.core.files.labels.slots import Slots, differing, slots_of
from inspector.core.files.matching.match import Entries

if TYPE_CHECKING:
    from inspector.core.files.reading import Reading
    from inspector.core.files.schema.layout import Layout


class Long:
    """A label in a record."""

    def lists(self, asked: LabelRequest) -> Lists:
        """The labels of each entry in the order of its records; records without a label count for nothing."""
        offsets, _ = asked.entries.all_records(asked.wanted)
        labels = pc.utf8_trim_whitespace(asked.column(asked.layout.labels[0]))
        weights = None if asked.layout.confidence is None else _numbers(asked.column(asked.layout.confidence))
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
        owner, place = slots_of(has)
        stays = np.flatnonzero(place < wants[owner])
        new = Slots(layout, held, *slots_of(np.maximum(wants - has, 0), has))
        after = np.maximum.reduceat(records, offsets[:-1])[new.owner] if len(new) else new.owner
        order = np.argsort(after, kind="stable")
        return Patch(
            cells=differing(Slots(layout, held, owner[stays], place[stays]), records[stays], has),
            known={layout.id: Texts.sorted(records, held.ids.take(integers(owner)))},
            dropped=np.sort(records[place >= wants[owner]]),
            after=after[order],
            inserted=new.take(order).rows(),
            appended=Slots(layout, edited.added, *slots_of(edited.added.after.lengths)).rows(),
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


def by_rank(sheet: Sheet, layout: Layout, entries: Entries) -> Entries:
    """The records of each entry in the order of its ranks, or of falling scores; equal ones as in the file.

    TREC's rule for equal scores is the later document first.
    """
    if entries.order is None or entries.bounds is None or (layout.rank is None and layout.confidence is None):
        return entries
    owner = repeat_chunked(np.arange(len(entries)), np.diff(entries.bounds))
    keys: list[Ints | Floats] = [_ties(sheet, layout)[entries.order]] if sheet.roles else []
    if layout.confidence is not None and (layout.rank is None or sheet.roles):
        keys.append(-_column(sheet, layout.confidence)[entries.order])
    if layout.rank is not None and not sheet.roles:
        keys.append(_column(sheet, layout.rank)[entries.order])
    return entries.reordered(entries.order[np.lexsort((*keys, owner))])


def refuse_repeats(sheet: Sheet, layout: Layout, entries: Entries) -> None:
    """Raise InputError when a TREC run names a document twice in a topic."""
    if entries.order is None or entries.bounds is None:
        return
    labels = sheet.columns[layout.labels[0]].combine_chunks().dictionary_encode()
    codes = numbers((labels.chunk(0) if isinstance(labels, pa.ChunkedArray) else labels).indices).astype(np.int64)
    owner = np.empty(len(codes), np.int64)
    owner[entries.order] = repeat_chunked(np.arange(len(entries)), np.diff(entries.bounds))
    pair = owner * (int(codes.max(initial=0)) + 1) + codes
    _, first = np.unique(pair, return_index=True)
    if len(first) < len(pair):
        record = int(np.setdiff1d(np.arange(len(pair)), first)[0])
        label = str(sheet.columns[layout.labels[0]][record])
        found = f"{shorten(label)} again"
        what = "a document stands twice in a topic"
        raise InputError(what, sheet.name, sheet.line(record), found, "each document once in a topic")


def _ties(sheet: Sheet, layout: Layout) -> Ints:
    """Smaller for a label that comes first among equal scores."""
    ranks = pc.rank(sheet.columns[layout.labels[0]], tiebreaker="dense")
    places: Ints = numbers(ranks).astype(np.int64)
    return -places


def _column(sheet: Sheet, place: int) -> Floats:
    return np.concatenate([_numbers(chunk) for chunk in sheet.columns[place].chunks])


def _numbers(cells: pa.StringArray) -> Floats:
    return to_numbers(pc.utf8_trim_whitespace(cells))
