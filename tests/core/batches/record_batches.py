"""Small random pairs as record batches, cut into parts."""

from __future__ import annotations

import hypothesis.strategies as st
import pyarrow as pa
from core.strategies import Lists

SURE = pa.list_(pa.struct([("label", pa.string()), ("confidence", pa.float64())]))


def table_of(lists: Lists) -> pa.RecordBatch:
    """The pair with a row for each row of the truth, lists of texts; with confidences, lists of structs."""
    if lists.confidences is None:
        predictions = pa.array(lists.predictions, pa.list_(pa.string()))
    else:
        pairs = [
            None if labels is None else [*zip(labels, sure, strict=True)]
            for labels, sure in zip(lists.predictions, lists.confidences, strict=True)
        ]
        predictions = pa.array(pairs, SURE)
    truth = pa.array(lists.truths, pa.list_(pa.string()))
    return pa.record_batch({"id": lists.ids, "truth": truth, "prediction": predictions})


@st.composite
def cuts(draw: st.DrawFn, rows: int) -> list[slice]:
    """Parts of so many rows, some of them empty, in any order."""
    at = sorted(draw(st.lists(st.integers(0, rows), max_size=4)))
    parts = [slice(low, high) for low, high in zip([0, *at], [*at, rows], strict=True)]
    return draw(st.permutations(parts))


def cut(rows: pa.RecordBatch, parts: list[slice]) -> list[pa.RecordBatch]:
    """The parts of a batch."""
    return [rows.slice(part.start, part.stop - part.start) for part in parts]
