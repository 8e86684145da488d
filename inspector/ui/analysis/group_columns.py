"""Columns that tables of groups share: their headers, and cells of numbers and texts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.ui.analysis.group_model import ColumnHeader, GroupColumn
from inspector.ui.widgets.formatting import fixed_decimals, full_precision, signed

# As wide as a number whose decimals show the effect of one row in a million on the overall.
FINE = "0.000000000"
AMONG = "among the rows that the other parts of the filter show"
# The last columns of groups of rows; `gains` are their cells, and the title of the second says what it compares with.
GAINS = (
    ColumnHeader(
        "if perfect",
        "What the overall would be if all these rows scored their best; – where that is not known",
        sample="0.000000",
    ),
    ColumnHeader(
        "part",
        "How far the overall is above that with these rows as in {baseline}: their part of the difference of both "
        "overalls, not the difference of their own scores; in the colour of what is better or worse. The parts add up "
        "where the overall is a mean of row scores, and not under a root, an AUC or a kappa",
        sample="▲ +0.000000",
        compares=True,
    ),
)
# How sure it is that the rows of a line won or lost; `chances` are its cells.
CHANCE = ColumnHeader(
    "p",
    "Whether the rows of the line differ from {baseline} by more than chance: the p of sign flips, corrected for the "
    "number of lines (Benjamini-Hochberg); – where nothing differs or is compared, no mean of row scores tells the "
    "overall, or the filter chooses rows by their outcome",
    sample="< 0.0001",
    ascending=True,
)


def counts(values: Ints) -> GroupColumn:
    """A column of whole numbers with thousands separators."""
    return GroupColumn(values, lambda line: f"{int(values[line]):,}", lambda line: f"{int(values[line]):,}")


def figures(
    values: Floats, text: Callable[[float], str], *, gains: Floats | None = None, title: str = "", none: str = "–"
) -> GroupColumn:
    """A column of numbers, with all digits in the tooltip; none: the cell of NaN, which sorts last."""

    def shown(line: int) -> str:
        return none if math.isnan(values[line]) else text(float(values[line]))

    return GroupColumn(values, shown, lambda line: full_precision(float(values[line])), gains=gains, title=title)


def decimals(values: Floats, places: int = 4, title: str = "") -> GroupColumn:
    """A column of numbers with fixed decimals."""
    return figures(values, lambda value: fixed_decimals(value, places), title=title)


def gains(perfect: Floats, won: Floats, evaluation: Evaluation) -> tuple[GroupColumn, GroupColumn]:
    """The columns of GAINS; what is won or lost is signed, and blank where nothing is."""
    places = max(6, evaluation.scores.fine_decimals)
    improved = evaluation.metric.improvement(won)
    return decimals(perfect, places), figures(won, lambda value: signed(value, places), gains=improved)


def percents(values: Floats) -> GroupColumn:
    """A column of shares as percentages."""
    return figures(values, "{:.1%}".format)


def names(texts: Sequence[str], full: Callable[[int], str]) -> GroupColumn:
    """A column of texts, sorted case-insensitively; full(line) is the tooltip."""
    order = sorted(range(len(texts)), key=lambda line: texts[line].casefold())
    return GroupColumn(np.argsort(order), texts.__getitem__, full)


def words(keys: Ints, texts: Callable[[int], str]) -> GroupColumn:
    """A column of texts sorted by keys (l,); texts(line) is the cell and its tooltip."""
    return GroupColumn(np.asarray(keys), texts, texts)
