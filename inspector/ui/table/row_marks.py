"""What the marks before a row say."""

from __future__ import annotations

import numpy as np

from inspector.core.document.inspection import Inspection
from inspector.core.evaluation.baseline import by_edits
from inspector.ui.widgets.formatting import change_of_edit, start

_MOST = 300


def marks_of(inspection: Inspection, row: int) -> dict[str, str]:
    """Words by sign: that a row is edited, that it has a note or tags, and that a text waits for it."""
    evaluation, said = inspection.evaluation, dict[str, str]()
    id_ = evaluation.table.id(row)
    if evaluation.is_edited(row):
        change = change_of_edit(float(by_edits(evaluation, np.array([row]))[0]), evaluation.scores.decimals)
        said["✎"] = f"edited, score {change}"
    if not (note := inspection.notes[id_]).is_blank:
        parts = f"note: {note.text}" if note.text else "", f"tags: {' '.join(note.tags)}" if note.tags else ""
        said["▪"] = start("; ".join(filter(None, parts)), _MOST)
    waiting = inspection.open_submission.typed.waiting.get(id_)
    return said if waiting is None else {**said, "…": f"text not applied yet: {start(waiting, _MOST)}"}
