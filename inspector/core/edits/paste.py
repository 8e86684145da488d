"""Pasted spreadsheet cells, or lines of a TREC run, as one edit: matches lines to rows and reads their labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, flags, integers, text, texts
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Edit
from inspector.core.edits.bulk_labels import weights_by_rank
from inspector.core.edits.normalize import normalize_for_file, sorted_for_file
from inspector.core.edits.pasting.classes import are_class_numbers, class_cells, class_titles, pasted_classes
from inspector.core.edits.pasting.copied_rows import own_predictions
from inspector.core.edits.pasting.numbers import pasted_numbers
from inspector.core.edits.pasting.pairs import Pairs, pairs_of
from inspector.core.edits.pasting.pasted import Pasted, unknown_words
from inspector.core.edits.pasting.run_lines import RunLines, run_lines_of
from inspector.core.edits.pasting.tsv import Lines, csv_lines_of, csv_titles, lines_at_commas, lines_of
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import names
from inspector.core.files.labels.cell import Grammar, validate_label
from inspector.core.query.labels import label_counts
from inspector.core.task import Progress, Task

_SAMPLE = 1000
# What may stand behind a decimal comma.
_WHOLE = r"^\d+$"


def paste(evaluation: Evaluation, pasted: str, rows: Ints) -> Pasted:
    """Read tab-separated lines, CSV that begins with ids, or lines of a TREC run.

    They are matched by ids if there are any, else line by line to `rows` in display order.
    The labels are in one cell as in the submission, or in one cell each; where the file has a column for each label,
    so may lines have. Raises InputError if nothing fits.
    """
    if evaluation.table.kind.names_labels and (run := run_lines_of(evaluation, pasted)) is not None:
        return _pasted_run(evaluation, run)
    cells = _cells(evaluation, pasted)
    header = _header(evaluation, cells)
    body = cells.part(1) if header is not None else cells
    id_column = _id_column(evaluation, body, header)
    own = own_predictions(evaluation, body) if id_column == 0 else None
    is_copied = own is not None and header is None
    columns = None if is_copied else class_cells(evaluation, body, header, id_column)
    labels = _label_texts(evaluation, body, header, id_column, own) if columns is None else texts([])
    target, at, unknown, left_over = _targets(evaluation, body, id_column, rows)
    if not len(target):
        raise _nothing_fits(evaluation, unknown)
    # The last line of a row wins.
    target, last = np.unique(target[::-1], return_index=True)
    chosen, again = integers(at[::-1][last]), len(at) - len(target)
    if columns is not None:
        read = _Read(pasted_classes(evaluation, target, {key: one.take(chosen) for key, one in columns.items()}), True)
    else:
        read = _read(evaluation, target, labels.take(chosen))
    new = [label for label in read.labels if evaluation.table.vocab.find_in_files(label) < 0]
    edit = _named_edit(evaluation, *normalize_for_file(evaluation, target, read.lists, is_scored=read.is_scored))
    counted = _counted(evaluation, edit)
    return Pasted(edit, len(target), unknown, again, left_over, *counted, id_column is not None, len(read.labels), new)


@dataclass(frozen=True, eq=False)
class _Read:
    """What is pasted into rows: their lists, whether labels come with scores of their own, and the distinct labels."""

    lists: Ragged
    is_scored: bool
    labels: Sequence[str] = ()


def _targets(
    evaluation: Evaluation, body: Lines, id_column: int | None, rows: Ints
) -> tuple[Ints, Ints, Sequence[str], int]:
    """The rows that get a line, and which line, both int64; the ids of no row, and how many lines are left over."""
    if id_column is None:
        at = np.arange(min(len(body), len(rows)))
        return rows[at], at, [], max(0, len(body) - len(rows))
    ids = body.column(id_column)
    found = evaluation.table.rows_of(ids)
    at = np.flatnonzero(found >= 0)
    return found[at], at, ids.filter(booleans(found < 0)).unique().to_pylist(), 0


def _pasted_run(evaluation: Evaluation, run: RunLines) -> Pasted:
    """One list for each topic of the lines of a run; with their scores where the file has some."""
    found = evaluation.table.rows_of(run.topics)
    unknown = run.topics.filter(booleans(found < 0)).unique().to_pylist()
    rows, offsets, order = run.lists(found)
    if not len(rows):
        raise _nothing_fits(evaluation, unknown)
    documents = run.documents.take(integers(order))
    distinct = documents.unique().to_pylist()
    new = [label for label in distinct if evaluation.table.vocab.find_in_files(label) < 0]
    has_scores = evaluation.table.predictions.weights is not None
    _refuse_odd(evaluation.pair.submission.grammar, documents)
    codes = evaluation.table.vocab.add_all(documents)
    lists = Ragged(offsets, codes, run.scores[order] if has_scores else None)
    edit = _named_edit(evaluation, *normalize_for_file(evaluation, rows, lists, is_scored=True))
    return Pasted(edit, len(rows), unknown, 0, 0, *_counted(evaluation, edit), True, len(distinct), new)


def _nothing_fits(evaluation: Evaluation, unknown: Sequence[str]) -> InputError:
    what = evaluation.table.kind.words
    return InputError(
        "nothing in the clipboard fits the table",
        found=unknown_words(unknown) if unknown else "no line",
        expected=f"lines of a spreadsheet with an id and {what}, or {what} for the selected rows",
    )


@dataclass(frozen=True, eq=False)
class PastePreview:
    """What a paste would do. before, after: the overall; gain: how much better it would be."""

    pasted: Pasted
    before: float
    after: float
    gain: float


def preview_task(evaluation: Evaluation, pasted: str, rows: Ints) -> Task[PastePreview]:
    """Read pasted lines and score their edit; changes no prediction. Raises InputError if nothing fits."""
    yield Progress(0.0, "Reading the clipboard")
    found = paste(evaluation, pasted, rows)
    yield Progress(0.5, "Computing the preview")
    before = evaluation.scores.known_overall
    after = evaluation.preview_edit(found.edit, {}) if len(found.edit.rows) else before
    return PastePreview(found, before, after, evaluation.metric.improvement(after - before))


def _counted(evaluation: Evaluation, edit: Edit) -> tuple[int, tuple[int, int], str]:
    """How many rows an edit empties, how many labels others have before and after it that get fewer, and their noun."""
    before, after = label_counts(evaluation.predictions(edit.rows)), label_counts(edit.predictions)
    fewer = (after < before) & (after > 0)
    noun = "document" if evaluation.pair.submission.sheet.roles is not None else "label"
    return int(((before > 0) & (after == 0)).sum()), (int(before[fewer].sum()), int(after[fewer].sum())), noun


def _cells(evaluation: Evaluation, pasted: str) -> Lines:
    """The cells of pasted lines; those of CSV without a tab whose header or whose lines name ids, such as a patch."""
    first = {*csv_titles(pasted)} if "\t" not in pasted else set()
    of_labels = {*_label_names(evaluation), *class_titles(evaluation)}
    is_patch = len(first) > 1 and first & {*_id_names(evaluation)} and first & of_labels
    if is_patch or ("\t" not in pasted and _begins_with_ids(evaluation, lines_at_commas(pasted))):
        return csv_lines_of(pasted) or lines_at_commas(pasted)
    return lines_of(pasted)


def _begins_with_ids(evaluation: Evaluation, lines: Lines) -> bool:
    """Whether most lines have an id before their first comma that is neither a label nor a part of a number."""
    sample = lines.part(0, _SAMPLE)
    first, several = sample.column(0), sample.widths > 1
    is_id = (evaluation.table.rows_of(first) >= 0) & several
    if not evaluation.table.kind.names_labels:
        width = len(names(evaluation))
        may_be_decimals = width == 1 or (sample.widths != 1 + width).any()
        if may_be_decimals and flags(pc.match_substring_regex(sample.column(1), _WHOLE)).all():
            return False
    if evaluation.pair.submission.grammar.separator.strip() == ",":
        is_id &= np.array([evaluation.table.vocab.find_in_files(id_) < 0 for id_ in first.to_pylist()], bool)
    return bool(is_id.any() and 2 * is_id.sum() > len(is_id))


def _header(evaluation: Evaluation, cells: Lines) -> list[str] | None:
    """The first line if it is a header: it names the id column, or only known columns."""
    if not len(cells):
        return None
    first = [cell.strip() for cell in cells.line(0)]
    of_classes = class_titles(evaluation) if are_class_numbers(evaluation, cells.part(1), None) else ()
    known = {*_id_names(evaluation), *_label_names(evaluation), *of_classes}
    named = [cell for cell in first if cell in known]
    by_id = bool(set(first) & set(_id_names(evaluation))) and len(first) > 1
    is_header = by_id or (len(named) == len(first) and len(cells) > 1)
    return first if is_header and (evaluation.table.rows_of(texts(first)) < 0).all() else None


def _id_names(evaluation: Evaluation) -> list[str]:
    readings = evaluation.pair.truth, evaluation.pair.submission
    return [*(reading.id_name for reading in readings), *(["id"] if "id" not in _label_names(evaluation) else [])]


def _label_names(evaluation: Evaluation) -> list[str]:
    own = [] if evaluation.table.kind.names_labels else names(evaluation)
    return [*own, evaluation.pair.submission.label_name, "predictions"]


def _id_column(evaluation: Evaluation, body: Lines, header: list[str] | None) -> int | None:
    """The column named as the ids, else the first with mostly ids; None if there is none."""
    for name in _id_names(evaluation):
        if header is not None and name in header:
            return header.index(name)
    sample = body.part(0, _SAMPLE)
    widest = int(sample.widths.max(initial=0))
    for number in range(widest if widest > 1 else 0):
        known = evaluation.table.rows_of(sample.column(number)) >= 0
        if known.any() and 2 * known.sum() >= len(known):
            return number
    return None


def _label_texts(
    evaluation: Evaluation, body: Lines, header: list[str] | None, id_column: int | None, own: int | None
) -> pa.StringArray:
    """The labels of each line, as in a cell of the submission; own: the column of rows copied from this table."""
    if (numbers := _named_numbers(evaluation, body, header)) is not None:
        return numbers
    for name in _label_names(evaluation):
        if header is not None and name in header:
            return body.column(header.index(name))
    if own is not None:
        return body.column(own)
    return body.joined(evaluation.pair.submission.grammar.separator, id_column)


def _named_numbers(evaluation: Evaluation, body: Lines, header: list[str] | None) -> pa.StringArray | None:
    """The numbers of each line in the order of the file, where the header names them all."""
    known = [] if evaluation.table.kind.names_labels else names(evaluation)
    if not known or header is None or not {*known} <= {*header}:
        return None
    columns = [body.column(header.index(name)) for name in known]
    return pc.binary_join_element_wise(*columns, text(evaluation.pair.submission.grammar.separator))


def _read(evaluation: Evaluation, rows: Ints, cells: pa.StringArray) -> _Read:
    """The lists in the cells of rows, in the notation of the submission or as the line of a row shows them."""
    if not evaluation.table.kind.names_labels:
        return _Read(pasted_numbers(evaluation, rows, cells), False)
    pairs = pairs_of(evaluation, cells, lambda at: f"row {shorten(evaluation.table.id(int(rows[at])))}")
    if pairs is not None:
        return _read_pairs(evaluation, pairs)
    grammar = evaluation.pair.submission.grammar
    offsets, labels, confidence = grammar.split(cells)
    if confidence is not None and np.isnan(confidence).any():
        worst = int(np.searchsorted(offsets, int(np.flatnonzero(np.isnan(confidence))[0]), side="right")) - 1
        raise InputError(
            "a confidence is missing or not a number",
            found=f"{shorten(str(cells[worst]))} for {shorten(evaluation.table.id(int(rows[worst])))}",
            expected="label and confidence alternating, as in the submission",
        )
    _refuse_odd(grammar, labels)
    lists = Ragged(offsets, evaluation.table.vocab.add_all(labels), confidence)
    before = evaluation.predictions(rows)
    if before.weights is not None and confidence is None:
        lists = Ragged(offsets, lists.codes, weights_by_rank(before, lists.lengths))
    return _Read(lists, confidence is not None, labels.unique().to_pylist())


def _read_pairs(evaluation: Evaluation, pairs: Pairs) -> _Read:
    """Labels with their numbers; those of a column each are ordered by them, and 0 is in no list."""
    _refuse_odd(evaluation.pair.submission.grammar, pairs.labels)
    lists = Ragged(pairs.offsets, evaluation.table.vocab.add_all(pairs.labels), pairs.numbers)
    if evaluation.pair.has_class_columns:
        listed = lists.keep(pairs.numbers != 0)
        lists = sorted_for_file(evaluation.pair.submission, listed, evaluation.table.vocab.text)
    return _Read(lists, True, pairs.labels.unique().to_pylist())


def _refuse_odd(grammar: Grammar, labels: pa.StringArray) -> None:
    """Raise InputError for a sign that splitting keeps inside a label, but that no file could read back."""
    for label in labels.filter(pc.match_substring_regex(labels, r"[\n\r\x00]")).slice(0, 1).to_pylist():
        validate_label(label, grammar.separator)


def _named_edit(evaluation: Evaluation, rows: Ints, lists: Ragged) -> Edit:
    where = evaluation.table.id(int(rows[0])) if len(rows) == 1 else f"{len(rows):,} rows"
    return Edit(rows, lists, f"paste into {where}")
