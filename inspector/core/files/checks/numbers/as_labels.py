"""Labels that are numbers, of which nothing is right but by chance: they may be meant as numbers to predict."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import pyarrow.compute as pc

from inspector.core.arrays.arrow import integers
from inspector.core.arrays.types import Ints, distinct
from inspector.core.data.table import Table
from inspector.core.errors import shorten
from inspector.core.files.labels.reading import Reading
from inspector.core.files.numbers.evidence import MOST_CLASSES
from inspector.core.files.problem import Problem

_HEAD, _FEWEST, _EXAMPLES = 10_000, 10, 3
# Standard deviations above chance from which labels are right for a reason.
_CHANCE = 2
# Numbers as people write them; those with a zero before them, or of very many digits, are codes.
_NUMBER = r"^\s*[$€£¥]?\s*[+-]?(0|[1-9]\d{0,8})([.,]\d+)?([eE][+-]?\d+)?\s*(%|€|°[CF]?)?\s*$"
_SIGN = r"[$€£¥%°]"
_DECIMALS, _MOSTLY = r"^\s*[+-]?\d{1,9}\.\d+([eE][+-]?\d+)?\s*$", 0.9


def labels_like_numbers(table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Report labels of both files that seem to be numbers to predict."""
    shapes = {reading.layout.shape for reading in readings}
    if shapes == {"long"}:
        what = _of_rows(table)
    else:
        what = _of_cells(table) if shapes == {"list"} and all(one.most_labels == 1 for one in readings) else ""
    if what:
        reading = readings[1]
        examples = tuple(map(str, table.vocab.texts(np.arange(_EXAMPLES))))
        yield Problem(
            "numbers-as-labels",
            "submission",
            len(table),
            f"the labels of both files are {what}, such as {shorten(examples[0])}",
            "only an equal label is right, however near a number is",
            examples=examples,
            file=reading.sheet.name,
            column=reading.label_name,
            cause="they are numbers to predict: choose a metric of them, such as rmse, and write them without a unit",
        )


def _of_rows(table: Table) -> str:
    """What numbers with decimals, a row each, are; empty if some of the first labels are others."""
    texts = table.vocab.array().slice(0, _HEAD)
    decimals = len(texts) > MOST_CLASSES and pc.mean(pc.match_substring_regex(texts, _DECIMALS)).as_py() > _MOSTLY
    return "numbers with decimals, several of an id" if decimals else ""


def _of_cells(table: Table) -> str:
    """What a number in each cell is: one with a unit, or no more often right than by chance; empty for other labels."""
    rows = np.flatnonzero((table.truth.lengths == 1) & (table.predictions.lengths == 1))[:_HEAD]
    true, given = (lists.codes[lists.offsets[rows]].astype(np.int64) for lists in (table.truth, table.predictions))
    labels = distinct(np.sort(np.concatenate([true, given])))
    if len(rows) < _FEWEST or len(distinct(np.sort(true))) <= MOST_CLASSES or labels[0] < 0:
        return ""
    texts = table.vocab.array().take(integers(labels))
    if not pc.all(pc.match_substring_regex(texts, _NUMBER)).as_py():
        return ""
    if pc.all(pc.match_substring_regex(texts, _SIGN)).as_py():
        return "numbers with a unit"
    return "numbers, and no more of them are right than by chance" if _are_by_chance(true, given) else ""


def _are_by_chance(true: Ints, given: Ints) -> bool:
    """Whether no more labels, each int (n,), are equal than by chance."""
    size, count = int(max(true.max(), given.max())) + 1, len(true)
    chance = float(np.bincount(true, minlength=size) @ np.bincount(given, minlength=size)) / count**2
    return float((true == given).mean()) <= chance + _CHANCE * math.sqrt(max(chance, 1 / count) / count)
