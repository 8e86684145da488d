"""The title of the window."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.ui.widgets.formatting import start

if TYPE_CHECKING:
    from inspector.core.document.inspection import Inspection

# A name may be as long as a file name.
_MOST = 32


def title_of(inspection: Inspection) -> str:
    """The open submission with its score, and which of several it is; `[*]` marks where Qt shows unsaved edits."""
    if not inspection.is_open:
        return ""
    name = Path(inspection.submission_path or inspection.evaluation.pair.submission.sheet.name).name
    score = "–" if math.isnan(inspection.overall) else f"{inspection.overall:.6f}"
    place = f" · {place_words(inspection)}" if len(inspection.submissions) > 1 else ""
    return f"{name.replace('[*]', '')}[*] · {inspection.metric.label} {score}{place}"


def place_words(inspection: Inspection) -> str:
    """Which submission of the list is open: `b, 2 of 3`."""
    names = [one.name for one in inspection.submissions]
    name = inspection.open_submission.name
    return f"{start(name.replace('[*]', ''), _MOST)}, {names.index(name) + 1} of {len(names)}"
