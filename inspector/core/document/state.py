"""The state of the document: the evaluation of the open pair, and the order and filter of its rows."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field

import numpy as np

from inspector.core.data.edits import Edit
from inspector.core.data.order import Filter, Order, SortKey, sort
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Metric
from inspector.core.query import Clause, filter_of
from inspector.core.rows.columns import find_column, sortable

# Of more rows it is not looked whether they are still sorted after an edit.
_MOST_CHECKED = 20_000
# The columns that rise with the score, so that their other end is the worst where a lower score is better.
_SCORES = frozenset({"score", "baseline_score", "delta"})


@dataclass(eq=False)
class State:
    """An evaluation, its sort keys and filter clauses, and the resulting rows.

    clauses: including those that are off. Worst first, the rows are sorted when their order is first asked for, as
    scripts and the terminal may never do, and at the latest before an edit.
    """

    evaluation: Evaluation
    keys: tuple[SortKey, ...]
    clauses: tuple[Clause, ...] = ()
    filter: Filter | None = field(init=False, default=None)
    _full_order: Order | None = field(init=False, default=None)
    _order: Order | None = field(init=False, default=None)
    # Whether rows were edited since they were sorted; then what is known of their order, None until somebody asks.
    _is_edited: bool = field(init=False, default=False)
    _is_in_order: bool | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.filter = filter_of(self.clauses, self.evaluation)
        if self.keys != self.evaluation.metric.worst_first or self.evaluation.scores.unknown is not None:
            self.arrange(self.keys)

    @classmethod
    def of(
        cls, evaluation: Evaluation, keys: Sequence[SortKey] | None = None, clauses: tuple[Clause, ...] = ()
    ) -> State:
        """The state of a new evaluation, by default worst rows first. Raises QueryError."""
        return cls(evaluation, evaluation.metric.worst_first if keys is None else tuple(keys), clauses)

    @property
    def full_order(self) -> Order:
        """All rows in sort order."""
        if self._full_order is None:
            self._full_order = self.sorted(self.keys)
        return self._full_order

    @property
    def order(self) -> Order:
        """The shown rows in sort order."""
        if self._order is None:
            self._order = self.full_order if self.filter is None else self.filter.of(self.full_order)
        return self._order

    @property
    def hint(self) -> str:
        """What else may be meant by a filter that shows no row; empty where nobody knows."""
        return "" if self.filter is None else self.filter.hint

    @property
    def first_row(self) -> int | None:
        """The first shown row, None if there is none."""
        return self.order.row(0) if len(self.order) else None

    @property
    def is_in_order(self) -> bool:
        """Whether the shown rows are still sorted by the keys: edited ones keep their places. Of very many rows it is
        said that they are not, once one was edited that the keys depend on.
        """
        if self._is_in_order is None:
            self._is_in_order = not self._is_edited or self._is_sorted()
        return self._is_in_order

    def _is_sorted(self) -> bool:
        evaluation, shown = self.evaluation, self.order
        if len(evaluation.table) > _MOST_CHECKED:
            return all(key.column in {"id", "truth", *evaluation.table.extra} for key in self.keys)
        mask = np.zeros(len(evaluation.table), bool)
        mask[shown.rows] = True
        again = self._sorted(self.keys).only(mask)
        arrays = [array for key in self.keys for array in find_column(key.column).sorting(evaluation)]
        return all(np.array_equal(array[shown.rows], array[again.rows], equal_nan=True) for array in arrays)

    @property
    def order_words(self) -> str:
        """How the rows are sorted, such as `by score falling, then id rising`; empty for worst first."""
        if self.keys == self.evaluation.metric.worst_first:
            return ""
        keys = ", then ".join(key.words for key in self.keys)
        return f"by {keys}" if keys else "in the order of the truth"

    def under(self, metric: Metric) -> State:
        """The same pair, edits, keys and clauses under another metric. Raises InputError if it does not fit."""
        return State.of(self.evaluation.under(metric), self.keys_under(metric), self.clauses)

    def showing(self, other: Evaluation) -> State:
        """Another evaluation of the same truth with the metric, notes, further metrics, keys and clauses of this state.

        Raises InputError if the metric or a clause does not fit.
        """
        evaluation = other.under(self.evaluation.metric).with_extras_of(self.evaluation)
        clauses = self.clauses if len(other.table) == len(self.evaluation.table) else ()
        return State.of(evaluation, self.keys_under(evaluation.metric, evaluation), clauses)

    def after(self, edit: Edit, *, in_place: bool = False) -> State:
        """The state with one more edit and the same order; a copy, unless in place, while the original may be read."""
        self.sort_now()
        if in_place:
            self.evaluation.apply(edit)
            twin = self
        else:
            twin = copy(self)
            twin.evaluation = self.evaluation.after(edit)
        twin._is_edited, twin._is_in_order = True, None
        return twin

    def prepare(self) -> None:
        """Compute ahead what the window shows first: the order of the rows, losses and histograms."""
        self.sort_now()
        self.evaluation.prepare()

    def arrange(self, keys: Sequence[SortKey]) -> None:
        """Sort the rows by these keys, keeping the filter."""
        self._full_order, self.keys, self._is_edited = self.sorted(keys), tuple(keys), False
        self.show(self.clauses, self.filter)

    def show(self, clauses: Sequence[Clause], shown: Filter | None) -> None:
        """Show only the rows of a filter made from these clauses, in the same order."""
        self.clauses, self.filter, self._order, self._is_in_order = tuple(clauses), shown, None, None
        self.sort_now()

    def sort_now(self) -> None:
        """Find the order of the rows as they are scored now, unless it is known."""
        _ = self.order

    def sorted(self, keys: Sequence[SortKey]) -> Order:
        """All rows sorted by these keys, the most important first. Raises InputError for an unknown column.

        The worst first is kept, so that a submission to which one returns is not sorted again.
        """
        if tuple(keys) != self.evaluation.metric.worst_first:
            return self._sorted(keys)
        if self.evaluation.worst_first is None:
            self.evaluation.worst_first = self._sorted(keys)
        return self.evaluation.worst_first

    def _sorted(self, keys: Sequence[SortKey]) -> Order:
        arrays = [(array, key.descending) for key in keys for array in find_column(key.column).sorting(self.evaluation)]
        return sort(len(self.evaluation.table), arrays)

    def keys_under(self, metric: Metric, evaluation: Evaluation | None = None) -> tuple[SortKey, ...]:
        """The sort keys for another metric or evaluation: worst first is kept, unknown columns are dropped.

        Where a high score is now a low one, the same end of the scores comes first.
        """
        before = self.evaluation.metric
        if self.keys == before.worst_first:
            return metric.worst_first
        known = sortable(evaluation or self.evaluation, metric)
        kept = tuple(key for key in self.keys if key.column in known)
        return turned(kept) if metric.lower_is_better != before.lower_is_better else kept


def turned(keys: Sequence[SortKey]) -> tuple[SortKey, ...]:
    """Sort keys with the same end of the scores first, where a high score is now a low one."""
    return tuple(SortKey(key.column, key.descending ^ (key.column in _SCORES)) for key in keys)
