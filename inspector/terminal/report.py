"""The command `report`: what is known about one or several submissions, in one file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from inspector.core.path import files_in
from inspector.terminal.options import (
    ReadingOptions,
    filtering,
    named_baseline,
    reading_options,
    submissions_of_one_truth,
)
from inspector.terminal.output import Command, say
from inspector.terminal.tasks import narrow, run_task, submission_named, submissions_task, with_baseline

if TYPE_CHECKING:
    from inspector.core.task import Task


@click.command(cls=Command)
@submissions_of_one_truth
@named_baseline
@filtering
@click.option("-o", "--output", type=Path, required=True, help="Write here (.html or .md); replaces no file.")
@reading_options
def report(
    truth: Path,
    submissions: tuple[Path, ...],
    metric: str | None,
    baseline: str | None,
    expression: str | None,
    output: Path,
    **given: Unpack[ReadingOptions],
) -> None:
    """Write a report of the first SUBMISSION, and of its comparison with the others, in one file to hand on.

    An .html file needs no network and no program but a browser; an .md file can be pasted into an issue.
    """
    files = with_baseline(files_in(submissions, besides=[truth]), baseline)
    remark = run_task(_written(truth, files, metric, baseline, expression, output, given))
    say(f"Written: {output}" + (f" ({remark})" if remark else ""))


def _written(
    truth: Path,
    files: Sequence[Path],
    metric: str | None,
    baseline: str | None,
    expression: str | None,
    output: Path,
    given: ReadingOptions,
) -> Task[str]:
    """A task: read and score all submissions, and write the report."""
    from inspector.core.files.io.target import Target
    from inspector.core.task import portion

    inspection, names = yield from portion(submissions_task(truth, files, metric, **given), 0.0, 0.6)
    if baseline is not None or len(files) > 1:
        inspection.baseline = submission_named(baseline, names)
    narrow(inspection, expression)
    if inspection.asks:  # the worst rows are listed also by their influence
        yield from portion(inspection.settle_task(inspection.evaluation.all_rows), 0.6, 0.8)
        inspection.take_answers()
    return (yield from portion(inspection.report_task(Target(path=output, inputs=inspection.inputs)), 0.8, 1.0))
