"""Arguments and options shared by several commands."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

from inspector.core.errors import InputError

if TYPE_CHECKING:
    from inspector.core.files.detection.question import PossibleReading

Function = TypeVar("Function", bound=Callable[..., Any])


class ReadingOptions(TypedDict, total=False):
    """How to read the files: the fields of `core.files.Options`."""

    id_column: str | None
    submission_id_column: str | None
    truth_column: str | None
    submission_column: str | None
    confidence_column: str | None
    relevance_column: str | None
    separator: str | None
    truth_separator: str | None
    truth_labels: str | None
    shape: str | None
    header: str | None
    fixes: tuple[str, ...]


class PairArguments(ReadingOptions):
    """The arguments of a command that reads a pair."""

    truth: Path
    submission: Path | None
    metric: str | None


def reading(command: Function) -> Function:
    """Add the arguments and options of commands that read a pair, or one file that holds both."""
    return _with(
        command,
        click.argument("truth", type=Path),
        click.argument("submission", type=Path, required=False),
        click.option(
            "--metric", "-m", help="Such as map@5, map(divisor=m)@12 or 'metric.py(beta=2)'; guessed if left out."
        ),
        reading_options,
    )


def submissions_of_one_truth(command: Function) -> Function:
    """Add the arguments of commands that read several submissions of one truth, and the metric."""
    return _with(
        command,
        click.argument("truth", type=Path),
        click.argument("submissions", type=Path, nargs=-1, required=True),
        click.option("--metric", "-m", help="Such as map@5; guessed when left out."),
    )


def reading_options(command: Function) -> Function:
    """Add the options of ReadingOptions."""
    return _with(
        command,
        click.option("--id-column", help="The column that holds the ids, in both files."),
        click.option("--submission-id-column", help="The id column of the submission, if its name differs."),
        click.option("--truth-column", help="The column of the truth that holds the labels."),
        click.option("--submission-column", help="The column of the submission that holds the labels."),
        click.option("--confidence-column", help="The column of the submission that holds confidences; none for none."),
        click.option("--relevance-column", help="The column of the truth that holds relevance; none for none."),
        click.option("--separator", help="The text between two labels of a cell."),
        click.option("--truth-separator", help="The same for the truth, if it differs."),
        click.option("--truth-labels", help="How to read the truth's labels: as-written, whole or underscores."),
        click.option("--shape", help="list, long, wide, slots, groups or numbers; TRUTH/SUBMISSION when they differ."),
        click.option("--header", help="Whether the first line names the columns: yes or no; TRUTH/SUBMISSION."),
        click.option("--fix", "fixes", multiple=True, metavar="FIX", help="A repair that `check` proposes."),
    )


def _with(command: Function, *options: Callable[[Function], Function]) -> Function:
    """Add options, which help shows in this order."""
    for option in reversed(options):
        command = option(command)
    return command


seeded = click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The same seed draws the same."
)
json_object = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
named_baseline = click.option(
    "--baseline",
    metavar="NAME",
    help="What the others are compared with, or its file; the first submission otherwise.",
)
drawn_groups = click.option(
    "--group", default="", metavar="COLUMN", help="Rows with the same text there are drawn together."
)
filtering = click.option(
    "--filter",
    "expression",
    metavar="EXPR",
    help='Only rows such as "score<0.2 & truth:w_1"; see Help > Filter language.',
)


def error_message(error: InputError) -> str:
    """The message of an error with the options that would help, and each of several readings with its options."""
    from inspector.core.files.detection.question import AmbiguousReadingError

    if isinstance(error, AmbiguousReadingError):
        return "\n".join([f"{error.where}{error.what}. Choose one with its options:", *map(_reading, error.readings)])
    options = [f"--{option.replace('_', '-').replace('=', ' ')}" for option in error.options]
    return f"{error} (See {' and '.join(options)})" if options else str(error)


def _reading(reading: PossibleReading) -> str:
    return f"- {reading}\n  {shlex.join(reading.options.arguments)}"
