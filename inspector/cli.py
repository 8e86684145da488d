"""The command line: runs commands on the same Inspection as the window. Imports Qt only to show a window."""

from __future__ import annotations

import io
import json
import signal
import sys
from pathlib import Path
from typing import Unpack

import click

from inspector.allocator import reuse_freed_memory
from inspector.core.errors import InputError
from inspector.core.path import exists
from inspector.platform import no_display, version_of_qt
from inspector.terminal.blend import blend
from inspector.terminal.compare import compare
from inspector.terminal.engine import engined
from inspector.terminal.luck import luck
from inspector.terminal.options import (
    PairArguments,
    ReadingOptions,
    error_message,
    filtering,
    json_object,
    reading,
    reading_options,
    seeded,
)
from inspector.terminal.output import Command, print_with, say
from inspector.terminal.report import report
from inspector.terminal.tasks import chosen_rows, open_inspection, run_task
from inspector.terminal.window import demo, open_, show_window
from inspector.version import versions


class _Commands(Command, click.Group):
    """Opens files given without a command; without arguments, opens the empty window."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and self.get_command(ctx, args[0]) is None and exists(Path(args[0]), "the file cannot be opened"):
            args = ["open", *args]
        return super().resolve_command(ctx, args)


def _print_versions(ctx: click.Context, _: click.Parameter, is_asked: bool) -> None:
    if is_asked and not ctx.resilient_parsing:
        say("\n".join([*versions(), *version_of_qt()]))
        ctx.exit()


def _install_desktop(ctx: click.Context, _: click.Parameter, is_asked: bool) -> None:
    if is_asked and not ctx.resilient_parsing:
        from inspector import desktop

        say("\n".join(f"Written: {path}" for path in desktop.install()))
        ctx.exit()


def _remove_desktop(ctx: click.Context, _: click.Parameter, is_asked: bool) -> None:
    if is_asked and not ctx.resilient_parsing:
        from inspector import desktop

        say("\n".join(f"Removed: {path}" for path in desktop.remove()) or "There was no entry.")
        ctx.exit()


@click.group(cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_versions, help="Show the versions."
)
@click.option(
    "--install-desktop",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_install_desktop,
    help="Make an entry in the menu of the desktop, for this user.",
)
@click.option(
    "--remove-desktop",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_remove_desktop,
    help="Remove that entry.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """See what every row of a contest submission costs you, edit it, and watch the score move.

    Without a command: the window. With two files: the window on them.
    """
    if ctx.invoked_subcommand is None:
        if reason := no_display(None):
            click.echo(reason, err=True)
            raise click.exceptions.Exit(2)
        show_window(None)


cli.add_command(open_)
cli.add_command(demo)
cli.add_command(compare)
cli.add_command(blend)
cli.add_command(report)
cli.add_command(luck)


@cli.command()
@reading
@click.option("--interval", "wants_interval", is_flag=True, help="With the 95 % interval of the overall.")
@click.option("--group", default="", metavar="COLUMN", help="With --interval: draw its rows of one text together.")
@seeded
@json_object
@engined
def score(wants_interval: bool, group: str, seed: int, as_json: bool, **given: Unpack[PairArguments]) -> None:
    """Print the overall score, the metric with its choices, and the problems of the files."""
    from inspector.core.comparison.interval import interval_task
    from inspector.core.comparison.judging import Draws
    from inspector.terminal import text

    if group and not wants_interval:
        raise click.UsageError("--group COLUMN needs --interval.")
    inspection, found = open_inspection(**given), None
    if wants_interval:
        run_task(inspection.compared_task())
        inspection.take_answers()
        found = run_task(interval_task(inspection.evaluation, draws=Draws(seed=seed, group=group)))
    say(json.dumps(text.score_json(inspection, found)) if as_json else text.score_text(inspection, found))


@cli.command()
@reading
@click.option(
    "-o",
    "--output",
    type=Path,
    help="Write here (.csv or .parquet), not to the screen.",
)
@click.option("--sort", "keys", multiple=True, help="A column to sort by, -COLUMN to descend; repeat for further keys.")
@click.option("--worst", type=click.IntRange(min=0), metavar="N", help="Only the N worst rows, worst first.")
@click.option("--also", multiple=True, metavar="METRIC", help="A further metric, as a column; repeat for others.")
@click.option("--notes", is_flag=True, help="With the notes and tags that the window keeps, as columns.")
@click.option("--baseline", type=Path, metavar="FILE", help="A submission to compare with, in further columns.")
@filtering
def rows(
    output: Path | None,
    notes: bool,
    also: tuple[str, ...],
    baseline: Path | None,
    keys: tuple[str, ...],
    worst: int | None,
    expression: str | None,
    **given: Unpack[PairArguments],
) -> None:
    """Write the score of every row as CSV, with its cost, labels and the further columns of the files.

    --filter finds rows by the notes and tags that the window keeps too, such as tag:hard.
    """
    from inspector.core.files import Target
    from inspector.core.query import parse
    from inspector.core.rows import export

    parse(expression or "")  # before reading, which takes longer
    inspection = open_inspection(**given)
    inspection.show_metrics(*also)
    if baseline is not None:
        inspection.add_submission(run_task(inspection.add_task(baseline)))
        inspection.baseline = inspection.submissions[-1].name
    evaluation, kept = chosen_rows(inspection, expression, keys, worst, notes=notes)
    if output is not None:
        target = Target(path=output, inputs=inspection.inputs, overwrite=True)
        if warning := run_task(export.export_task(evaluation, kept, target)):
            click.echo(f"{output}: {warning}.", err=True)
        return
    table = export.rows_table(evaluation, kept)
    print_with(lambda file: export.write_csv(table, file))


@cli.command()
@reading
@click.option("--id", "id_", required=True, help="The id of the row.")
def explain(id_: str, **given: Unpack[PairArguments]) -> None:
    """Print the arithmetic of one row."""
    from inspector.terminal import text

    inspection = open_inspection(**given)
    try:
        inspection.explain(id_)
        evaluation = inspection.evaluation
        say(text.explanation_text(evaluation, evaluation.table.row_of(id_)))
    except KeyError:
        raise InputError(f"no row has the id {id_!r}", given["truth"], expected="an id of the truth") from None


@cli.command()
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
    from inspector.core.document.load import options_under
    from inspector.core.files import Options, check_pair, write_repaired
    from inspector.terminal import text

    if bool(given["fixes"]) != (output is not None):
        raise click.UsageError("--fix FIX and -o FILE go together.")
    options = options_under(metric, Options(**given))
    if output is not None:
        run_task(write_repaired(truth, submission, options, output))
    problems = run_task(check_pair(truth, submission, options, template))
    if as_json:
        say(json.dumps(text.problems_json(problems)))
    else:
        say("\n".join(text.problem_lines(problems)) or "No problems found.")
    raise click.exceptions.Exit(int(any(problem.rejects for problem in problems)))


@cli.command()
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
    from inspector.core.files import Options
    from inspector.terminal import text

    options = Options(**given)
    cases = [reported(truth, case, options, constant=False) for case in submissions]
    cases += [reported(truth, case, options, constant=True) for case in constants]
    if not cases:
        raise click.UsageError("Name at least one --submission FILE=SCORE or --constant LABELS=SCORE.")
    batches, scores = [case.batch for case in cases], [case.score for case in cases]
    ranked = run_task(rank_definitions(batches, scores))
    say(text.definitions_text(ranked[:best], scores))


@cli.command()
def metrics() -> None:
    """List all metrics and their choices."""
    from inspector.terminal import text

    say(text.metrics_text())


def main() -> None:
    """Run the command line. Every error becomes a message and an exit status, never a traceback."""
    reuse_freed_memory()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # an id or a label that the locale cannot write is still shown
            stream.reconfigure(errors="backslashreplace")
    try:
        status = cli.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        status = 2
    except InputError as error:
        click.echo(f"Error: {error_message(error)}", err=True)
        status = 2
    except MemoryError:
        click.echo("Error: there is not enough memory.", err=True)
        status = 2
    except (click.Abort, KeyboardInterrupt):
        status = 128 + signal.SIGINT
    sys.exit(status or 0)
