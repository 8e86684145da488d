"""Check the submission against the truth: different separators, blanks around labels, swapped columns or files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, combine_chunks, flags, integers, numbers
from inspector.core.arrays.types import Ints
from inspector.core.data.table import Table
from inspector.core.errors import quoted
from inspector.core.files.formats.separator import separator_name
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.cell import Grammar
from inspector.core.files.labels.dispatch import kind_of
from inspector.core.files.labels.reading import Reading
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Fix, Problem
from inspector.core.files.schema.layout import Layout
from inspector.core.files.schema.names import normalized
from inspector.core.files.schema.role import role_by_name

_ENOUGH, _EXAMPLES = 10, 3
# A smaller share of known labels is reported.
_LOW_OVERLAP = 0.05
_OTHERS = "another column is meant, or the labels are written differently"
_NUMBERS = (
    "these are numbers, which a metric of labels reads as names; auc, logloss, brier and rmse read them as numbers"
)
_PROBABILITIES = (
    "these are probabilities of one of the two true labels, and it is not known of which; write these as 0 and 1"
)
_HEAD = 1000
# Labels that are numbers, or decimals, in brackets or with a sign; and which share of all is no chance.
_NUMBER, _FRACTIONS, _MANY = r"^\W*\d+([.,]\d+)?\W*$", r"^\W*\d*[.,]\d+\W*$", 0.2
_OBJECT = re.compile(r"\{[^}]*['\"]:")
# What joins labels in some files, but is rather a part of them in others.
_JOINING = "+/&>~#"
_WHOLE = re.compile(r"-?\d+(\.0*)?")
_FRACTION = re.compile(r"-?\d*\.\d+(e-?\d+)?", re.IGNORECASE)


def problems(alignment: Alignment, table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Find all problems of the submission compared with the truth."""
    is_one, of_labels = alignment.submission is alignment.truth, table.kind.names_labels
    if of_labels:
        yield from _overlap(table, readings[1])
        yield from _numbers_among(table, readings[1])
    if is_one:
        return
    if of_labels:
        yield from _padded("truth", alignment.truth, alignment.layouts[0])
        yield from _padded("submission", alignment.submission, alignment.layouts[1])
        yield from _separator(table, readings)
        yield from _itself(table, readings)
    yield from _columns(alignment)
    yield from _files(alignment, table)


def first_in_file(table: Table, rows: Ints, most: int = 3) -> Ints:
    """int64: of these rows of the table, the first in the order of the submission's file."""
    return rows[np.argsort(table.entry_of_row[rows], kind="stable")[:most]]


def _overlap(table: Table, submission: Reading) -> Iterable[Problem]:
    """Report that hardly any predicted label is a label of the truth: mostly the wrong column or other names.

    A run may list many more documents than were judged, so a run that lists those that were judged is not reported.
    """
    (known, labels), true = table.label_overlap, table.in_truth
    if not labels or known > _LOW_OVERLAP * min(labels, true.sum()):
        return
    unknown = np.flatnonzero(table.predictions.presence(len(table.vocab)) & ~true)
    texts = [str(text) for text in table.vocab.texts(unknown[:_ENOUGH])]
    yield Problem(
        "label-overlap",
        "submission",
        labels - known,
        f"{known:,} of the {labels:,} predicted labels are labels of the truth",
        "no other label can hit" if known else "no row can have a hit",
        examples=tuple(texts[:_EXAMPLES]),
        file=submission.sheet.name,
        column=submission.label_name,
        cause=_cause(table, texts),
    )


