"""The submission's entry of each entry of the truth."""

from __future__ import annotations

import numpy as np
import pytest

from inspector.core.files.matching.entries import Entries
from inspector.core.files.matching.match import match


def test_codes_that_number_the_entries_are_not_copied() -> None:
    codes = np.arange(7)
    assert match(Entries(codes), Entries(codes)).entry_of_row is codes


@pytest.mark.parametrize("codes", [[], [0], [3], [0, 2], [1, 2], [2, 5, 9], [0, 1, 2]])
def test_the_same_ascending_codes_match_one_by_one(codes) -> None:
    found = match(Entries(np.array(codes, np.int64)), Entries(np.array(codes, np.int64)))
    assert found.entry_of_row.tolist() == [*range(len(codes))]
    assert found.entry_of_row.dtype == np.int64
    assert not len(found.unknown)
