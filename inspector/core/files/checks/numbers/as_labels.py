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


def labels_like_numbers(table: Table, readings: tuple[Reading, Reading]) -> Iterable[Problem]:
    """Report one label a row in both files, where nearly every label is a number of its own, or has a unit."""
    if any(reading.layout.shape != "list" or reading.most_labels > 1 for reading in readings):
        return
    rows = np.flatnonzero((table.truth.lengths == 1) & (table.predictions.lengths == 1))[:_HEAD]
    true, given = (lists.codes[lists.offsets[rows]].astype(np.int64) for lists in (table.truth, table.predictions))
    labels = distinct(np.sort(np.concatenate([true, given])))
    if len(rows) < _FEWEST or len(distinct(np.sort(true))) <= MOST_CLASSES or labels[0] < 0:
        return
    texts = table.vocab.array().take(integers(labels))
    has_sign = pc.all(pc.match_substring_regex(texts, _SIGN)).as_py()
    if not pc.all(pc.match_substring_regex(texts, _NUMBER)).as_py() or not (has_sign or _are_by_chance(true, given)):
        return
    what = "numbers with a unit" if has_sign else "numbers, and no more of them are right than by chance"
    reading = readings[1]
    yield Problem(
        "numbers-as-labels",
        "submission",
        len(rows),
        f"the labels of both files are {what}, such as {shorten(str(texts[0]))}",
        "only an equal label is right, however near a number is",
        examples=tuple(map(str, texts[:_EXAMPLES].to_pylist())),
        file=reading.sheet.name,
        column=reading.label_name,
        cause="they are numbers to predict: choose a metric of numbers, such as rmse, and write them without a unit",
    )


def _are_by_chance(true: Ints, given: Ints) -> bool:
    """Whether no more labels, each int (n,), are equal than by chance."""
    size, count = int(max(true.max(), given.max())) + 1, len(true)
    chance = float(np.bincount(true, minlength=size) @ np.bincount(given, minlength=size)) / count**2
    return float((true == given).mean()) <= chance + _CHANCE * math.sqrt(max(chance, 1 / count) / count)
