"""Pasted spreadsheet cells as one edit: matches lines to rows and reads their labels. Changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, flags, integers, texts
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Edit
from inspector.core.edits.bulk_labels import weights_by_rank
from inspector.core.edits.normalize import normalize_for_file
from inspector.core.edits.pasting.numbers import pasted_numbers
from inspector.core.edits.pasting.tsv import Lines, csv_lines_of, csv_titles, lines_at_commas, lines_of
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import names
from inspector.core.plural import count_of
from inspector.core.query.labels import label_counts
from inspector.core.rows.columns import find_column, least_written, written_columns
from inspector.core.rows.copying import cells
from inspector.core.task import Progress, Task

_MAX_NAMED = 3
_SAMPLE = 1000
# What may stand behind a decimal comma.
_WHOLE = r"^\d+$"


@dataclass(frozen=True, eq=False)
class Pasted:
    """The result of a paste. edit: of the rows that change; matched: the number of rows named; unknown: unknown ids;
    again: lines replaced by a later one for the same row; left_over: lines beyond the last row; emptied: rows that
    lose all their labels; by_id: whether ids name the rows; labels: the number of different labels; new_labels: those
    that neither file has.
    """

    edit: Edit
    matched: int
    unknown: Sequence[str] = ()
    again: int = 0
    left_over: int = 0
    emptied: int = 0
    by_id: bool = False
    labels: int = 0
    new_labels: Sequence[str] = ()

    @property
    def is_plain(self) -> bool:
        """Whether it changes one row at most, and only to labels of the files, so that nobody need be asked."""
        return len(self.edit.rows) <= 1 and not self.new_labels

    @property
    def label_words(self) -> str:
        """`2 of 3 labels are in neither file: 'Dear', 'Sir'`; empty for none."""
        new = len(self.new_labels)
        if not new:
            return ""
        what = "label is" if self.labels == 1 else "labels are"
        return f"{new:,} of {self.labels:,} {what} in neither file: {_named(self.new_labels)}"

    def __str__(self) -> str:
        """`12 rows changed, 3 ids unknown: a, b, c`."""
        changed, same = len(self.edit.rows), self.matched - len(self.edit.rows)
        parts = [f"{count_of(changed, 'row')} changed"]
        parts += [f"{same:,} the same as before"] if same else []
        parts += [f"{self.emptied:,} emptied"] if self.emptied else []
        parts += [f"{count_of(self.again, 'line')} replaced by a later one for the same row"] if self.again else []
        parts += [f"{count_of(self.left_over, 'line')} left over"] if self.left_over else []
        return ", ".join([*parts, *([_unknown(self.unknown)] if self.unknown else [])])


def paste(evaluation: Evaluation, pasted: str, rows: Ints) -> Pasted:
    """Read tab-separated lines, or CSV that begins with ids.

    They are matched by ids if there are any, else line by line to `rows` in display order.
    The labels are in one cell as in the submission, or in one cell each. Raises InputError if nothing fits.
    """
    cells = _cells(evaluation, pasted)
    header = _header(evaluation, cells)
    body = cells.part(1) if header is not None else cells
    id_column = _id_column(evaluation, body, header)
    labels = _label_texts(evaluation, body, header, id_column)
    if id_column is None:
        at, unknown, left_over = np.arange(min(len(labels), len(rows))), [], max(0, len(labels) - len(rows))
        target = rows[at]
    else:
        ids = body.column(id_column)
        found = evaluation.table.rows_of(ids)
        at, left_over = np.flatnonzero(found >= 0), 0
        target, unknown = found[at], ids.filter(booleans(found < 0)).unique().to_pylist()
    if not len(target):
        what = evaluation.table.kind.words
        raise InputError(
            "nothing in the clipboard fits the table",
            found=_unknown(unknown) if unknown else "no line",
            expected=f"lines of a spreadsheet with an id and {what}, or {what} for the selected rows",
        )
    # The last line of a row wins.
    target, last = np.unique(target[::-1], return_index=True)
    chosen = labels.take(integers(at[::-1][last]))
    distinct = _labels_of(evaluation, chosen)
    new = [label for label in distinct if evaluation.table.vocab.find_in_files(label) < 0]
    edit, again = _edit(evaluation, target, chosen), len(at) - len(target)
    emptied = _emptied(evaluation, edit)
    return Pasted(edit, len(target), unknown, again, left_over, emptied, id_column is not None, len(distinct), new)


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


def _emptied(evaluation: Evaluation, edit: Edit) -> int:
    """How many rows have a label before an edit, and none after it."""
    before, after = label_counts(evaluation.predictions(edit.rows)), label_counts(edit.predictions)
    return int(((before > 0) & (after == 0)).sum())


def _labels_of(evaluation: Evaluation, cells: pa.StringArray) -> list[str]:
    """The distinct labels of cells; none where predictions are numbers."""
    if not evaluation.table.kind.names_labels:
        return []
    labels: list[str] = evaluation.pair.submission.grammar.split(cells)[1].unique().to_pylist()
    return labels


def _cells(evaluation: Evaluation, pasted: str) -> Lines:
    """The cells of pasted lines; those of CSV without a tab whose header or whose lines name ids, such as a patch."""
    first = {*csv_titles(pasted)} if "\t" not in pasted else set()
    is_patch = len(first) > 1 and first & {*_id_names(evaluation)} and first & {*_label_names(evaluation)}
    if is_patch or ("\t" not in pasted and _begins_with_ids(evaluation, lines_at_commas(pasted))):
        return csv_lines_of(pasted) or lines_at_commas(pasted)
    return lines_of(pasted)


def _begins_with_ids(evaluation: Evaluation, lines: Lines) -> bool:
    """Whether most lines have an id before their first comma that is neither a label nor a part of a number."""
    sample = lines.part(0, _SAMPLE)
    first, several = sample.column(0), sample.widths > 1
    is_id = (evaluation.table.rows_of(first) >= 0) & several
    if not evaluation.table.kind.names_labels and flags(pc.match_substring_regex(sample.column(1), _WHOLE)).all():
        return False
    if evaluation.pair.submission.grammar.separator.strip() == ",":
        is_id &= np.array([evaluation.table.vocab.find_in_files(id_) < 0 for id_ in first.to_pylist()], bool)
    return bool(is_id.any() and 2 * is_id.sum() > len(is_id))


def _header(evaluation: Evaluation, cells: Lines) -> list[str] | None:
    """The first line if it is a header: it names the id column, or only known columns."""
    if not len(cells):
        return None
    first = [cell.strip() for cell in cells.line(0)]
    names = {*_id_names(evaluation), *_label_names(evaluation)}
    named = [cell for cell in first if cell in names]
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
    evaluation: Evaluation, body: Lines, header: list[str] | None, id_column: int | None
) -> pa.StringArray:
    """The labels of each line, as in a cell of the submission."""
    if (numbers := _named_numbers(evaluation, body, header)) is not None:
        return numbers
    for name in _label_names(evaluation):
        if header is not None and name in header:
            return body.column(header.index(name))
    truth = _own_truth(evaluation, body) if id_column == 0 else None
    if truth is not None:
        return body.column(truth + 1)
    return body.joined(evaluation.pair.submission.grammar.separator, id_column)


def _named_numbers(evaluation: Evaluation, body: Lines, header: list[str] | None) -> pa.StringArray | None:
    """The numbers of each line in the order of the file, where the header names them all."""
    known = [] if evaluation.table.kind.names_labels else names(evaluation)
    if not known or header is None or not {*known} <= {*header}:
        return None
    columns = [body.column(header.index(name)) for name in known]
    return pc.binary_join_element_wise(*columns, evaluation.pair.submission.grammar.separator)


def _own_truth(evaluation: Evaluation, body: Lines) -> int | None:
    """The column with the truth of each row, if the lines were copied from this table: predictions are behind it.

    Found by its content, because notes, places and further metrics, which are columns before it, come and go.
    """
    width = int(body.widths[0])
    if width < least_written(evaluation.table.kind) or (body.widths != width).any():
        return None
    names = [shown.name for shown in written_columns(evaluation)]
    rows = evaluation.table.rows_of(body.column(0))
    known = np.flatnonzero(rows >= 0)[:_SAMPLE]
    own = pc.utf8_trim_whitespace(cells(find_column("truth").values(evaluation, rows[known])))
    # First where it is unless columns were added behind: a note may be the truth word for word.
    places = [width - len(names) + names.index("truth"), *range(1, width - 1)]
    return next((at for at in places if at > 0 and body.column(at).take(integers(known)).equals(own)), None)


def _edit(evaluation: Evaluation, rows: Ints, cells: pa.StringArray) -> Edit:
    if not evaluation.table.kind.names_labels:
        return _named_edit(evaluation, *normalize_for_file(evaluation, rows, pasted_numbers(evaluation, rows, cells)))
    grammar = evaluation.pair.submission.grammar
    offsets, labels, confidence = grammar.split(cells)
    if confidence is not None and np.isnan(confidence).any():
        worst = int(np.searchsorted(offsets, int(np.flatnonzero(np.isnan(confidence))[0]), side="right")) - 1
        raise InputError(
            "a confidence is missing or not a number",
            found=f"{shorten(str(cells[worst]))} for {shorten(evaluation.table.id(int(rows[worst])))}",
            expected="label and confidence alternating, as in the submission",
        )
    # Splitting keeps these inside a label, but no file could read them back.
    for label in labels.filter(pc.match_substring_regex(labels, r"[\n\r\x00]")).slice(0, 1).to_pylist():
        grammar.validate_label(label)
    lists = Ragged(offsets, evaluation.table.vocab.add_all(labels), confidence)
    before = evaluation.predictions(rows)
    if before.weights is not None and confidence is None:
        lists = Ragged(offsets, lists.codes, weights_by_rank(before, lists.lengths))
    return _named_edit(evaluation, *normalize_for_file(evaluation, rows, lists, is_scored=confidence is not None))


def _named_edit(evaluation: Evaluation, rows: Ints, lists: Ragged) -> Edit:
    where = evaluation.table.id(int(rows[0])) if len(rows) == 1 else f"{len(rows):,} rows"
    return Edit(rows, lists, f"paste into {where}")


def _unknown(ids: Sequence[str]) -> str:
    return f"{count_of(len(ids), 'id')} unknown: {_named(ids)}"


def _named(texts: Sequence[str]) -> str:
    """The first of some texts."""
    return ", ".join(shorten(text, 24) for text in texts[:_MAX_NAMED]) + (" …" if len(texts) > _MAX_NAMED else "")
