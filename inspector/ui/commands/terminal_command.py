"""What is open as a terminal command: the same files, options, metric and, between submissions, baseline and filter."""

from __future__ import annotations

import shlex
from pathlib import Path

from inspector.core.document.inspection import Inspection
from inspector.core.document.save import options_now
from inspector.core.document.submission import Submission


def score(inspection: Inspection) -> str:
    """The command that prints the score of what is on disk."""
    pair = inspection.evaluation.pair
    truth, submission = Path(pair.truth.sheet.name), _file(inspection.open_submission)
    one_file = pair.truth.sheet.source is not None and pair.truth.sheet.source is pair.submission.sheet.source
    return _command(inspection, "score", [submission] if one_file else [truth, submission])


def compare(inspection: Inspection) -> str:
    """The command that compares what is on disk of all submissions that have a file, where several are open."""
    files = [_file(one) for one in inspection.submissions if one.path]
    named = next((one for one in inspection.submissions if one.name == inspection.baseline), inspection.open_submission)
    further = ["--baseline", str(_file(named).absolute())] if named.path else []
    if inspection.state.filter and not inspection.is_by_outcome:  # else the rows would be chosen by the baseline
        further += ["--filter", inspection.state.filter.name]
    return _command(inspection, "compare", [Path(inspection.evaluation.pair.truth.sheet.name), *files], further)


def command(inspection: Inspection) -> tuple[str, list[str]]:
    """The command for what is open, and what of it the command leaves out."""
    several = sum(one.path is not None for one in inspection.submissions) > 1
    left_out = [] if all(one.is_saved for one in inspection.submissions) else ["what is not saved"]
    if several and inspection.baseline in [version.name for one in inspection.submissions for version in one.versions]:
        left_out.append("the baseline, a version")
    if inspection.state.filter and not several:
        left_out.append("the filter")
    elif inspection.state.filter and inspection.is_by_outcome:
        left_out.append("the filter, as the terminal would read its scores from the baseline")
    return (compare if several else score)(inspection), left_out


def _file(submission: Submission) -> Path:
    return submission.path or Path(submission.evaluation.pair.submission.sheet.name)


def _command(inspection: Inspection, name: str, files: list[Path], further: list[str] | None = None) -> str:
    options = options_now(inspection.evaluation.pair, inspection.saved).arguments
    command = ["submission-inspector", name, *(str(file.absolute()) for file in files), *options, *(further or [])]
    return shlex.join([*command, "--metric", str(inspection.metric)])
