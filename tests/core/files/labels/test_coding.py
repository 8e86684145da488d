"""Labels coded in chunks equal the words of the cells, for any chunks and any requested rows."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given

from inspector.core.arrays import parallel
from inspector.core.arrays.arrow import texts
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import distinct
from inspector.core.files.labels import coding

cells = st.lists(st.text("ab ", max_size=6), min_size=1, max_size=9)


@pytest.fixture(autouse=True, scope="module")
def small_pieces():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parallel, "_MIN_SIZE", 2)
        patch.setattr(coding, "_AT_ONCE", 2)
        patch.setattr(coding, "_LABELS", 2)
        patch.setattr(coding, "_FEW", 1)  # cells of one word each are encoded before they are split
        yield


def chunked(values: list[str], cut: int) -> pa.ChunkedArray:
    return pa.chunked_array([texts(values[:cut]), texts(values[cut:])], pa.string())


@given(cells, st.data())
def test_the_words_of_the_wanted_cells_come_back(values, data) -> None:
    records = data.draw(st.lists(st.integers(-1, len(values) - 1), unique_by=lambda record: record + (record < 0) * 99))
    column = chunked(values, data.draw(st.integers(0, len(values))))
    offsets, words, places = coding.encode_words(column, np.array(records, np.int64), " ")
    (codes,), names = coding.unify_dictionaries(words)
    lists = Ragged(offsets, codes).take(places)
    found = [[names[code].as_py() for code in lists[i].tolist()] for i in range(len(lists))]
    assert found == [values[record].split() if record >= 0 else [] for record in records]
    assert len(names.unique()) == len(names)


@given(cells, st.integers(1, 4), st.data())
def test_the_first_cells_are_those_of_the_wanted_records(values, most, data) -> None:
    records = data.draw(st.lists(st.integers(-1, len(values) - 1)))
    first = coding.first_cells(chunked(values, 1), np.array(records, np.int64), most)
    assert first.to_pylist() == [values[record] for record in sorted({*records} - {-1})][:most]


@pytest.mark.slow
@given(st.lists(st.lists(st.sampled_from(["a", "b", "", "é"]))))
def test_columns_that_are_unified_keep_their_labels(columns) -> None:
    codes, names = coding.unify_dictionaries(*(coding.dictionary_encode(texts(labels)) for labels in columns))
    assert [[names[code].as_py() for code in own.tolist()] for own in codes] == columns
    assert all(own.dtype == np.int32 for own in codes)


@given(st.lists(st.integers(0, 5)))
def test_distinct_numbers_are_those_of_a_set(numbers) -> None:
    assert distinct(np.array(sorted(numbers), np.int64)).tolist() == sorted(set(numbers))
