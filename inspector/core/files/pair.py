"""Read a truth and a submission into an aligned table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Codes, Ints
from inspector.core.data.table import Table
from inspector.core.data.usage import Usage, parse_usage
from inspector.core.data.vocab import Vocab
from inspector.core.files.checks.errors import pair_mismatch
from inspector.core.files.checks.findings import problems
from inspector.core.files.checks.fixes import repaired, with_offers
from inspector.core.files.detection.align import Understood, understand
from inspector.core.files.detection.ids.columns import is_index_column
from inspector.core.files.detection.ids.one_file import lacks_ids
from inspector.core.files.detection.numbers.yes_no import understand_chances, understand_labels
from inspector.core.files.formats.ahead import read_ahead, sheet_of
from inspector.core.files.formats.columnar import is_generated
from inspector.core.files.formats.separator import free_sign
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.io.target import Inputs
from inspector.core.files.labels.cell import Grammar
from inspector.core.files.labels.coding import unify_dictionaries
from inspector.core.files.labels.dispatch import kind_of, read_lists
from inspector.core.files.labels.reading import Reading
from inspector.core.files.labels.shape import LabelRequest, Lists
from inspector.core.files.labels.weights import split_by_relevance, with_confidences
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.options import Options
from inspector.core.files.problem import Problem
from inspector.core.files.schema.layout import Layout
from inspector.core.files.schema.names import names_both
from inspector.core.task import Progress, Task

# Reads the lists of two aligned files, with progress.
TableReader: TypeAlias = Callable[[Alignment], Task[tuple[Table, tuple[Reading, Reading]]]]


@dataclass(frozen=True, eq=False)
class Pair:
    """A truth and a submission, read and aligned.

    entry_of_row: int64 (n,), the submission's entry of each row, or -1; options: used to open the pair.
    """

    table: Table
    truth: Reading
    submission: Reading
    entry_of_row: Ints
    problems: tuple[Problem, ...]
    options: Options = field(default_factory=Options)

    @property
    def inputs(self) -> Inputs:
        """The files of the pair; one file may be both. None of them is ever written, but the submission by Save."""
        sources = {"submission": self.submission.sheet.source, "truth": self.truth.sheet.source}
        return {name: source for name, source in sources.items() if source is not None}

    @property
    def is_generated(self) -> bool:
        """Whether the program made the submission, such as a blend, so that no file holds it until it is saved."""
        return is_generated(self.submission.sheet)

    @property
    def has_class_columns(self) -> bool:
        """Whether the submission has a column of probabilities for each class."""
        return self.submission.layout.shape == "wide" and self.table.predictions.weights is not None

    @property
    def is_yes_or_no(self) -> bool:
        """Whether both files have a column of one label alone, the submission with the probability of it."""
        layouts = self.truth.layout, self.submission.layout
        are_of_one = all(layout.shape == "wide" and len(layout.labels) == 1 for layout in layouts)
        return are_of_one and self.has_class_columns

    @property
    def has_target_columns(self) -> bool:
        """Whether both files have a column for each label, which may be a target by itself: a row has several."""
        are_wide = self.truth.layout.shape == self.submission.layout.shape == "wide"
        return are_wide and self.table.truth.longest > 1

    @property
    def is_ranking(self) -> bool:
        """Whether the submission has a label a record, in the order of a rank or a score."""
        layout = self.submission.layout
        return layout.shape == "long" and (layout.rank is not None or layout.confidence is not None)

    @property
    def is_retrieval(self) -> bool:
        """Whether the files are qrels and a run: a ranking, and a truth that judges labels by relevance.

        Lists with scores are rankings, too, but not where each row has one label with its confidence.
        """
        truth, is_trec = self.truth.layout, any(reading.sheet.roles for reading in (self.truth, self.submission))
        lists = self.table.predictions
        is_list = self.submission.layout.shape == "list" and lists.weights is not None and lists.longest > 1
        return (self.is_ranking or is_list) and (is_trec or (truth.shape == "long" and truth.confidence is not None))


def read_pair(truth: Any, submission: Any = None, options: Options | None = None) -> Task[Pair]:
    """Read and align two files or data from Python, or one file with both. Raises InputError."""
    alignment = yield from read_alignment(truth, submission, options or Options())
    return (yield from build_pair(alignment, options or Options()))


def read_alignment(truth: Any, submission: Any, options: Options) -> Task[Alignment]:
    """Read two files, apply the repairs of the options and align them; a mismatch is returned, not raised."""
    understood = yield from read_understood(truth, submission, options)
    return (yield from align_understood(understood, options))


def read_understood(truth: Any, submission: Any, options: Options) -> Task[Understood]:
    """Read two files, and find out how they are to be read. Raises InputError."""
    yield Progress(0.0, "Reading the truth")
    with read_ahead(truth, submission) as (true, predicted):
        truth_sheet = submission_sheet = sheet_of(true)
        yield Progress(0.1, "Reading the submission")
        if submission is not None and predicted is not true:
            submission_sheet = sheet_of(predicted)
        elif submission is not None and not (names_both(truth_sheet) or lacks_ids(truth_sheet, options)):
            submission_sheet = replace(truth_sheet)  # compared with itself
    yield Progress(0.45, "Comparing columns")
    find = understand
    if options.shape is None and (options.by_confidence or options.of_chances):
        find = understand_labels if options.by_confidence else understand_chances
    return find(truth_sheet, submission_sheet, options)


def align_understood(understood: Understood, options: Options) -> Task[Alignment]:
    """Align two files, and apply the repairs of the options; a mismatch is returned, not raised."""
    yield Progress(0.5, "Matching ids")
    alignment = understood.align()
    for fix in options.fixes:
        alignment = repaired(alignment, fix, options)
        yield Progress(0.55, f"Repaired: {fix}")
    return alignment


def build_pair(alignment: Alignment, options: Options, *, tries_repairs: bool | None = None) -> Task[Pair]:
    """Read the label lists of two aligned files. Raises PairMismatchError when they cannot be scored together.

    tries_repairs: whether to try every repair before it is offered; None for those of files that are small.
    """
    if alignment.refusal is not None:
        raise pair_mismatch(alignment, options)
    yield Progress(0.65, "Coding labels")
    return (yield from checked_pair(alignment, options, _table, tries_repairs=tries_repairs))


def checked_pair(
    alignment: Alignment, options: Options, read: TableReader, *, tries_repairs: bool | None = None
) -> Task[Pair]:
    """The pair that `read` makes of aligned files, with its problems and the repairs that solve them."""

    def find(other: Alignment) -> Task[Sequence[Problem]]:
        if other.refusal is not None:
            raise other.refusal
        return problems(other, *(yield from read(other)))

    table, readings = yield from read(alignment)
    yield Progress(0.8, "Checking")
    found = problems(alignment, table, readings)
    offered = yield from with_offers(alignment, found, options, find, tries=tries_repairs)
    return Pair(table, *readings, table.entry_of_row, offered, options)


def _table(alignment: Alignment) -> Task[tuple[Table, tuple[Reading, Reading]]]:
    (truth_layout, layout), records = alignment.layouts, alignment.found.entry_of_row
    truth = read_lists(LabelRequest(alignment.truth, truth_layout, alignment.entries[0], np.arange(len(records))))
    yield Progress(0.68, "Coding labels")
    predicted = read_lists(LabelRequest(alignment.submission, layout, alignment.entries[1], records, truth))
    yield Progress(0.72, "Coding labels")
    codes, names = unify_dictionaries(truth.labels, predicted.labels)
    truth, predicted, vocab = truth.without_labels(), predicted.without_labels(), Vocab(names)
    yield Progress(0.78, "Coding labels")
    predictions, in_truth_file = ragged(predicted, codes.pop()), 1 + int(codes[0].max(initial=-1))
    kind, truths, judged = kind_of(truth_layout), ragged(truth, codes.pop()), None
    if kind.names_labels:
        truths, judged = split_by_relevance(truths)
    grammars = _grammars(truth, predicted, vocab)
    if layout.shape == "list" and layout.confidence is not None:
        cells = alignment.submission.texts_at(layout.confidence, records)
        predictions = with_confidences(predictions, cells, grammars[1])
    table = Table(
        alignment.ids,
        truths,
        predictions,
        records >= 0,
        vocab,
        records,
        extra_columns(alignment),
        _usage(alignment),
        judged,
        in_truth_file,
        kind,
        alignment.submission.holds_empty,
        columns_with_commas(alignment),
        alignment.truth.is_numbered,
    )
    return table, (
        reading_of(alignment, 0, grammars[0], truth, table.truth),
        reading_of(alignment, 1, grammars[1], predicted, predictions),
    )


def _grammars(truth: Lists, predicted: Lists, vocab: Vocab) -> tuple[Grammar, Grammar]:
    """The grammar for typed lists; files without lists in cells get a separator that occurs in no label."""
    free = Grammar(free_sign([vocab.array()])) if truth.grammar is None or predicted.grammar is None else Grammar()
    return truth.grammar or free, predicted.grammar or free


def ragged(lists: Lists, codes: Codes) -> Ragged:
    """The lists in the order of the table's rows."""
    ragged = Ragged(lists.offsets, codes, lists.weights)
    ragged.__dict__.update(lists.known)
    return ragged if lists.indices is None else ragged.take(lists.indices)


