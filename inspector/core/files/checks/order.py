"""Check what orders and judges labels: ranks, scores, relevance and places in the file that contradict each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pyarrow as pa

from inspector.core.arrays.offsets import owners_of
from inspector.core.arrays.types import Floats, Ints, distinct
from inspector.core.data.table import Table
from inspector.core.errors import quoted, shorten
from inspector.core.files.formats.entries import PAIR
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.reading import Reading
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Problem
from inspector.core.files.schema.contents import parse_relevance, trimmed_numbers
from inspector.core.files.schema.names import is_rank, is_weight, normalized, stems

_EXAMPLES = 3
# A share of cells without a number, and of records that stand apart from the others of their id.
_MOSTLY = 0.5
# A share of the labels of a row that have the same score as the one before.
_NEARLY_ALL = 0.9
_RANKED_ANEW = "the labels were ranked anew without new scores, or the lowest score is the best"
_SHUFFLED = "the lists are not ordered, they were ranked anew without new scores, or the lowest score is the best"


def problems(alignment: Alignment, table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Find the rows of labels whose relevance or order is in doubt."""
    truth, reading = readings
    if truth.layout.shape == "long" and truth.layout.confidence is not None:
        judgments = _Judgments(table, truth, alignment.truth, truth.layout.confidence)
        yield from _odd_relevance(judgments)
        yield from _contradicting_judgments(judgments)
    match reading.layout.shape:
        case "long":
            yield from _contradicting_ranks(table, reading, alignment.submission)
            yield from _further_ranks(table, reading, alignment.submission)
            yield from _scattered(table, reading, alignment.submission)
        case "slots":
            yield from _unordered_slots(table, reading, alignment.submission)
        case "list":
            yield from _unordered_lists(table, reading)
    if reading.orders_by_score:
        yield from _tied(table, reading)


@dataclass(frozen=True, eq=False)
class _Judgments:
    """The judgments of a truth with a row for each label. column: of their relevance."""

    table: Table
    truth: Reading
    sheet: Sheet
    column: int

    @cached_property
    def owner(self) -> Ints:
        """int64: the row of the table that each judgment is of."""
        return owners_of(np.diff(self._records[0]))

    @cached_property
    def relevance(self) -> Floats:
        """float64: of each judgment, NaN if it is none."""
        return parse_relevance(self.texts(self.column))

    def texts(self, column: int) -> pa.StringArray:
        """The cell of a column for each judgment."""
        return self.sheet.texts_at(column, self._records[1])

    @cached_property
    def _records(self) -> tuple[Ints, Ints]:
        return self.truth.entries.all_records(np.arange(len(self.table)))

    def problem(self, kind: str, odd: Ints, message: str, consequence: str, cause: str, column: int) -> Problem:
        """The problem of some judgments, with the cell of a column of the first of them."""
        rows, first = distinct(np.sort(self.owner[odd])), int(odd[np.argmin(self._records[1][odd])])
        ids = "1 id has" if len(rows) == 1 else f"{len(rows):,} ids have"
        return Problem(
            kind,
            "truth",
            len(rows),
            f"{ids} a label {message}, such as {shorten(str(self.texts(column)[first]))}",
            consequence,
            examples=tuple(self.table.id(int(row)) for row in rows[:_EXAMPLES]),
            line=self.sheet.line(int(self._records[1][first])),
            file=self.sheet.name,
            column=self.sheet.names[self.column],
            cause=cause,
            rows=rows,
        )


def _odd_relevance(judgments: _Judgments) -> Iterable[Problem]:
    """Find the judgments that are no number, and no word that says whether a label is relevant."""
    odd = np.flatnonzero(np.isnan(judgments.relevance))
    if len(odd):
        consequence, cause = "such a label counts as not judged", "a missing value, or a word that is not known"
        message = "whose relevance is no number"
        yield judgments.problem("odd-relevance", odd, message, consequence, cause, judgments.column)


