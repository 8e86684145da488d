"""Preview of how two files are read with given options, first of a sample of large files; not stored."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.text import plain_texts
from inspector.core.arrays.types import Ints
from inspector.core.data.table import Table
from inspector.core.errors import InputError, quoted
from inspector.core.files.check import find_problems
from inspector.core.files.checks.errors import PairMismatchError
from inspector.core.files.detection.align import Understood
from inspector.core.files.formats.csv.reader import Delimited
from inspector.core.files.formats.row_numbers import names_in_file
from inspector.core.files.formats.separator import separator_name
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.dispatch import kind_of
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.options import Options
from inspector.core.files.pair import Pair, align_understood, build_pair, read_understood
from inspector.core.files.problem import Problem
from inspector.core.files.schema.layout import Layout, id_texts
from inspector.core.files.schema.role import look_swapped
from inspector.core.task import Task

_ROWS = 8
_LABELS = 20
# Matching the ids of larger files takes so long that a sample is worth showing before.
_LARGE = 200_000


@dataclass(frozen=True)
class FilePreview:
    """Preview of one file.

    columns: all column names; words: a summary; shape, id, labels, confidence: the detected shape and columns, where
    confidence is the relevance of a truth; separator: its name, empty if cells hold no lists; rows: the first ids with
    their labels; label_form: a key of LABEL_FORMS; header: whether the first line names the columns, None for a format
    that leaves no doubt.
    """

    columns: tuple[str, ...]
    words: str
    shape: str
    id: str
    labels: str
    confidence: str | None
    separator: str
    rows: tuple[tuple[str, str], ...]
    label_form: str = "as-written"
    header: bool | None = None


@dataclass(frozen=True)
class Preview:
    """Preview of a pair.

    matched: how many of the truth's `of` ids the submission has; known: how many of the predicted labels the truth has,
    and how many there are, None if no labels were read; refusal: why it cannot open; swapped: whether the files
    look like the other side each; rest: the task that gives the preview of all rows, where this one counts only a
    sample of the truth's ids, None if it is that already.
    """

    truth: FilePreview
    submission: FilePreview
    matched: int
    of: int
    known: tuple[int, int] | None = None
    problems: tuple[Problem, ...] = ()
    refusal: InputError | None = None
    swapped: bool = False
    rest: Task[Preview] | None = field(default=None, compare=False)


def preview_pair(truth: Any, submission: Any, options: Options) -> Task[Preview]:
    """Read two files, or one file with both, for a preview; of large files it is that of a sample, with the rest to do.

    Raises InputError for an unreadable file.
    """
    understood = yield from read_understood(truth, submission, options)
    swapped = all(isinstance(side, Path) for side in (truth, submission)) and look_swapped(truth, submission)
    rest = _preview_all(understood, options, swapped)
    is_large = max(len(understood.truth), len(understood.submission)) > _LARGE
    if is_large and not options.fixes and (part := understood.part) is not None and part.sampled:
        truth, submission = map(_raw, (understood.truth, understood.submission), understood.layouts)
        found = round(part.of_truth * part.sampled)
        return Preview(truth, submission, found, part.sampled, swapped=swapped, rest=rest)
    return (yield from rest)


def _preview_all(understood: Understood, options: Options, swapped: bool) -> Task[Preview]:
    alignment = yield from align_understood(understood, options)
    matched, of = alignment.found.found, len(alignment.found.entry_of_row)
    try:
        pair = yield from build_pair(alignment, options)
    except InputError as error:
        truth, submission = map(_raw, alignment.sheets, alignment.layouts)
        found = (yield from find_problems(alignment, options)) if isinstance(error, PairMismatchError) else []
        return Preview(truth, submission, matched, of, None, tuple(found), error, swapped)
    rows = np.flatnonzero(pair.entry_of_row >= 0)
    first = rows[np.argsort(pair.entry_of_row[rows], kind="stable")][:_ROWS]
    truths, predictions = _side(alignment, 0, pair, np.arange(min(_ROWS, of))), _side(alignment, 1, pair, first)
    known = pair.table.label_overlap if pair.table.kind.names_labels else None
    return Preview(truths, predictions, matched, of, known, pair.problems, swapped=swapped)


def _side(alignment: Alignment, which: int, pair: Pair, rows: Ints) -> FilePreview:
    """Preview of a file of a scorable pair, with some rows of the table."""
    reading = (pair.truth, pair.submission)[which]
    lists = (pair.table.truth, pair.table.predictions)[which]
    has_lists = reading.layout.shape == "list" and reading.literal is None and reading.most_labels > 1
    separator = separator_name(reading.grammar.separator) if has_lists else ""
    shown = tuple((pair.table.id(int(row)), labels_text(pair.table, lists, int(row))) for row in rows)
    return _understood(alignment.sheets[which], alignment.layouts[which], str(reading), separator, shown)


def _raw(sheet: Sheet, layout: Layout) -> FilePreview:
    """Preview of a file whose labels were not read, with its first records."""
    head = replace(sheet, columns=tuple(column.slice(0, _ROWS) for column in sheet.columns))
    ids, labels = id_texts(head, replace(layout, id_sign=layout.id_sign or "_")), head.columns[layout.labels[0]]
    held = kind_of(layout).words
    words = f"{len(sheet):,} rows: id {layout.id_words(sheet)}, {held} {quoted(layout.label_name(sheet))}"
    rows = tuple(zip(map(str, ids), map(str, labels), strict=True))
    return _understood(sheet, layout, words, "", rows)


def _understood(
    sheet: Sheet, layout: Layout, words: str, separator: str, rows: tuple[tuple[str, str], ...]
) -> FilePreview:
    names = sheet.names
    confidence = None if layout.confidence is None else names[layout.confidence]
    columns = layout.id_name(sheet), layout.label_name(sheet), confidence
    header = sheet.syntax.header if isinstance(sheet.syntax, Delimited) else None
    return FilePreview(names_in_file(sheet), words, layout.shape, *columns, separator, rows, layout.label_form, header)


def labels_text(table: Table, lists: Ragged, row: int) -> str:
    """The labels of a row for display, a confidence in parentheses behind its label; or its numbers."""
    if not table.kind.names_labels:
        return _numbers_text(table, lists, row)
    labels, weights = table.vocab.texts(lists[row][:_LABELS]), lists.weights_of(row)
    if weights is not None:
        labels = [f"{label} ({weight:g})" for label, weight in zip(labels, weights, strict=False)]
    return "   ".join(labels) + ("   …" if len(lists[row]) > _LABELS else "")


def _numbers_text(table: Table, lists: Ragged, row: int) -> str:
    """The numbers of a row for display; of several, each behind its name."""
    names, weights = table.vocab.texts(lists[row][:_LABELS]), lists.weights_of(row)
    numbers = [] if weights is None else ["-" if x == "nan" else x for x in plain_texts(weights[:_LABELS]).to_pylist()]
    shown = numbers if lists.longest <= 1 else [f"{name} {number}" for name, number in zip(names, numbers, strict=True)]
    return "   ".join(shown) + ("   …" if len(lists[row]) > _LABELS else "")
