"""Common kinds of failures, each defined and counted by a filter."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.arrays.types import Bools
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import parse
from inspector.core.task import Progress, Task


@dataclass(frozen=True)
class FailureGroup:
    """A kind of failure: its name, its filter, and what it means."""

    name: str
    clause: str
    tip: str


def failure_groups(evaluation: Evaluation) -> tuple[FailureGroup, ...]:
    """The groups that apply to the current metric."""
    k = evaluation.metric.k
    later = FailureGroup(f"First hit at 2 to {k}", f"rank>=2 & rank<={k}", "A truth label is predicted, but not first")
    if k is None:
        later = FailureGroup("First hit behind 1", "rank>=2", later.tip)
    after = FailureGroup(f"First hit after {k}", "rank=after", f"A truth label is predicted, but behind the first {k}")
    return (
        FailureGroup("Score 0", "score=0", "The row adds nothing to the overall"),
        *([later] if k != 1 else []),
        *([after] if k is not None else []),
        FailureGroup("No hit", "rank=none", "No truth label is anywhere among the predictions"),
        FailureGroup("Empty prediction", "empty", "The row predicts no label"),
        FailureGroup("Missing row", "missing", "The submission has no row with this id"),
        FailureGroup("Repeated labels", "repeats", "A label is predicted more than once"),
        FailureGroup(
            "Problem", "problem", "A problem names the row: empty, missing, repeated or odd labels, odd confidences"
        ),
        FailureGroup("Edited", "edited", "The prediction differs from the file's"),
    )


def group_counts(evaluation: Evaluation, among: Bools | None = None) -> Task[list[int]]:
    """A task that counts the rows of each failure group, edits included.

    among: bool (n,), the rows to count, None for all.
    """
    counts, groups = [], failure_groups(evaluation)
    for number, group in enumerate(groups):
        yield Progress(number / len(groups), f"Counting {group.name}")
        mask = parse(group.clause).mask(evaluation)
        counts.append(int((mask if among is None else mask & among).sum()))
    return counts
