"""Check the numbers of a file: probabilities of wide files, judgments that contradict each other, ranks and scores that
order labels differently.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from inspector.core.arrays.offsets import owners_of
from inspector.core.arrays.types import Floats, Ints, distinct
from inspector.core.data.table import Table
from inspector.core.errors import shorten
from inspector.core.files.labels.reading import OddCells, Reading
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Problem
from inspector.core.files.schema.contents import trimmed_numbers

_EXAMPLES = 3


def problems(alignment: Alignment, table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Find all problems of the numbers of both files."""
    yield from _odd_probabilities(alignment, table, readings)
    yield from _contradicting_judgments(alignment, table, readings[0])
    yield from _contradicting_ranks(alignment, table, readings[1])


def _odd_probabilities(alignment: Alignment, table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Find the cells of both files that were read as 0 because they hold no number from 0 to 1."""
    for which, reading in enumerate(readings):
        if reading.odd is not None and len(reading.odd.rows):
            yield _odd_cells(alignment, table, which, reading, reading.odd)


def _odd_cells(alignment: Alignment, table: Table, which: int, reading: Reading, odd: OddCells) -> Problem:
    sheet, is_truth = (alignment.truth, alignment.submission)[which], which == 0
    row, column = int(odd.rows[0]), reading.layout.labels[int(odd.labels[0])]
    entry = row if is_truth else int(table.entry_of_row[row])
    cell = str(sheet.columns[column][reading.entries.records(entry)[0]])
    rows = distinct(odd.rows)
    return Problem(
        "odd-probabilities",
        "truth" if is_truth else "submission",
        len(odd.rows),
        tuple(table.id(row) for row in rows[:_EXAMPLES].tolist()),
        reading.line(entry),
        f"{_counted(odd)} not a number from 0 to 1, such as {shorten(cell)}",
        "each is read as 0: its label is not " + ("true" if is_truth else "predicted"),
        rejects=not is_truth,
        file=sheet.name,
        column=sheet.names[column],
        cause="a missing value, text, or scores that are not probabilities",
        rows=rows,
    )


def _counted(odd: OddCells) -> str:
    """`1 cell is`, `12 cells in 3 columns are`."""
    cells, columns = len(odd.rows), int((np.bincount(odd.labels) > 0).sum())
    if cells == 1:
        return "1 cell is"
    return f"{cells:,} cells in {columns:,} column{'s' if columns > 1 else ''} are"


def _contradicting_judgments(alignment: Alignment, table: Table, reading: Reading) -> Iterable[Problem]:
    """Find the rows of the truth in which a label is judged twice, with different relevance."""
    layout, sheet = reading.layout, alignment.truth
    if layout.shape != "long" or layout.confidence is None:
        return
    offsets, records = reading.entries.all_records(np.arange(len(table)))
    judged = table.truth if table.judged is None else table.judged
    if len(records) == len(judged.codes):  # each label of a row is judged once
        return
    labels = sheet.texts_at(layout.labels[0], records).dictionary_encode().indices.to_numpy()
    relevance, owner = trimmed_numbers(sheet.texts_at(layout.confidence, records)), owners_of(np.diff(offsets))
    order = np.lexsort((labels, owner))
    is_same = (np.diff(owner[order]) == 0) & (np.diff(labels[order]) == 0)
    odd = order[1:][is_same & (np.diff(relevance[order]) != 0)]
    if not len(odd):
        return
    rows, name = distinct(np.sort(owner[odd])), sheet.names[layout.confidence]
    ids = "1 id has" if len(rows) == 1 else f"{len(rows):,} ids have"
    first = int(odd[np.argmin(records[odd])])
    label = shorten(str(sheet.texts_at(layout.labels[0], records[first : first + 1])[0]))
    yield Problem(
        "judged-twice",
        "truth",
        len(rows),
        tuple(table.id(int(row)) for row in rows[:_EXAMPLES]),
        sheet.line(int(records[first])),
        f"{ids} a label that is judged twice, with different relevance, such as {label}",
        f'the first "{name}" of a label counts; trec_eval refuses such a file',
        rejects=False,
        file=sheet.name,
        column=name,
        cause="the judgments are of parts of a query, or of several judges",
        rows=rows,
    )


def _contradicting_ranks(alignment: Alignment, table: Table, reading: Reading) -> Iterable[Problem]:
    """Find the rows of the submission in which a label has a better rank than one of a higher score."""
    layout, sheet = reading.layout, alignment.submission
    if layout.shape != "long" or layout.rank is None or layout.confidence is None:
        return
    offsets, records = reading.entries.all_records(table.entry_of_row)
    rank, score = (trimmed_numbers(sheet.texts_at(column, records)) for column in (layout.rank, layout.confidence))
    owner = owners_of(np.diff(offsets))
    odd = _contradictions(owner, rank, score)
    if not len(odd):
        return
    rows, names = distinct(owner[odd]), (sheet.names[layout.rank], sheet.names[layout.confidence])
    ids = "1 id is" if len(rows) == 1 else f"{len(rows):,} ids are"
    yield Problem(
        "rank-against-score",
        "submission",
        len(rows),
        tuple(table.id(int(row)) for row in rows[:_EXAMPLES]),
        sheet.line(int(records[odd].min())),
        f'{ids} in another order by "{names[0]}" than by "{names[1]}"',
        f"they are scored {reading.order}",
        rejects=False,
        file=sheet.name,
        column=names[0],
        cause="the labels were ranked anew without new scores, or the lowest score is the best",
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
