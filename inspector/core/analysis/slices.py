"""Scores of groups of rows, and the share of each group in the total loss."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.analysis.gains import RowGains, tried
from inspector.core.arrays import arrow
from inspector.core.arrays.types import Bools, Floats, Ints, presence_mask
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import errors, names, of_number
from inspector.core.figures import figure
from inspector.core.metrics.hits import rarest_support
from inspector.core.plural import count_of
from inspector.core.query import field_of, quote
from inspector.core.query.cell import plain_number
from inspector.core.query.condition import cell_numbers

NO_LABEL = "no truth label"
BANDS = (0, 1, 2, 6, 21, 101)
# Numbers are grouped in tenths, up to so many different ones each by itself; of a column of whole ones, such as hours,
# more, if they have so many rows each.
_TENTHS, _FEW, _FEW_WHOLE, _ROWS_EACH = 10, 20, 60, 10
_LARGE = 10_000
# The metric of each of more groups would take long, and so would trying each where all rows are ranked anew for it.
_MOST_SCORED, _MOST_TRIED = 200, 5_000_000
# A column with more cells that hold no number is text.
_MOST_BLANK = 0.1


@dataclass(frozen=True, eq=False)
class Split:
    """Rows split into groups: of_row int64 (n,), the group of each row; names of the g groups, in display order;
    clause(g): the filter for the rows of a group.
    """

    of_row: Ints
    names: pa.StringArray
    clause: Callable[[int], str]


@dataclass(frozen=True)
class Grouping:
    """A way to split rows into groups."""

    title: str
    split: Callable[[Evaluation], Split]


@dataclass(frozen=True, eq=False)
class Slices:
    """One entry for each group with rows.

    groups: int64 (s,), ascending; rows: int64 (s,), their number; mean: float64 (s,), of the scores of the scored rows,
    or the metric of these rows alone where the overall is no mean; NaN for none; mean_name: which of both; share:
    float64 (s,), the share of each group in the costs of all rows, 0 when there are none; cost: float64 (s,), points of
    the overall that perfect predictions for its rows would win together, or what each would by itself, added up, where
    that is not known; perfect, won, p: float64 (s,), of `RowGains.of_groups` and `p_of_groups`; bias: float64 (s,), the
    mean of prediction − truth, None where rows have no single number.
    """

    split: Split
    groups: Ints
    rows: Ints
    mean: Floats
    share: Floats
    cost: Floats
    perfect: Floats
    won: Floats
    p: Floats
    mean_name: str
    bias: Floats | None = None

    def __len__(self) -> int:
        return len(self.groups)

    def name(self, line: int) -> str:
        """The name of the group of an entry."""
        return str(self.split.names[int(self.groups[line])])

    def clause(self, line: int) -> str:
        """The filter for the rows of an entry."""
        return self.split.clause(int(self.groups[line]))


def groupings(evaluation: Evaluation) -> tuple[Grouping, ...]:
    """All ways to group the rows of a pair: by truth labels, by support, and by each extra column.

    Where no row has two labels, by the label itself instead of how many there are.
    Of numbers, by tenths of each true number instead of labels, and by tenths of columns of many numbers.
    """
    if not evaluation.table.kind.names_labels:
        each = names(evaluation)
        truths = [Grouping(f"true {name}", partial(_by_truth_number, at=at)) for at, name in enumerate(each)]
        return (*truths, *(Grouping(name, partial(_by_values, name=name)) for name in evaluation.table.extra))
    extra = [Grouping(name, partial(_by_column, name=name)) for name in evaluation.table.extra]
    is_of_one = evaluation.table.truth.longest == 1
    return (
        Grouping("true label", _by_label) if is_of_one else Grouping("number of truth labels", _by_truths),
        Grouping("frequency of the rarest truth label", _by_support),
        *extra,
    )


def crossed(first: Grouping, second: Grouping) -> Grouping:
    """Groups of the rows that are in one group of both, named and filtered by both."""

    def split(evaluation: Evaluation) -> Split:
        one, other = first.split(evaluation), second.split(evaluation)
        both = one.of_row * len(other.names) + other.of_row
        known = np.unique(both)  # those that have rows
        ones, others = np.divmod(known, len(other.names))
        texts = one.names.take(arrow.integers(ones)), other.names.take(arrow.integers(others))

        def clause(group: int) -> str:
            return f"{one.clause(int(ones[group]))} & {other.clause(int(others[group]))}"

        return Split(np.searchsorted(known, both), pc.binary_join_element_wise(*texts, arrow.text(" · ")), clause)

    return Grouping(f"{first.title} and {second.title}", split)


def slices(evaluation: Evaluation, grouping: Grouping, among: Bools | None = None) -> Slices:
    """Score the groups of the pair, edits included; among: bool (n,), the rows to count, None for all."""
    found, of_mean = _summed(evaluation, grouping.split(evaluation), among), evaluation.scores.of_mean
    if of_mean is not None:
        return replace(found, mean=np.array([*map(of_mean, found.mean.tolist())]))
    is_scored = len(found) <= _MOST_SCORED and evaluation.scores.tells_parts
    return _scored(evaluation, found, among) if is_scored else found


def _summed(evaluation: Evaluation, split: Split, among: Bools | None) -> Slices:
    """The groups, each with what adds up over its rows."""
    chosen = slice(None) if among is None else among
    of_row, scores = split.of_row[chosen], evaluation.scores.row[chosen]
    costs, scored = np.nan_to_num(evaluation.costs(evaluation.all_rows))[chosen], ~np.isnan(scores)
    rows = np.bincount(of_row, minlength=len(split.names))
    mean = _means(of_row[scored], scores[scored], len(rows))
    off = errors(evaluation, evaluation.all_rows)[chosen] if has_one_number(evaluation) else None
    lost = np.bincount(of_row, costs, len(rows)).astype(np.float64, copy=False)
    gains, groups = RowGains.of(evaluation), np.flatnonzero(rows)
    perfect, won = gains.of_groups(of_row, len(rows), among)
    return Slices(
        split=split,
        groups=groups,
        rows=rows[groups],
        mean=mean[groups],
        share=lost[groups] / (float(lost.sum()) or 1.0),
        cost=gains.costs_of_groups(perfect, lost)[groups],
        perfect=perfect[groups],
        won=won[groups],
        p=gains.p_of_groups(of_row, len(rows), among)[groups],
        mean_name=evaluation.scores.mean_name,
        bias=None if off is None else _means(of_row[~np.isnan(off)], off[~np.isnan(off)], len(rows))[groups],
    )


def _means(of_row: Ints, values: Floats, count: int) -> Floats:
    """float64 (count,): the mean of the values of each group, NaN for none."""
    counted, sums = np.bincount(of_row, minlength=count), np.bincount(of_row, values, count)
    means: Floats = np.divide(sums, counted, out=np.full(count, np.nan), where=counted > 0)
    return means


def has_one_number(evaluation: Evaluation) -> bool:
    """Whether each row has one number, whose error tells on which side predictions are off."""
    return not evaluation.table.kind.names_labels and evaluation.table.truth.longest == 1


def _scored(evaluation: Evaluation, found: Slices, among: Bools | None) -> Slices:
    """The groups with the metric of their rows alone, and what trying each of them tells where no sum does."""
    scores, parts = evaluation.scores, _parts(evaluation, found, among)
    own = np.array([scores.part(rows, partial(evaluation.batch, rows)) for rows in parts])
    found = replace(found, mean=own, mean_name=evaluation.metric.label)
    are_few = scores.is_of_sums or len(found) * len(evaluation.table) <= _MOST_TRIED
    if not np.isnan(found.perfect).all() or not are_few:
        return found
    perfect, won = tried(evaluation, parts)
    gained = np.asarray(evaluation.metric.improvement(perfect - scores.overall))
    return replace(found, cost=np.where(np.isnan(gained), found.cost, gained), perfect=perfect, won=won)


def _parts(evaluation: Evaluation, found: Slices, among: Bools | None) -> list[Ints]:
    """The rows of each group."""
    counted = evaluation.all_rows if among is None else np.flatnonzero(among)
    of_row = found.split.of_row[counted]
    order = np.argsort(of_row, kind="stable")
    ends = np.searchsorted(of_row[order], found.groups, side="right")
    return [counted[part] for part in np.split(order, ends[:-1])]


def _by_truths(evaluation: Evaluation) -> Split:
    lengths = evaluation.table.truth.lengths
    names = arrow.texts([count_of(n, "label") for n in range(evaluation.table.truth.longest + 1)])
    return Split(lengths, names, lambda group: f"truths={group}")


def _by_label(evaluation: Evaluation) -> Split:
    codes, vocab = evaluation.table.truth.first_codes(), evaluation.table.vocab
    known = np.flatnonzero(presence_mask(codes, len(vocab))[:-1])
    known = known[np.argsort(vocab.ranks()[known])]
    group_of = np.full(len(vocab) + 1, len(known))  # the rows without a label, -1, are the last group
    group_of[known] = np.arange(len(known))
    names = [*vocab.array().take(arrow.integers(known)).to_pylist(), NO_LABEL]

    def clause(group: int) -> str:
        return f"truth:{quote(names[group])}" if group < len(known) else "truths=0"

    return Split(group_of[codes], arrow.texts(names), clause)


def _by_support(evaluation: Evaluation) -> Split:
    of_row = np.searchsorted(BANDS, rarest_support(evaluation.table.truth), side="right") - 1
    return Split(of_row, arrow.texts([_band_name(band) for band in range(len(BANDS))]), _band_clause)


def _by_column(evaluation: Evaluation, name: str) -> Split:
    coded = evaluation.table.extra[name].dictionary_encode()
    texts, codes = coded.dictionary, arrow.numbers(coded.indices)
    order = arrow.numbers(pc.sort_indices(texts)).astype(np.int64)
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(len(order))
    names = texts.take(arrow.integers(order))
    return Split(ranks[codes], names, lambda group: f"{_field(name)}:{quote(str(names[group]))}")


def _by_truth_number(evaluation: Evaluation, at: int) -> Split:
    each = names(evaluation)
    return _in_tenths(of_number(evaluation, at)[0], "true" if len(each) == 1 else quote(f"true.{each[at]}"))


def _by_values(evaluation: Evaluation, name: str) -> Split:
    """By the texts of an extra column; one of numbers by these, or in tenths where there are many."""
    split = _by_column(evaluation, name)
    numbers = cell_numbers(evaluation.table.extra[name])
    is_number = np.isnan(numbers).mean() <= _MOST_BLANK
    # A few numbers may be names, such as 01 and 1.
    is_name = len(split.names) <= _FEW and len(np.unique(numbers)) < len(split.names)
    are_whole = (np.isnan(numbers) | (numbers == np.round(numbers))).all()
    few = _FEW_WHOLE if are_whole and len(split.names) * _ROWS_EACH <= len(numbers) else _FEW
    return _in_tenths(numbers, _field(name), few) if is_number and not is_name else split


def _in_tenths(values: Floats, field: str, few: int = _FEW) -> Split:
    """Ten groups of about as many rows each, float64 (n,), or one for each of a few values; those of NaN are the last.

    field: of the values, as it is typed.
    """
    known = values[~np.isnan(values)]
    edges = np.unique(known)
    if len(edges) > few:
        edges = np.unique(np.quantile(known, np.linspace(0, 1, _TENTHS + 1)[:-1], method="lower"))
    of_row = np.where(np.isnan(values), len(edges), np.searchsorted(edges, values, side="right") - 1)
    ends = [*map(plain_number, edges.tolist())]
    highest = [float(known[known < high].max()) for high in edges[1:]] + ([float(known.max())] if len(known) else [])

    def clause(group: int) -> str:
        if group == len(edges):
            return f"!({field}>={ends[0]})" if ends else f"!({field}<0) & !({field}>=0)"
        if edges[group] == highest[group]:
            return f"{field}={ends[group]}"
        high = f" & {field}<{ends[group + 1]}" if group + 1 < len(ends) else ""
        return f"{field}>={ends[group]}{high}"

    spans = zip(map(_end, edges.tolist()), map(_end, highest), strict=True)
    titles = [low if low == high else f"{low} to {high}" for low, high in spans]
    return Split(of_row, arrow.texts([*titles, "no number"]), clause)


def _end(number: float) -> str:
    """An end of a group; a number that may be a year is in one piece."""
    return figure(number) if abs(number) >= _LARGE else f"{number:.6g}"


def _field(name: str) -> str:
    """The name of an extra column in expressions; one named like a built-in field needs a prefix."""
    return quote(field_of(f"extra:{name}"))


def _band_name(band: int) -> str:
    low, high = BANDS[band], (*BANDS[1:], None)[band]
    if high is None:
        return f"more than {low - 1:,} rows"
    if not low:
        return NO_LABEL
    return "1 row" if high == low + 1 else f"{low:,} to {high - 1:,} rows"


def _band_clause(band: int) -> str:
    low, high = BANDS[band], (*BANDS[1:], None)[band]
    if high is None:
        return f"support>={low}"
    return f"support={low}" if high == low + 1 else f"support>={low} & support<{high}"
