"""The reading door: a truth and a submission in, an aligned table and what was understood out."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numpy as np
import pyarrow as pa

from inspector.core.arrays import Ints
from inspector.core.arrow import integers, numbers, texts, whole
from inspector.core.errors import InputError
from inspector.core.files import problem
from inspector.core.files.cell import Grammar, guess_separator, has_pairs
from inspector.core.files.confidence import with_confidences
from inspector.core.files.delimited import Sheet, read_sheet
from inspector.core.files.frame import sheet_of
from inspector.core.files.layout import Layout, Options, by_content, by_name
from inspector.core.files.match import Match, duplicates, match, strangers
from inspector.core.files.problem import Problem
from inspector.core.files.reading import Reading
from inspector.core.files.source import Source
from inspector.core.ragged import Ragged
from inspector.core.table import Table
from inspector.core.vocab import Vocab

Result = TypeVar("Result")

_SAMPLE = 1000


@dataclass(frozen=True)
class Progress:
    """How far a long task is, from 0 to 1, and what it does now."""

    fraction: float
    doing: str


# A layout, the rows it matches, and the ids of both files under it.
Matched: TypeAlias = tuple[Layout, Match, tuple[pa.Array, pa.Array]]
Task: TypeAlias = Generator[Progress, None, Result]


@dataclass(frozen=True, eq=False)
class Pair:
    """A truth and a submission, read and aligned. records: int64 (n,), the submission's record of each row, or -1."""

    table: Table
    truth: Reading
    submission: Reading
    records: Ints
    problems: tuple[Problem, ...]


def drain(task: Task[Result]) -> Result:
    """Run a long task to its end and return its result."""
    while True:
        try:
            next(task)
        except StopIteration as end:
            result: Result = end.value
            return result


def read_pair(truth: Any, submission: Any, options: Options | None = None) -> Task[Pair]:
    """Read two files (or DataFrames) and align them. Raises InputError; nothing is half read.

    A task: it yields its progress, and may be dropped at each yield.
    """
    options = options or Options()
    yield Progress(0.0, "Reading the truth")
    truth_sheet = _sheet(truth)
    yield Progress(0.1, "Reading the submission")
    submission_sheet = _sheet(submission)
    yield Progress(0.5, "Matching ids")
    layout, found, ids = _matched(truth_sheet, submission_sheet, options)
    yield Progress(0.7, "Coding labels")
    table, grammars = _table(truth_sheet, submission_sheet, layout, found, ids[0], options)
    yield Progress(0.8, "Checking")
    own = _reading(truth_sheet, layout.truth_id, layout.truth_label, grammars[0], table.truth)
    other = _reading(submission_sheet, layout.submission_id, layout.submission_label, grammars[1], table.predictions)
    other = replace(other, confidence_column=layout.confidence)
    problems = tuple(_problems(table, ids[1], found, submission_sheet))
    return Pair(table, own, other, found.records, problems)


def _sheet(origin: Any) -> Sheet:
    return read_sheet(Source.open(origin)) if isinstance(origin, str | Path) else sheet_of(origin)


def _matched(truth: Sheet, submission: Sheet, options: Options) -> Matched:
    """The layout by name, or the one by content when the names lead to no common id."""
    first, refusal = _tried(truth, submission, by_name(truth, submission, options))
    if refusal is None:
        return first
    if options.id_column is None:
        second, another = _tried(truth, submission, by_content(truth, submission, options))
        # Other columns are taken for the ids only when more of the truth is found by them.
        if another is None and second[1].found > first[1].found:
            return second
    raise refusal


def _tried(truth: Sheet, submission: Sheet, layout: Layout) -> tuple[Matched, InputError | None]:
    """What a layout leads to, and why it cannot be used."""
    ids = whole(truth.columns[layout.truth_id]), whole(submission.columns[layout.submission_id])
    found = match(*ids)
    refusal = (
        duplicates(ids[0], truth, layout.truth_id)
        or duplicates(ids[1], submission, layout.submission_id)
        or strangers(found, truth, submission, *ids)
    )
    return (layout, found, ids), refusal


