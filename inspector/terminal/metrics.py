"""The commands `metrics` and `which`: the metrics there are, and which one gives the scores that were reported."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

import click

from inspector.terminal.options import ReadingOptions, reading_options
from inspector.terminal.output import Command, say
from inspector.terminal.tasks import run_task


@click.command(cls=Command)
@click.argument("truth", type=Path)
@click.option(
    "--submission", "-s", "submissions", multiple=True, metavar="FILE=SCORE", help="A submission and its score."
)
@click.option(
    "--constant", "-c", "constants", multiple=True, metavar="LABELS=SCORE", help="The same labels in every row."
)
@click.option(
    "--best", type=click.IntRange(min=1), default=10, show_default=True, help="How many definitions to print."
)
@reading_options
def which(
    truth: Path,
    submissions: tuple[str, ...],
    constants: tuple[str, ...],
    best: int,
    **given: Unpack[ReadingOptions],
) -> None:
    """Find which definition of a built-in metric gives the scores that a leaderboard or a notebook reported."""
    from inspector.core.analysis.definitions import rank_definitions
    from inspector.core.analysis.reported import reported
    from inspector.core.files.options import Options
    from inspector.terminal import text

    options = Options(**given)
    cases = [reported(truth, case, options, constant=False) for case in submissions]
    cases += [reported(truth, case, options, constant=True) for case in constants]
    if not cases:
        raise click.UsageError("Name at least one --submission FILE=SCORE or --constant LABELS=SCORE.")
    batches, scores = zip(*cases, strict=True)
    ranked = run_task(rank_definitions(batches, scores))
    say(text.definitions_text(ranked[:best], scores))


@click.command(cls=Command)
def metrics() -> None:
    """List all metrics and their choices."""
    from inspector.terminal import text

    say(text.metrics_text())
