"""Ways to split rows into groups: by their truth, and by each extra column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.analysis.slices.codes import are_codes
from inspector.core.arrays import arrow
from inspector.core.arrays.cell_numbers import cell_numbers
from inspector.core.arrays.types import Codes, Floats, Ints, presence_mask
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import names, of_number
from inspector.core.figures import figure
from inspector.core.files.numbers.cells import NO_NUMBER
from inspector.core.metrics.hits import rarest_support
from inspector.core.plural import count_of
from inspector.core.query import field_of, quote
from inspector.core.query.cell import plain_number
from inspector.core.query.dates import with_date

NO_LABEL = "no truth label"
BANDS = (0, 1, 2, 6, 21, 101)
# Numbers are grouped in tenths, up to so many different ones each by itself, as many as a day has hours.
_TENTHS, _FEW = 10, 24
_LARGE = 10_000
# The letters of a day, a month and a year, and how many of these can be overlooked.
_PERIODS, _MOST_PERIODS = (10, 7, 4), 60
# A column with more filled cells that hold no number is text.
_MOST_ODD = 0.1


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
    Of numbers, by tenths of each true number instead of labels. Columns of many numbers are split in tenths, too.
    """
    extra = [Grouping(name, partial(_by_column, name=name)) for name in evaluation.table.extra]
    if not evaluation.table.kind.names_labels:
        each = names(evaluation)
        return (*(Grouping(f"true {name}", partial(_by_truth_number, at=at)) for at, name in enumerate(each)), *extra)
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
    """By the texts of an extra column; by periods where there are many dates, in tenths where there are many numbers.

    Numbers that are names, such as codes or 01 beside 1, are texts.
    """
    coded = evaluation.table.extra[name].dictionary_encode()
    texts, codes = coded.dictionary, arrow.numbers(coded.indices)
    if len(texts) > _MOST_PERIODS and (periods := _in_periods(texts, codes, _field(name))):
        return periods
    numbers = cell_numbers(texts, evaluation.table.decimal_of(name))
    are_numbers = _are_numbers(texts, numbers, codes)
    known = numbers[~np.isnan(numbers)]  # blanks and words such as NA are no names
    are_few_names = len(texts) <= _FEW and len(np.unique(known)) < len(known)
    if are_numbers and not are_few_names and not are_codes(name, texts, len(codes)):
        return _in_tenths(numbers[codes], _field(name))
    return _by_texts(texts, codes, _field(name), numbers if are_numbers else np.zeros(len(texts)))


def _are_numbers(texts: pa.StringArray, numbers: Floats, codes: Codes) -> bool:
    """Whether nearly all filled cells of a column hold a number; texts: the distinct ones; codes: of the n rows."""
    trimmed = pc.utf8_lower(pc.utf8_trim_whitespace(texts))
    is_blank = arrow.flags(pc.is_in(trimmed, value_set=arrow.texts(["", *NO_NUMBER])))
    rows = np.bincount(codes, minlength=len(texts))
    odd = rows[np.isnan(numbers) & ~is_blank].sum()
    return bool(odd <= _MOST_ODD * rows[~is_blank].sum() and not np.isnan(numbers).all())


def _by_texts(texts: pa.StringArray, codes: Codes, field: str, numbers: Floats) -> Split:
    """A group for each text, in the order of the numbers in them, then by letters.

    texts, codes, field: as in `_in_periods`; numbers: float64 of the texts, NaN for none, which are the last.
    """
    order = arrow.numbers(pc.sort_indices(texts)).astype(np.int64)
    order = order[np.argsort(numbers[order], kind="stable")]
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(len(order))
    names = texts.take(arrow.integers(order))
    return Split(ranks[codes], names, lambda group: f"{field}:{quote(str(names[group]))}")


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
        if len(periods) <= _MOST_PERIODS:
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


def _in_tenths(values: Floats, field: str) -> Split:
    """Ten groups of about as many rows each, float64 (n,), or one for each of a few values; those of NaN are the last.

    field: of the values, as it is typed.
    """
    known = values[~np.isnan(values)]
    edges = np.unique(known)
    if len(edges) > _FEW:
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

    spans, to = zip(map(_end, edges.tolist()), map(_end, highest), strict=True), _to(known)
    titles = [low if low == high else f"{low}{to}{high}" for low, high in spans]
    return Split(of_row, arrow.texts([*titles, "no number"]), clause)


def _to(known: Floats) -> str:
    """What stands between the ends of a group: a dash between whole numbers, unless it could be a minus."""
    are_whole = len(known) and known.min() >= 0 and (known == np.round(known)).all()
    return "–" if are_whole else " to "


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
