"""What is odd when the two files are held side by side: other signs between labels, columns or files mixed up."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyarrow.compute as pc

from inspector.core.data.table import Table
from inspector.core.files.formats.separator import separator_name
from inspector.core.files.labels.reading import Reading
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Fix, Problem
from inspector.core.files.schema.layout import plain
from inspector.core.files.schema.role import named_like

_ENOUGH = 10


def problems(alignment: Alignment, table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Every finding about how the submission compares with the truth."""
    if alignment.submission is not alignment.truth:
        yield from _separator(table, readings)
        yield from _columns(alignment)
        yield from _files(alignment, table)


def _separator(table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    truth, submission = readings
    theirs, mine = truth.grammar.separator, submission.grammar.separator
    if mine == theirs or not all(map(_has_plain_cells, readings)) or submission.most_labels < 2:
        return
    if pc.any(pc.match_substring(table.vocab.array(), theirs)).as_py():
        return  # the labels could not be told apart any more
    rows = np.flatnonzero(table.predictions.lengths > 1)
    here, there = separator_name(mine), separator_name(theirs)
    usual = f"those of the truth by {there}" if truth.most_labels > 1 else f"most sites expect {there}"
    yield Problem(
        "separator",
        "submission",
        len(rows),
        tuple(table.id(int(row)) for row in rows[:3]),
        submission.line(int(table.records[rows[0]])),
        f"the labels are separated by {here}, {usual}",
        f"the score is not touched; a site that splits at {there} would see one label",
        rejects=False,
        file=submission.sheet.name,
        column=submission.label_name,
        cause="the lists were joined with another sign",
        fix=Fix("separator", f"put {there} between the labels", len(rows), "rows"),
        rows=rows,
    )


def _has_plain_cells(reading: Reading) -> bool:
    """Whether the labels stand in the file's own cells, several of them with nothing but a sign between them."""
    return reading.layout.shape == "list" and reading.literal is None and reading.sheet.separator is None


def _columns(alignment: Alignment) -> Iterable[Problem]:
    if not is_swapped(alignment):
        return
    names = [alignment.submission.names[i] for i in (alignment.layouts[1].id, alignment.layouts[1].labels[0])]
    yield Problem(
        "swapped-columns",
        "submission",
        1,
        tuple(names),
        1,
        f'the ids stand under "{names[0]}" and the labels under "{names[1]}"; in the truth it is the other way round',
        "the score is not touched, the columns were told by their content; a site would find no id",
        rejects=True,
        file=alignment.submission.name,
        cause="the columns were written in another order than the header",
        fix=Fix("swap-columns", "put each column under its name", 2, "columns"),
    )


def is_swapped(alignment: Alignment) -> bool:
    """Whether the submission's ids stand under the name that the truth's labels have, and the other way round."""
    (own, other), shapes = alignment.layouts, {layout.shape for layout in alignment.layouts}
    if "wide" in shapes:
        return False
    theirs = [plain(alignment.truth.names[i]) for i in (own.id, own.labels[0])]
    mine = [plain(alignment.submission.names[i]) for i in (other.id, other.labels[0])]
    return theirs == mine[::-1] and theirs != mine


def _files(alignment: Alignment, table: Table) -> Iterable[Problem]:
    truth, submission = alignment.truth.source, alignment.submission.source
    true, predicted = table.truth.lengths, table.predictions.lengths[table.submitted]
    by_name = truth and submission and named_like(truth.path) > 0 > named_like(submission.path)
    by_count = len(table) >= _ENOUGH and (true == true[0]).all() and true[0] > 1 >= predicted.max(initial=0)
    if not by_name and not by_count:
        return
    yield Problem(
        "swapped-files",
        "submission",
        1,
        (),
        None,
        "the two files may have been given the wrong way round",
        "the truth comes first; the score of a pair that is mixed up means nothing",
        rejects=False,
        file=alignment.submission.name,
        cause="the first is named like a submission, the second like a truth"
        if by_name
        else f"every row of the truth has {true[0]} labels, and no row of the submission more than one",
    )
