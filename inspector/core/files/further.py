"""Read a further submission against the truth of an open pair, which is neither coded nor weighed again."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import release_memory
from inspector.core.data.table import Table
from inspector.core.errors import InputError
from inspector.core.files.checks.errors import pair_mismatch
from inspector.core.files.checks.fixes import repaired
from inspector.core.files.detection.align import align_further
from inspector.core.files.formats.columnar import is_generated
from inspector.core.files.formats.detect import read_sheet, reopened
from inspector.core.files.formats.separator import free_sign
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.cell import Grammar
from inspector.core.files.labels.coding import unify_dictionaries
from inspector.core.files.labels.dispatch import read_lists
from inspector.core.files.labels.reading import Reading
from inspector.core.files.labels.shape import LabelRequest, Lists
from inspector.core.files.labels.weights import with_confidences
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.options import Options
from inspector.core.files.pair import Pair, checked_pair, columns_with_commas, extra_columns, ragged, reading_of
from inspector.core.files.schema.names import normalized
from inspector.core.task import Progress, Task

_BEGIN = np.zeros(1, np.int64)


def read_further(pair: Pair, submission: Any, options: Options | None = None) -> Task[Pair]:
    """Read another submission for the truth of a pair: the same ids, truth and vocabulary, which its labels extend.

    submission: a path, or data from Python; options: how it is read, by default like the pair's submission where it
    has the same columns. Raises InputError, also for a truth without ids, whose rows only what the program made names,
    and when the truth has changed on disk since it was opened.
    """
    yield Progress(0.0, "Reading the submission")
    sheet = read_sheet(submission)
    if pair.truth.sheet.is_numbered and not is_generated(sheet):
        raise _without_ids(pair, sheet)
    yield Progress(0.4, "Matching ids")
    given = _inherited(pair, sheet) if options is None else options
    known = replace(pair.truth.layout, id_sign="")
    usual = pair.submission.layout if sheet.names == pair.submission.sheet.names else None
    alignment = align_further(reopened(pair.truth.sheet), sheet, known, given, usual, pair.entry_of_row)
    for fix in given.fixes:
        alignment = repaired(alignment, fix, given)
        yield Progress(0.5, f"Repaired: {fix}")
    return (yield from build_further(pair, alignment, given))


def build_further(pair: Pair, alignment: Alignment, options: Options) -> Task[Pair]:
    """Read the lists of an aligned submission. Raises InputError if it cannot be scored, or its ids are not the pair's.

    alignment: of the truth of the pair, read again, and another submission.
    """
    if alignment.refusal is not None:
        raise pair_mismatch(alignment, options)
    alignment = alignment.under(pair.truth.layout.id_sign)
    if not alignment.ids.equals(pair.table.ids):
        what = "the ids of the truth are no longer those of the open files"
        raise InputError(what, pair.truth.sheet.name, hint="Reload the files, then add the submission again")
    yield Progress(0.6, "Coding labels")
    return (yield from checked_pair(alignment, options, partial(_table, pair)))


def _table(pair: Pair, alignment: Alignment) -> Task[tuple[Table, tuple[Reading, Reading]]]:
    """The table of the pair with another submission. Adds the labels of the submission to the vocabulary."""
    records, vocab, layout = alignment.found.entry_of_row, pair.table.vocab, alignment.layouts[1]
    known = vocab.array().slice(0, pair.table.in_truth_file)
    truth = Lists(_BEGIN, pa.chunked_array([pa.DictionaryArray.from_arrays(pa.array([], pa.int32()), known)]))
    read = read_lists(LabelRequest(alignment.submission, layout, alignment.entries[1], records, truth))
    yield Progress(0.7, "Coding labels")
    codes, names = unify_dictionaries(read.labels)
    code_of = np.append(vocab.add_files(names), np.int32(-1))
    read = read.without_labels()
    release_memory()
    yield Progress(0.75, "Coding labels")
    predictions = ragged(read, code_of[codes[0]])
    grammar = read.grammar or (Grammar() if pair.truth.layout.shape == "list" else Grammar(free_sign([vocab.array()])))
    if layout.shape == "list" and layout.confidence is not None:
        predictions = with_confidences(predictions, alignment.submission.texts_at(layout.confidence, records), grammar)
    holds_empty = alignment.submission.holds_empty
    extra = extra_columns(alignment), columns_with_commas(alignment)
    table = pair.table.with_submission(predictions, records, *extra, holds_empty=holds_empty)
    return table, (pair.truth, reading_of(alignment, 1, grammar, read, predictions))


def _without_ids(pair: Pair, sheet: Sheet) -> InputError:
    return InputError(
        "the truth has no ids by which another submission could be matched",
        sheet.name,
        found=f"only the numbers of the rows of {pair.truth.sheet.name}",
        hint="Write both files with the id of each row",
    )


def _inherited(pair: Pair, sheet: Sheet) -> Options:
    """The options of the pair, without those that name columns which the file does not have, and without repairs."""
    names = {*map(normalized, sheet.names)}
    columns = ("id_column", "submission_id_column", "submission_column", "confidence_column")
    given = pair.options.as_dict
    gone = [
        name for name in columns if not {normalized(part) for part in given.get(name, "").split("+")} <= {*names, ""}
    ]
    without: dict[str, Any] = dict.fromkeys(gone)
    return replace(pair.options, fixes=(), shape=_shape(pair), **without)


def _shape(pair: Pair) -> str | None:
    """The shape of the pair's options; of a yes or no with its probability, which the metric made a label, that of it.

    Else the labels of another file would be its probabilities as they are written, of which the truth has none.
    """
    layout, shape = pair.submission.layout, pair.options.shape
    is_made = shape is None and pair.options.by_confidence and layout.shape == "wide" and len(layout.labels) == 1
    return "wide" if is_made else shape
