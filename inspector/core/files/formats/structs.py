"""Lists of structs with a label each in Arrow data, as Spark gives them: `array<struct<item: int, rating: float>>`."""

from __future__ import annotations

from math import inf

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, flags, integers, numbers
from inspector.core.arrays.offsets import indices_of, offsets_of, owners_of
from inspector.core.arrays.types import Ints, cumulative_count
from inspector.core.errors import InputError
from inspector.core.files.formats.entries import MISSING, EntryKeys, keys_of


def entry_keys(column: pa.ChunkedArray) -> EntryKeys | None:
    """The keys of the structs in a column of lists, chosen by the first list with any; None for other columns."""
    kind = column.type
    if not (pa.types.is_list(kind) or pa.types.is_large_list(kind)) or not pa.types.is_struct(kind.value_type):
        return None
    filled = column.filter(pc.greater(pc.list_value_length(column), 0)).slice(0, 1)
    items = filled.to_pylist()[0] if len(filled) else [{field.name: _example(field.type) for field in kind.value_type}]
    kept = (dict, list, type(None))
    return keys_of([{key: v if isinstance(v, kept) else str(v) for key, v in item.items()} for item in items])


def entry_words(values: pa.Array, keys: EntryKeys) -> pa.LargeListArray:
    """Lists of structs as lists of words, by rank: the label of each, and its score if there is one.

    A struct without a label goes.
    """
    lengths = numbers(pc.fill_null(pc.list_value_length(values), 0)).astype(np.int64)
    structs = _ranked(values.flatten(), lengths, keys.rank) if keys.rank else values.flatten()
    labels = pc.fill_null(pc.struct_field(structs, keys.label).cast(pa.string()), "")
    named = numbers(pc.binary_length(labels)) > 0
    labels, offsets = labels.filter(booleans(named)), cumulative_count(named)[offsets_of(lengths)]
    if not keys.score:
        return pa.LargeListArray.from_arrays(integers(offsets), labels)
    scores = pc.fill_null(pc.struct_field(structs, keys.score).cast(pa.string()), MISSING).filter(booleans(named))
    turns = np.arange(2 * len(labels)).reshape(2, -1).T.ravel()
    words = pa.concat_arrays([labels, scores]).take(integers(turns))
    return pa.LargeListArray.from_arrays(integers(2 * offsets), words)


def _ranked(structs: pa.StructArray, lengths: Ints, key: str) -> pa.StructArray:
    """The structs of lists of these lengths, each list in the order of its ranks; those without a rank come last."""
    ranks = numbers(pc.fill_null(pc.struct_field(structs, key).cast(pa.float64()), inf))
    order = np.lexsort((ranks, owners_of(lengths)))
    return structs.take(integers(order))


def entry_lists(cells: pa.StringArray, kind: pa.DataType, separator: str, keys: EntryKeys) -> pa.Array:
    """Cells of such words as lists of structs; ranks follow the order. Raises InputError where structs hold more."""
    struct = kind.value_type
    others = [field.name for field in struct if field.name not in keys]
    if others:
        what = f"an edited list would lose its fields {', '.join(others)}"
        raise InputError(what, hint="Convert the file to JSON lines or text to edit it")
    lists = pc.split_pattern(cells, separator)
    words = lists.flatten()
    filled = flags(pc.greater(pc.binary_length(words), 0))
    step = 2 if keys.score else 1
    offsets = cumulative_count(filled)[numbers(lists.offsets)] // step
    words = words.filter(booleans(filled))
    parts = {keys.label: words.take(integers(np.arange(0, len(words), step)))}
    if keys.score:
        scores = words.take(integers(np.arange(1, len(words), step)))
        parts[keys.score] = pc.if_else(pc.equal(scores, MISSING), pa.nulls(len(scores), pa.string()), scores)
    if keys.rank:
        parts[keys.rank] = integers(indices_of(np.diff(offsets)) + keys.first).cast(pa.string())
    fields = [parts[field.name].cast(field.type) for field in struct]
    items = pa.StructArray.from_arrays(fields, fields=[*struct])
    return pa.LargeListArray.from_arrays(integers(offsets), items).cast(kind)


def _example(kind: pa.DataType) -> object:
    """A value of a type, to choose keys where all lists are empty."""
    if pa.types.is_nested(kind):
        return []
    return 0.5 if pa.types.is_floating(kind) else 0 if pa.types.is_integer(kind) else ""


def with_arrow_numbers(cells: pa.StringArray, separator: str, keys: EntryKeys) -> pa.StringArray:
    """Cells of such words with scores as Arrow writes them, 1e-7 and not 1e-07, to compare them with what is read."""
    if not keys.score:
        return cells
    lists = pc.split_pattern(cells, separator)
    words, lengths = lists.flatten(), np.diff(numbers(lists.offsets))
    is_score = booleans(indices_of(lengths) % 2 == 1)
    scores = pc.if_else(is_score, words, "nan").cast(pa.float64()).cast(pa.string())
    return pc.binary_join(pa.ListArray.from_arrays(lists.offsets, pc.if_else(is_score, scores, words)), separator)
