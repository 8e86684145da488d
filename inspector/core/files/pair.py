"""The reading door: a truth and a submission in, an aligned table and what was understood out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import release_memory
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Codes, Ints
from inspector.core.data.table import Table
from inspector.core.data.usage import Usage, coded
from inspector.core.data.vocab import Vocab
from inspector.core.errors import InputError
from inspector.core.files.checks import pair_mismatch, problems, repaired
from inspector.core.files.formats.detect import read_sheet
from inspector.core.files.formats.separator import free_sign
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.cell import Grammar
from inspector.core.files.labels.coding import unified
from inspector.core.files.labels.confidence import with_confidences
from inspector.core.files.labels.dispatch import read_lists
from inspector.core.files.labels.reading import Reading
from inspector.core.files.labels.shape import LabelRequest, Lists
from inspector.core.files.matching.alignment import Alignment, align
from inspector.core.files.options import Options
from inspector.core.files.problem import Problem
from inspector.core.files.schema.layout import Layout, holds_both, is_index, plain
from inspector.core.task import Progress, Task


@dataclass(frozen=True, eq=False)
class Pair:
    """A truth and a submission, read and aligned.

    records: int64 (n,), the submission's entry of each row, or -1; options: what the user said when it was opened.
    """

    table: Table
    truth: Reading
    submission: Reading
    records: Ints
    problems: tuple[Problem, ...]
    options: Options = field(default_factory=Options)


def read_pair(truth: Any, submission: Any = None, options: Options | None = None) -> Task[Pair]:
    """Read two files (or DataFrames), or one that holds both, and align them. Raises InputError; nothing is half read.

    A task: it yields its progress, and may be dropped at each yield.
    """
    alignment = yield from read_alignment(truth, submission, options or Options())
    return (yield from pair_of(alignment, options or Options()))


def read_alignment(truth: Any, submission: Any, options: Options) -> Task[Alignment]:
    """Read two files, make the repairs of the options, and put them side by side, whether or not they fit."""
    yield Progress(0.0, "Reading the truth")
    own = read_sheet(truth)
    yield Progress(0.1, "Reading the submission")
    other = own if _is_one_file(truth, submission) else read_sheet(submission)
    yield Progress(0.5, "Matching ids")
    alignment = align(own, other, options)
    if submission is None and not holds_both(own, options):
        expected = "one column of true and one of predicted labels, or a second file"
        raise InputError("the file does not hold both", own.name, expected=expected)
    for fix in options.fixes:
        alignment = align(own, repaired(alignment, fix), options)
        yield Progress(0.55, f"Repaired: {fix}")
    return alignment


def pair_of(alignment: Alignment, options: Options) -> Task[Pair]:
    """Read the lists of two aligned files. Raises PairMismatchError when they cannot be scored together."""
    if alignment.refusal is not None:
        raise pair_mismatch(alignment)
    yield Progress(0.65, "Coding labels")
    table, readings = yield from _table(alignment, options)
    yield Progress(0.8, "Checking")
    found = tuple(problems(alignment, table, readings))
    return Pair(table, *readings, table.records, found, options)


def _is_one_file(truth: Any, submission: Any) -> bool:
    if submission is None or submission is truth:
        return True
    if not isinstance(truth, str | Path) or not isinstance(submission, str | Path):
        return False
    return Path(truth).absolute() == Path(submission).absolute()


def _table(alignment: Alignment, options: Options) -> Task[tuple[Table, tuple[Reading, Reading]]]:
    (own, other), records = alignment.layouts, alignment.found.records
    truth = read_lists(
        LabelRequest(alignment.truth, own, alignment.entries[0], np.arange(len(records)), options.separator)
    )
    yield Progress(0.68, "Coding labels")
    predicted = read_lists(
        LabelRequest(alignment.submission, other, alignment.entries[1], records, options.separator, truth)
    )
    yield Progress(0.72, "Coding labels")
    codes, names = unified(truth.labels, predicted.labels)
    truth, predicted, vocab = truth.bare(), predicted.bare(), Vocab(names)
    release_memory()
    yield Progress(0.78, "Coding labels")
    predictions, truths = _ragged(predicted, codes.pop()), _ragged(truth, codes.pop())
    grammars = _grammars(truth, predicted, vocab)
    if other.shape == "list" and other.confidence is not None:
        cells = alignment.submission.texts_at(other.confidence, records)
        predictions = with_confidences(predictions, cells, grammars[1])
    table = Table(
        alignment.ids,
        truths.keep(~truths.repeats()),
        predictions,
        records >= 0,
        vocab,
        records,
        _extra(alignment),
        _usage(alignment),
    )
    return table, (
        _reading(alignment, 0, grammars[0], truth.literal, table.truth),
        _reading(alignment, 1, grammars[1], predicted.literal, predictions),
    )


def _grammars(truth: Lists, predicted: Lists, vocab: Vocab) -> tuple[Grammar, Grammar]:
    """How lists are typed; for files whose cells hold none, with a sign between labels that no label has."""
    free = Grammar(free_sign(vocab.array())) if truth.grammar is None or predicted.grammar is None else Grammar()
    return truth.grammar or free, predicted.grammar or free


def _ragged(lists: Lists, codes: Codes) -> Ragged:
    """The lists in the order of the table's rows."""
    ragged = Ragged(lists.offsets, codes, lists.weights)
    return ragged if lists.places is None else ragged.take(lists.places)


def _extra(alignment: Alignment) -> Mapping[str, pa.StringArray]:
    """The columns that have no part in the score, aligned with the table; the truth's name wins."""
    truth, submission, extra = alignment.truth, alignment.submission, dict[str, pa.StringArray]()
    own, other = alignment.layouts
    rows = np.where(alignment.found.records < 0, -1, alignment.entries[1].first[alignment.found.records])
    for i in _asides(submission, other, set() if submission is not truth else own.used):
        extra[submission.names[i].strip()] = submission.texts_at(i, rows)
    for i in _asides(truth, own, set() if submission is not truth else other.used):
        extra[truth.names[i].strip()] = truth.texts_at(i, alignment.entries[0].first)
    return extra


def _asides(sheet: Sheet, layout: Layout, taken_by_other: set[int | None]) -> Iterable[int]:
    if sheet.roles:
        return ()
    used = layout.used | taken_by_other
    return [i for i, name in enumerate(sheet.names) if i not in used and not is_index(plain(name))]


def _usage(alignment: Alignment) -> Usage | None:
    column = alignment.layouts[0].usage
    if column is None:
        return None
    return coded(alignment.truth.texts_at(column, alignment.entries[0].first))


def _reading(alignment: Alignment, which: int, grammar: Grammar, literal: str | None, lists: Ragged) -> Reading:
    sheet = (alignment.truth, alignment.submission)[which]
    # A file's text can be read again from its source; a frame's is all there is.
    bare = replace(sheet, columns=()) if sheet.source else sheet
    longest = int(lists.lengths.max(initial=0))
    return Reading(bare, alignment.layouts[which], alignment.entries[which], grammar, len(sheet), longest, literal)
