"""Sorting heap by heap, compared with numpy."""

from __future__ import annotations

from itertools import pairwise

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from inspector.core.arrays import buckets

numbers = st.one_of(st.integers(0, 5), st.integers(0, 2**64 - 1), st.integers(2**63 - 3, 2**63 + 3))


@pytest.mark.parametrize("at_once", [1, 4, 1 << 16])
@given(keys=st.lists(numbers, max_size=40).map(lambda keys: np.array(keys, np.uint64)))
def test_the_heaps_partition_the_numbers_in_ascending_order(at_once: int, keys) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(buckets, "_BUCKET_SIZE", at_once)
        parted = buckets.split_into_buckets(keys)
        assert all(map(len, parted))
        assert sorted(np.concatenate([[], *parted]).tolist()) == list(range(len(keys)))
        assert all(keys[low].max() < keys[high].min() for low, high in pairwise(parted))
