"""The columns of the table of rows: their values and sort keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from inspector.core.arrays.types import Floats, Ints, Ranks
from inspector.core.data.kind import LABELS, NUMBERS, Kind
from inspector.core.errors import InputError, quoted
from inspector.core.evaluation.class_probabilities import true_probabilities
from inspector.core.evaluation.marks import strips
from inspector.core.evaluation.numbers import errors, furthest, has_targets, log_errors
from inspector.core.evaluation.sides import compared_rows
from inspector.core.ladder.inversions import row_gains
from inspector.core.ladder.ladder import row_costs
from inspector.core.metrics import Losses, text_form
from inspector.core.query.labels import predicted
from inspector.core.rows.cells import CELLS
from inspector.core.rows.column import Column, cells, number, of_codes, ranks, texts_by_rank, written
from inspector.core.rows.numbers import SIDES, each_number, number_column, number_columns
from inspector.core.rows.rank_words import rank_words, strip_key

if TYPE_CHECKING:
    from inspector.core.evaluation.baseline import Baseline
    from inspector.core.evaluation.evaluation import Evaluation
    from inspector.core.metrics import Metric


# How many full cells a strip has that is shown as text.
_CELLS = 10
_LOSSES = ("wrong_order", "missing_labels")
_RANKS = ("first_hit_rank", "baseline_first_hit_rank")


def _places(evaluation: Evaluation) -> Ranks:
    found = evaluation.scores.places
    return np.zeros(len(evaluation.table), np.int32) if found is None else found


def _lost(name: str, title: str, tip: str, part: Callable[[Losses], Floats]) -> Column:
    """A part of what rows of labels lose."""
    return Column(
        name,
        title,
        tip,
        lambda evaluation, rows: part(evaluation.losses(rows)),
        lambda evaluation: [part(evaluation.all_losses())],
        kind=LABELS,
    )


def _placed(column: Column) -> Column:
    """A column that only metrics with one list of all predictions have."""
    return replace(column, placed=True)


def _of_baseline(column: Column) -> Column:
    """A column about the baseline, which there is while that is not the file of the open submission."""
    return replace(column, is_used=lambda evaluation: not evaluation.baseline.is_file)


COLUMNS: tuple[Column, ...] = (
    texts_by_rank("id", "The row's id, as the truth file has it", lambda s: s.table.ids, lambda s: s.table.id_ranks),
    number("score", "score", "The row's score under the metric", lambda evaluation, rows: evaluation.scores.row[rows]),
    number("error", "error", "Prediction − truth; of several numbers, of the one furthest off", errors, NUMBERS),
    replace(
        number("log_error", "log error", "log(1 + prediction) − log(1 + truth): what is squared", log_errors, NUMBERS),
        is_used=lambda evaluation: evaluation.metric.by_logs,
    ),
    replace(
        of_codes("furthest", "Which of the row's numbers is furthest off, in its own unit", furthest, NUMBERS),
        is_used=has_targets,
    ),
    ranks(
        "first_hit_rank",
        "first hit",
        "The rank of the first correct label, also behind the cut-off",
        lambda evaluation: evaluation.scores.first_hit,
        LABELS,
    ),
    _placed(
        ranks(
            "place",
            "place",
            "The best place of the row's predictions among all predictions by confidence; where they are wrong, "
            "a place near the top is a confident mistake",
            _places,
        )
    ),
    replace(
        number(
            "influence",
            "influence",
            "Points by which the overall would be lower without the row; negative where higher",
            lambda evaluation, rows: evaluation.scores.influence(rows),
        ),
        influence=True,
    ),
    number(
        "cost",
        "cost",
        "Points of the overall that the row loses: what the best prediction for this row alone would win",
        lambda evaluation, rows: evaluation.costs(rows),
    ),
    number(
        "delta",
        "Δ score",
        "What your edits changed in the row's score",
        lambda evaluation, rows: evaluation.deltas(rows),
    ),
    _of_baseline(number("baseline_score", "score", "The row's score in", compared_rows)),
    _of_baseline(
        ranks(
            "baseline_first_hit_rank",
            "first hit",
            "The rank of the first correct label in",
            lambda evaluation: evaluation.compared.first_hit,
            LABELS,
        )
    ),
    written("note", "Your note on the row", lambda note: note.text, lambda s: s.notes.has_texts),
    written("tags", "Your tags of the row", lambda note: " ".join(note.tags), lambda s: s.notes.has_tags),
    cells("truth", lambda s, r: s.table.truth.take(r), lambda s, of: of(s.table.truth)),
    Column(
        "hit_strip",
        "hits",
        "",
        lambda evaluation, rows: strips(evaluation, rows, _CELLS),
        lambda evaluation: find_column(strip_key(evaluation.metric, evaluation.table.kind)).keys(evaluation),
        strip=True,
    ),
    replace(
        number(
            "p_true",
            "p(true class)",
            "The probability of the true class, of several their mean; 0 where it is not listed",
            true_probabilities,
            LABELS,
        ),
        class_probabilities=True,
    ),
    cells("predictions", lambda s, r: s.predictions(r), predicted),
    _lost(
        "wrong_order",
        "wrong order",
        "The part of the cost that the best order of the row's own labels would win",
        lambda losses: losses.ordering,
    ),
    _lost(
        "missing_labels",
        "missing labels",
        "The part of the cost that only other labels would win",
        lambda losses: losses.candidates,
    ),
    _placed(
        number(
            "ladder_cost",
            "ladder cost",
            "Points of the overall that the row's most confident wrong prediction takes from all right ones below it: "
            "what the overall would gain without it",
            lambda evaluation, rows: row_costs(evaluation)[rows],
        )
    ),
    _placed(
        number(
            "inversion_gain",
            "inversion gain",
            "Points of the overall that this wrong prediction would win by exchanging its confidence with that of the "
            "least confident right one",
            lambda evaluation, rows: row_gains(evaluation)[rows],
        )
    ),
)


# What columns were called in an earlier version.
_OLD_NAMES = {"ordering_loss": "wrong_order", "candidate_loss": "missing_labels"}


# The columns that depend on what the open submission is compared with.
COMPARED = frozenset({"delta", "baseline_score", "baseline_first_hit_rank"})
# Letters of the baseline's name in a title.
_NAME = 16


def least_written(kind: Kind) -> int:
    """The fewest columns that rows are copied with."""
    return sum(column.is_always_written and column.kind in (None, kind) for column in COLUMNS)


def columns_of(evaluation: Evaluation, metric: Metric | None = None) -> tuple[Column, ...]:
    """The columns for the current or another metric that are in use, then further metrics and columns of the files."""
    known = metric or evaluation.metric
    own = (c for c in COLUMNS if c.fits(known) and (c.is_used is None or c.is_used(evaluation)))
    fitting = (c for c in own if c.kind in (None, evaluation.table.kind))
    named = (_of_kind(c, known, evaluation.table.kind) for c in fitting)
    shown = [_naming(c, evaluation.baseline) for c in named]
    at = 1 + [column.name for column in shown].index("score")
    shown[at:at] = map(_metric, evaluation.further.by_metric)
    if words := evaluation.scores.row_words:
        shown[at - 1] = replace(shown[at - 1], tip=words)
    return (*shown, *map(_extra, evaluation.table.extra))


def sortable(evaluation: Evaluation, metric: Metric) -> set[str]:
    """The names of the columns that rows can be sorted by: those shown, and one of each of several numbers."""
    shown = {column.name for column in columns_of(evaluation, metric)}
    if evaluation.table.kind.names_labels:
        return shown
    one = {column.name for side in SIDES for column in number_columns(evaluation, side)}
    return shown | one | {*each_number(evaluation)}


def _of_kind(column: Column, metric: Metric, kind: Kind) -> Column:
    """The column with the words for this kind of predictions."""
    if column.strip:
        by = find_column(strip_key(metric, kind)).title
        title = column.title if kind.names_labels else "too low, high"
        return replace(column, title=title, tip=f"{metric.strip_words}; sorts by the {by}")
    titles = {**dict(zip(_LOSSES, metric.loss_names, strict=True)), **dict.fromkeys(_RANKS, rank_words(metric).column)}
    title = titles.get(column.name, column.title)
    return replace(column, title=title, tip=CELLS[kind].tips.get(column.name, column.tip))


def _naming(column: Column, baseline: Baseline[Evaluation]) -> Column:
    """A column that depends on the baseline, with its name in title and tip."""
    if column.name not in COMPARED or baseline.is_file:
        return column
    name = baseline.name if len(baseline.name) <= _NAME else baseline.name[: _NAME - 1] + "…"
    if column.name == "delta":
        return replace(column, title=f"Δ {name}", tip=f"How far the row's score is above that in {baseline.name}")
    return replace(column, title=f"{name}: {column.title}", tip=f"{column.tip} {baseline.name}")


def written_columns(evaluation: Evaluation) -> tuple[Column, ...]:
    """The columns of copied rows."""
    return tuple(column for column in columns_of(evaluation) if not column.strip)


def exported_columns(evaluation: Evaluation) -> tuple[Column, ...]:
    """The columns of exported rows: those of copied rows, but a number each for truth and predictions of numbers."""
    written = written_columns(evaluation)
    if evaluation.table.kind.names_labels:
        return written
    of = {name: number_columns(evaluation, name) for name in SIDES}
    return tuple(one for column in written for one in of.get(column.name, (column,)))


def find_column(name: str) -> Column:
    """The column of this name, `extra:NAME` for an extra column of the files and `metric:TEXT` for a further metric.

    `truth:NAME`, `predictions:NAME` and `error:NAME` are those of one of several numbers a row. Raises InputError if
    unknown.
    """
    if name.startswith("metric:"):
        return _metric(text_form(name.removeprefix("metric:")))
    if name.startswith("extra:"):
        return _extra(name.removeprefix("extra:"))
    if (found := number_column(name)) is not None:
        return found
    for column in COLUMNS:
        if column.name == _OLD_NAMES.get(name, name):
            return column
    known = [column.name for column in COLUMNS if not column.strip]
    raise InputError(f"there is no column {name!r} to sort by", expected=", ".join([*known, "extra:NAME, metric:TEXT"]))


def _metric(text: str) -> Column:
    tip = f"The row's score under {text}, beside the metric in force"

    def values(evaluation: Evaluation, rows: Ints) -> Floats:
        # A view may still ask while it takes one column after the other away.
        known = evaluation.further.by_metric.get(text)
        return np.full(len(rows), np.nan) if known is None else known.row[rows]

    return Column(f"metric:{text}", text, tip, values, lambda evaluation: [evaluation.further.row(text)])


def _extra(name: str) -> Column:
    tip = f"The column {quoted(name)} of the files"
    plain = texts_by_rank(name, tip, lambda of: _extra_of(of, name), lambda of: _extra_ranks(of, name))
    return Column(f"extra:{name}", name, tip, plain.values, plain.keys, text=True)


def _extra_of(evaluation: Evaluation, name: str) -> pa.StringArray:
    if name not in evaluation.table.extra:
        known = ", ".join(evaluation.table.extra) or "none: the files have no extra columns"
        raise InputError(f"there is no extra column {name!r}", expected=known)
    return evaluation.table.extra[name]


def _extra_ranks(evaluation: Evaluation, name: str) -> Ranks:
    _extra_of(evaluation, name)
    return evaluation.table.extra_ranks(name)
