"""The commands `score`, `rows`, `slices` and `explain`: what a submission scores, its rows, groups of them, and one."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import click

from inspector.core.errors import InputError
from inspector.terminal.engine import engined
from inspector.terminal.options import PairArguments, filtering, json_object, reading, seeded
from inspector.terminal.output import Command, aligned, jsonable, print_with, say
from inspector.terminal.tasks import chosen_rows, open_inspection, remark_filter, run_task, settle

if TYPE_CHECKING:
    from inspector.core.document.inspection import Inspection
    from inspector.core.metrics import Metric

# What the columns of `slices` are called where their names would be too long.
_TITLES = {"share_of_cost": "of cost", "perfect": "if perfect", "baseline_score": "baseline", "part_of_delta": "of Δ"}


@click.command(cls=Command)
@reading
@click.option("--interval", "wants_interval", is_flag=True, help="With the 95 % interval of the overall.")
@click.option("--group", default="", metavar="COLUMN", help="With --interval: draw its rows of one text together.")
@seeded
@json_object
@engined
def score(wants_interval: bool, group: str, seed: int, as_json: bool, **given: Unpack[PairArguments]) -> None:
    """Print the overall score, the metric with its choices, and the problems of the files."""
    if group and not wants_interval:
        raise click.UsageError("--group COLUMN needs --interval.")
    inspection, found = open_inspection(**given), None
    if wants_interval:
        from inspector.core.comparison.interval import interval_task
        from inspector.core.comparison.judging import DrawOptions

        run_task(inspection.compared_task())
        inspection.take_answers()
        found = run_task(interval_task(inspection.evaluation, options=DrawOptions(seed=seed, group=group)))
    from inspector.terminal import text  # after the files, which are read meanwhile

    say(json.dumps(jsonable(text.score_json(inspection, found))) if as_json else text.score_text(inspection, found))


@click.command(cls=Command)
@reading
@click.option(
    "-o",
    "--output",
    type=Path,
    help="Write here (.csv or .parquet), not to the screen.",
)
@click.option("--sort", "keys", multiple=True, help="A column to sort by, -COLUMN to descend; repeat for further keys.")
@click.option("--worst", type=click.IntRange(min=0), metavar="N", help="Only the N worst rows, worst first.")
@click.option("--also", multiple=True, metavar="METRIC", help="A further metric, as a column; others too, or repeat.")
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
    """Write the score of every row as CSV, with its cost, labels and the extra columns of the files.

    --filter finds rows by the notes and tags that the window keeps too, such as tag:hard.
    """
    from inspector.core.files.io.target import Target
    from inspector.core.metrics.host.metric import assumed_of
    from inspector.core.query import parse
    from inspector.core.rows import export

    parse(expression or "")  # before reading, which takes longer
    if output is not None:
        export.refuse_other_formats(output)
    inspection = open_inspection(**given)
    inspection.show_metrics(*_several(also))
    _compare_with(inspection, baseline)
    evaluation, kept = chosen_rows(inspection, expression, keys, worst, notes=notes)
    remark_filter(expression, evaluation)
    if worst is not None and (assumed := assumed_of(evaluation.metric)):
        click.echo(f"Assumed: {assumed}.", err=True)
    if output is not None:
        target = Target(path=output, inputs=inspection.inputs, overwrite=True)
        if warning := run_task(export.export_task(evaluation, kept, target)):
            click.echo(f"{output}: {warning}.", err=True)
        return
    table = export.rows_table(evaluation, kept)
    print_with(lambda file: export.write_csv(table, file))


def _compare_with(inspection: Inspection, baseline: Path | None) -> None:
    """Add a submission, if there is one, as what the open one is compared with."""
    if baseline is not None:
        inspection.add_submission(run_task(inspection.add_task(baseline)))
        inspection.baseline = inspection.submissions[-1].name


def _several(texts: Sequence[str]) -> Iterator[Metric]:
    """The metrics of texts with one or more each; the name of a host's file may have blanks in it."""
    from inspector.core.evaluation.further import parse_metrics
    from inspector.core.metrics import parse

    for text in texts:
        try:
            found = [parse(text)]
        except InputError:
            found = parse_metrics(text)
        yield from found


