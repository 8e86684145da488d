"""Offsets, owners and indices of lists in flat arrays, compared with loops."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.arrays.offsets import indices_of, lengths_of, offsets_of, owners_of
from inspector.core.arrays.ragged import Ragged

some_lengths = st.lists(st.integers(0, 4), max_size=8)


@given(some_lengths)
def test_each_item_has_its_list_and_its_index_there(lengths):
    items = [(owner, index) for owner, length in enumerate(lengths) for index in range(length)]
    counts = np.array(lengths, np.int64)
    assert [*zip(owners_of(counts).tolist(), indices_of(counts).tolist(), strict=True)] == items
    assert offsets_of(counts).tolist() == [sum(lengths[:number]) for number in range(len(lengths) + 1)]
    assert lengths_of(offsets_of(counts)).tolist() == lengths
    assert {array(counts).dtype for array in (offsets_of, owners_of, indices_of)} == {np.dtype(np.int64)}


@given(some_lengths)
def test_a_code_is_found_in_the_list_that_owns_it(lengths):
    lists = Ragged.of([[0] * length for length in lengths])
    every = np.arange(len(lists.codes))
    assert lists.list_of(every).tolist() == lists.owners().tolist() == owners_of(lists.lengths).tolist()
