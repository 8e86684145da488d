"""What is odd in a pair that can be scored: counted, with its lines, what it costs, and what would set it right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import booleans, combine_chunks, integers
from inspector.core.arrays.types import Bools, Ints, distinct, presence_mask
from inspector.core.data.table import Table
from inspector.core.files.checks import header, pair
from inspector.core.files.checks.spelling import respell
from inspector.core.files.labels.reading import Reading
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Fix, Problem

_EXAMPLES = 3


@dataclass(frozen=True, eq=False)
class _Case:
    """A pair as the findings see it."""

    alignment: Alignment
    table: Table
    readings: tuple[Reading, Reading]

    @property
    def submission(self) -> Reading:
        return self.readings[1]

    @property
    def usage_column(self) -> str:
        """What the truth calls the column of the host's split; empty where it has none."""
        place = self.alignment.layouts[0].usage
        return "" if place is None else self.readings[0].sheet.names[place]


def problems(alignment: Alignment, table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Every finding, what makes a site refuse the file first."""
    case = _Case(alignment, table, readings)
    found = [problem for find in _FINDINGS for problem in find(case)]
    found += [*header.problems(alignment), *pair.problems(alignment, table, readings)]
    return sorted(found, key=lambda problem: not problem.rejects)


def id_fix(alignment: Alignment) -> Fix | None:
    """The spelling that finds the most of the missing ids among the unknown ones."""
    missing = np.flatnonzero(alignment.found.records < 0)
    if not len(missing) or not len(alignment.found.unknown):
        return None
    unknown = combine_chunks(alignment.submission_ids.take(integers(alignment.found.unknown)))
    right = respell(unknown, alignment.ids.take(integers(missing)), distinct=True)
    if right is None:
        return None
    return Fix(f"ids-{right.spelling.name}", f"{right.spelling.words} in the ids", len(right))


def _missing_ids(case: _Case) -> Iterable[Problem]:
    rows, fix = np.flatnonzero(case.table.records < 0), id_fix(case.alignment)
    yield from _found(
        case,
        "missing-ids",
        rows,
        f"of the {len(case.table):,} ids of the truth are missing from the submission",
        "each scores 0 unless the metric says otherwise; the site would refuse the file",
        rejects=True,
        in_file=False,
        cause="the ids are spelled in another way" if fix else "rows were left out, or the truth covers more",
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
        "they are not scored; a site whose truth lacks them would refuse the file",
        rejects=True,
        file=case.submission.sheet.name,
        column=case.submission.id_name,
        cause="the ids are spelled in another way" if fix else "the truth is only a part of what was predicted",
        fix=fix or Fix("drop-unknown", "leave out the rows whose id the truth does not have", len(entries), "rows"),
    )


def _empty_predictions(case: _Case) -> Iterable[Problem]:
    yield from _found(
        case,
        "empty-predictions",
        np.flatnonzero(case.table.submitted & (case.table.predictions.lengths == 0)),
        "rows of the submission predict nothing",
        "they cannot score; some sites refuse blank cells",
        cause="the model had no answer, or a cell was lost",
    )


def _repeated_labels(case: _Case) -> Iterable[Problem]:
    predictions = case.table.predictions
    yield from _found(
        case,
        "repeated-labels",
        _owners(case, predictions.repeats()),
        "rows of the submission name a label more than once",
        "a repeat never scores, and takes a rank unless the metric says repeats=move-up",
        cause="several models' answers were joined",
    )


def _confidences(case: _Case) -> Iterable[Problem]:
    predictions = case.table.predictions
    if predictions.weights is None:
        return
    yield from _found(
        case,
        "missing-confidences",
        _owners(case, np.isnan(predictions.weights)),
        "rows of the submission have a confidence that is missing or no number",
        "such a prediction counts for nothing",
        rejects=True,
        cause="a label without its number, or a text in its place",
    )
    yield from _found(
        case,
        "infinite-confidences",
        _owners(case, np.isinf(predictions.weights)),
        "rows of the submission have an infinite confidence",
        "they come first or last of all; some sites refuse them",
        rejects=True,
        cause="a division by zero, or a logarithm of it",
    )


def _unknown_labels(case: _Case) -> Iterable[Problem]:
    """Labels that no row of the truth has are nothing odd, unless another spelling of them is there."""
    table, codes = case.table, case.table.predictions.codes
    size = len(table.vocab)
    known, predicted = presence_mask(table.truth.codes, size)[:-1], presence_mask(codes, size)[:-1]
    labels, strange = table.vocab.array(), np.flatnonzero(predicted & ~known)
    right = respell(labels.take(integers(strange)), _only(labels, known), distinct=False)
    if right is None:
        return
    mask = presence_mask(strange[right.at], size)
    fix = Fix(f"labels-{right.spelling.name}", f"{right.spelling.words} in the labels", len(right), "labels")
    yield from _found(
        case,
        "misspelled-labels",
        _owners(case, mask[codes]),
        f"rows predict labels that the truth spells in another way, such as "
        f"{labels[int(strange[right.at[0]])].as_py()!r} for {right.texts[0].as_py()!r}",
        "such a label never hits",
        column=case.submission.label_name,
        cause=right.spelling.cause,
        fix=fix,
    )


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
            "they count for the overall, and for neither part",
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
            "the host does not score them, and nor does this program",
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
    """The problem of these rows of the table, none when there is no row. in_file: whether the submission has them."""
    if not len(rows):
        return
    examples = tuple(case.table.id(int(row)) for row in rows[:_EXAMPLES])
    line = case.submission.line(int(case.table.records[rows[0]])) if in_file else None
    message = f"{len(rows):,} {what}"
    file = case.submission.sheet.name
    yield Problem(
        kind, "submission", len(rows), examples, line, message, consequence, rejects, file, column, cause, fix, rows
    )
