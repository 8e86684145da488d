"""The open pair as a terminal command: the same files, options and metric."""

from __future__ import annotations

import shlex
from pathlib import Path

from inspector.core.document.inspection import Inspection
from inspector.core.document.save import options_now


def score(inspection: Inspection) -> str:
    """The command that prints the score of what is on disk."""
    pair, saved = inspection.evaluation.pair, inspection.saved
    truth, submission = Path(pair.truth.sheet.name), saved.path if saved else Path(pair.submission.sheet.name)
    one_file = pair.truth.sheet.source is not None and pair.truth.sheet.source is pair.submission.sheet.source
    files = [submission] if one_file else [truth, submission]
    command = ["submission-inspector", "score", *(str(file.absolute()) for file in files)]
    command += options_now(pair, saved).arguments
    return shlex.join([*command, "--metric", str(inspection.metric)])