def extra_columns(alignment: Alignment) -> Mapping[str, pa.StringArray]:
    """The columns not used for scoring, and each part of ids of several columns, aligned with the table.

    For equal names the truth's column wins.
    """
    truth, submission, extra = alignment.truth, alignment.submission, dict[str, pa.StringArray]()
    of_truth, of_submission = _unused(alignment)
    entries = alignment.found.entry_of_row
    rows = np.where(entries < 0, -1, alignment.entries[1].first[entries]) if of_submission else entries
    for i in of_submission:
        extra[submission.names[i].strip()] = submission.texts_at(i, rows)
    for i in of_truth:
        extra[truth.names[i].strip()] = truth.texts_at(i, alignment.entries[0].first)
    return extra


def columns_with_commas(alignment: Alignment) -> frozenset[str]:
    """The names of those `extra_columns` that are of a file whose numbers have decimal commas."""
    sheets, unused, commas = (alignment.truth, alignment.submission), _unused(alignment), dict[str, bool]()
    read = [*zip(sheets, alignment.layouts, strict=True)]
    for sheet, columns in reversed([*zip(sheets, unused, strict=True)]):
        has_commas = any(layout.decimal == "," for other, layout in read if other is sheet)
        commas |= dict.fromkeys((sheet.names[i].strip() for i in columns), has_commas)
    return frozenset(name for name, has_commas in commas.items() if has_commas)


