"""Submissions without a truth, and with those ids of them that the truth does not have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import integers
from inspector.core.arrays.ragged import Ragged
from inspector.core.data.table import Table
from inspector.core.ensemble.blend import Recipe, blend_task
from inspector.core.errors import InputError
from inspector.core.files.detection.question import options_of
from inspector.core.files.formats.columnar import Frame
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.further import read_further
from inspector.core.files.labels.dispatch import kind_of
from inspector.core.files.options import Options
from inspector.core.files.pair import Pair, read_alignment, read_pair
from inspector.core.task import Task

# The truth of a submission that is read without one.
_UNKNOWN = "unknown"


def unknown_ids(pair: Pair) -> int:
    """How many ids of the submission the truth does not have."""
    return sum(problem.count for problem in pair.problems if problem.kind == "unknown-ids")


def blend_unknown_ids(pairs: Sequence[Pair], recipe: Recipe) -> Task[list[tuple[Table, Ragged]]]:
    """The blended lists for the ids of the first submission that the truth does not have, with their table.

    Nothing if there are none, or if the files cannot be read any more without their truth.
    """
    if not unknown_ids(pairs[0]):
        return []
    try:
        sheets = [pair.submission.sheet for pair in pairs]
        alone = yield from read_alone(sheets, [options_found(pair) for pair in pairs])
    except InputError:
        return []
    table = alone[0].table
    known = pc.is_in(table.ids, value_set=pairs[0].table.ids).to_numpy(zero_copy_only=False)
    lists = yield from blend_task([pair.table.predictions.take for pair in alone], len(table), recipe, table.kind)
    return [(table, lists.take(np.where(known, -1, np.arange(len(table)))))]


def read_alone(files: Sequence[Any], options: Sequence[Options]) -> Task[list[Pair]]:
    """Read submissions without a truth: as if the truth had the ids of the first, and labels that none of them has.

    options: about each. Raises InputError.
    """
    ids, given = yield from _ids_of(files[0], options[0])
    pairs = [(yield from read_pair(ids, files[0], given))]
    for file, about in zip(files[1:], options[1:], strict=True):
        _, given = yield from _ids_of(file, about)
        pairs.append((yield from read_further(pairs[0], file, given)))
    return pairs


def _ids_of(file: Any, options: Options) -> Task[tuple[Sheet, Options]]:
    """A truth with the ids of a submission, and the options with which that is to be read beside it.

    Of numbers, the submission itself.

    The file is read as if it were the truth as well. That tells its ids and its shape, but suggests that whole cells
    are labels, so that the lists in cells are left to be found.
    """
    both = _for_both(options)
    found = yield from read_alignment(file, file, both)
    layout, sheet = found.layouts[1], found.submission
    if sheet.is_numbered:
        what, expected = "no column can be the ids", "a column with the id of each row"
        raise InputError(what, sheet.name, expected=expected, hint="Write the file with its ids")
    if not kind_of(layout).names_labels:  # numbers are as good as true ones
        return sheet, both
    labels = pa.array([_UNKNOWN]).take(integers(np.zeros(len(found.ids), np.int64)))
    names = layout.id_name(sheet), "truth label"
    truth = Sheet(names, (pa.chunked_array([found.ids]), pa.chunked_array([labels])), Frame(description="the ids"))
    if layout.shape != "list":
        both = Options.of({name: value for name, value in options_of(found.layouts, (sheet, sheet)).items() if value})
    shape, header = (text and f"/{text.rpartition('/')[2]}" for text in (both.shape, both.header))
    return truth, replace(
        both,
        truth_column=None,
        truth_separator=None,
        relevance_column=None,
        truth_labels=None,
        shape=shape,
        header=header,
    )


def options_found(pair: Pair) -> Options:
    """The options with which the submission of a pair is read as it was found to be read beside its truth."""
    both = (pair.truth.layout, pair.submission.layout), (pair.truth.sheet, pair.submission.sheet)
    return Options.of({name: value for name, value in options_of(*both).items() if value})


def _for_both(options: Options) -> Options:
    """The options about the submission, as options about a file that is both."""
    shape, header = (None if text is None else text.rpartition("/")[2] for text in (options.shape, options.header))
    return Options(
        id_column=options.submission_id_column or options.id_column,
        truth_column=options.submission_column,
        submission_column=options.submission_column,
        confidence_column=options.confidence_column,
        separator=options.separator,
        shape=shape or None,
        header=header or None,
    )
