"""Everything that is known about the open pair, and the questions it answers. Changed by the Inspection only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from inspector.core import column
from inspector.core.arrays import Codes, Floats, Ints
from inspector.core.edits import Edit, Overlay
from inspector.core.files import Pair
from inspector.core.metrics import Batch, Explanation, Losses, Metric, Preview, Scores
from inspector.core.order import Filter, Order, SortKey, sort
from inspector.core.prediction import Prediction
from inspector.core.ragged import BLANK, Ragged
from inspector.core.table import Table
from inspector.core.ties import Ties

WORST_FIRST = (SortKey("score"), SortKey("cost", descending=True))


@dataclass(frozen=True)
class TotalLosses:
    """Points of the overall that re-ordering, and that only other labels, could win."""

    ordering: float
    candidates: float


@dataclass(eq=False)
class State:
    """The pair, the rule, the edits, the scores with and without them, and the order of the rows.

    base: the scores of the files as loaded; scores: with the edits; guessed: whether nobody named the metric.
    """

    pair: Pair
    metric: Metric
    base: Scores
    scores: Scores
    overlay: Overlay
    keys: tuple[SortKey, ...]
    filter: Filter | None = None
    guessed: bool = False
    order: Order = field(init=False)

    def __post_init__(self) -> None:
        self.arrange(self.keys, self.filter)

    @classmethod
    def of(
        cls,
        pair: Pair,
        metric: Metric,
        overlay: Overlay | None = None,
        keys: Sequence[SortKey] = WORST_FIRST,
        shown: Filter | None = None,
    ) -> State:
        """Score a pair under a metric, with the edits that lie on it. Raises InputError when the metric refuses it."""
        table = pair.table
        base = metric.open(Batch(table.truth, table.predictions, table.submitted, table.ties))
        state = cls(pair, metric, base, base.copy(), Overlay.empty(), tuple(keys), shown)
        if overlay is None:
            return state
        if len(overlay):
            state.adopt(Edit(overlay.rows, overlay.predictions, ""))
            state.arrange(state.keys, shown)
        # By this very object an inspection tells whether its edits are those that were scored.
        state.overlay = overlay
        return state

    @property
    def table(self) -> Table:
        """The table under the edits."""
        return self.pair.table

    @property
    def delta(self) -> float:
        """How far the edits have moved the overall."""
        return self.scores.overall - self.base.overall

    @property
    def all_rows(self) -> Ints:
        """Every row of the table, in the order of the truth file."""
        return np.arange(len(self.table))

    def adopt(self, edit: Edit) -> None:
        """Lay an edit over the table and score its rows again."""
        before, after = self.batch(edit.rows), self.batch(edit.rows, edit.predictions)
        overlay = self.overlay.apply(edit, self.table)
        self.scores.rescore(edit.rows, before, after)
        self.overlay = overlay

    def arrange(self, keys: Sequence[SortKey], shown: Filter | None) -> None:
        """Put the rows in the order of these keys, and show only those of a filter."""
        order = self.sorted(keys)
        self.order = order if shown is None else order.only(shown.mask)
        self.keys, self.filter = tuple(keys), shown

    def sorted(self, keys: Sequence[SortKey]) -> Order:
        """The rows of the table in the order of these keys, the most important first."""
        numbers = [(values, key.descending) for key in keys for values in column.find(key.column).keys(self)]
        return sort(len(self.table), numbers)

    def predictions(self, rows: Ints) -> Ragged:
        """The current prediction lists of `rows`."""
        return self.overlay.over(self.table, rows)

    def batch(self, rows: Ints, predictions: Ragged | None = None, ties: Ties | None = None) -> Batch:
        """The rows as a metric sees them, with their current predictions or with those given."""
        lists = self.predictions(rows) if predictions is None else predictions
        # A row that the submission lacks is added to it by predicting something for it.
        submitted = self.table.submitted[rows] | (lists.lengths > 0)
        return Batch(self.table.truth.take(rows), lists, submitted, ties or self.table.ties)

    def costs(self, rows: Ints) -> Floats:
        """float64: how many points of the overall each row is short of the best it could give; NaN when left out."""
        return self.scores.costs(rows, lambda: self.batch(rows))

    def losses(self, rows: Ints) -> Losses:
        """The same, told apart by what re-ordering could win and what only other labels could."""
        return self.scores.losses(rows, self.batch(rows))

    def total_losses(self, rows: Ints | None = None) -> TotalLosses:
        """The losses of some rows, or of all, added up; rows that are left out lose nothing."""
        losses = self.scores.all_losses(lambda: self.batch(self.all_rows))
        chosen = slice(None) if rows is None else rows
        return TotalLosses(float(np.nansum(losses.ordering[chosen])), float(np.nansum(losses.candidates[chosen])))

    def parts(self) -> dict[str, float]:
        """The overall of the rows that the host counts as public, and of the private ones; empty without a split."""
        usage = self.table.usage
        if usage is None:
            return {}
        rows = {"public": np.flatnonzero(usage.public), "private": np.flatnonzero(usage.private)}
        return {name: self.scores.part(part, lambda part=part: self.batch(part)) for name, part in rows.items()}  # type: ignore[misc]

    def deltas(self, rows: Ints) -> Floats:
        """float64: how far the edits have moved each row's score."""
        return self.scores.row[rows] - self.base.row[rows]

    def codes(self, row: int) -> Codes:
        """The current prediction of a row as codes, best rank first."""
        return self.overlay.find(row, self.table)[0]

    def prediction(self, row: int) -> Prediction:
        """The current prediction of a row as text."""
        codes, weights = self.overlay.find(row, self.table)
        confidence = None if weights is None else tuple(weights.tolist())
        return Prediction(tuple(self.table.vocab.texts(codes)), confidence)

    def labels(self, row: int) -> list[str]:
        """The labels of a row's current prediction, best rank first."""
        return list(self.prediction(row).labels)

    def truth(self, row: int) -> list[str]:
        """The truth labels of a row."""
        return self.table.vocab.texts(self.table.truth[row])

    def is_edited(self, row: int) -> bool:
        """Whether the row's prediction differs from the file's."""
        return bool(self.overlay.covers(np.array([row]))[0])

    def explain(self, row: int, prediction: Prediction | None = None) -> Explanation:
        """The arithmetic of a row, with its current prediction or with the one given."""
        rows, given = np.array([row]), self.prediction(row) if prediction is None else prediction
        now = self.batch(rows) if prediction is None else self._imagined(row, given)
        explained = self.scores.explain(row, now)
        # A label that is only typed has no code of its own; its text is in the prediction.
        texts = [given.labels[s.place - 1] if s.place else self.table.vocab.text(s.code) for s in explained.steps]
        named = tuple(replace(step, label=text) for step, text in zip(explained.steps, texts, strict=True))
        return replace(explained, steps=named)

    def preview(self, row: int, prediction: Prediction) -> Preview:
        """What this row's score and the overall would be; nothing is changed."""
        return self.scores.preview(row, self.batch(np.array([row])), self._imagined(row, prediction))

    def _imagined(self, row: int, prediction: Prediction) -> Batch:
        """A row with a prediction that is only typed; labels unknown to the vocabulary get the numbers behind it."""
        vocab, strange = self.table.vocab, dict[str, int]()
        codes = [
            BLANK if not label else code if code >= 0 else strange.setdefault(label, len(vocab) + len(strange))
            for label, code in ((label, vocab.find(label)) for label in prediction.labels)
        ]
        # Strangers between the same two labels keep the order of their texts.
        places = {strange[text]: vocab.place_of(text) + 1e-6 * i for i, text in enumerate(sorted(strange))}

        def label_places(asked: Codes) -> Floats:
            return np.array([places[code] if code in places else vocab.places(np.array([code]))[0] for code in asked])

        ties = Ties(self.table.ties.ids, self.table.ties.file, label_places)
        return self.batch(np.array([row]), coded(codes, prediction), ties)


def coded(codes: Sequence[int], prediction: Prediction) -> Ragged:
    """One list of codes with the prediction's confidences."""
    weights = None if prediction.confidence is None else np.array(prediction.confidence, np.float64)
    return Ragged(np.array([0, len(codes)]), np.array(codes, np.int32), weights)
