"""Everything that is known about the open pair, and the questions it answers. Changed by the Inspection only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.types import Codes, Floats, Ints
from inspector.core.data.edits import Edit, Overlay
from inspector.core.data.order import Filter, Order, SortKey, sort
from inspector.core.data.prediction import Prediction
from inspector.core.data.table import Table
from inspector.core.data.tie_break import TieBreak
from inspector.core.evaluation.histogram import Histograms
from inspector.core.files import Pair
from inspector.core.metrics import Batch, Explanation, Losses, Metric, Preview, Scores
from inspector.core.query import Clause, filter_of
from inspector.core.rows.columns import find_column, keys_for


@dataclass(frozen=True)
class TotalLosses:
    """Points of the overall that re-ordering, and that only other labels, could win."""

    ordering: float
    candidates: float


@dataclass(eq=False)
class State:
    """The pair, the rule, the edits, the scores with and without them, and the order of the rows.

    base: the scores of the files as loaded; scores: with the edits; guessed: whether nobody named the metric;
    clauses: what the filter was made from, those that are off included.
    """

    pair: Pair
    metric: Metric
    base: Scores
    scores: Scores
    overlay: Overlay
    keys: tuple[SortKey, ...]
    clauses: tuple[Clause, ...] = ()
    guessed: bool = False
    filter: Filter | None = field(init=False, default=None)
    order: Order = field(init=False)
    _whole: Order = field(init=False)
    _distribution: Histograms | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.filter = filter_of(self.clauses, self)
        self.arrange(self.keys)

    @classmethod
    def of(
        cls,
        pair: Pair,
        metric: Metric,
        overlay: Overlay | None = None,
        keys: Sequence[SortKey] | None = None,
        clauses: tuple[Clause, ...] = (),
    ) -> State:
        """Score a pair under a metric, with the edits that lie on it, worst first unless keys say otherwise.

        Raises InputError when the metric refuses it.
        """
        table = pair.table
        order = metric.worst_first if keys is None else tuple(keys)
        base = metric.open(Batch(table.truth, table.predictions, table.submitted, table.ties))
        state = cls(pair, metric, base, base.copy(), Overlay.empty(), order, clauses)
        if overlay is None:
            return state
        if len(overlay):
            state.adopt(Edit(overlay.rows, overlay.predictions, ""))
            state.filter = filter_of(clauses, state)
            state.arrange(state.keys)
        # By this very object an inspection tells whether its edits are those that were scored.
        state.overlay = overlay
        return state

    def like(self, other: State) -> State:
        """This reading and its edits under the metric, the order and the clauses of another one of the same truth.

        Raises InputError when metric or clauses refuse it.
        """
        keys = keys_for(other, self, other.metric)
        clauses = other.clauses if len(other.table) == len(self.table) else ()
        if other.metric != self.metric:
            return State.of(self.pair, other.metric, self.overlay, keys, clauses)
        twin = copy(self)
        shown = filter_of(clauses, twin)
        if keys != twin.keys:
            twin.arrange(keys)
        if clauses != twin.clauses or shown is not twin.filter:
            twin.show(clauses, shown)
        return twin

    @property
    def table(self) -> Table:
        """The table under the edits."""
        return self.pair.table

    @property
    def whole(self) -> Order:
        """All rows in the order in force, whether a filter shows them or not."""
        return self._whole

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
        if self.scores.separable and self._distribution is not None:
            self._distribution.move(edit.rows)
        else:
            self._distribution = None

    def snapshot(self) -> State:
        """This state as it is now, whatever becomes of this one."""
        twin = copy(self)
        twin.scores, twin._distribution = self.scores.copy(), None
        return twin

    def after(self, edit: Edit) -> State:
        """Another state of the same pair with one edit more; this one stays as it is, and may be read meanwhile."""
        twin = self.snapshot()
        twin.adopt(edit)
        return twin

    def prepare(self) -> State:
        """Work out now what is asked for as soon as anybody looks: losses, and how scores and ranks are spread."""
        self.total_losses()
        self.distribution.scores()
        self.distribution.first_hits(self.metric.k)
        return self

    @property
    def distribution(self) -> Histograms:
        """How the row scores and the first hits are spread; counted when first asked, then kept."""
        if self._distribution is None:
            self._distribution = Histograms(self.scores)
        return self._distribution

    def arrange(self, keys: Sequence[SortKey]) -> None:
        """Put the rows in the order of these keys, and show those of the filter in force."""
        self._whole, self.keys = self.sorted(keys), tuple(keys)
        self.show(self.clauses, self.filter)

    def show(self, clauses: Sequence[Clause], shown: Filter | None) -> None:
        """Show only the rows of a filter, made from these clauses; the rows keep their order."""
        self.order = self._whole if shown is None else shown.of(self._whole)
        self.clauses, self.filter = tuple(clauses), shown

    def sorted(self, keys: Sequence[SortKey]) -> Order:
        """The rows of the table in the order of these keys, the most important first."""
        numbers = [(values, key.descending) for key in keys for values in find_column(key.column).keys(self)]
        return sort(len(self.table), numbers)

    def predictions(self, rows: Ints) -> Ragged:
        """The current prediction lists of `rows`."""
        return self.overlay.over(self.table, rows)

    def batch(self, rows: Ints, predictions: Ragged | None = None, ties: TieBreak | None = None) -> Batch:
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
        if rows is None:
            return TotalLosses(*self.scores.total_losses(self._everything))
        losses = self.scores.all_losses(self._everything, rows)
        return TotalLosses(float(np.nansum(losses.ordering)), float(np.nansum(losses.candidates)))

    def all_losses(self) -> Losses:
        """The losses of every row."""
        return self.scores.all_losses(self._everything)

    def parts(self) -> dict[str, float]:
        """The overall of the rows that the host counts as public, and of the private ones; empty without a split."""
        usage = self.table.usage
        if usage is None:
            return {}
        return {name: self.scores.part(rows, partial(self.batch, rows)) for name, rows in usage.parts.items()}

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

    def prediction_of_file(self, row: int) -> Prediction:
        """The prediction that the file has for a row."""
        codes, weights = self.table.predictions[row], self.table.predictions.weights_of(row)
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
        at = int(np.searchsorted(self.overlay.rows, row))
        return at < len(self.overlay) and int(self.overlay.rows[at]) == row

    def explain(self, row: int, prediction: Prediction | None = None) -> Explanation:
        """The arithmetic of a row, with its current prediction or with the one given."""
        rows, given = np.array([row]), self.prediction(row) if prediction is None else prediction
        now = self.batch(rows) if prediction is None else self._imagined(row, given)
        explained = self.scores.explain(row, now)
        # A label that is only typed has no code of its own; its text is in the prediction.
        texts = [given.labels[s.place - 1] if s.place else self.table.vocab.text(s.code) for s in explained.steps]
        strange = self.table.vocab.is_unknown
        named = zip(explained.steps, texts, strict=True)
        steps = tuple(step._replace(label=text, strange=strange(step.code)) for step, text in named)
        return replace(explained, steps=steps)

    def preview(self, row: int, prediction: Prediction) -> Preview:
        """What this row's score and the overall would be; nothing is changed."""
        if prediction == self.prediction(row):
            return Preview(float(self.scores.row[row]), self.scores.overall)
        return self.scores.preview(row, self.batch(np.array([row])), self._imagined(row, prediction))

    def _everything(self) -> Batch:
        return self.batch(self.all_rows)

    def preview_edit(self, edit: Edit, strange: Mapping[str, int]) -> float:
        """What the overall would be after an edit, whose unknown labels have numbers of `code_for`."""
        before, after = self.batch(edit.rows), self.batch(edit.rows, edit.predictions, self._ties(strange))
        return self.scores.preview_rows(edit.rows, before, after)

    def code_for(self, text: str, strange: dict[str, int]) -> int:
        """A label's code, without giving it one: labels unknown to the vocabulary get the numbers behind it."""
        if not text:
            return BLANK
        code = self.table.vocab.find(text)
        return code if code >= 0 else strange.setdefault(text, len(self.table.vocab) + len(strange))

    def _imagined(self, row: int, prediction: Prediction) -> Batch:
        """A row with a prediction that is only typed; looking its labels up takes longer than scoring them."""
        if prediction == self.prediction(row):
            return self.batch(np.array([row]))
        strange: dict[str, int] = {}
        codes = [self.code_for(label, strange) for label in prediction.labels]
        return self.batch(np.array([row]), Ragged.one(codes, prediction.confidence), self._ties(strange))

    def _ties(self, strange: Mapping[str, int]) -> TieBreak:
        """The table's, that also know labels which are only typed."""
        vocab = self.table.vocab

        def label_places(asked: Codes) -> Floats:
            places = vocab.places(np.where(asked < len(vocab), asked, BLANK))
            # Strangers between the same two labels keep the order of their texts.
            for number, text in enumerate(sorted(strange)):
                places[asked == strange[text]] = vocab.place_of(text) + 1e-6 * number
            return places

        return TieBreak(self.table.ties.ids, self.table.ties.file, label_places)
