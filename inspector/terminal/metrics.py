"""The commands `metrics` and `which`: the metrics there are, and which one gives the scores that were reported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from inspector.core.errors import InputError
from inspector.terminal.options import ReadingOptions, reading_options
from inspector.terminal.output import Command, say
from inspector.terminal.tasks import run_task

if TYPE_CHECKING:
    from inspector.core.analysis.definitions import Definition, ReportedScore
    from inspector.core.files.options import Options


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
    """Find which definition of a built-in metric gives the scores that a leaderboard or a notebook reported.

    Where none of labels does, the files are read as numbers, too.
    """
    from inspector.core.files.options import Options
    from inspector.terminal import text

    options = Options(**given)
    if not submissions and not constants:
        raise click.UsageError("Name at least one --submission FILE=SCORE or --constant LABELS=SCORE.")
    ranked, scores = _ranked(truth, submissions, constants, options)
    said = text.definitions_text(ranked[:best], scores)
    if not ranked[0].fits and options.shape is None and (others := _as_numbers(truth, submissions, constants, options)):
        said = f"Read as numbers (--shape numbers):\n{text.definitions_text(others[:best], scores)}"
    elif not ranked[0].fits:
        said = f"No definition gives every score to its last digit. The closest:\n{said}"
    say(said)


def _ranked(
    truth: Path, submissions: Sequence[str], constants: Sequence[str], options: Options
) -> tuple[list[Definition], Sequence[ReportedScore]]:
    """The definitions, the closest first, and the scores."""
    from inspector.core.analysis.definitions import rank_definitions
    from inspector.core.analysis.reported import reported

    cases = [reported(truth, case, options, constant=False) for case in submissions]
    cases += [reported(truth, case, options, constant=True) for case in constants]
    batches, scores = zip(*cases, strict=True)
    return run_task(rank_definitions(batches, scores)), scores


def _as_numbers(
    truth: Path, submissions: Sequence[str], constants: Sequence[str], options: Options
) -> list[Definition]:
    """The definitions of the files read as numbers, if one fits; else none."""
    try:
        ranked, _ = _ranked(truth, submissions, constants, replace(options, shape="numbers"))
    except InputError:
        return []
    return ranked if ranked and ranked[0].fits else []


@click.command(cls=Command)
def metrics() -> None:
    """List all metrics and their choices."""
    from inspector.terminal import text

    say(text.metrics_text())
