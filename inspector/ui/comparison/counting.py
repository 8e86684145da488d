"""What the lines of the submissions panel are counted from, and the task that counts them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from inspector.core.arrays.types import Ints
from inspector.core.comparison.judging import DrawOptions
from inspector.core.comparison.leaderboard import Leaderboard, Line, scored_task
from inspector.core.document.comparing import Comparing
from inspector.core.evaluation.alone import alone
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.sides import baseline_of
from inspector.core.metrics import Metric
from inspector.core.task import Task


@dataclass(frozen=True, kw_only=True)
class Counted:
    """What is known of each submission by name. evaluations: under the metric; lines: against the baseline; means: of
    the rows that the filter shows; refused: why the metric does not fit."""

    evaluations: Mapping[str, Evaluation] = field(default_factory=dict)
    lines: Mapping[str, Line] = field(default_factory=dict)
    means: Mapping[str, float] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Board:
    """All submissions as they are now. rows: int64, those that the filter shows, None for all."""

    metric: Metric
    evaluations: Mapping[str, Evaluation]
    baseline_name: str
    baseline: Evaluation
    rows: Ints | None
    margin: float | None

    @classmethod
    def of(cls, inspection: Comparing, margin: float | None) -> Board:
        """The submissions of a document; later edits do not change it."""
        state, opened = inspection.state, inspection.evaluation.snapshot()
        evaluations = inspection.evaluations(opened)
        rows = None if state.filter is None else state.order.rows
        return cls(opened.metric, evaluations, inspection.baseline, baseline_of(opened), rows, margin)

    def task(self, known: Mapping[str, Line] | None = None) -> Task[Counted]:
        """A task: everything that the panel shows; yields a LineDone for each. known: lines that are still right."""
        scored = yield from scored_task(self.evaluations, self.metric)
        evaluations, refused = scored.fitting, {name: str(error) for name, error in scored.refused.items()}
        means = {name: self._mean(evaluation) for name, evaluation in evaluations.items()}
        if known is None:
            lines = yield from Leaderboard.of(evaluations, self.baseline_name, self.baseline).task(
                options=DrawOptions(margin=self.margin)
            )
            known = {line.name: line for line in lines}
        return Counted(evaluations=evaluations, lines=known, means=means, refused=refused)

    def _mean(self, evaluation: Evaluation) -> float:
        return alone(evaluation, evaluation.all_rows if self.rows is None else self.rows)[1]