def _contradicting_judgments(judgments: _Judgments) -> Iterable[Problem]:
    """Find the rows of the truth in which a label is judged twice, with different relevance."""
    table, column = judgments.table, judgments.truth.layout.labels[0]
    judged = table.truth if table.judged is None else table.judged
    relevance, owner = judgments.relevance, judgments.owner
    if len(owner) == len(judged.codes):  # each label of a row is judged once
        return
    labels = judgments.texts(column).dictionary_encode().indices.to_numpy()
    order = np.lexsort((labels, owner))
    is_same = (np.diff(owner[order]) == 0) & (np.diff(labels[order]) == 0)
    odd = order[1:][is_same & (np.diff(relevance[order]) != 0)]
    if len(odd):
        name = quoted(judgments.sheet.names[judgments.column])
        message = "that is judged twice, with different relevance"
        consequence = f"the first {name} of a label counts; trec_eval refuses such a file"
        cause = "the judgments are of parts of a query, or of several judges"
        yield judgments.problem("judged-twice", odd, message, consequence, cause, column)


def _contradicting_ranks(table: Table, reading: Reading, sheet: Sheet) -> Iterable[Problem]:
    """Find the rows in which a label has a better rank than one of a higher score, where each label has a row."""
    layout = reading.layout
    if layout.rank is None or layout.confidence is None:
        return
    offsets, records = reading.entries.all_records(table.entry_of_row)
    rank, score = (trimmed_numbers(sheet.texts_at(column, records)) for column in (layout.rank, layout.confidence))
    owner = owners_of(np.diff(offsets))
    odd = _contradictions(owner, rank, score)
    if not len(odd):
        return
    columns = layout.rank, layout.confidence
    yield _order_problem(table, sheet, distinct(owner[odd]), int(records[odd].min()), columns, reading.order)


def _further_ranks(table: Table, reading: Reading, sheet: Sheet) -> Iterable[Problem]:
    """Find columns of ranks, such as those of an earlier stage, that order labels otherwise than what is read."""
    layout = reading.layout
    if layout.rank is None:
        return
    offsets, records = reading.entries.all_records(table.entry_of_row)
    rank, owner = trimmed_numbers(sheet.texts_at(layout.rank, records)), owners_of(np.diff(offsets))
    for column in sorted({*range(len(sheet.names))} - layout.used):
        if not is_rank(normalized(sheet.names[column])):
            continue
        other = trimmed_numbers(sheet.texts_at(column, records))
        odd = _contradictions(owner, rank, -other)
        if np.isnan(other).mean() < _MOSTLY and len(odd):
            rows, columns = distinct(owner[odd]), (layout.rank, column)
            problem = _order_problem(table, sheet, rows, int(records[odd].min()), columns, reading.order)
            yield replace(problem, kind="further-ranks", cause="one of them is of another stage or model")


def _unordered_slots(table: Table, reading: Reading, sheet: Sheet) -> Iterable[Problem]:
    """Find the rows in which a column for a rank has a higher score beside it than the rank before."""
    labels = reading.layout.labels
    named = (sorted(found) for stem, found in stems(sheet.names).items() if is_weight(stem.strip()))
    beside = [[column for _, column in found] for found in named if len(found) == len(labels)]
    records = reading.entries.first[table.entry_of_row[table.submitted]]
    for group in beside:
        steps = np.diff([trimmed_numbers(sheet.texts_at(column, records)) for column in group], axis=0)
        rises, falls = (steps > 0).any(axis=0), (steps < 0).any(axis=0)
        if np.isnan(steps).mean() < _MOSTLY and falls.any() and rises.any():
            rows, order = np.flatnonzero(table.submitted)[rises], "in the order of their columns"
            yield _order_problem(table, sheet, rows, int(records[rises].min()), (labels[0], group[0]), order)


def _unordered_lists(table: Table, reading: Reading) -> Iterable[Problem]:
    """Find the rows whose list, as it is ranked, has a label with a higher confidence than one in front of it."""
    lists = table.predictions
    if lists.weights is None:
        return
    keys, owner = reading.sheet.entries.get(reading.layout.labels[0]), lists.owners()
    rises = (lists.weights[1:] > lists.weights[:-1]) & (owner[1:] == owner[:-1])
    rows = distinct(owner[1:][rises]) if reading.moved is None else reading.moved
    if not len(rows):
        return
    first = int(reading.entries.first[table.entry_of_row[rows[0]]])
    ranked = f"by {quoted(keys.rank)}" if keys is not None and keys.rank else "in the list"
    score = "confidence" if keys is None or keys == PAIR else quoted(keys.score)
    what = f"{_ids(len(rows))} in another order {ranked} than by {score}"
    order = f"they are ranked {reading.order or 'as in the list'}"
    if reading.moved is None:
        order = f"{order}; gap takes the confidences"
    problem = _problem(table, reading.sheet, rows, first, what, order, reading.label_name)
    yield problem if reading.moved is None else replace(problem, cause=_SHUFFLED)


