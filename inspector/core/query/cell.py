"""Filter conditions made from a cell of the table."""

from __future__ import annotations

import math

from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import furthest_name, names
from inspector.core.query.expression import quote
from inspector.core.query.fields import LABELS, NOTES, NUMBERS, RANKS, field_of
from inspector.core.query.numbers import OF_NUMBERS, of_one

# A longer note is not looked for as a whole.
_LONGEST_NOTE = 200
# The fields of the columns of numbers, by those of the same columns of labels.
_AS_NUMBERS = {"truth": "true", "pred": "predicted", "rank": "error"}


def conditions(evaluation: Evaluation, column: str, row: int, most: int = 12) -> list[str]:
    """The conditions that match a cell: one for each label or number, at most `most`; none for NaN or no note."""
    if column.startswith("metric:"):
        score = float(evaluation.further.row(column.removeprefix("metric:"))[row])
        return [] if math.isnan(score) else [f"{quote(column)}={plain_number(score)}"]
    field = field_of(column)
    if not evaluation.table.kind.names_labels:
        field = _AS_NUMBERS.get(field, field)
        if field in OF_NUMBERS and field != "error":
            return _of_each_number(evaluation, field, row)[:most]
    if field in LABELS:
        labels = _labels(evaluation, field, row)
        return [f"{field}:{quote(label)}" for label in list(dict.fromkeys(filter(None, labels)))[:most]]
    if field in NUMBERS:
        number = float(NUMBERS[field](evaluation)[row])
        if math.isnan(number):
            return [f"{field}=none"] if field in RANKS else []
        return [f"{field}={plain_number(number)}"]
    if field in NOTES:
        note = evaluation.notes[evaluation.table.id(row)]
        texts = note.tags if field == "tag" else [note.text][: len(note.text) <= _LONGEST_NOTE]
        return [f"{field}:{quote(text)}" for text in texts if text][:most]
    text = (
        evaluation.table.id(row) if field == "id" else str(evaluation.table.extra[column.removeprefix("extra:")][row])
    )
    return [f"{quote(field)}:{quote(text)}"]


def _labels(evaluation: Evaluation, field: str, row: int) -> list[str]:
    """The labels of a row that a field is about."""
    if field == "furthest":
        return [furthest_name(evaluation, row)]
    return evaluation.truth(row) if field == "truth" else evaluation.labels(row)


def _of_each_number(evaluation: Evaluation, field: str, row: int) -> list[str]:
    """The conditions on the true or the predicted numbers of a row."""
    each = names(evaluation)
    fields = [field] if len(each) == 1 else [f"{field}.{name}" for name in each]
    columns = [NUMBERS[field](evaluation) if name == field else of_one(evaluation, name) for name in fields]
    numbers = [float(column[row]) for column in columns if column is not None]
    known = [(name, number) for name, number in zip(fields, numbers, strict=True) if not math.isnan(number)]
    return [f"{quote(name)}={plain_number(number)}" for name, number in known]


def plain_number(number: float) -> str:
    """A number as it is typed in an expression."""
    return str(int(number)) if number.is_integer() else repr(number)
