"""The columns of a record batch as the lists that metrics score: its labels become codes of a vocabulary of its own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, flags, numbers, texts
from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.text_rank import text_ranks
from inspector.core.arrays.types import Codes, Floats, Ints
from inspector.core.data.tie_break import TieBreak
from inspector.core.errors import InputError
from inspector.core.files.labels.cell import Grammar
from inspector.core.metrics.base import Metric, require_confidences
from inspector.core.metrics.batch import Batch

COLUMNS = ("id", "truth", "prediction")


@dataclass(frozen=True)
class Cells:
    """How cells of text are read: the separators between the labels of a prediction and of a truth."""

    separator: str = " "
    truth_separator: str = " "


@dataclass(frozen=True)
class _Column:
    """n lists of labels as text; offsets: int64 (n + 1,); weights: float64 (m,), or None."""

    offsets: Ints
    labels: pa.StringArray
    weights: Floats | None


def batch_of(rows: pa.RecordBatch, metric: Metric, cells: Cells) -> Batch:
    """The rows to score, (n,).

    rows: columns id, truth and prediction, and where there is one, submitted (bool): whether the submission has the
    row; without it a null prediction is a row that the submission lacks. Raises InputError for other columns or types,
    and for lists without confidences where the metric needs some.
    """
    for name in COLUMNS:
        if name not in rows.schema.names:
            found = ", ".join(rows.schema.names)
            raise InputError(f"the batch has no column {name}", found=found, expected=", ".join(COLUMNS))
    predicted = rows.column("prediction")
    truth = _column(rows.column("truth"), Grammar(cells.truth_separator), "truth")
    sign = cells.separator if metric.needs_confidence else None
    prediction = _column(predicted, Grammar(cells.separator, sign), "prediction")
    asked = getattr(metric, "one_label", "")
    coded = pa.concat_arrays([truth.labels, prediction.labels, texts([asked] if asked else [])]).dictionary_encode()
    codes, vocabulary = _codes(coded), coded.dictionary
    known = Ragged(truth.offsets, codes[: len(truth.labels)], truth.weights)
    known = known.keep(known.codes != BLANK)
    given = Ragged(prediction.offsets, codes[len(truth.labels) :][: len(prediction.labels)], prediction.weights)
    if given.weights is None:  # a prediction without a label counts only with a confidence
        given = given.keep(given.codes != BLANK)
    submitted = rows.column("submitted") if "submitted" in rows.schema.names else predicted.is_valid()
    ties = _ties(rows.column("id"), vocabulary)
    batch = Batch(known.keep(~known.repeats()), given, flags(pc.fill_null(submitted, False)), ties)
    if metric.needs_confidence and len(batch):
        require_confidences(metric.name, batch)
    return batch


def _column(values: pa.Array, grammar: Grammar, name: str) -> _Column:
    """The lists of a column: lists of text, lists of a label with its number, or cells of text."""
    kind = values.type
    if pa.types.is_null(kind):
        return _Column(np.zeros(len(values) + 1, np.int64), texts([]), None)
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return _listed(values, name)
    if pa.types.is_dictionary(kind):
        values = values.dictionary_decode()
    if pa.types.is_string(values.type) or pa.types.is_large_string(values.type):
        return _Column(*grammar.split(values.cast(pa.string()).fill_null("")))
    raise InputError(
        f"the column {name} cannot be read as labels",
        found=str(kind),
        expected="a text, a list of texts, or a list of structs of a label and its confidence",
    )


def _listed(values: pa.Array, name: str) -> _Column:
    lengths = numbers(pc.fill_null(pc.list_value_length(values), 0)).astype(np.int64)
    items = values.flatten()
    weights = None
    if pa.types.is_struct(items.type) and items.type.num_fields == 2:
        items, second = items.flatten()
        weights = np.asarray(numbers(pc.fill_null(second.cast(pa.float64()), float("nan"))), np.float64)
    if not (pa.types.is_string(items.type) or pa.types.is_large_string(items.type)):
        expected = "labels as text, so that an id such as 0706016001 keeps its zeros"
        raise InputError(f"the labels of {name} are no texts", found=str(items.type), expected=expected)
    return _Column(offsets_of(lengths), items.cast(pa.string()).fill_null(""), weights)


def _codes(coded: pa.DictionaryArray) -> Codes:
    """int32 (m,): the code of each label, -1 for one without text."""
    codes: Codes = numbers(coded.indices).astype(np.int32)
    blank = flags(pc.equal(pc.binary_length(coded.dictionary), 0)) if len(coded.dictionary) else np.zeros(0, bool)
    return np.where(blank[codes], np.int32(BLANK), codes) if blank.any() else codes


def _ties(ids: pa.Array, vocabulary: pa.StringArray) -> TieBreak:
    """Texts of the batch in byte order, which is the order of the texts of all rows as far as it goes."""

    @cache
    def ranks() -> Ints:
        return np.append(text_ranks(vocabulary).astype(np.int64), -1)

    return TieBreak(
        ids=lambda: text_ranks(id_texts(ids)).astype(np.int64),
        file=lambda: np.arange(len(ids)),
        labels=lambda codes: ranks()[codes].astype(float),
        find=lambda label: int(pc.index(vocabulary, label).as_py()),
        known=lambda: np.ones(len(vocabulary), bool),
    )


def id_texts(ids: pa.Array | pa.ChunkedArray) -> pa.StringArray:
    """Ids as text, whatever their type."""
    whole = combine_chunks(ids) if isinstance(ids, pa.ChunkedArray) else ids
    return whole.cast(pa.string()).fill_null("")
