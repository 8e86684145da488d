"""The title of the window, and the names of the steps to undo and redo."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.ui.widgets.formatting import menu, start

if TYPE_CHECKING:
    from inspector.core.document.inspection import Inspection
    from inspector.ui.commands.actions import Actions

# A name may be as long as a file name.
_MOST = 32


def title_of(inspection: Inspection) -> str:
    """The open submission with its score, and which of several it is; `[*]` marks where Qt shows unsaved edits."""
    if not inspection.is_open:
        return ""
    path, submission = inspection.submission_path, inspection.open_submission
    name = submission.name if path is None else Path(path).name
    overall = inspection.evaluation.scores.known_overall
    score = "–" if math.isnan(overall) else f"{overall:.6f}"
    place = f" · {place_words(inspection)}" if len(inspection.submissions) > 1 else ""
    sample = " · a sample" if any(problem.kind == "sample" for problem in inspection.problems) else ""
    return f"{name.replace('[*]', '')}[*] · {inspection.metric.label} {score}{sample}{place}"


def name_steps(commands: Actions, inspection: Inspection) -> None:
    """Name the steps that Undo and Redo would take in their texts, and enable them where there is one."""
    names = inspection.undo_name, inspection.redo_name
    for action, text, what in zip(("undo", "redo"), ("&Undo", "&Redo"), names, strict=True):
        commands.by_name[action].setText(f"{text}: {menu(what)}" if what else text)
        commands.by_name[action].setEnabled(what is not None)


def place_words(inspection: Inspection) -> str:
    """Which submission of the list is open: `b, 2 of 3`."""
    names, name = [one.name for one in inspection.submissions], inspection.open_submission.name
    return f"{start(name.replace('[*]', ''), _MOST)}, {names.index(name) + 1} of {len(names)}"
