"""Find problems in a pair that can be scored, with counts, lines, consequences and repairs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import booleans, combine_chunks, integers
from inspector.core.arrays.types import Bools, Ints, distinct, presence_mask
from inspector.core.data.table import Table
from inspector.core.files.checks import header, odd_cells, pair, ranks
from inspector.core.files.checks.spelling import respell
from inspector.core.files.labels.reading import Reading
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Fix, Problem

_EXAMPLES = 3
# A smaller share of known labels is reported.
_LOW_OVERLAP = 0.01


@dataclass(frozen=True, eq=False)
class _Case:
    """The input of the checks."""

    alignment: Alignment
    table: Table
    readings: tuple[Reading, Reading]

    @property
    def submission(self) -> Reading:
        return self.readings[1]

    @property
    def usage_column(self) -> str:
        """The name of the truth's usage column, empty if it has none."""
        column = self.alignment.layouts[0].usage
        return "" if column is None else self.readings[0].sheet.names[column]


def problems(alignment: Alignment, table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Find all problems, those for which a site would reject the file first."""
    case = _Case(alignment, table, readings)
    found = [problem for find in _FINDINGS for problem in find(case)]
    found += [*header.problems(alignment), *pair.problems(alignment, table, readings)]
    found += odd_cells.problems(alignment, table, readings)
    found += ranks.problems(alignment, table, case.submission)
    return sorted(found, key=lambda problem: not problem.rejects)


def id_fix(alignment: Alignment) -> Fix | None:
    """The respelling repair that matches the most missing ids with unknown ones."""
    missing = np.flatnonzero(alignment.found.entry_of_row < 0)
    if not len(missing) or not len(alignment.found.unknown):
        return None
    unknown = combine_chunks(alignment.submission_ids.take(integers(alignment.found.unknown)))
    right = respell(unknown, alignment.ids.take(integers(missing)), distinct=True)
    if right is None:
        return None
    return Fix(f"ids-{right.spelling.name}", f"{right.spelling.words} in the ids", len(right))


def _missing_ids(case: _Case) -> Iterable[Problem]:
    rows, fix = np.flatnonzero(case.table.entry_of_row < 0), id_fix(case.alignment)
    yield from _found(
        case,
        "missing-ids",
        rows,
        f"of the {len(case.table):,} ids of the truth are missing from the submission",
        "each scores 0 unless the metric says otherwise; the site would reject the file",
        rejects=True,
        in_file=False,
        cause="the ids are spelled differently" if fix else "rows were left out, or the truth covers more",
        fix=fix or Fix("fill-missing", "add a row without a prediction for each missing id", len(rows), "rows"),
    )


def _unknown_ids(case: _Case) -> Iterable[Problem]:
    entries = case.alignment.found.unknown
    if not len(entries):
        return
    ids = case.alignment.submission_ids
    total, fix = len(case.alignment.entries[1]), id_fix(case.alignment)
    yield Problem(
        "unknown-ids",
        "submission",
        len(entries),
        tuple(str(ids[int(entry)]) for entry in entries[:_EXAMPLES]),
        case.submission.line(int(entries[0])),
        f"{len(entries):,} of the {total:,} ids of the submission are unknown to the truth",
        "they are not scored; a site whose truth lacks them would reject the file",
        rejects=True,
        file=case.submission.sheet.name,
        column=case.submission.id_name,
        cause="the ids are spelled differently" if fix else "the truth covers only a part of the predictions",
        fix=fix or Fix("drop-unknown", "drop the rows whose id is not in the truth", len(entries), "rows"),
    )


def _empty_predictions(case: _Case) -> Iterable[Problem]:
    yield from _found(
        case,
        "empty-predictions",
        np.flatnonzero(case.table.submitted & (case.table.predictions.lengths == 0)),
        "rows of the submission predict nothing",
        "they cannot score; some sites reject blank cells",
        cause="the model gave no prediction, or a cell was lost",
    )


def _repeated_labels(case: _Case) -> Iterable[Problem]:
    predictions = case.table.predictions
    yield from _found(
        case,
        "repeated-labels",
        _owners(case, predictions.repeats()),
        "rows of the submission name a label more than once",
        "a repeat never scores, and takes a rank unless the metric says repeats=move-up",
        cause="the predictions of several models were joined",
    )


def _confidences(case: _Case) -> Iterable[Problem]:
    predictions = case.table.predictions
    if predictions.weights is None:
        return
    yield from _found(
        case,
        "missing-confidences",
        _owners(case, np.isnan(predictions.weights)),
        "rows of the submission have a confidence that is missing or not a number",
        "such a prediction is not scored",
        rejects=True,
        cause="a label without a number, or text instead of a number",
    )
    yield from _found(
        case,
        "infinite-confidences",
        _owners(case, np.isinf(predictions.weights)),
        "rows of the submission have an infinite confidence",
        "they sort first or last; some sites reject them",
        rejects=True,
        cause="a division by zero or a logarithm of zero",
    )


def _unknown_labels(case: _Case) -> Iterable[Problem]:
    """Report unknown labels only if the truth has another spelling of them; others are normal."""
    table, codes = case.table, case.table.predictions.codes
    size, labels, unknown = len(table.vocab), table.vocab.array(), _unknown_codes(table)
    known = presence_mask(table.truth.codes, size)[:-1]
    if table.judged is not None:
        known |= presence_mask(table.judged.codes, size)[:-1]
    right = respell(labels.take(integers(unknown)), _only(labels, known), distinct=False)
    if right is None:
        return
    mask = presence_mask(unknown[right.at], size)
    fix = Fix(f"labels-{right.spelling.name}", f"{right.spelling.words} in the labels", len(right), "labels")
    yield from _found(
        case,
        "misspelled-labels",
        _owners(case, mask[codes]),
        f"rows predict labels that the truth spells differently, such as "
        f"{labels[int(unknown[right.at[0]])].as_py()!r} for {right.texts[0].as_py()!r}",
        "such a label never hits",
        column=case.submission.label_name,
        cause=right.spelling.cause,
        fix=fix,
    )


def _label_overlap(case: _Case) -> Iterable[Problem]:
    """Report that hardly any predicted label is a label of the truth: mostly the wrong column or other names."""
    known, labels = case.table.label_overlap
    if not labels or known > _LOW_OVERLAP * labels:
        return
    yield Problem(
        "label-overlap",
        "submission",
        labels - known,
        tuple(map(str, case.table.vocab.texts(_unknown_codes(case.table)[:_EXAMPLES]))),
        None,
        f"{known:,} of the {labels:,} predicted labels are labels of the truth",
        "no other label can hit" if known else "no row can have a hit",
        rejects=False,
        file=case.submission.sheet.name,
        column=case.submission.label_name,
        cause="another column is meant, or the labels are written differently",
    )


def _unknown_codes(table: Table) -> Ints:
    """int64: the predicted labels that the truth lacks."""
    size = len(table.vocab)
    known, predicted = (presence_mask(lists.codes, size)[:-1] for lists in (table.truth, table.predictions))
    return np.flatnonzero(predicted & ~known)


def _odd_usage(case: _Case) -> Iterable[Problem]:
    usage, reading = case.table.usage, case.readings[0]
    if usage is not None and len(odd := usage.odd):
        yield Problem(
            "unknown-usage",
            "truth",
            len(odd),
            tuple(case.table.id(int(row)) for row in odd[:_EXAMPLES]),
            reading.line(int(odd[0])),
            f"{len(odd):,} rows are neither Public nor Private nor Ignored",
            "they count for the overall score, but for neither part",
            rejects=False,
            file=reading.sheet.name,
            column=case.usage_column,
            rows=odd,
        )


def _ignored_rows(case: _Case) -> Iterable[Problem]:
    if case.alignment.ignored:
        yield Problem(
            "ignored-rows",
            "truth",
            case.alignment.ignored,
            (),
            None,
            f"{case.alignment.ignored:,} rows of the truth are Ignored",
            "neither the host nor this program scores them",
            rejects=False,
            file=case.readings[0].sheet.name,
            column=case.usage_column,
        )


_FINDINGS = (
    _missing_ids,
    _unknown_ids,
    _empty_predictions,
    _repeated_labels,
    _confidences,
    _unknown_labels,
    _label_overlap,
    _odd_usage,
    _ignored_rows,
)


def _owners(case: _Case, mask: Bools) -> Ints:
    """The rows that have a prediction where `mask` is true."""
    return distinct(case.table.predictions.list_of(np.flatnonzero(mask)))


def _only(labels: pa.StringArray, mask: Bools) -> pa.StringArray:
    return labels.filter(booleans(mask))


def _found(
    case: _Case,
    kind: str,
    rows: Ints,
    what: str,
    consequence: str,
    *,
    rejects: bool = False,
    in_file: bool = True,
    column: str | None = None,
    cause: str = "",
    fix: Fix | None = None,
) -> Iterable[Problem]:
    """The problem of these table rows, if there are any. in_file: whether the submission has these rows."""
    if not len(rows):
        return
    examples = tuple(case.table.id(int(row)) for row in rows[:_EXAMPLES])
    line = case.submission.line(int(case.table.entry_of_row[rows[0]])) if in_file else None
    message = f"{len(rows):,} {what}"
    file = case.submission.sheet.name
    yield Problem(
        kind, "submission", len(rows), examples, line, message, consequence, rejects, file, column, cause, fix, rows
    )
