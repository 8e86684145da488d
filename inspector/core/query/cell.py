"""Filter conditions made from a cell of the table."""

from __future__ import annotations

import math

from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query.expression import quote
from inspector.core.query.fields import LABELS, NOTES, NUMBERS, RANKS, field_of

# A longer note is not looked for as a whole.
_LONGEST_NOTE = 200


def conditions(evaluation: Evaluation, column: str, row: int, most: int = 12) -> list[str]:
    """The conditions that match a cell: one for each label, at most `most`; none for NaN or no note."""
    if column.startswith("metric:"):
        score = float(evaluation.further.row(column.removeprefix("metric:"))[row])
        return [] if math.isnan(score) else [f"{quote(column)}={_written(score)}"]
    field = field_of(column)
    if field in LABELS:
        labels = evaluation.truth(row) if field == "truth" else evaluation.labels(row)
        return [f"{field}:{quote(label)}" for label in list(dict.fromkeys(filter(None, labels)))[:most]]
    if field in NUMBERS:
        number = float(NUMBERS[field](evaluation)[row])
        if math.isnan(number):
            return [f"{field}=none"] if field in RANKS else []
        return [f"{field}={_written(number)}"]
    if field in NOTES:
        note = evaluation.notes[evaluation.table.id(row)]
        texts = note.tags if field == "tag" else [note.text][: len(note.text) <= _LONGEST_NOTE]
        return [f"{field}:{quote(text)}" for text in texts if text][:most]
    text = (
        evaluation.table.id(row) if field == "id" else str(evaluation.table.extra[column.removeprefix("extra:")][row])
    )
    return [f"{quote(field)}:{quote(text)}"]


def _written(number: float) -> str:
    return str(int(number)) if number.is_integer() else repr(number)
