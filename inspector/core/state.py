"""Everything that is known about the open pair, and the questions it answers. Changed by the Inspection only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from inspector.core import column
from inspector.core.arrays import Codes, Floats, Ints
from inspector.core.edits import Overlay
from inspector.core.files import Pair
from inspector.core.metrics import Batch, Explanation, Metric
from inspector.core.order import Order, SortKey, sort
from inspector.core.ragged import Ragged
from inspector.core.scores import Scores
from inspector.core.table import Table

WORST_FIRST = (SortKey("score"), SortKey("cost", descending=True))


@dataclass(frozen=True)
class Preview:
    """What a row's score and the overall would be with other labels."""

    score: float
    overall: float


@dataclass(eq=False)
class State:
    """The pair, the rule, the edits, the scores with and without them, and the order of the rows.

    base: the scores of the files as loaded; scores: with the edits.
    """

    pair: Pair
    metric: Metric
    base: Scores
    scores: Scores
    overlay: Overlay
    keys: tuple[SortKey, ...]
    order: Order = field(init=False)

    def __post_init__(self) -> None:
        self.order = self.sorted(self.keys)

    @classmethod
    def of(
        cls, pair: Pair, metric: Metric, overlay: Overlay | None = None, keys: Sequence[SortKey] = WORST_FIRST
    ) -> State:
        """Score a pair under a metric, with the edits that lie on it. Raises InputError when the metric refuses it."""
        table, overlay = pair.table, Overlay.empty() if overlay is None else overlay
        base = Scores.of(metric, Batch(table.truth, table.predictions, table.submitted))
        state = cls(pair, metric, base, base.copy(), overlay, tuple(keys))
        if len(overlay):
            state.scores.rescore(overlay.rows, state.batch(overlay.rows))
            state.order = state.sorted(state.keys)
        return state

    @property
    def table(self) -> Table:
        """The table under the edits."""
        return self.pair.table

    @property
    def delta(self) -> float:
        """How far the edits have moved the overall."""
        return self.scores.overall - self.base.overall

    def sorted(self, keys: Sequence[SortKey]) -> Order:
        """The rows of the table in the order of these keys, the most important first."""
        numbers = [(values, key.descending) for key in keys for values in column.find(key.column).keys(self)]
        return sort(len(self.table), numbers)

    def predictions(self, rows: Ints) -> Ragged:
        """The current prediction lists of `rows`."""
        return self.overlay.over(self.table, rows)

    def batch(self, rows: Ints, predictions: Ragged | None = None) -> Batch:
        """The rows as a metric sees them, with their current predictions or with those given."""
        lists = self.predictions(rows) if predictions is None else predictions
        # A row that the submission lacks is added to it by predicting something for it.
        submitted = self.table.submitted[rows] | (lists.lengths > 0)
        return Batch(self.table.truth.take(rows), lists, submitted)

    def costs(self, rows: Ints) -> Floats:
        """float64: how many points of the overall each row is short of the best it could give; NaN when left out."""
        return (self.scores.ceiling[rows] - self.scores.row[rows]) / max(1, self.scores.counted)

    def deltas(self, rows: Ints) -> Floats:
        """float64: how far the edits have moved each row's score."""
        return self.scores.row[rows] - self.base.row[rows]

    def prediction(self, row: int) -> Codes:
        """The current prediction of a row as codes, best rank first."""
        return self.overlay.find(row, self.table)

    def labels(self, row: int) -> list[str]:
        """The current prediction of a row as text, best rank first."""
        return self.table.vocab.texts(self.prediction(row))

    def is_edited(self, row: int) -> bool:
        """Whether the row's prediction differs from the file's."""
        return bool(self.overlay.covers(np.array([row]))[0])

    def truth(self, row: int) -> list[str]:
        """The truth labels of a row."""
        return self.table.vocab.texts(self.table.truth[row])

    def explain(self, row: int, labels: Sequence[str] | None = None) -> Explanation:
        """The arithmetic of a row, with its current labels or with those given."""
        rows = np.array([row])
        given = None if labels is None else Ragged.of([self.codes(labels)])
        return self.metric.explain(self.batch(rows, given))

    def preview(self, row: int, labels: Sequence[str]) -> Preview:
        """What this row's score and the overall would be; nothing is changed."""
        batch = self.batch(np.array([row]), Ragged.of([self.codes(labels)]))
        score = float(self.metric.score(batch)[0])
        return Preview(score, self.scores.preview(row, score))

    def codes(self, labels: Sequence[str]) -> list[int]:
        """The codes of labels; one that is not in the vocabulary gets a number below 0 of its own and never hits."""
        strange: dict[str, int] = {}
        vocab = self.table.vocab
        found = [(label, vocab.find(label)) for label in labels]
        return [code if code >= 0 else strange.setdefault(label, -1 - len(strange)) for label, code in found]
