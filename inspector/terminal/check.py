"""The command `check`: what is odd in the files, and their repair."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Unpack

import click

from inspector.terminal.options import ReadingOptions, reading
from inspector.terminal.output import Command, say
from inspector.terminal.tasks import run_task


@click.command(cls=Command)
@reading
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array.")
@click.option("--template", type=Path, help="A sample_submission file: its header and its ids.")
@click.option("-o", "--output", type=Path, help="Write the repaired submission here.")
def check(
    as_json: bool,
    template: Path | None,
    output: Path | None,
    truth: Path,
    submission: Path | None,
    metric: str | None,
    **given: Unpack[ReadingOptions],
) -> None:
    """Print every problem of the files; exit with 1 when the contest's site would reject them.

    With --fix and -o: write the submission with these repairs, every other byte as it was.
    """
    from inspector.core.document.load import options_under, problems_of_metric
    from inspector.core.files.check import check_pair, write_repaired
    from inspector.core.files.options import Options
    from inspector.terminal import text

    if bool(given["fixes"]) != (output is not None):
        raise click.UsageError("--fix FIX and -o FILE go together.")
    options = options_under(metric, Options(**given))
    if output is not None:
        run_task(write_repaired(truth, submission, options, output))
    problems = run_task(check_pair(truth, submission, options, template, partial(problems_of_metric, metric=metric)))
    if as_json:
        say(json.dumps(text.problems_json(problems)))
    else:
        say("\n".join(text.problem_lines(problems)) or "No problems found.")
    raise click.exceptions.Exit(int(any(problem.rejects for problem in problems)))
