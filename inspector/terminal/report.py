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
from inspector.terminal.tasks import (
    kept_notes,
    narrow,
    run_task,
    submission_named,
    submissions_task,
    with_baseline,
)

if TYPE_CHECKING:
    from inspector.core.document.inspection import Inspection
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
    It has the notes and tags that the window keeps for these rows.
    """
    files = with_baseline(files_in(submissions, besides=[truth]), baseline)
    remark, without_notes = run_task(_written(truth, files, metric, baseline, expression, output, given))
    if without_notes:
        click.echo(f"No notes are in the report: {without_notes}", err=True)
    say(f"Written: {output}" + (f" ({remark})" if remark else ""))


def _written(
    truth: Path,
    files: Sequence[Path],
    metric: str | None,
    baseline: str | None,
    expression: str | None,
    output: Path,
    given: ReadingOptions,
) -> Task[tuple[str, str]]:
    """A task: read and score all submissions, and write the report; what it left out, and why it has no notes."""
    from inspector.core.files.io.target import Target
    from inspector.core.task import portion

    inspection, names = yield from portion(submissions_task(truth, files, metric, **given), 0.0, 0.6)
    if baseline is not None or len(files) > 1:
        inspection.baseline = submission_named(baseline, names)
    without_notes = yield from _noted(inspection, expression)
    narrow(inspection, expression)
    if inspection.asks:  # the worst rows are listed also by their influence
        yield from portion(inspection.settle_task(inspection.evaluation.all_rows), 0.6, 0.8)
        inspection.take_answers()
    target = Target(path=output, inputs=inspection.inputs)
    return (yield from portion(inspection.report_task(target), 0.8, 1.0)), without_notes


def _noted(inspection: Inspection, expression: str | None) -> Task[str]:
    """A task: take the notes and tags that the window keeps; why not, "" if they are taken.

    Raises InputError where an expression asks for notes that cannot be read.
    """
    from inspector.core.errors import InputError
    from inspector.core.query import ABOUT_NOTES, parse

    try:
        kept = kept_notes(inspection)
    except InputError as error:
        if not parse(expression or "").fields.isdisjoint(ABOUT_NOTES):
            raise
        return str(error)
    inspection.commit((yield from inspection.notes_task(lambda _: kept)))
    return ""