def _scattered(table: Table, reading: Reading, sheet: Sheet) -> Iterable[Problem]:
    """Find out whether only the order of the file ranks labels, although the rows of an id do not stand together."""
    layout = reading.layout
    if sheet.roles is not None or layout.rank is not None or layout.confidence is not None:
        return
    offsets, records = reading.entries.all_records(table.entry_of_row)
    inside = np.diff(owners_of(np.diff(offsets))) == 0
    apart = np.diff(records)[inside] != 1
    if not len(apart) or apart.mean() < _MOSTLY:
        return
    rows = np.flatnonzero(np.diff(offsets) > 1)
    what = f"the rows of {len(rows):,} ids do not stand together, and no column orders their labels"
    order = "they are ranked in the order of the file"
    problem = _problem(table, sheet, rows, int(records[0]), what, order, reading.label_name)
    yield replace(problem, kind="scattered-rows", cause="the file was shuffled, or ranks or scores were left out")


def _tied(table: Table, reading: Reading) -> Iterable[Problem]:
    """Find out whether scores hardly order anything: all or nearly all labels of most rows have the same."""
    lists = table.predictions
    if lists.weights is None:
        return
    owner, several = lists.owners(), lists.lengths > 1
    same = (lists.weights[1:] == lists.weights[:-1]) & (owner[1:] == owner[:-1])
    counts = np.bincount(owner[1:][same], minlength=len(lists))
    rows = np.flatnonzero(several & (counts >= _NEARLY_ALL * (lists.lengths - 1)))
    if len(rows) <= _MOSTLY * several.sum():
        return
    first = min(reading.entries.records(int(table.entry_of_row[rows[0]])))
    score = reading.layout.confidence
    what = f"{'1 id has' if len(rows) == 1 else f'{len(rows):,} ids have'} the same score for all or nearly all labels"
    order = "only the rule for ties ranks them: ties=best and ties=worst give the range of scores that this leaves open"
    column = reading.label_name if score is None else reading.sheet.names[score]
    problem = _problem(table, reading.sheet, rows, first, what, order, column)
    yield replace(problem, kind="tied-scores", cause="the scores were left out, or rounded")


def _ids(count: int) -> str:
    return "1 id is" if count == 1 else f"{count:,} ids are"


def _order_problem(
    table: Table, sheet: Sheet, rows: Ints, record: int, columns: tuple[int, int], order: str
) -> Problem:
    """That rows have another order by one of two columns than by the other."""
    names = [sheet.names[column] for column in columns]
    what = f"{_ids(len(rows))} in another order by {quoted(names[0])} than by {quoted(names[1])}"
    return _problem(table, sheet, rows, record, what, f"they are scored {order}", names[0])


def _problem(table: Table, sheet: Sheet, rows: Ints, record: int, what: str, consequence: str, column: str) -> Problem:
    return Problem(
        "rank-against-score",
        "submission",
        len(rows),
        what,
        consequence,
        examples=tuple(table.id(int(row)) for row in rows[:_EXAMPLES]),
        line=sheet.line(record),
        file=sheet.name,
        column=column,
        cause=_RANKED_ANEW,
        rows=rows,
    )


def _contradictions(owner: Ints, rank: Floats, score: Floats) -> Ints:
    """int64: the records with a better rank than one of the same owner with a higher score."""
    known = np.flatnonzero(~np.isnan(rank) & ~np.isnan(score))
    # Records of equal score come in the order of their ranks, so that they are no contradiction.
    order = known[np.lexsort((rank[known], -score[known], owner[known]))]
    is_better = (owner[order][1:] == owner[order][:-1]) & (rank[order][1:] < rank[order][:-1])
    found: Ints = order[1:][is_better]
    return found
