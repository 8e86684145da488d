"""The command `blend`: one submission of several, scored where a truth is given."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from inspector.core.errors import shorten
from inspector.core.plural import count_of
from inspector.terminal.options import ReadingOptions, reading_options
from inspector.terminal.output import Command, say
from inspector.terminal.tasks import pair_task, run_task

if TYPE_CHECKING:
    from inspector.core.ensemble.blend import Recipe
    from inspector.core.ensemble.write import Blended
    from inspector.core.evaluation.evaluation import Evaluation
    from inspector.core.files.options import Options
    from inspector.core.task import Task

# Those of core/ensemble/methods, which is imported only when it is needed.
METHODS = ("votes", "borda", "rrf", "mean")


def _weights(ctx: click.Context, param: click.Parameter, given: str | None) -> tuple[float, ...] | None:
    """The numbers of `2,1,1`."""
    try:
        return None if given is None else tuple(float(part) for part in given.split(","))
    except ValueError:
        raise click.BadParameter(f"{shorten(given or '')} is not a list of numbers such as 2,1,1") from None


@click.command(cls=Command)
@click.argument("submissions", type=Path, nargs=-1, required=True, metavar="SUBMISSION...")
@click.option("--method", type=click.Choice(METHODS), required=True, help="How labels win a place; see below.")
@click.option("--weights", callback=_weights, metavar="N,N,…", help="One for each SUBMISSION; all 1 when left out.")
@click.option("--truth", type=Path, help="Score each submission and the blend against this file.")
@click.option("--metric", "-m", help="Such as map@5; guessed when left out.")
@click.option("-o", "--output", type=Path, required=True, help="Write the blend here; no existing file is replaced.")
@reading_options
def blend(
    submissions: tuple[Path, ...],
    method: str,
    weights: tuple[float, ...] | None,
    truth: Path | None,
    metric: str | None,
    output: Path,
    **given: Unpack[ReadingOptions],
) -> None:
    """Blend several submissions into one, which has the ids and the columns of the first.

    votes: a vote from each submission that lists a label. borda: points by rank. rrf: 1 ÷ (60 + rank) from each. mean:
    the mean of the confidences, or of numbers. A label that is listed higher goes first among equals.
    """
    from inspector.core.ensemble.blend import Recipe
    from inspector.core.files.options import Options

    if metric is not None and truth is None:
        raise click.UsageError("--metric needs --truth, the file to score against.")
    recipe = Recipe(method, weights or (1.0,) * len(submissions))
    say(run_task(_blended(submissions, recipe, truth, metric, output, Options(**given))))


def _blended(
    files: Sequence[Path], recipe: Recipe, truth: Path | None, metric: str | None, output: Path, options: Options
) -> Task[str]:
    """Write the blend, and tell what is in it and what it scores."""
    from inspector.core.document.load import further_task
    from inspector.core.ensemble.alone import options_found
    from inspector.core.ensemble.write import blend_files
    from inspector.core.files.io.target import Target

    Target(path=output, inputs={}).found()
    scored = [] if truth is None else (yield from _scored(truth, files, metric, options))
    inputs = scored[0].pair.inputs if scored else {}
    reading = options_found(scored[0].pair) if scored else options
    blended = yield from blend_files(files, recipe, output, reading, inputs)
    lines = [_what(blended, files[0], output), *blended.others]
    if scored:
        made = yield from further_task(scored[0].pair, scored[0].metric, output, None, (), None)
        lines += ["", *_scores([*files, output], (yield from _asked([*scored, made.evaluation])))]
    return "\n".join(lines)


def _scored(truth: Path, files: Sequence[Path], metric: str | None, options: Options) -> Task[list[Evaluation]]:
    """All submissions against the truth."""
    from inspector.core.document.load import further_task

    state = yield from pair_task(truth, files[0], metric, **options.as_dict)
    found = [state.evaluation]
    for file in files[1:]:
        found.append((yield from further_task(found[0].pair, found[0].metric, file, None, (), None)).evaluation)
    return found


def _asked(scored: Sequence[Evaluation]) -> Task[list[Evaluation]]:
    """The same with the overalls of a host's own metric, which is asked for them."""
    from inspector.core.evaluation.asking import ask, open_questions, with_answers
    from inspector.core.host.hosts import named_hosts

    yield from ask([question for one in scored for question in open_questions(one)], named_hosts())
    return [with_answers(one) for one in scored]


def _what(blended: Blended, first: Path, output: Path) -> str:
    """`blend.csv: 7,960 ids, in the form of a.csv (read as 7,960 rows: id "Image", labels "Id", one a row)`."""
    as_lists = f"a list of labels each, because the form of {first.name} cannot hold the blend"
    form = f"in the form of {first.name}" if blended.is_as_first else as_lists
    return f"{output.name}: {count_of(blended.rows, 'id')}, {form} (read as {blended.reading})"


def _scores(files: Sequence[Path], scored: Sequence[Evaluation]) -> list[str]:
    """The overall of each file, below the metric."""
    from inspector.terminal.text import number

    metric, counted = scored[0].metric, scored[0].scores.counted
    width = max(len(file.name) for file in files)
    guessed = "; guessed, --metric overrules" if scored[0].guessed else ""
    head = f"{metric.label} ({metric}{guessed}), {count_of(counted, 'row')}"
    return [
        head,
        *(f"{file.name:<{width}}  {number(one.scores.overall)}" for file, one in zip(files, scored, strict=True)),
    ]
