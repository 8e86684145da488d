"""Texts taken from a column of several chunks."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pyarrow as pa
from hypothesis import given

from inspector.core.arrays.arrow import take_ascending, texts


@given(st.lists(st.lists(st.text(max_size=3), max_size=4), max_size=4), st.data())
def test_rows_are_taken_from_the_chunks_that_hold_them(chunks: list[list[str]], data) -> None:
    cells = [cell for chunk in chunks for cell in chunk]
    rows = sorted(data.draw(st.sets(st.integers(0, len(cells) - 1)))) if cells else []
    column = pa.chunked_array([texts(chunk) for chunk in chunks], pa.string())
    assert take_ascending(column, np.array(rows, np.int64)).to_pylist() == [cells[row] for row in rows]