@click.command(cls=Command)
@reading
@click.option("--by", multiple=True, metavar="COLUMN", help="Groups by this column; twice, by two at once.")
@click.option("--worst", type=click.IntRange(min=1), metavar="N", help="Only the N worst groups.")
@click.option("--baseline", type=Path, metavar="FILE", help="A submission to compare with, in further columns.")
@filtering
@json_object
def slices(
    by: tuple[str, ...],
    worst: int | None,
    baseline: Path | None,
    expression: str | None,
    as_json: bool,
    **given: Unpack[PairArguments],
) -> None:
    """Score groups of rows, by default those of every column of the files; the one that costs most for its size first.

    That is the excess: the group's share of the cost minus its share of the rows. The filter of a group finds its rows
    with rows --filter.
    """
    from inspector.core.query import parse

    parse(expression or "")  # before reading, which takes longer
    inspection = open_inspection(**given)
    _compare_with(inspection, baseline)
    settle(inspection, inspection.evaluation.all_rows)
    inspection.narrow(expression or "")
    remark_filter(expression, inspection.evaluation)
    fields = {name: values[:worst] for name, values in run_task(inspection.slices_task(by)).items()}
    say(json.dumps(jsonable(_groups_json(inspection, fields))) if as_json else _groups_text(inspection, fields))


def _groups_json(inspection: Inspection, fields: dict[str, list[Any]]) -> dict[str, object]:
    groups = [dict(zip(fields, values, strict=True)) for values in zip(*fields.values(), strict=True)]
    return {"metric": str(inspection.metric), "overall": inspection.overall, "groups": groups}


def _groups_text(inspection: Inspection, fields: dict[str, list[Any]]) -> str:
    lines = [[_TITLES.get(name, name) for name in fields]]
    lines += [[*map(_cell, fields, values)] for values in zip(*fields.values(), strict=True)]
    left = [at for at, name in enumerate(fields) if name in ("group", "biased", "filter")]
    head = f"{inspection.metric.label} {_cell('overall', inspection.overall)}"
    return "\n".join([head, "", *aligned(lines, left), *_about_bias(inspection, fields)])


def _about_bias(inspection: Inspection, fields: dict[str, list[Any]]) -> list[str]:
    """What the column `bias` is where it is not the plain mean of what the metric compares."""
    from inspector.core.analysis.numbers.error_figures import how_averaged

    how = how_averaged(inspection.evaluation) if "bias" in fields else ""
    return ["", f"bias: prediction − truth on average{how}"] if how else []


def _cell(name: str, value: Any) -> str:
    from inspector.core.figures import figure, signed, signed_share
    from inspector.core.report.texts import visible
    from inspector.core.statistics.verdict import bare, words_of_p

    if isinstance(value, str):
        return visible(value)
    if isinstance(value, int):
        return f"{value:,}"
    if math.isnan(value):
        return "–"
    shown = {"share_of_cost": "{:.1%}".format, "excess": signed_share, "bias": signed, "part_of_delta": signed}
    return bare(words_of_p(value)) if name == "p" else shown.get(name, figure)(value)


@click.command(cls=Command)
@reading
@click.option("--id", "id_", required=True, help="The id of the row.")
def explain(id_: str, **given: Unpack[PairArguments]) -> None:
    """Print the arithmetic of one row."""
    inspection = open_inspection(**given)
    from inspector.terminal import text

    try:
        inspection.explain(id_)
        evaluation = inspection.evaluation
        say(text.explanation_text(evaluation, evaluation.table.row_of(id_)))
    except KeyError:
        raise InputError(f"no row has the id {id_!r}", given["truth"], expected="an id of the truth") from None