def _numbers_among(table: Table, submission: Reading) -> Iterable[Problem]:
    """Report numbers among labels that are none: confidences in a form that is not read as such."""
    (known, _), true = table.label_overlap, table.vocab.array().filter(booleans(table.in_truth))
    unknown = np.flatnonzero(table.predictions.presence(len(table.vocab)) & ~table.in_truth)
    texts = table.vocab.array().take(integers(unknown))
    has_numbers = pc.any(pc.match_substring_regex(true, _NUMBER)).as_py()
    found = unknown[flags(pc.match_substring_regex(texts, _FRACTIONS if has_numbers else _NUMBER))]
    if not known or not len(found):
        return
    codes = table.predictions.codes
    times = np.bincount(codes[codes >= 0], minlength=len(table.vocab))
    if times[found].sum() < _MANY * times.sum():
        return
    yield Problem(
        "numbers-among-labels",
        "submission",
        len(found),
        f"{times[found].sum() / times.sum():.0%} of what is predicted are numbers that no label of the truth is",
        "each takes a rank and cannot hit",
        examples=tuple(table.vocab.texts(found[:_EXAMPLES])),
        file=submission.sheet.name,
        column=submission.label_name,
        cause="they are confidences; these are read as decimals behind each label, or in a column of their own",
    )


