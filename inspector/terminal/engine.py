"""`score --engine`: a pair that is larger than memory, scored in one pass by this machine, or by Spark."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from inspector.core.errors import InputError
from inspector.terminal.output import jsonable, say
from inspector.terminal.tasks import run_task

if TYPE_CHECKING:
    from inspector.core.batches.stream import Scored

Function = TypeVar("Function", bound=Callable[..., Any])

_WORDS = {
    "stream": "stream: in one pass over files sorted by id; ids match only as they are written",
    "spark": "spark: joined by id as text; ids match only as they are written",
}
_NAMED = ("id_column", "submission_id_column", "truth_column", "submission_column", "confidence_column", "separator")


def engined(command: Function) -> Function:
    """Add the options about the engine to `score`; the command itself scores in memory."""

    @click.option(
        "--engine",
        type=click.Choice(["memory", "stream", "spark"]),
        default="memory",
        show_default=True,
        help="For files larger than memory: stream reads files sorted by id in one pass, spark needs no order.",
    )
    @click.option(
        "--sample", type=Path, metavar="FOLDER", help="With spark: write the worst and some drawn rows there."
    )
    @click.option("--master", metavar="URL", help="With spark: the cluster, such as local[2].")
    @functools.wraps(command)
    def chosen(engine: str, sample: Path | None, master: str | None, **given: Any) -> None:
        if engine == "memory":
            _refuse_others(sample, master)
            command(**given)
        else:
            _print_score(engine, sample, master, **given)

    return chosen  # type: ignore[return-value]


def _refuse_others(sample: Path | None, master: str | None) -> None:
    for name, value in (("--sample", sample), ("--master", master)):
        if value is not None:
            raise click.UsageError(f"{name} needs --engine spark.")


def _print_score(
    engine: str,
    sample: Path | None,
    master: str | None,
    *,
    truth: Path,
    submission: Path | None,
    metric: str | None,
    as_json: bool,
    wants_interval: bool,
    **given: Any,
) -> None:
    from inspector.core.batches.columns import Options
    from inspector.core.metrics import parse

    if engine != "spark":
        _refuse_others(sample, master)
    if submission is None:
        raise click.UsageError(f"--engine {engine} needs a truth and a submission.")
    if wants_interval:
        raise click.UsageError("--interval needs all rows in memory.")
    if metric is None:
        raise InputError("the metric is not guessed from a part of the rows", hint="Name it, like --metric map@12")
    options = Options(truth_separator=given["truth_separator"], shape=given["shape"], **{n: given[n] for n in _NAMED})
    if engine == "stream":
        from inspector.core.batches.stream import stream_task

        task = stream_task(truth, submission, parse(metric), options)
    else:
        from inspector.core.batches.spark import spark_task

        task = spark_task(truth, submission, parse(metric), options, sample, master)
    found = run_task(task)
    say(_json(found, engine) if as_json else _text(found, engine, truth, submission))


def _text(found: Scored, engine: str, truth: Path, submission: Path) -> str:
    from inspector.core.rows.rank_words import rank_words
    from inspector.terminal.text import number

    sums, metric = found.sums, found.metric
    rows = "all scored" if sums.scored == sums.rows else f"{sums.scored:,} scored"
    lines = [
        (metric.label, number(found.overall) + ("" if sums.scored else "  (no row is scored)")),
        ("metric", str(metric)),
        ("rows", f"{sums.rows:,}, {rows}"),
        (rank_words(metric).column, _first_hits(sums.first_hits)),
        ("engine", _WORDS[engine]),
        ("truth", str(truth)),
        ("submission", str(submission)),
        ("problems", f"ids that the truth lacks, left out: {found.unknown:,}" if found.unknown else "none"),
    ]
    return "\n".join(f"{name:<11} {value}" for name, value in lines)


# Ranks that are printed, and rows without a hit.
_FEW = 21


def _first_hits(counts: Mapping[int, int]) -> str:
    """Rows by the rank of their first hit; those of later ranks as one number."""
    shown, later = [*counts.items()][:_FEW], sum([*counts.values()][_FEW:])
    words = [f"{rank or 'none'}: {count:,}" for rank, count in shown]
    return ", ".join([*words, f"later: {later:,}"] if later else words)


def _json(found: Scored, engine: str) -> str:
    choices = {name: found.metric.value(name) for name in found.metric.choices()}
    return json.dumps(
        {
            "metric": str(found.metric),
            "choices": choices,
            "overall": jsonable(found.overall),
            "rows": found.sums.rows,
            "scored_rows": found.sums.scored,
            "first_hit": {str(rank or "none"): count for rank, count in found.sums.first_hits.items()},
            "unknown_ids": found.unknown,
            "engine": engine,
        }
    )
