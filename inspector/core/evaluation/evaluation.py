"""A pair scored under a metric, with its edits. Answers all questions about scores; has no order or filter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.types import Codes, Floats, Ints
from inspector.core.data.edits import Edit, Overlay
from inspector.core.data.order import Order
from inspector.core.data.prediction import Prediction
from inspector.core.data.table import Table
from inspector.core.data.tie_break import TieBreak
from inspector.core.evaluation.baseline import FILE, Baseline
from inspector.core.evaluation.batches import batch_of, rows_of
from inspector.core.evaluation.fit.fitted import assumption, fitted
from inspector.core.evaluation.further import FurtherScores
from inspector.core.evaluation.histogram import Histograms
from inspector.core.evaluation.steps import told
from inspector.core.files.pair import Pair
from inspector.core.metrics import Batch, Choice, Explanation, Losses, Metric, ScorePreview, Scores, open_scores
from inspector.core.metrics.host.scores import share_answers
from inspector.core.metrics.losses import TotalLosses
from inspector.core.notes.notes import Notes


@dataclass(eq=False)
class Evaluation:
    """A pair, a metric, the edits, and the scores with and without them.

    base: the scores of the files as loaded; scores: with the edits; guessed: whether the metric was guessed;
    assumption: what the metric got that nobody named, for the user; notes: what the user noted on rows;
    further: the scores under further metrics; baseline: what is compared with; worst_first: all rows in that order.
    """

    pair: Pair
    metric: Metric
    base: Scores
    scores: Scores
    overlay: Overlay
    guessed: bool = False
    assumption: str = ""
    notes: Notes = field(default_factory=Notes)
    further: FurtherScores = field(default_factory=FurtherScores)
    baseline: Baseline[Evaluation] = FILE
    worst_first: Order | None = field(init=False, default=None)
    _histograms: Histograms | None = field(init=False, default=None)
    # The scores with the right ones of equal confidences last, and first; kept from when they are first needed.
    _extremes: tuple[Scores, Scores] | None = field(init=False, default=None)

    @classmethod
    def of(cls, pair: Pair, metric: Metric, overlay: Overlay | None = None) -> Evaluation:
        """Score a pair with edits under a metric, `fitted` to the pair. Raises InputError if it does not fit."""
        fit = fitted(metric, pair)
        base = open_scores(fit, batch_of(pair.table))
        scores = base if base.unknown is None else base.copy()
        evaluation = cls(pair, fit, base, scores, Overlay.empty(), assumption=assumption(metric, fit, pair))
        if overlay is not None:
            if len(overlay):
                evaluation.apply(Edit(overlay.rows, overlay.predictions, ""))
            # Keep the identity of the overlay: filters compare it to detect edits.
            evaluation.overlay = overlay
        return evaluation

    def under(self, metric: Metric) -> Evaluation:
        """The same pair and edits under another metric. Raises InputError if the metric does not fit."""
        if metric == self.metric:
            return self
        other = Evaluation.of(self.pair, metric, self.overlay).noted(self.notes)
        share_answers((self.base, self.scores), (other.base, other.scores))
        other.further, other.baseline = self.further.copy(), self.baseline.under(other.metric)
        return other

    def beside(self, metrics: Iterable[Metric]) -> Evaluation:
        """The same with scores under these further metrics. Raises InputError if one does not fit."""
        twin = copy(self)
        twin.further = self.further.of((fitted(metric, self.pair) for metric in metrics), self._everything)
        return twin

    def noted(self, notes: Notes) -> Evaluation:
        """The same with other notes; shares everything else, so that only one of both may be edited."""
        twin = copy(self)
        twin.notes = notes
        return twin

    def compared_with(self, baseline: Baseline[Evaluation]) -> Evaluation:
        """The same compared with something else; shares everything else, so that only one of both may be edited."""
        twin = copy(self)
        twin.baseline = baseline
        return twin

    def with_extras_of(self, other: Evaluation) -> Evaluation:
        """The same with notes and baseline of another evaluation, and with its further metrics as far as they fit."""
        twin = self.noted(other.notes)
        twin.guessed = other.guessed and self.metric == other.metric
        twin.baseline = other.baseline if self.table.vocab is other.table.vocab else FILE
        twin.further = self.further.of_fitting(other.further.metrics, self._everything)
        return twin

    @property
    def table(self) -> Table:
        """The table of the pair, without edits."""
        return self.pair.table

    @property
    def choices(self) -> Mapping[str, Choice]:
        """The choices of the metric with the values that may matter for these files."""
        offered = self.metric.offered(self.table.truth)
        has_ties = self.table.predictions.weights is not None
        return {name: choice for name, choice in offered.items() if has_ties or name != "ties"}

    @property
    def compared(self) -> Scores:
        """The scores of the baseline: of the file as loaded, unless another one was chosen."""
        return self.baseline.scores(self)

    @property
    def delta(self) -> float:
        """How far the overall is above that of the baseline."""
        return self.scores.known_overall - self.compared.known_overall

    @property
    def all_rows(self) -> Ints:
        """int64 (n,): all rows in the order of the truth file."""
        return np.arange(len(self.table))

    def apply(self, edit: Edit) -> None:
        """Apply an edit and rescore its rows."""
        self._part_scores()
        before, after = self.batch(edit.rows), self.batch(edit.rows, edit.predictions)
        overlay = self.overlay.apply(edit, self.table)
        for scores in (self.scores, *(self._extremes or ())):
            scores.rescore(edit.rows, before, after)
        self.further.rescore(edit.rows, before, after)
        self.overlay, self.worst_first = overlay, None
        if self._histograms is not None and (changed := self.scores.changed_by(edit.rows)) is not None:
            self._histograms.move(changed)
        else:
            self._histograms = None

    def snapshot(self) -> Evaluation:
        """A copy that later edits of the original do not change."""
        twin = copy(self)
        twin.scores, twin.further = self.scores.copy(), self.further.copy()
        twin._histograms = twin.worst_first = None
        if self._extremes is not None:
            twin._extremes = self._extremes[0].copy(), self._extremes[1].copy()
        return twin

    def after(self, edit: Edit) -> Evaluation:
        """A copy with one more edit; the original may be read meanwhile."""
        twin = self.snapshot()
        twin.apply(edit)
        return twin

    def prepare(self) -> None:
        """Compute ahead what the window shows first: losses and histograms."""
        self.histograms.scores()
        self.histograms.first_hits(self.metric.k)
        self.total_losses()
        self.tie_range()

    def _part_scores(self) -> None:
        """Copy the scores of the files, which are those with the edits, too, until these are about to change."""
        if self.scores is self.base:
            self.scores = self.base.copy()

    @property
    def histograms(self) -> Histograms:
        """The histograms of row scores and first hits; cached."""
        if self._histograms is None:
            self._part_scores()  # as the bars follow them
            self._histograms = Histograms(self.scores, self.scores.comparable(self.base, slice(None)))
        return self._histograms

    def predictions(self, rows: Ints) -> Ragged:
        """The current prediction lists of `rows`."""
        return self.overlay.over(self.table, rows)

    def batch(self, rows: Ints, predictions: Ragged | None = None, ties: TieBreak | None = None) -> Batch:
        """The batch of some rows, with their current predictions or those given."""
        lists = self.predictions(rows) if predictions is None else predictions
        return rows_of(self.table, rows, lists, ties)

    def batch_with(self, row: int, prediction: Prediction) -> Batch:
        """The batch of a row with another prediction, without adding its labels to the vocabulary."""
        if prediction == self.prediction(row):
            return self.batch(np.array([row]))
        new_labels: dict[str, int] = {}
        known = self.codes_by_label(row)
        codes = [known[label] if label in known else self.code_for(label, new_labels) for label in prediction.labels]
        return self.batch(np.array([row]), Ragged.one(codes, prediction.confidence), self._ties(new_labels))

    def costs(self, rows: Ints) -> Floats:
        """float64 (r,): the points of the overall that each row alone could win; NaN for rows left out."""
        return self.scores.costs(rows, lambda: self.batch(rows))

    def losses(self, rows: Ints) -> Losses:
        """The costs of rows, split into what reordering and what only other labels could recover."""
        return self.scores.losses(rows, lambda: self.batch(rows))

    def total_losses(self, rows: Ints | None = None) -> TotalLosses:
        """What some or all rows could win together; rows left out lose nothing."""
        batch = self._everything if rows is None else partial(self.batch, rows)
        return TotalLosses(*self.scores.total_losses(rows, batch))

    def all_losses(self) -> Losses:
        """The losses of all rows."""
        return self.scores.losses(None, self._everything)

    def tie_range(self) -> tuple[float, float] | None:
        """The lowest and highest overall over the orders of equal confidences; None where they change nothing."""
        if self.metric.has_places or "ties" not in self.choices:
            return self.scores.tie_range
        if self._extremes is None:
            worst, best = (open_scores(self.metric.replace(ties=t), self._everything()) for t in ("worst", "best"))
            self._extremes = worst, best
        low, high = (extreme.overall for extreme in self._extremes)
        return None if low == high or np.isnan(low) else (low, high)

    def parts(self) -> dict[str, float]:
        """The overall of the public and the private rows; empty without a split."""
        parts = {} if self.table.usage is None else self.table.usage.parts
        return {name: self.scores.part(rows, partial(self.batch, rows)) for name, rows in parts.items()}

    def deltas(self, rows: Ints | None = None) -> Floats:
        """float64 (r,): how far the score of each row is above that of the baseline; rows: None for all."""
        at = slice(None) if rows is None else rows
        with np.errstate(invalid="ignore"):  # of two infinite scores nobody knows the difference
            return self.scores.row[at] - self.scores.comparable(self.compared, at)

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

    def codes_by_label(self, row: int) -> dict[str, int]:
        """The code of each label that a row predicts: finding it again takes longer than scoring it."""
        codes = self.codes(row)
        return {label: code for label, code in zip(self.table.vocab.texts(codes), codes.tolist(), strict=True) if label}

    def truth(self, row: int) -> list[str]:
        """The truth labels of a row."""
        return self.table.vocab.texts(self.table.truth[row])

    def relevant(self, row: int) -> set[int]:
        """The codes of a row's truth labels that count under the metric."""
        codes, grades, least = self.table.truth[row], self.table.truth.weights_of(row), self.metric.least_grade
        return set((codes if least == 1 else codes[:0] if grades is None else codes[grades >= least]).tolist())

    def is_edited(self, row: int) -> bool:
        """Whether the row's prediction differs from the file's."""
        at = int(np.searchsorted(self.overlay.rows, row))
        return row in self.overlay.rows[at : at + 1]

    def explain(self, row: int, prediction: Prediction | None = None) -> Explanation:
        """The arithmetic of a row, with its current prediction or the one given."""
        given = self.prediction(row) if prediction is None else prediction
        now = self.batch(np.array([row])) if prediction is None else self.batch_with(row, given)
        explained = self.scores.explain(row, now)
        return replace(explained, steps=told(explained.steps, self.table, row, given))

    def preview(self, row: int, prediction: Prediction) -> ScorePreview:
        """The score of the row and the overall with another prediction; changes nothing."""
        if prediction == self.prediction(row):
            return self.scores.now(row)
        return self.scores.preview(row, self.batch(np.array([row])), self.batch_with(row, prediction))

    def _everything(self) -> Batch:
        return self.batch(self.all_rows)

    def preview_edit(self, edit: Edit, new_labels: Mapping[str, int]) -> float:
        """The overall after an edit; changes nothing. new_labels: the codes given by `code_for`."""
        before, after = self.batch(edit.rows), self.batch(edit.rows, edit.predictions, self._ties(new_labels))
        return self.scores.preview_rows(edit.rows, before, after)

    def code_for(self, text: str, new_labels: dict[str, int]) -> int:
        """The code of a label; unknown labels get temporary codes in `new_labels`, not in the vocabulary."""
        if not text:
            return BLANK
        code = self.table.vocab.find(text)
        return code if code >= 0 else new_labels.setdefault(text, len(self.table.vocab) + len(new_labels))

    def _ties(self, new_labels: Mapping[str, int]) -> TieBreak:
        """The tie break of the table, extended to new labels."""
        return replace(self.table.ties, labels=partial(self.table.vocab.ranks_with, new_labels))
