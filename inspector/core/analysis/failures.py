"""Common kinds of failures, each defined and counted by a filter."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.analysis.gains import RowGains, tried
from inspector.core.analysis.numbers.outcomes import has_outcomes
from inspector.core.arrays.types import MOST, Bools, Floats, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import errors, names
from inspector.core.query import parse
from inspector.core.task import Progress, Task

# Of numbers, the first share is not far off; a larger share of rows than the second is not called the furthest.
_FAR, _MANY = 0.9, 0.2
# Numbers that are this close are the same in four digits.
_SAME = 1.001


@dataclass(frozen=True)
class FailureGroup:
    """A kind of failure: its name, its filter, and what it means."""

    name: str
    clause: str
    tip: str


def failure_groups(evaluation: Evaluation) -> tuple[FailureGroup, ...]:
    """The groups that apply to the current metric."""
    if not evaluation.table.kind.names_labels:
        return (*_kinds_of_errors(evaluation), *_OF_ANY)
    if evaluation.metric.scores_class_probabilities:
        return (*_OF_CLASSES, *_OF_ANY)
    metric, k = evaluation.metric, evaluation.metric.k
    zero = FailureGroup("Score 0", "score=0", "The row adds nothing to the overall")  # which is best for a loss
    behind = {None: ("First hit behind 1", "rank>=2"), 2: ("First hit at 2", "rank=2")}
    named = behind.get(k, (f"First hit at 2 to {k}", f"rank>=2 & rank<={k}"))
    later = FailureGroup(*named, "A truth label is predicted, but not first")
    after = FailureGroup(f"First hit after {k}", "rank=after", f"A truth label is predicted, but behind the first {k}")
    return (
        *([] if metric.lower_is_better else [zero]),
        *([later] if k != 1 else []),
        *([after] if k is not None else []),
        FailureGroup("No hit", "rank=none", "No truth label is anywhere among the predictions"),
        FailureGroup("Empty prediction", "empty", "The row predicts no label"),
        _OF_ANY[0],
        FailureGroup("Repeated labels", "repeats", "A label is predicted more than once"),
        FailureGroup(
            "Problem", "problem", "A problem names the row: empty, missing, repeated or odd labels, odd confidences"
        ),
        _OF_ANY[-1],
    )


_OF_ANY = (
    FailureGroup("Missing row", "missing", "The submission has no row with this id"),
    FailureGroup("Problem", "problem", "A problem names the row, or a number of it"),
    FailureGroup("Edited", "edited", "The prediction differs from the file's"),
)


# Of the probabilities of classes.
_OF_CLASSES = (
    FailureGroup("Sure and wrong", "confidence>0.9 & p_true<0.5", "A wrong class has more than 0.9"),
    FailureGroup("Ruled out", "p_true<0.01", "The true class has less than 0.01"),
    FailureGroup("Another first", "rank>=2", "A wrong class is likelier than the true one"),
    FailureGroup("Close call", "p_true>=0.4 & p_true<0.6", "The true class has 0.4 to 0.6"),
    FailureGroup("No probability", "rank=none", "The true class has no column, or the probability 0"),
)


# Of probabilities of yes or no.
_SURE = FailureGroup("Sure and wrong", "error>0.9 | error<-0.9", "A yes that is predicted below 0.1, or a no above 0.9")


def _kinds_of_errors(evaluation: Evaluation) -> tuple[FailureGroup, ...]:
    """Rows by how far their number is off, of several the one that is furthest off, and to which side."""
    signed = errors(evaluation, evaluation.all_rows)
    off = np.abs(signed[~np.isnan(signed)])
    what = "The prediction" if len(names(evaluation)) == 1 else "The number that is furthest off"
    return (
        *([_SURE] if off.max(initial=0.0) <= 1 and has_outcomes(evaluation) else []),
        *_furthest_off(off),
        FailureGroup("Too high", "error>0", f"{what} is above the truth"),
        FailureGroup("Too low", "error<0", f"{what} is below the truth"),
        FailureGroup("No number", "empty", "The row predicts no number"),
    )


def _furthest_off(off: Floats) -> tuple[FailureGroup, ...]:
    """The tenth that is furthest off; where many rows are off as far as its first, those farther off, if any are."""
    off = np.minimum(off, MOST)  # a filter takes no infinite number
    name, far = "Furthest off", float(f"{np.quantile(off, _FAR):.4g}") if len(off) else 0.0
    if np.count_nonzero(off >= far) <= max(1, _MANY * len(off)):
        return (FailureGroup(name, f"error>={far!r} | error<={-far!r}", "The tenth of the rows that is furthest off"),)
    tie = float(off[off <= far * _SAME].max())
    if not (off > tie).any():
        return ()
    tip = f"Off by more than {tie:.4g}, as far as many rows are off"
    return (FailureGroup(name, f"error>{tie!r} | error<{-tie!r}", tip),)


@dataclass(frozen=True, eq=False)
class GroupFigures:
    """Of each of the g failure groups: rows, their number; perfect, won: float64 (g,), of `RowGains.of_groups`.

    Where no sum of rows tells both, each group is scored again; NaN where only a host's metric could tell.
    """

    groups: tuple[FailureGroup, ...]
    rows: list[int]
    perfect: Floats
    won: Floats


def group_figures(evaluation: Evaluation, among: Bools | None = None) -> Task[GroupFigures]:
    """A task that counts the rows of each failure group, edits included.

    among: bool (n,), the rows to count, None for all.
    """
    groups, gains, found = failure_groups(evaluation), RowGains.of(evaluation), list[tuple[int, float, float]]()
    for number, group in enumerate(groups):
        yield Progress(number / len(groups), f"Counting {group.name}")
        mask = parse(group.clause).mask(evaluation)
        rows = np.flatnonzero(mask if among is None else mask & among)
        found.append((len(rows), *_gained(evaluation, gains, rows)))
    counts, perfects, wons = zip(*found, strict=True)
    return GroupFigures(groups, list(counts), np.array(perfects), np.array(wons))


def _gained(evaluation: Evaluation, gains: RowGains, rows: Ints) -> tuple[float, float]:
    """The overall if the rows of a group were perfect, and what they won together; NaN where nobody knows."""
    perfect, won = gains.of_groups(np.zeros(len(rows), np.int64), 1, rows)
    scores = evaluation.scores
    if np.isnan(perfect[0]) and scores.tells_losses and np.isfinite(scores.overall):
        perfect, won = tried(evaluation, [rows])
    return float(perfect[0]), float(won[0])
