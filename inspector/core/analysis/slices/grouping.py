"""Ways to split rows into groups: by their truth, and by each extra column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays import arrow
from inspector.core.arrays.types import Codes, Floats, Ints, presence_mask
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import names, of_number
from inspector.core.figures import figure
from inspector.core.metrics.hits import rarest_support
from inspector.core.plural import count_of
from inspector.core.query import field_of, quote
from inspector.core.query.cell import plain_number
from inspector.core.query.condition import cell_numbers
from inspector.core.query.dates import with_date

NO_LABEL = "no truth label"
BANDS = (0, 1, 2, 6, 21, 101)
# Numbers are grouped in tenths, up to so many different ones each by itself; of a column of whole ones, such as hours,
# more, if they have so many rows each.
_TENTHS, _FEW, _FEW_WHOLE, _ROWS_EACH = 10, 20, 60, 10
_LARGE = 10_000
# The letters of a day, a month and a year.
_PERIODS = (10, 7, 4)
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


def usual_grouping(evaluation: Evaluation) -> int:
    """The index of the grouping to begin with: the first, but where rows of one truth have no overall of their own.

    Then, as under AUC, R² or kappa, it is the first extra column, if there is one.
    """
    table = evaluation.table
    if table.kind.names_labels or evaluation.scores.separable or not table.extra:
        return 0
    return len(names(evaluation))


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
    if len(texts) > _FEW_WHOLE and (periods := _in_periods(texts, codes, _field(name))):
        return periods
    order = arrow.numbers(pc.sort_indices(texts)).astype(np.int64)
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(len(order))
    names = texts.take(arrow.integers(order))
    return Split(ranks[codes], names, lambda group: f"{_field(name)}:{quote(str(names[group]))}")


def _in_periods(texts: pa.StringArray, codes: Codes, field: str) -> Split | None:
    """By days, months or years, in so few groups as can be overlooked; None where texts are no dates.

    texts: the distinct cells of a column; codes: of the n rows; field: of the column, as it is typed.
    """
    is_date = with_date(texts)
    if is_date is None:
        return None
    trimmed = pc.utf8_trim_whitespace(texts)
    for letters in _PERIODS:
        begins = pc.utf8_slice_codeunits(trimmed, 0, letters).to_numpy(zero_copy_only=False)
        periods = np.unique(begins[is_date])
        if len(periods) <= _FEW_WHOLE:
            break
    of_text = np.where(is_date, np.searchsorted(periods, begins), len(periods))

    def clause(group: int) -> str:
        if group == len(periods):
            return f"!({field}>={periods[0]})"
        return f"{field}>={periods[group]} & {field}<={periods[group]}"

    return Split(of_text[codes], arrow.texts([*periods.tolist(), "no date"]), clause)


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