def _itself(table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Report that no row predicts its own id, where every row is a member of its own group."""
    if readings[0].layout.shape != "groups":
        return
    rows = np.flatnonzero(table.predictions.lengths > 0)
    rows = rows[:: max(1, len(rows) // _HEAD)]
    if len(rows) < _ENOUGH or any(table.vocab.find(table.id(row)) in table.predictions[row] for row in rows.tolist()):
        return
    yield Problem(
        "never-itself",
        "submission",
        len(table),
        "no row predicts its own id",
        "each id counts as one of its own true labels, so that no row can be perfect",
        file=readings[1].sheet.name,
        column=readings[1].label_name,
        cause="the contest leaves out the query itself; a truth with a list of labels for each id can do so, too",
    )


def _cause(table: Table, predicted: Sequence[str]) -> str:
    """Why hardly any label is known, by the first of the predicted ones."""
    if any(map(_OBJECT.match, predicted)):
        return "the cells hold objects; a file with a row for each label can have their scores"
    if sign := _sign_between(table, predicted):
        return f"the labels are joined by {quoted(sign)}, which --separator and --truth-separator can name"
    if not all(map(_FRACTION.fullmatch, predicted)):
        return _OTHERS
    true = table.vocab.texts(np.flatnonzero(table.truth.presence(len(table.vocab)))[:3])
    return _PROBABILITIES if len(true) == 2 and not any(map(_WHOLE.fullmatch, true)) else _NUMBERS


def _sign_between(table: Table, predicted: Sequence[str]) -> str | None:
    """A sign between parts of most predicted labels, most of which are true ones, alone or between such signs."""
    true = table.vocab.array().filter(booleans(table.in_truth)).to_pylist()[:_HEAD]
    for sign in _JOINING:
        parts = [part.strip() for text in predicted if sign in text for part in text.split(sign)]
        known = {part.strip() for text in true for part in text.split(sign)}
        if len(parts) > len(predicted) and 2 * sum(part in known for part in parts) > len(parts):
            return sign
    return None


def _padded(side: Literal["truth", "submission"], sheet: Sheet, layout: Layout) -> Iterable[Problem]:
    """Report blanks around labels in cells of one label each, which reading leaves out."""
    if layout.shape not in ("long", "slots") or sheet.roles is not None:
        return
    records = [_with_blanks(sheet.columns[column]) for column in layout.labels]
    if not (count := sum(map(len, records))):
        return
    first = min(int(found[0]) for found in records if len(found))
    column = next(column for column, found in zip(layout.labels, records, strict=True) if first in found[:1])
    yield Problem(
        "padded-labels",
        side,
        count,
        f"{count:,} label{'s have' if count > 1 else ' has'} blanks around {'them' if count > 1 else 'it'}",
        "they are scored without; a site that compares whole texts would find no hit",
        examples=(str(sheet.columns[column][first]),),
        line=sheet.line(first),
        file=sheet.name,
        column=sheet.names[column],
        cause="the cells were padded, or written with a blank behind each comma",
    )


def _with_blanks(cells: pa.ChunkedArray) -> Ints:
    """int64: the cells with more than blanks, and blanks around it."""
    lengths = (pc.binary_length(texts) for texts in (cells, pc.utf8_trim_whitespace(cells)))
    whole, trimmed = (numbers(combine_chunks(length)) for length in lengths)
    return np.flatnonzero((whole != trimmed) & (trimmed > 0))


def _separator(table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    truth, submission = readings
    expected, separator = truth.grammar.separator, submission.grammar.separator
    if separator == expected or not all(map(_has_plain_cells, readings)) or submission.most_labels < 2:
        return
    usual = expected if truth.most_labels > 1 else Grammar().separator
    if any(pc.any(pc.match_substring(table.vocab.array(), sign)).as_py() for sign in {expected, usual}):
        return  # a label contains the separator, so the cells could not be split again
    rows = np.flatnonzero(table.predictions.lengths > 1)
    first = first_in_file(table, rows)
    here, there = separator_name(separator), separator_name(expected)
    others = f"those of the truth by {there}" if truth.most_labels > 1 else f"most sites expect {there}"
    yield Problem(
        "separator",
        "submission",
        len(rows),
        f"the labels are separated by {here}, {others}",
        f"the score does not change; a site that splits at {there} would see one label",
        examples=tuple(table.id(int(row)) for row in first),
        line=submission.line(int(table.entry_of_row[first[0]])),
        file=submission.sheet.name,
        column=submission.label_name,
        cause="the lists were joined with another separator",
        fix=Fix("separator", f"put {there} between the labels", len(rows), "rows"),
        rows=rows,
    )


def _has_plain_cells(reading: Reading) -> bool:
    """Whether cells are plain text with separated labels, not list literals or native lists."""
    return reading.layout.shape == "list" and reading.literal is None and reading.sheet.separator is None


def _columns(alignment: Alignment) -> Iterable[Problem]:
    if not is_swapped(alignment):
        return
    held = kind_of(alignment.layouts[1]).words
    names = [alignment.submission.names[i] for i in (alignment.layouts[1].id, alignment.layouts[1].labels[0])]
    yield Problem(
        "swapped-columns",
        "submission",
        1,
        f"the ids are under {quoted(names[0])} and the {held} under {quoted(names[1])}, unlike in the truth",
        "the score does not change, since columns were detected by content; a site would find no id",
        examples=tuple(names),
        line=1,
        rejects=True,
        file=alignment.submission.name,
        cause="the columns were written in another order than the header",
        fix=Fix("swap-columns", "put each column under its name", 2, "columns"),
    )


def is_swapped(alignment: Alignment) -> bool:
    """Whether the names of the submission's id and label columns are swapped, compared with the truth."""
    (truth_layout, layout), shapes = alignment.layouts, {layout.shape for layout in alignment.layouts}
    if "wide" in shapes or any(len(layout.ids) > 1 or layout.label_sign for layout in alignment.layouts):
        return False
    expected = [normalized(alignment.truth.names[i]) for i in (truth_layout.id, truth_layout.labels[0])]
    names = [normalized(alignment.submission.names[i]) for i in (layout.id, layout.labels[0])]
    return expected == names[::-1] and expected != names


def _files(alignment: Alignment, table: Table) -> Iterable[Problem]:
    truth, submission = alignment.truth.source, alignment.submission.source
    by_name = truth and submission and role_by_name(truth.path) > 0 > role_by_name(submission.path)
    by_count = (
        table.kind.names_labels
        and len(table) >= _ENOUGH
        and table.predictions.longest <= 1  # a row that is not submitted has no label
        and table.truth.width > 1
    )
    if not by_name and not by_count:
        return
    yield Problem(
        "swapped-files",
        "submission",
        1,
        "the two files may be swapped",
        "the truth comes first; the score of a swapped pair is meaningless",
        file=alignment.submission.name,
        cause="the first is named like a submission, the second like a truth"
        if by_name
        else f"every row of the truth has {table.truth.width} labels, but no row of the submission has more than one",
    )
