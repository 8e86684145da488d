"""Bulk edits: the same operation on many rows, of the kind of predictions that the rows have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Edit
from inspector.core.data.kind import LABELS, NUMBERS, Kind
from inspector.core.edits import bulk_labels, bulk_numbers, bulk_probabilities
from inspector.core.edits.bulk_edit import BulkEdit, BulkPreview, Operation
from inspector.core.edits.normalize import normalize_for_file, sorted_for_file
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation

__all__ = ["BulkEdit", "BulkPreview", "edit", "operations", "plan", "preview", "refuse"]


@dataclass(frozen=True)
class BulkEdits:
    """The bulk edits of a kind of predictions.

    operations: by name; refuse(evaluation, bulk_edit): raises InputError for an edit that cannot be made;
    after(evaluation, rows, bulk_edit, code_of): the lists of ascending rows after it; code_of returns the code of a
    label.
    """

    operations: Mapping[str, Operation]
    refuse: Callable[[Evaluation, BulkEdit], None]
    after: Callable[[Evaluation, Ints, BulkEdit, Callable[[str], int]], Ragged]


_EDITS: Mapping[Kind, BulkEdits] = {
    LABELS: BulkEdits(bulk_labels.KINDS, bulk_labels.refuse, bulk_labels.after),
    NUMBERS: BulkEdits(bulk_numbers.OPERATIONS, bulk_numbers.refuse, bulk_numbers.after),
}
_OF_PROBABILITIES = BulkEdits(bulk_probabilities.OPERATIONS, bulk_probabilities.refuse, bulk_probabilities.after)
_OF_YES_NO = BulkEdits(bulk_numbers.OF_YES_NO, bulk_numbers.refuse, bulk_numbers.after)


def operations(evaluation: Evaluation) -> Mapping[str, Operation]:
    """The operations that the predictions of a pair can be edited by, by name."""
    return {name: operation for edits in _edits(evaluation) for name, operation in edits.operations.items()}


def plan(evaluation: Evaluation, rows: Ints, bulk_edit: BulkEdit, code_of: Callable[[str], int]) -> Edit:
    """Plan a bulk edit of distinct rows; rows that do not change drop out.

    code_of: returns the code of a label. Raises InputError for an edit that cannot be made or saved.
    """
    refuse(evaluation, bulk_edit)
    new, rows = dict[int, str](), np.sort(rows)

    def code(text: str) -> int:
        new[found := code_of(text)] = text
        return found

    def text_of(code: int) -> str:
        return new.get(code) or evaluation.table.vocab.text(code)

    operation = operations(evaluation)[bulk_edit.kind]
    after = _edits_with(evaluation, bulk_edit).after(evaluation, rows, bulk_edit, code)
    if operation.keeps_scores:  # so equal ones are sorted, and need not be made to differ
        after = sorted_for_file(evaluation.pair.submission, after, text_of)
    rows, after = normalize_for_file(evaluation, rows, after, text_of, is_scored=operation.keeps_scores)
    name = _named(operation, bulk_edit)
    where = evaluation.table.id(int(rows[0])) if len(rows) == 1 else f"{len(rows):,} rows"
    return Edit(rows, after, f"{name} in {where}")


def refuse(evaluation: Evaluation, bulk_edit: BulkEdit) -> None:
    """Raise InputError for an edit that cannot be made."""
    known = operations(evaluation)
    if bulk_edit.kind not in known:
        what = f"{bulk_edit.kind!r} is no edit of {evaluation.table.kind.words}"
        raise InputError(what, expected=" | ".join(known))
    _edits_with(evaluation, bulk_edit).refuse(evaluation, bulk_edit)


def edit(evaluation: Evaluation, rows: Ints, bulk_edit: BulkEdit) -> Edit:
    """Plan a bulk edit and add its new labels to the vocabulary."""
    return plan(evaluation, rows, bulk_edit, evaluation.table.vocab.add)


def preview(evaluation: Evaluation, rows: Ints, bulk_edit: BulkEdit) -> BulkPreview:
    """Preview a bulk edit; changes nothing, not even the vocabulary. Raises InputError like `plan`."""
    new_labels: dict[str, int] = {}
    planned = plan(evaluation, rows, bulk_edit, lambda text: evaluation.code_for(text, new_labels))
    before = evaluation.scores.known_overall
    after = evaluation.preview_edit(planned, new_labels) if len(planned.rows) else before
    return BulkPreview(len(planned.rows), len(rows), before, after)


def _edits(evaluation: Evaluation) -> tuple[BulkEdits, ...]:
    """The bulk edits of a pair; of probabilities of classes or of yes, what sharpens them, too."""
    of_kind = _EDITS[evaluation.table.kind]
    if not evaluation.table.kind.names_labels:
        return (of_kind, _OF_YES_NO) if bulk_numbers.are_yes_no(evaluation) else (of_kind,)
    return (_OF_PROBABILITIES, of_kind) if evaluation.pair.has_class_columns else (of_kind,)


def _edits_with(evaluation: Evaluation, bulk_edit: BulkEdit) -> BulkEdits:
    return next(edits for edits in _edits(evaluation) if bulk_edit.kind in edits.operations)


def _named(operation: Operation, bulk_edit: BulkEdit) -> str:
    of = f" ({bulk_edit.component})" if bulk_edit.component and "component" in operation.takes else ""
    return operation.done.format(range=bulk_edit.range, **vars(bulk_edit)) + of
