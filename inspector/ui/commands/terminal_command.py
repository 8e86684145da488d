"""The open pair as a terminal command: the same files, options and metric."""

from __future__ import annotations

import shlex
from pathlib import Path

from inspector.core.document.inspection import Inspection
from inspector.core.files import Options


def score(inspection: Inspection) -> str:
    """The command that prints the score of what is on disk."""
    pair, saved = inspection.evaluation.pair, inspection.saved_to
    truth, submission = Path(pair.truth.sheet.name), saved or Path(pair.submission.sheet.name)
    one_file = pair.truth.sheet.source is not None and pair.truth.sheet.source is pair.submission.sheet.source
    files = [submission] if one_file else [truth, submission]
    command = ["submission-inspector", "score", *(str(file.absolute()) for file in files)]
    # A file that was saved after a repair needs no repair.
    command += arguments(pair.options, with_fixes=saved is None)
    return shlex.join([*command, "--metric", str(inspection.metric)])


def arguments(options: Options, *, with_fixes: bool = True) -> list[str]:
    """The options as arguments."""
    named = {
        "--id-column": options.id_column,
        "--submission-id-column": options.submission_id_column,
        "--truth-column": options.truth_column,
        "--submission-column": options.submission_column,
        "--confidence-column": options.confidence_column,
        "--separator": options.separator,
        "--shape": options.shape,
    }
    given = [part for name, value in named.items() if value is not None for part in (name, value)]
    return given + [part for fix in options.fixes for part in ("--fix", fix)] * with_fixes
