"""Entries: the records of a file grouped by id."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
from hypothesis import given

from inspector.core.files.matching.entries import Entries


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12), st.booleans(), st.data())
def test_the_count_of_records_is_that_of_their_list(ids, is_long: bool, data) -> None:
    codes = np.array(ids, np.int64)
    entries = Entries.grouped(codes) if is_long else Entries(codes)
    some = np.array(data.draw(st.lists(st.integers(0, len(entries) - 1), unique=True)), np.int64)
    assert entries.count(some) == len(entries.all_records(some)[1])
