"""Check whether the ranks and the scores of a ranking order its labels alike."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from inspector.core.arrays.offsets import owners_of
from inspector.core.arrays.types import Floats, Ints, distinct
from inspector.core.data.table import Table
from inspector.core.files.labels.reading import Reading
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Problem
from inspector.core.files.schema.contents import trimmed_numbers

_EXAMPLES = 3


def problems(alignment: Alignment, table: Table, reading: Reading) -> Iterable[Problem]:
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