def _table(
    truth: Sheet, submission: Sheet, layout: Layout, found: Match, ids: pa.Array, options: Options
) -> tuple[Table, tuple[Grammar, Grammar]]:
    wanted, predicted = truth.columns[layout.truth_label], submission.columns[layout.submission_label]
    taken = _taken(predicted, found.records)
    own = Grammar(_separator(truth, wanted, options))
    truth_offsets, truth_labels, _ = own.split(whole(wanted))
    separator = _separator(submission, predicted, options)
    has_confidences = layout.confidence is None and all(
        # The first rows decide in nearly every case, and the others need not be looked at.
        has_pairs(cells, separator, truth_labels)
        for cells in (taken.slice(0, _SAMPLE), taken)
    )
    other = Grammar(separator, has_confidences)
    offsets, labels, confidence = other.split(taken)
    codes, vocab = _code(truth_labels, labels)
    truths = Ragged(truth_offsets, codes[: len(truth_labels)])
    predictions = Ragged(offsets, codes[len(truth_labels) :], confidence)
    if layout.confidence is not None:
        predictions = with_confidences(predictions, _taken(submission.columns[layout.confidence], found.records), other)
    extra = _extra(truth, submission, layout, found)
    table = Table(ids, truths.keep(~truths.repeats()), predictions, found.records >= 0, vocab, found.records, extra)
    return table, (own, other)


def _code(*labels: pa.StringArray) -> tuple[np.ndarray[Any, np.dtype[np.int32]], Vocab]:
    """All labels in one vocabulary: their codes one after the other, and the vocabulary."""
    coded = pa.chunked_array(labels, pa.string()).dictionary_encode().unify_dictionaries()
    codes = [numbers(chunk.indices) for chunk in coded.chunks]
    base = coded.chunk(0).dictionary if coded.num_chunks else None
    return np.concatenate(codes).astype(np.int32) if codes else np.empty(0, np.int32), Vocab(base)


def _extra(truth: Sheet, submission: Sheet, layout: Layout, found: Match) -> dict[str, pa.StringArray]:
    """The columns that are neither ids nor labels, aligned with the table; the truth's name wins."""
    extra = {
        name.strip(): _taken(submission.columns[i], found.records)
        for i, name in enumerate(submission.names)
        if i not in (layout.submission_id, layout.submission_label, layout.confidence)
    }
    for i, name in enumerate(truth.names):
        if i not in (layout.truth_id, layout.truth_label):
            extra[name.strip()] = whole(truth.columns[i])
    return extra


def _taken(column: pa.ChunkedArray, records: Ints) -> pa.StringArray:
    """The column's text for each truth row, empty where the submission has none."""
    if (records >= 0).all():
        return whole(column).take(integers(records))
    # One empty text more, for the rows that the submission lacks.
    padded = pa.concat_arrays([whole(column), texts([""])])
    return padded.take(integers(np.where(records < 0, len(padded) - 1, records)))


def _separator(sheet: Sheet, cells: pa.ChunkedArray, options: Options) -> str:
    return options.separator or sheet.separator or guess_separator(cells)


def _reading(sheet: Sheet, id_column: int, label_column: int, grammar: Grammar, lists: Ragged) -> Reading:
    # A file's text can be read again from its source; a frame's is all there is.
    bare = replace(sheet, columns=()) if sheet.source else sheet
    return Reading(bare, id_column, label_column, grammar, len(sheet), int(lists.lengths.max(initial=0)))


def _problems(table: Table, submission_ids: pa.Array, found: Match, sheet: Sheet) -> Iterable[Problem]:
    yield from problem.missing_ids(table.ids, found.records)
    yield from problem.unknown_ids(submission_ids, found.unknown, sheet)
    yield from problem.empty_predictions(table.ids, found.records, table.predictions, sheet)
    yield from problem.repeated_labels(table.ids, found.records, table.predictions, sheet)
    yield from problem.missing_confidences(table.ids, found.records, table.predictions, sheet)
