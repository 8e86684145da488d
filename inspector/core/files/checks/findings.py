"""Find problems in a pair that can be scored, with counts, lines, consequences and repairs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from inspector.core.arrays.arrow import integers
from inspector.core.arrays.types import Bools, Ints, distinct, presence_mask
from inspector.core.data.table import Table
from inspector.core.files import sample
from inspector.core.files.checks import columns, header, misread, order, pair, unread
from inspector.core.files.checks.numbers.problems import problems as problems_of_numbers
from inspector.core.files.checks.pair import first_in_file
from inspector.core.files.checks.respelling import odd_ids, odd_labels, spelling_fix
from inspector.core.files.checks.spelling import SPELLINGS
from inspector.core.files.labels import between
from inspector.core.files.labels.reading import Reading
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import MISSING, Fix, Problem, missing_words
from inspector.core.plural import agreeing

_EXAMPLES = 3
_SIDES: tuple[Literal["truth"], Literal["submission"]] = "truth", "submission"
# What rows cost that the submission does not have.
_WITHOUT_LABELS = "each counts as predicting nothing unless the metric says otherwise"
_WITHOUT_NUMBERS = "they are left out of the score unless the metric says otherwise"


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


def problems(alignment: Alignment, table: Table, readings: tuple[Reading, Reading]) -> list[Problem]:
    """Find all problems, those for which a site would reject the file first."""
    case = _Case(alignment, table, readings)
    of_kind = _OF_LABELS if table.kind.names_labels else ()
    found = [problem for find in (*_OF_ALL, *of_kind) for problem in find(case)]
    found += header.problems(alignment)
    found += sample.problems(alignment, len(table))
    found += [*pair.problems(alignment, table, readings), *problems_of_numbers(alignment, table, readings)]
    found += [*order.problems(alignment, table, readings), *columns.problems(alignment, table, readings[1])]
    found += between.problems(table, readings) if table.kind.names_labels else ()
    found += misread.problems(alignment, table, readings[1])
    found += unread.problems(alignment, table)
    return sorted(found, key=lambda problem: not problem.rejects)


def id_fix(alignment: Alignment) -> Fix | None:
    """The respelling repair that matches the most missing ids with unknown ones, in the file that is odd."""
    odd = odd_ids(alignment)
    return None if odd is None else spelling_fix("ids", odd, odd.which)


def _missing_ids(case: _Case) -> Iterable[Problem]:
    rows, fix = np.flatnonzero(case.table.entry_of_row < 0), id_fix(case.alignment)
    rejects, names_labels = _rejects(len(rows), fix), case.table.kind.names_labels
    # There are no rows of numbers that predict nothing.
    words = "add a row without a prediction for each missing id"
    filling = Fix("fill-missing", words, len(rows), "rows") if names_labels else None
    yield from _found(
        case,
        MISSING,
        rows,
        missing_words(len(case.table)),
        (_WITHOUT_LABELS if names_labels else _WITHOUT_NUMBERS)
        + ("; the site would reject the file" if rejects else ""),
        rejects=rejects,
        in_file=False,
        cause=_id_cause(fix) or "rows were left out, or the truth covers more",
        fix=fix or filling,
    )


def _unknown_ids(case: _Case) -> Iterable[Problem]:
    entries = case.alignment.found.unknown
    if not len(entries):
        return
    ids = case.alignment.submission_ids
    of, fix = f"of the {len(case.alignment.entries[1]):,} ids of the submission", id_fix(case.alignment)
    rows = case.alignment.entries[1].count(entries)
    found = case.table.entry_of_row  # where all are there and more are unknown, the truth plainly covers a part
    rejects = _rejects(len(entries), fix) and not (len(entries) > len(found) and bool((found >= 0).all()))
    yield Problem(
        "unknown-ids",
        "submission",
        len(entries),
        agreeing(len(entries), f"{of} is unknown to the truth", f"{of} are unknown to the truth"),
        "they are not scored" + ("; a site whose truth lacks them would reject the file" if rejects else ""),
        examples=tuple(str(ids[int(entry)]) for entry in entries[:_EXAMPLES]),
        line=case.submission.line(int(entries[0])),
        rejects=rejects,
        file=case.submission.sheet.name,
        column=case.submission.id_name,
        cause=_id_cause(fix) or "the truth covers only a part of the predictions",
        fix=fix
        or Fix("drop-unknown", "delete the rows whose id is not in the truth, also from what is saved", rows, "rows"),
    )


def _rejects(count: int, fix: Fix | None) -> bool:
    """Whether a site would reject a file with this many wrong ids: not if only the truth is odd."""
    return fix is None or not fix.in_truth or fix.recovers < count


def _id_cause(fix: Fix | None) -> str:
    if fix is None:
        return ""
    return "the ids of the truth were altered" if fix.in_truth else "the ids are spelled differently"


def _empty_predictions(case: _Case) -> Iterable[Problem]:
    yield from _found(
        case,
        "empty-predictions",
        np.flatnonzero(case.table.submitted & (case.table.predictions.lengths == 0)),
        ("row of the submission predicts nothing", "rows of the submission predict nothing"),
        "they cannot score; some sites reject blank cells",
        cause="the model gave no prediction, or a cell was lost",
    )


def _repeated_labels(case: _Case) -> Iterable[Problem]:
    predictions = case.table.predictions
    if not predictions.has_repeats:
        return
    yield from _found(
        case,
        "repeated-labels",
        _owners(case, predictions.repeats()),
        ("row of the submission names a label more than once", "rows of the submission name a label more than once"),
        "a repeat never scores; in a ranking it takes a rank unless the metric says repeats=move-up",
        cause="the predictions of several models were joined",
    )


def _confidences(case: _Case) -> Iterable[Problem]:
    predictions = case.table.predictions
    if predictions.weights is None or np.isfinite([predictions.lightest, predictions.heaviest]).all():
        return
    yield from _found(
        case,
        "missing-confidences",
        _owners(case, np.isnan(predictions.weights)),
        (
            "row of the submission has a confidence that is missing or not a number",
            "rows of the submission have a confidence that is missing or not a number",
        ),
        "such a prediction is not scored",
        rejects=True,
        cause="a label without a number, or text instead of a number",
    )
    yield from _found(
        case,
        "infinite-confidences",
        _owners(case, np.isinf(predictions.weights)),
        ("row of the submission has an infinite confidence", "rows of the submission have an infinite confidence"),
        "they sort first or last; some sites reject them",
        rejects=True,
        cause="a division by zero or a logarithm of zero",
    )


def _misspelled_labels(case: _Case) -> Iterable[Problem]:
    """Report unknown labels only if the truth has another spelling of them; others are normal."""
    table = case.table
    size, labels = len(table.vocab), table.vocab.array()
    lists_of = [lists for lists in (table.truth, table.judged) if lists is not None], [table.predictions]
    masks = [np.any([lists.presence(size) for lists in side], axis=0) for side in lists_of]
    used = [np.flatnonzero(mask) for mask in masks]
    known, predicted = (labels.take(integers(codes)) for codes in used)
    odd = odd_labels(known, predicted)
    if odd is None:
        return
    for which, side in enumerate(lists_of):
        right, fix = odd[which], spelling_fix("labels", odd, which)
        if fix is not None:
            wrong = used[which][right.at]
            mask = presence_mask(wrong, size)
            rows = [lists.list_of(np.flatnonzero(mask[lists.codes])) for lists in side]
            example = f"{labels[int(wrong[0])].as_py()!r} for {right.texts[0].as_py()!r}"
            yield from _misspelled(case, which, distinct(np.sort(np.concatenate(rows))), example, fix)


def _misspelled(case: _Case, which: int, rows: Ints, example: str, fix: Fix) -> Iterable[Problem]:
    if which == 1:
        consequence, what = "such a label never hits", f"labels that the truth spells differently, such as {example}"
        words = f"row predicts {what}", f"rows predict {what}"
    else:
        consequence, what = "no prediction hits such a label", f"a label that looks altered, such as {example}"
        words = f"row of the truth has {what}", f"rows of the truth have {what}"
    column, cause = case.readings[which].label_name, SPELLINGS[fix.name.rpartition("-")[2]].cause
    for found in _found(
        case, "misspelled-labels", rows, words, consequence, which=which, column=column, cause=cause, fix=fix
    ):
        yield replace(found, of_rows=None)  # the example and the labels that the repair corrects may be of any row


def _odd_usage(case: _Case) -> Iterable[Problem]:
    usage, neither = case.table.usage, "neither Public nor Private nor Ignored"
    if usage is not None:
        what, they = (f"row is {neither}", f"rows are {neither}"), "it counts" if len(usage.odd) == 1 else "they count"
        why = f"{they} for the overall score, but for neither part"
        yield from _found(case, "unknown-usage", usage.odd, what, why, which=0, column=case.usage_column)


def _ignored_rows(case: _Case) -> Iterable[Problem]:
    if case.alignment.ignored:
        yield Problem(
            "ignored-rows",
            "truth",
            case.alignment.ignored,
            f"{case.alignment.ignored:,} rows of the truth are Ignored",
            "neither the site nor this program scores them",
            file=case.readings[0].sheet.name,
            column=case.usage_column,
        )


_OF_ALL = (_missing_ids, _unknown_ids, _odd_usage, _ignored_rows)
_OF_LABELS = (_empty_predictions, _repeated_labels, _confidences, _misspelled_labels)


def _owners(case: _Case, mask: Bools) -> Ints:
    """The rows that have a prediction where `mask` is true."""
    return distinct(case.table.predictions.list_of(np.flatnonzero(mask)))


def _found(
    case: _Case,
    kind: str,
    rows: Ints,
    what: tuple[str, str],
    consequence: str,
    *,
    rejects: bool = False,
    which: int = 1,
    in_file: bool = True,
    column: str | None = None,
    cause: str = "",
    fix: Fix | None = None,
) -> Iterable[Problem]:
    """The problem of these table rows, if there are any.

    what: of one row, and of several; which: 0 for a problem of the truth, 1 for the submission; in_file: whether the
    file has these rows.
    """
    if not len(rows):
        return
    reading, side = case.readings[which], _SIDES[which]
    first = first_in_file(case.table, rows) if in_file and which == 1 else rows[:_EXAMPLES]
    examples = tuple(case.table.id(int(row)) for row in first)
    entry = case.table.entry_of_row[first[0]] if which == 1 else first[0]
    line, file = reading.line(int(entry)) if in_file else None, reading.sheet.name
    message = agreeing(len(rows), *what)
    told = len(rows), message, consequence, examples, line, rejects, file, column, cause, fix, rows
    yield Problem(kind, side, *told, of_rows=what)