def _unused(alignment: Alignment) -> tuple[Sequence[int], Sequence[int]]:
    """The columns of the truth and of the submission that are not used for scoring, of one file by neither."""
    (truth_layout, layout), is_one = alignment.layouts, alignment.submission is alignment.truth
    return (
        _unused_columns(alignment.truth, truth_layout, layout.used if is_one else set()),
        _unused_columns(alignment.submission, layout, truth_layout.used if is_one else set()),
    )


def _unused_columns(sheet: Sheet, layout: Layout, used_by_other: set[int | None]) -> Sequence[int]:
    if sheet.roles:
        return ()
    used = (layout.used if len(layout.ids) == 1 else layout.used - {*layout.ids}) | used_by_other
    return [i for i in range(len(sheet.names)) if i not in used and not is_index_column(sheet, i)]


def _usage(alignment: Alignment) -> Usage | None:
    column = alignment.layouts[0].usage
    if column is None:
        return None
    return parse_usage(alignment.truth.texts_at(column, alignment.entries[0].first))


def reading_of(alignment: Alignment, which: int, grammar: Grammar, lists: Lists, read: Ragged) -> Reading:
    """How the truth, 0, or the submission, 1, was read."""
    sheet = (alignment.truth, alignment.submission)[which]
    # Drop the text to save memory: a file can be read again from its source, a DataFrame cannot.
    kept = replace(sheet, columns=()) if sheet.source else sheet
    layout, entries = alignment.layouts[which], alignment.entries[which]
    held = lists.literal, lists.odd, which == 0, lists.moved
    return Reading(kept, layout, entries, grammar, len(sheet), read.longest, *held)
