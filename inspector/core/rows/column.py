"""What a column of the table of rows is, and how the usual kinds of columns are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import integers, texts
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.text_rank import text_ranks
from inspector.core.arrays.types import Codes, Ints, Ranks
from inspector.core.data.kind import Kind
from inspector.core.errors import InputError
from inspector.core.notes.note import Note
from inspector.core.rows.cells import CELLS

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation
    from inspector.core.metrics import Metric


# The metrics that have the columns of places and of influences.
_RANKING = "a metric that ranks all rows on one list"
_COUNTING = "a metric that counts the classes of all rows, such as mcc"
_OF_CLASSES, _OF_HITS = "a metric of the probabilities of classes, such as mlogloss", "a metric of hits"


@dataclass(frozen=True)
class Column:
    """A column. name: in files and sort keys; title, tip: for the window; text: whether it holds text; rank: whether it
    holds integers from 1, 0 for none; placed: whether only metrics with one list of all predictions have it; influence:
    whether only metrics whose rows have an influence have it; class_probabilities: whether only metrics of these have
    it; strip: whether it is only drawn, not part of exported or copied rows, and of metrics of hits;
    is_used(evaluation): whether there is anything in it, None for always; kind: the predictions that have it, None for
    any.

    values(evaluation, rows) returns the values of rows: float64 or int32 (len(rows),), Arrow strings for text, or
    strips, uint8 (len(rows), c); keys(evaluation) returns arrays (n,) to sort all rows by, the most important first.
    """

    name: str
    title: str
    tip: str
    values: Callable[[Evaluation, Ints], Any]
    keys: Callable[[Evaluation], Sequence[Any]]
    text: bool = False
    rank: bool = False
    placed: bool = False
    influence: bool = False
    class_probabilities: bool = False
    strip: bool = False
    is_used: Callable[[Evaluation], bool] | None = None
    kind: Kind | None = None

    @property
    def is_always_written(self) -> bool:
        """Whether copied rows of its kind have it under every metric."""
        return not (self.strip or self.placed or self.influence or self.class_probabilities or self.is_used)

    def sorting(self, evaluation: Evaluation) -> Sequence[Any]:
        """The `keys` of an evaluation. Raises InputError where its predictions or its metric lack the column."""
        held = evaluation.table.kind
        if self.kind is not None and self.kind != held:
            hint = f"It is about {self.kind.words}; these files hold {held.words}"
            raise InputError(f"there is no column {self.name!r} for {held.words}", hint=hint)
        if not self.fits(evaluation.metric):
            expected = (
                _RANKING if self.placed else _COUNTING if self.influence else _OF_HITS if self.strip else _OF_CLASSES
            )
            raise InputError(f"{evaluation.metric} has no column {self.name!r}", expected=expected)
        return self.keys(evaluation)

    def fits(self, metric: Metric) -> bool:
        """Whether a metric has the column."""
        return (
            (metric.has_places or not self.placed)
            and (metric.has_influence or not self.influence)
            and (metric.scores_class_probabilities or not self.class_probabilities)
            and not (metric.scores_class_probabilities and self.strip)
        )


def number(
    name: str, title: str, tip: str, values: Callable[[Evaluation, Ints], Any], kind: Kind | None = None
) -> Column:
    """A column of numbers."""
    return Column(name, title, tip, values, lambda evaluation: [values(evaluation, evaluation.all_rows)], kind=kind)


def cells(
    name: str, lists: Callable[[Evaluation, Ints], Ragged], whole: Callable[[Evaluation, Callable[[Ragged], Any]], Any]
) -> Column:
    """A column of lists, which the kind of predictions writes and sorts; whole: a function of those of all rows."""

    def keys(evaluation: Evaluation) -> Sequence[Any]:
        return [whole(evaluation, key) for key in CELLS[evaluation.table.kind].keys(evaluation.table.vocab)]

    def values(evaluation: Evaluation, rows: Ints) -> pa.StringArray:
        table, separator = evaluation.table, evaluation.pair.submission.grammar.separator
        return CELLS[table.kind].texts(table.vocab, lists(evaluation, rows), separator)

    return Column(name, name, "", values, keys, text=True)


def ranks(name: str, title: str, tip: str, of_rows: Callable[[Evaluation], Ranks], kind: Kind | None = None) -> Column:
    """A column of ranks from 1, 0 for none, which sorts last."""

    def keys(evaluation: Evaluation) -> Sequence[Any]:
        known = of_rows(evaluation)
        return [np.where(known == 0, known.max(initial=0) + 1, known)]

    return Column(name, title, tip, lambda evaluation, rows: of_rows(evaluation)[rows], keys, rank=True, kind=kind)


def of_codes(name: str, tip: str, codes: Callable[[Evaluation, Ints], Codes], kind: Kind) -> Column:
    """A column of one label a row, -1 for none, sorted by text."""

    def values(evaluation: Evaluation, rows: Ints) -> pa.StringArray:
        return evaluation.table.vocab.strings(codes(evaluation, rows))

    def keys(evaluation: Evaluation) -> Sequence[Any]:
        return [evaluation.table.vocab.label_ranks(codes(evaluation, evaluation.all_rows))]

    return Column(name, name, tip, values, keys, text=True, kind=kind)


def texts_by_rank(
    name: str, tip: str, column: Callable[[Evaluation], pa.StringArray], order: Callable[[Evaluation], Ranks]
) -> Column:
    """A column of texts with the rank of each row's text."""
    # Equal texts have equal ranks, so that the sort stays stable and the next key applies.
    return Column(
        name,
        name,
        tip,
        lambda evaluation, rows: column(evaluation).take(integers(rows)),
        lambda evaluation: [order(evaluation)],
        text=True,
    )


def written(name: str, tip: str, text: Callable[[Note], str], is_used: Callable[[Evaluation], bool]) -> Column:
    """A column that the user writes; shown once there is a first entry."""

    def values(evaluation: Evaluation, rows: Ints) -> pa.StringArray:
        notes = evaluation.notes
        return texts([text(notes[id_]) for id_ in evaluation.table.ids.take(integers(rows)).to_pylist()])

    def keys(evaluation: Evaluation) -> Sequence[Any]:
        by_id = {id_: found for id_, note in evaluation.notes.by_id.items() if (found := text(note))}
        rows, ranks = evaluation.table.rows_of(texts([*by_id])), np.zeros(len(evaluation.table), np.int32)
        known = np.flatnonzero(rows >= 0)
        ranks[rows[known]] = text_ranks(texts([*by_id.values()]))[known] + 1
        return [ranks]

    return Column(name, name, tip, values, keys, text=True, is_used=is_used)
